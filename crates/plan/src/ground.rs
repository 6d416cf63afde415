//! From a file to a tree about things: named plans are put in, and facts bind the variables.

use std::collections::BTreeMap;

use crate::tree::{Kind, NodeId, Tree};
use crate::{Expression, Goal, Leaves, PlanFile, Span, Term};

/// How many nodes a tree may have. Plans that call plans can grow beyond any bound.
pub const MOST_NODES: usize = 20_000;

/// How deep the nodes of a tree may be nested. What goes through a tree calls itself at each level, and an
/// unoptimised program takes some kilobytes of its stack for that.
pub const DEEPEST_NODE: usize = 200;

/// How often a name may be looked up while facts bind variables: a backstop against plans whose facts
/// fit together in more ways than anyone can wait for.
const MOST_WORK: usize = 20_000_000;

/// Why no tree could be made of a file.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum GroundError<E: std::error::Error> {
    /// A variable that no fact binds.
    #[error("nothing says what `?{variable}` stands for in `{goal}`")]
    Unbound {
        /// The variable, without its question mark.
        variable: String,
        /// Where it stands.
        goal: Goal,
        /// The same as a place in the file.
        span: Span,
    },
    /// The tree would have more than [`MOST_NODES`].
    #[error("with all its parts put in, the plan has more than {MOST_NODES} nodes")]
    TooLarge,
    /// The tree would be too deep.
    #[error("with all its parts put in, the plan is more than {DEEPEST_NODE} deep")]
    TooDeep,
    /// A fact that could not be looked up.
    #[error(transparent)]
    Leaf(#[from] E),
}

impl PlanFile {
    /// The tree of this file's strategy. `things` says what names in it stand for, as in `("G",
    /// "D4")`; the others stand for themselves.
    ///
    /// An AND with facts that have variables becomes an OR over the things of which all its facts hold.
    ///
    /// # Errors
    /// See [`GroundError`].
    pub fn ground<L: Leaves>(
        &self,
        things: &[(&str, &str)],
        leaves: &mut L,
    ) -> Result<Tree, GroundError<L::Error>> {
        let own = |&(name, thing): &(&str, &str)| (Term::Name(name.to_owned()), thing.to_owned());
        let mut grounding = Grounding {
            file: self,
            leaves,
            tree: Tree::new(),
            outside: things.iter().map(own).collect(),
            known: BTreeMap::new(),
            work: 0,
        };
        let scope = grounding.outside.clone();
        match (&self.goal, self.plans.first()) {
            (Some(goal), _) => grounding.expression(goal, &scope, None, 0)?,
            (None, Some(plan)) => {
                let terms = plan.parameters.iter().cloned().map(Term::Name);
                let call = Goal {
                    name: plan.name.clone(),
                    terms: terms.collect(),
                };
                grounding.goal(&call, &plan.span, &scope, None, 0)?
            }
            (None, None) => grounding.add(Kind::And, None)?,
        };
        Ok(grounding.tree)
    }
}

/// Facts, and whether they hold.
type Facts = Vec<(Goal, bool)>;

/// What parameters, variables and outer names stand for. The last entry counts.
type Scope = Vec<(Term, String)>;

struct Grounding<'a, L> {
    file: &'a PlanFile,
    leaves: &'a mut L,
    tree: Tree,
    /// What the caller says names stand for: named plans know it too.
    outside: Scope,
    /// The uncertain goals met so far, by their numbers.
    known: BTreeMap<Goal, usize>,
    /// How much was looked up so far.
    work: usize,
}

type Grounded<T, L> = Result<T, GroundError<<L as Leaves>::Error>>;

impl<L: Leaves> Grounding<'_, L> {
    fn add(&mut self, kind: Kind, above: Option<NodeId>) -> Grounded<NodeId, L> {
        if self.tree.size() == MOST_NODES {
            return Err(GroundError::TooLarge);
        }
        Ok(self.tree.add(kind, above))
    }

    fn expression(
        &mut self,
        expression: &Expression,
        scope: &Scope,
        above: Option<NodeId>,
        depth: usize,
    ) -> Grounded<NodeId, L> {
        match expression {
            Expression::Goal(goal, span) => self.goal(goal, span, scope, above, depth),
            Expression::And(children) => self.and(children, scope, above, depth),
            Expression::Or(children) => {
                let id = self.add(Kind::Or, above)?;
                for child in children {
                    self.expression(child, scope, Some(id), depth + 1)?;
                }
                Ok(id)
            }
        }
    }

    /// An AND for each way to make all its facts hold; an OR over them where there are several. Where
    /// there is none, nothing is left that the rest could be about.
    fn and(
        &mut self,
        children: &[Expression],
        scope: &Scope,
        above: Option<NodeId>,
        depth: usize,
    ) -> Grounded<NodeId, L> {
        let scopes = match self.solutions(children, scope)? {
            Ok(scopes) => scopes,
            Err(facts) => {
                let id = self.add(Kind::And, above)?;
                for (fact, holds) in facts {
                    self.add(Kind::Fact { fact, holds }, Some(id))?;
                }
                return Ok(id);
            }
        };
        let (above, depth) = match scopes.len() {
            1 => (above, depth),
            _ => (Some(self.add(Kind::Or, above)?), depth + 1),
        };
        let mut last = above;
        for scope in &scopes {
            let id = self.add(Kind::And, above)?;
            for child in children {
                self.expression(child, scope, Some(id), depth + 1)?;
            }
            last = Some(id);
        }
        let top = if scopes.len() == 1 { last } else { above };
        Ok(top.expect("there is at least one solution, and its node"))
    }

    /// The scopes in which all facts among these hold. If there is none, the facts up to the first that
    /// stands in the way, as they are written: what a variable was bound to on the way is only one of the
    /// things that do not fit.
    ///
    /// Facts bind variables from left to right, wherever in the AND the variables are used.
    fn solutions(
        &mut self,
        children: &[Expression],
        scope: &Scope,
    ) -> Grounded<Result<Vec<Scope>, Facts>, L> {
        let mut found = Vec::new();
        let mut failed = None;
        let outside = scope;
        let mut waiting = vec![outside.clone()];
        while let Some(scope) = waiting.pop() {
            self.work += children.len() * (scope.len() + 1);
            if self.work > MOST_WORK || found.len() + waiting.len() > MOST_NODES {
                return Err(GroundError::TooLarge);
            }
            if let Some((fact, scopes)) = self.binding_fact(children, &scope)? {
                if scopes.is_empty() {
                    failed.get_or_insert(fact);
                }
                waiting.extend(scopes.into_iter().rev());
            } else if let Some(fact) = self.failing_fact(children, &scope)? {
                failed.get_or_insert(fact);
            } else {
                found.push(scope);
            }
        }
        match failed {
            Some(fact) if found.is_empty() => Ok(Err(self.facts_up_to(fact, children, outside)?)),
            _ => Ok(Ok(found)),
        }
    }

    /// The facts among these before one that fails, and that one.
    fn facts_up_to(
        &mut self,
        failed: &Goal,
        children: &[Expression],
        scope: &Scope,
    ) -> Grounded<Facts, L> {
        let mut facts = Vec::new();
        for child in children {
            let Expression::Goal(written, _) = child else {
                continue;
            };
            let goal = told(written, scope);
            if written == failed {
                facts.push((goal, false));
                break;
            }
            if self.file.called(&goal).is_none() && self.leaves.facts(&goal)?.is_some() {
                facts.push((goal, true));
            }
        }
        Ok(facts)
    }

    /// The first of these that is a fact about known things and does not hold.
    fn failing_fact<'e>(
        &mut self,
        children: &'e [Expression],
        scope: &Scope,
    ) -> Grounded<Option<&'e Goal>, L> {
        for child in children {
            let Expression::Goal(written, _) = child else {
                continue;
            };
            let goal = told(written, scope);
            let plain = goal.free().is_none() && self.file.called(&goal).is_none();
            if plain
                && self
                    .leaves
                    .facts(&goal)?
                    .is_some_and(|holding| holding.is_empty())
            {
                return Ok(Some(written));
            }
        }
        Ok(None)
    }

    /// The first of these that is a fact with a free variable, and the scopes that it makes.
    fn binding_fact<'e>(
        &mut self,
        children: &'e [Expression],
        scope: &Scope,
    ) -> Grounded<Option<(&'e Goal, Vec<Scope>)>, L> {
        for child in children {
            let Expression::Goal(written, _) = child else {
                continue;
            };
            let goal = told(written, scope);
            if goal.free().is_none() || self.file.called(&goal).is_some() {
                continue;
            }
            if let Some(scopes) = self.scopes(&goal, scope)? {
                return Ok(Some((written, scopes)));
            }
        }
        Ok(None)
    }

    /// The scopes in which a fact holds; `None` if the goal is no fact.
    fn scopes(&mut self, goal: &Goal, scope: &Scope) -> Grounded<Option<Vec<Scope>>, L> {
        let Some(holding) = self.leaves.facts(goal)? else {
            return Ok(None);
        };
        let scopes = holding.iter().filter_map(|things| {
            let found = goal.matching(things)?;
            let mut scope = scope.clone();
            let found = found.into_iter();
            scope.extend(found.map(|(variable, thing)| (Term::Variable(variable), thing)));
            Some(scope)
        });
        Ok(Some(scopes.collect()))
    }

    fn goal(
        &mut self,
        goal: &Goal,
        span: &Span,
        scope: &Scope,
        above: Option<NodeId>,
        depth: usize,
    ) -> Grounded<NodeId, L> {
        if depth > DEEPEST_NODE {
            return Err(GroundError::TooDeep);
        }
        let goal = told(goal, scope);
        let called = self.file.called(&goal);
        if let Some(variable) = goal.free() {
            // By itself a fact with a variable asks whether it holds of anything.
            if called.is_none()
                && let Some(scopes) = self.scopes(&goal, scope)?
            {
                let holds = !scopes.is_empty();
                return self.add(Kind::Fact { fact: goal, holds }, above);
            }
            return Err(GroundError::Unbound {
                variable: variable.to_owned(),
                goal,
                span: span.clone(),
            });
        }
        if let Some(plan) = called {
            let mut inside = self.outside.clone();
            let things = goal.things().into_iter().flatten();
            for (parameter, thing) in plan.parameters.iter().zip(things) {
                inside.push((Term::Name(parameter.clone()), thing.to_owned()));
            }
            let id = self.expression(&plan.body, &inside, above, depth + 1)?;
            self.tree.name(id, goal);
            return Ok(id);
        }
        let kind = match self.leaves.facts(&goal)? {
            Some(holding) => Kind::Fact {
                fact: goal,
                holds: !holding.is_empty(),
            },
            None => {
                let tree = &mut self.tree;
                let number = self.known.entry(goal);
                Kind::Leaf(*number.or_insert_with_key(|goal| tree.add_goal(goal.clone())))
            }
        };
        self.add(kind, above)
    }
}

/// A goal with everything put in that the scope knows.
fn told(goal: &Goal, scope: &Scope) -> Goal {
    let terms = goal.terms.iter().map(|term| {
        let known = scope.iter().rev().find(|(name, _)| name == term);
        known.map_or_else(|| term.clone(), |(_, thing)| Term::Name(thing.clone()))
    });
    Goal {
        name: goal.name.clone(),
        terms: terms.collect(),
    }
}

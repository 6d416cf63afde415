//! Binary decision diagrams (Bryant 1986, *Graph-based algorithms for Boolean function
//! manipulation*): which outcomes of the goals make a strategy succeed, each goal asked once.

use std::collections::HashMap;

/// A function of the outcomes: one of the two constants, or a node that asks a goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Function(usize);

impl Function {
    pub(crate) const NEVER: Function = Function(0);
    pub(crate) const ALWAYS: Function = Function(1);

    /// The number of the function; those it is made of have smaller ones.
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operator {
    And,
    Or,
}

/// Asks how a goal ends, and goes on accordingly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Question {
    pub(crate) goal: usize,
    pub(crate) if_not: Function,
    pub(crate) if_so: Function,
}

/// More questions than these are not asked.
const MOST_QUESTIONS: usize = 1_000_000;

/// All functions made so far, each of them once. Goals are asked in the order of their numbers.
#[derive(Default)]
pub(crate) struct Diagram {
    questions: Vec<Question>,
    known: HashMap<Question, Function>,
    combined: HashMap<(Operator, Function, Function), Function>,
}

impl Diagram {
    /// The questions, those that others lead to before them; the first has number 2.
    pub(crate) fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// What a function asks first; `None` for the constants.
    pub(crate) fn question(&self, function: Function) -> Option<Question> {
        let at = function.0.checked_sub(2)?;
        Some(self.questions[at])
    }

    /// The function that is true where the goal succeeds.
    pub(crate) fn goal(&mut self, goal: usize) -> Option<Function> {
        self.ask(Question {
            goal,
            if_not: Function::NEVER,
            if_so: Function::ALWAYS,
        })
    }

    fn ask(&mut self, question: Question) -> Option<Function> {
        if question.if_not == question.if_so {
            return Some(question.if_so);
        }
        if let Some(&known) = self.known.get(&question) {
            return Some(known);
        }
        if self.questions.len() == MOST_QUESTIONS {
            return None;
        }
        let function = Function(self.questions.len() + 2);
        self.questions.push(question);
        self.known.insert(question, function);
        Some(function)
    }

    /// Both, or at least one, of two functions; `None` where the diagram would grow too large.
    pub(crate) fn combine(&mut self, by: Operator, a: Function, b: Function) -> Option<Function> {
        let (neutral, absorbing) = match by {
            Operator::And => (Function::ALWAYS, Function::NEVER),
            Operator::Or => (Function::NEVER, Function::ALWAYS),
        };
        if a == b || b == neutral || a == absorbing {
            return Some(a);
        }
        if a == neutral || b == absorbing {
            return Some(b);
        }
        let key = (by, a.min(b), a.max(b));
        if let Some(&known) = self.combined.get(&key) {
            return Some(known);
        }
        let (first, second) = (self.question(a)?, self.question(b)?);
        let goal = first.goal.min(second.goal);
        let halves = |question: Question, whole| {
            if question.goal == goal {
                (question.if_not, question.if_so)
            } else {
                (whole, whole)
            }
        };
        let ((a_not, a_so), (b_not, b_so)) = (halves(first, a), halves(second, b));
        let if_not = self.combine(by, a_not, b_not)?;
        let if_so = self.combine(by, a_so, b_so)?;
        let function = self.ask(Question {
            goal,
            if_not,
            if_so,
        })?;
        self.combined.insert(key, function);
        Some(function)
    }
}

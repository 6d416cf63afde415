//! Reading: from text to what it says. The first mistake ends it, since what follows a misplaced
//! parenthesis can mean anything.

use std::ops::Range;

use super::tokens::{Mark, Token, tokens};
use crate::{Definition, Expression, GivenRate, Goal, PlanError, PlanFile, Rate, Span, Term};

/// How deep AND and OR may be nested in a file.
pub const DEEPEST: usize = 100;

/// How many named plans a file may have.
pub const MOST_PLANS: usize = 1_000;

/// Words that begin something and therefore name nothing.
const RESERVED: [&str; 6] = ["plan", "fact", "rate", "cost", "AND", "OR"];

/// Where facts and rates stand, for what is said about them after reading.
#[derive(Default)]
pub(super) struct Places {
    pub(super) facts: Vec<Range<usize>>,
    pub(super) rates: Vec<Range<usize>>,
}

pub(super) fn parse(text: &str) -> Result<(PlanFile, Places), PlanError> {
    let mut parser = Parser {
        text,
        tokens: tokens(text)?,
        next: 0,
        parameters: Vec::new(),
        file: PlanFile::default(),
        places: Places::default(),
    };
    while parser.peek() != Mark::End {
        parser.statement()?;
    }
    if parser.file.goal.is_none() && parser.file.plans.is_empty() {
        return Err(parser.error(
            parser.here(),
            "there is no plan here",
            "write one, such as `OR(Make_Two_Eyes(G), AND(Connect(G H), Two_Eyes(H)))`",
        ));
    }
    Ok((parser.file, parser.places))
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    next: usize,
    /// Those of the plan that is being read.
    parameters: Vec<String>,
    file: PlanFile,
    places: Places,
}

type Parsed<T> = Result<T, PlanError>;

/// What makes an AND or an OR of its parts.
type Operator = fn(Vec<Expression>) -> Expression;

impl Parser<'_> {
    fn statement(&mut self) -> Parsed<()> {
        let span = self.here();
        match self.word_here() {
            Some("plan") => self.definition(),
            Some("fact") => {
                self.advance();
                let (goal, span) = self.goal()?;
                if let Some(variable) = goal.free() {
                    let problem = format!("a fact is about things, and `?{variable}` is none");
                    return Err(self.error(span, problem, "write a name without the `?`"));
                }
                self.file.facts.push(goal);
                self.places.facts.push(span);
                Ok(())
            }
            Some("rate") => {
                self.advance();
                let (goal, span) = self.goal()?;
                if self.peek() != Mark::Is {
                    let problem = format!("the rate of `{goal}` is missing");
                    let help = format!("write how often it succeeds, as in `{goal} -> 30%`");
                    return Err(self.error(span, problem, help));
                }
                self.rate(goal, span)
            }
            Some(_) => self.unnamed(span),
            None => Err(self.error(
                span,
                format!("{} cannot begin anything", self.shown()),
                "begin with `plan`, `fact`, a goal, `AND(...)` or `OR(...)`",
            )),
        }
    }

    /// `Kill(G1) -> 30%`, or the strategy without a name.
    fn unnamed(&mut self, span: Range<usize>) -> Parsed<()> {
        if self.operator().is_none() {
            let (goal, span) = self.goal()?;
            if self.peek() == Mark::Is {
                return self.rate(goal, span);
            }
            return self.found(Expression::Goal(goal, Span(span.clone())), span);
        }
        let goal = self.expression(0)?;
        self.found(goal, span)
    }

    fn found(&mut self, goal: Expression, span: Range<usize>) -> Parsed<()> {
        if self.file.goal.is_some() {
            return Err(self.error(
                span,
                "the plan has ended before this",
                "put both below one `OR(..., ...)`, give this one a name, as in `plan Save(G) = \
                 ...`, or write a rate after it, as in `-> 30%`",
            ));
        }
        self.file.goal = Some(goal);
        Ok(())
    }

    fn definition(&mut self) -> Parsed<()> {
        self.advance();
        let (head, span) = self.goal()?;
        if self.file.plans.len() == MOST_PLANS {
            let problem = format!("there are more than {MOST_PLANS} plans in this file");
            return Err(self.error(span, problem, "leave out those that are not used"));
        }
        let Some(parameters) = head.things() else {
            let problem = "a parameter is a plain name";
            let help = "leave out the `?`: `plan Save(G) = ...`";
            return Err(self.error(span, problem, help));
        };
        let parameters: Vec<String> = parameters.into_iter().map(str::to_owned).collect();
        if self.peek() != Mark::Is {
            let problem = format!("`=` is missing after `{head}`");
            let help = format!("write `plan {head} = OR(...)`");
            return Err(self.error(self.here(), problem, help));
        }
        self.advance();
        self.parameters.clone_from(&parameters);
        let body = self.expression(0);
        self.parameters.clear();
        self.file.plans.push(Definition {
            name: head.name,
            parameters,
            body: body?,
            span: Span(span),
        });
        Ok(())
    }

    fn expression(&mut self, depth: usize) -> Parsed<Expression> {
        let Some((operator, span)) = self.operator() else {
            let (goal, span) = self.goal()?;
            if self.peek() == Mark::Is {
                let pattern = self.pattern(&goal);
                self.rate(pattern, span.clone())?;
            }
            return Ok(Expression::Goal(goal, Span(span)));
        };
        if depth == DEEPEST {
            let problem = format!("AND and OR are nested more than {DEEPEST} deep");
            let help = "give a part of it a name, as in `plan Save(G) = ...`";
            return Err(self.error(span, problem, help));
        }
        self.advance();
        if self.peek() != Mark::Open {
            let problem = format!("`(` is missing after `{}`", &self.text[span.clone()]);
            let help = "write what it is made of in parentheses: `AND(Connect(G H), Kill(H))`";
            return Err(self.error(span, problem, help));
        }
        self.advance();
        let mut children = Vec::new();
        while self.peek() != Mark::Close {
            children.push(self.expression(depth + 1)?);
            match self.peek() {
                Mark::Comma => self.advance(),
                Mark::Close => {}
                Mark::End => {
                    let help = "write a `)` where it ends";
                    return Err(self.error(span, "this is never closed", help));
                }
                _ => {
                    let problem = format!("a `,` is missing before {}", self.shown());
                    let help =
                        "put a `,` between what stands below AND or OR, and a `)` at its end";
                    return Err(self.error(self.here(), problem, help));
                }
            }
        }
        self.advance();
        if children.is_empty() {
            let help = "write at least one goal between the parentheses";
            return Err(self.error(span, "nothing is below this", help));
        }
        Ok(operator(children))
    }

    fn goal(&mut self) -> Parsed<(Goal, Range<usize>)> {
        let start = self.here();
        let named = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let name = match self.word_here() {
            Some(word)
                if RESERVED
                    .iter()
                    .any(|known| known.eq_ignore_ascii_case(word)) =>
            {
                let problem = format!("`{word}` cannot be the name of a goal");
                return Err(self.error(start, problem, "choose another name"));
            }
            Some(word) if named(word) => word.to_owned(),
            _ => {
                let problem = format!("a goal is expected, not {}", self.shown());
                let help = "write a name, with arguments if it has any: `Kill(G1)`";
                return Err(self.error(start, problem, help));
            }
        };
        self.advance();
        let mut terms = Vec::new();
        let mut end = start.end;
        if self.peek() == Mark::Open {
            self.advance();
            while self.peek() != Mark::Close {
                terms.push(self.term(&name, &start)?);
                if self.peek() == Mark::Comma {
                    self.advance();
                }
            }
            end = self.here().end;
            self.advance();
        }
        Ok((Goal { name, terms }, start.start..end))
    }

    fn term(&mut self, goal: &str, start: &Range<usize>) -> Parsed<Term> {
        let here = self.here();
        let text = &self.text[here.clone()];
        let term = match self.peek() {
            Mark::Variable if text.len() > 1 => Term::Variable(text[1..].to_owned()),
            Mark::Word if !text.starts_with(['-', '.']) => Term::Name(text.to_owned()),
            Mark::End => {
                let help = format!("write a `)` after the arguments of `{goal}`");
                return Err(self.error(start.clone(), "this is never closed", help));
            }
            _ => {
                let problem = format!("{} is no argument of `{goal}`", self.shown());
                let help = "arguments are names such as `G1` or variables such as `?H`; only AND \
                            and OR have goals below them";
                return Err(self.error(here, problem, help));
            }
        };
        self.advance();
        if self.peek() == Mark::Open {
            let problem = format!("`{goal}` is a goal, and a goal has no goals below it");
            let help =
                format!("write `AND(...)` or `OR(...)`, or name a plan: `plan {goal} = ...`");
            return Err(self.error(here, problem, help));
        }
        Ok(term)
    }

    /// A goal of a named plan, with the parameters made variables: a rate that is written there holds
    /// whatever the plan is told.
    fn pattern(&self, goal: &Goal) -> Goal {
        let terms = goal.terms.iter().map(|term| match term {
            Term::Name(name) if self.parameters.contains(name) => Term::Variable(name.clone()),
            term => term.clone(),
        });
        Goal {
            name: goal.name.clone(),
            terms: terms.collect(),
        }
    }

    /// `-> 30%`, `-> 20%..40%`, `-> beta(3, 7)`, and `cost 5` after it.
    fn rate(&mut self, goal: Goal, span: Range<usize>) -> Parsed<()> {
        self.advance();
        let begin = self.here();
        let rate = if self.word_here() == Some("beta") {
            self.beta()?
        } else {
            let least = self.share()?;
            if self.peek() == Mark::To {
                self.advance();
                let most = self.share()?;
                if least > most {
                    let span = begin.start..self.tokens[self.next - 1].span.end;
                    let problem = "this interval ends before it begins";
                    return Err(self.error(span, problem, "write the smaller rate first"));
                }
                Rate::Between(least, most)
            } else {
                Rate::Known(least)
            }
        };
        let mut cost = None;
        if self.word_here() == Some("cost") {
            self.advance();
            let at = self.here();
            let number = self.number()?;
            if number < 0.0 {
                let problem = "nothing costs less than nothing";
                return Err(self.error(at, problem, "write a cost of 0 or more"));
            }
            cost = Some(number);
        }
        self.file.rates.push(GivenRate { goal, rate, cost });
        self.places.rates.push(span);
        Ok(())
    }

    fn beta(&mut self) -> Parsed<Rate> {
        let begin = self.here();
        let help =
            "write it as `beta(3, 7)`: one more than the successes, one more than the failures";
        self.advance();
        let mut parameters = [0.0; 2];
        for (parameter, before) in parameters.iter_mut().zip([Mark::Open, Mark::Comma]) {
            if self.peek() != before {
                return Err(self.error(begin, "a beta distribution has two numbers", help));
            }
            self.advance();
            let at = self.here();
            *parameter = self.number()?;
            // Below a hundredth the distribution sits on 0 and 1 so firmly that it has no middle.
            if !(0.01..=Rate::MOST_TRIALS).contains(parameter) {
                let help = format!("write a number from 0.01 to {}", Rate::MOST_TRIALS);
                return Err(self.error(at, "a beta distribution cannot have this number", help));
            }
        }
        if self.peek() != Mark::Close {
            return Err(self.error(begin, "a beta distribution has two numbers", help));
        }
        self.advance();
        Ok(Rate::Beta(parameters[0], parameters[1]))
    }

    /// A rate as a percentage or a decimal fraction.
    fn share(&mut self) -> Parsed<f64> {
        let begin = self.here();
        let number = self.number()?;
        let percent = self.peek() == Mark::Percent;
        let (share, end) = if percent {
            let end = self.here().end;
            self.advance();
            (number / 100.0, end)
        } else {
            (number, begin.end)
        };
        if !(0.0..=1.0).contains(&share) {
            let span = begin.start..end;
            let problem = format!("`{}` is not a success rate", &self.text[span.clone()]);
            let help = if !percent && (0.0..=100.0).contains(&number) {
                format!("write `{number}%`")
            } else {
                "write a rate from 0% to 100%".to_owned()
            };
            return Err(self.error(span, problem, help));
        }
        // Adding zero turns the negative zero into the plain one.
        Ok(share + 0.0)
    }

    fn number(&mut self) -> Parsed<f64> {
        let span = self.here();
        let number = self.word_here().and_then(|word| word.parse::<f64>().ok());
        match number.filter(|number| number.is_finite()) {
            Some(number) => {
                self.advance();
                Ok(number + 0.0)
            }
            None => Err(self.error(
                span,
                format!("a number is expected, not {}", self.shown()),
                "write a rate such as `30%`, `20%..40%` or `beta(3, 7)`, then `cost 5` if you like",
            )),
        }
    }

    /// Whether AND or OR comes next, and where.
    fn operator(&self) -> Option<(Operator, Range<usize>)> {
        let word = self.word_here()?;
        if word.eq_ignore_ascii_case("and") {
            Some((Expression::And, self.here()))
        } else if word.eq_ignore_ascii_case("or") {
            Some((Expression::Or, self.here()))
        } else {
            None
        }
    }

    fn peek(&self) -> Mark {
        self.tokens[self.next].mark
    }

    fn here(&self) -> Range<usize> {
        self.tokens[self.next].span.clone()
    }

    fn word_here(&self) -> Option<&str> {
        (self.peek() == Mark::Word).then(|| &self.text[self.here()])
    }

    /// What comes next, to be told to a person.
    fn shown(&self) -> String {
        match self.peek() {
            Mark::End => "the end of the file".to_owned(),
            _ => format!("`{}`", &self.text[self.here()]),
        }
    }

    /// Goes on to the next token; the end is never passed.
    fn advance(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn error(
        &self,
        span: Range<usize>,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> PlanError {
        PlanError::at(self.text, span, problem, help)
    }
}

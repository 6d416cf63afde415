//! Files as text, in the form in which they are read.

use std::fmt;

use crate::{Definition, Expression, GivenRate, PlanFile};

/// An expression that is longer than this is spread over several lines.
const WIDTH: usize = 76;

impl fmt::Display for PlanFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for plan in &self.plans {
            writeln!(f, "{plan}")?;
        }
        if let Some(goal) = &self.goal {
            writeln!(f, "{goal}")?;
        }
        for fact in &self.facts {
            writeln!(f, "fact {fact}")?;
        }
        for rate in &self.rates {
            writeln!(f, "{rate}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plan {}", self.name)?;
        if !self.parameters.is_empty() {
            write!(f, "({})", self.parameters.join(" "))?;
        }
        write!(f, " = {}", self.body)
    }
}

impl fmt::Display for GivenRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.goal, self.rate)?;
        match self.cost {
            Some(cost) => write!(f, " cost {cost}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written(self, 0))
    }
}

/// The expression as it stands `indent` columns from the left.
fn written(expression: &Expression, indent: usize) -> String {
    let (head, children) = match expression {
        Expression::Goal(goal, _) => return goal.to_string(),
        Expression::And(children) => ("AND", children),
        Expression::Or(children) => ("OR", children),
    };
    let parts: Vec<String> = children
        .iter()
        .map(|child| written(child, indent + 2))
        .collect();
    let length: usize = parts.iter().map(|part| part.chars().count() + 2).sum();
    let one_line = parts.iter().all(|part| !part.contains('\n'));
    if one_line && indent + head.len() + length <= WIDTH {
        return format!("{head}({})", parts.join(", "));
    }
    let space = " ".repeat(indent);
    let between = format!(",\n{space}  ");
    format!("{head}(\n{space}  {}\n{space})", parts.join(&between))
}

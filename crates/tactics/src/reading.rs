use shido_games::go::Point;

/// What reading ahead found out about a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The answer.
    pub verdict: Verdict,
    /// With what the side that moves first gets its way, where it does. `None` also where it need not
    /// move at all.
    pub first: Option<Point>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How it was found, in a few words: `a ladder`, `12 points read out`.
    pub how: String,
}

/// The answer to a question that both sides play for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// It comes about, whatever the other side does.
    Yes,
    /// Whoever wins a ko gets its way.
    Ko,
    /// The other side can prevent it.
    No,
    /// Reading does not decide: too much has to be looked at.
    Open,
}

//! What an Advisor says about moves, and how strongly.

/// How strongly an Advisor speaks for a move, from 0 (strong aversion) over 5 (neutral) to 10
/// (enthusiastic support).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength(u8);

impl Strength {
    /// Strong aversion.
    pub const AVERSION: Strength = Strength(0);
    /// Neither for nor against.
    pub const NEUTRAL: Strength = Strength(5);
    /// Enthusiastic support.
    pub const SUPPORT: Strength = Strength(10);

    /// For a move by so much, against it where the number is negative. What goes beyond the scale is
    /// as much as can be said.
    #[must_use]
    pub fn leaning(by: i32) -> Strength {
        Strength((5 + by.clamp(-5, 5)) as u8)
    }

    /// The number from 0 to 10.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// By how much it is for the move; negative where it is against it.
    #[must_use]
    pub fn lean(self) -> i32 {
        i32::from(self.0) - 5
    }
}

/// What an Advisor has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice<M> {
    /// Nothing.
    Silence,
    /// These moves and no other, with a strength of 10: a decision.
    Mandate(Vec<M>),
    /// Not these moves, as long as another is left.
    Veto(Vec<M>),
    /// Something about the position that decides nothing.
    Remark(&'static str),
    /// An opinion on some moves; on the others it is neutral.
    Comments(Vec<(M, Strength)>),
}

impl<M> Advice<M> {
    /// The mandate for some moves; silence where there are none.
    #[must_use]
    pub fn mandate(moves: Vec<M>) -> Advice<M> {
        match moves.is_empty() {
            true => Advice::Silence,
            false => Advice::Mandate(moves),
        }
    }

    /// The veto of some moves; silence where there are none.
    #[must_use]
    pub fn veto(moves: Vec<M>) -> Advice<M> {
        match moves.is_empty() {
            true => Advice::Silence,
            false => Advice::Veto(moves),
        }
    }

    /// The moves that it names, and how strongly it is for each. A mandate is enthusiastic support
    /// (Epstein 1994, section 2.2, of Victory). A veto has no strength: it is not weighed against
    /// anything.
    pub fn moves(&self) -> Vec<(M, Option<Strength>)>
    where
        M: Copy,
    {
        let all = |moves: &[M], strength| moves.iter().map(|mv| (*mv, strength)).collect();
        match self {
            Advice::Silence | Advice::Remark(_) => Vec::new(),
            Advice::Mandate(moves) => all(moves, Some(Strength::SUPPORT)),
            Advice::Veto(moves) => all(moves, None),
            Advice::Comments(comments) => {
                let comments = comments.iter();
                comments
                    .map(|(mv, strength)| (*mv, Some(*strength)))
                    .collect()
            }
        }
    }

    /// Comments; neutral ones say nothing and are left out.
    #[must_use]
    pub fn comments(comments: impl IntoIterator<Item = (M, Strength)>) -> Advice<M> {
        let comments: Vec<(M, Strength)> = comments
            .into_iter()
            .filter(|(_, strength)| *strength != Strength::NEUTRAL)
            .collect();
        match comments.is_empty() {
            true => Advice::Silence,
            false => Advice::Comments(comments),
        }
    }
}

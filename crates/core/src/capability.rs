//! What some games can do and others cannot.

use crate::{ForFirst, Game, Seat, Turn};

/// Games in which nature moves.
pub trait Chance: Game {
    /// The probability of an outcome among the moves of a [`Turn::Chance`](crate::Turn::Chance)
    /// position. Over all of them it adds up to one.
    fn probability(&self, position: &Self::Position, outcome: Self::Move) -> f64;
}

/// Games whose board looks the same from several sides.
///
/// The symmetries form a group, leave the starting position as it is, and commute with play.
/// Number `0` is the identity, and as provided the only one.
pub trait Symmetry: Game {
    /// The order of the group, at least one.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under a symmetry.
    fn transform(&self, _symmetry: usize, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The image of a move, legal in the image of the position.
    fn transform_move(&self, _symmetry: usize, mv: Self::Move) -> Self::Move {
        mv
    }

    /// Whether the symmetry takes each side's markers to the other's, points that it leaves in
    /// place aside: the board looks the same when it is turned and the colours are exchanged.
    fn mirrors(&self, _symmetry: usize, _position: &Self::Position) -> bool {
        false
    }
}

/// Games whose positions fit in 64 bits, so that millions of them can be kept in a table.
pub trait Pack: Symmetry {
    /// How many bits a packed position needs. Above 64, positions cannot be packed.
    fn packed_bits(&self) -> u32;

    /// The position as a number below `2^packed_bits`. Different positions have different numbers.
    ///
    /// # Panics
    /// Where [`packed_bits`](Pack::packed_bits) is above 64.
    fn pack(&self, position: &Self::Position) -> u64;

    /// The position that was packed, or `None` for a number that no position packs to.
    fn unpack(&self, packed: u64) -> Option<Self::Position>;

    /// The smallest number among the images of the position: one number for the whole orbit.
    fn pack_canonical(&self, position: &Self::Position) -> u64 {
        (0..self.symmetries())
            .map(|symmetry| self.pack(&self.transform(symmetry, position)))
            .min()
            .expect("the identity is a symmetry")
    }
}

/// Games that can judge a position without looking ahead.
pub trait Evaluation: Game {
    /// The worth of a position in the eyes of `judge`, on the scale of
    /// [`Outcome::payoff`](crate::Outcome::payoff); `None` where the game has no opinion.
    ///
    /// The two sides may judge differently: that is what opponent models are about. Both judgements
    /// are written from the first player's point of view.
    fn evaluate(&self, position: &Self::Position, judge: Seat) -> Option<ForFirst<f64>>;

    /// Whether the two sides judge every position alike. As provided, nothing says so.
    fn sides_agree(&self) -> bool {
        false
    }
}

/// Games that know something of their tactics, so that a search looks at the right moves first and
/// does not stop in the middle of an exchange.
///
/// What is provided says nothing: no move looks better than another, none is noisy, and nothing that
/// could change the value of a search is declared sound.
pub trait Guide: Symmetry {
    /// How good a legal move looks before anything is searched; larger is tried first. Captures of
    /// much by little come high, quiet moves near zero.
    fn promise(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// The same for several moves of a position. Games that can find out once for all moves what each
    /// would have to find out for itself do so here.
    fn promises(&self, position: &Self::Position) -> impl Fn(Self::Move) -> i32 {
        move |mv| self.promise(position, mv)
    }

    /// Whether a legal move upsets the balance at once, as captures and promotions do, so that the
    /// evaluation of the position before it is not to be trusted.
    fn noisy(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Calls `visit` for each noisy move. Games that can generate them alone do so here.
    fn each_noisy(&self, position: &Self::Position, mut visit: impl FnMut(Self::Move)) {
        self.each_move(position, |mv| {
            if self.noisy(position, mv) {
                visit(mv);
            }
        });
    }

    /// Whether the side to move has a free choice, so that it may do at least as well as the
    /// evaluation says by some quiet move. Not so in check, or where a capture must be made.
    fn at_ease(&self, _position: &Self::Position) -> bool {
        true
    }

    /// The position with the turn handed to the other side, where having to move is a boon: then a
    /// side that stands well after doing nothing stands well (null move). `None` where that is not
    /// sound, as in check, or where zugzwang is common.
    fn pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether moves that come late in a good order may be searched less deep (late-move reductions).
    fn late_moves_are_poor(&self) -> bool {
        false
    }

    /// How many plies the contest takes from here unless somebody wins before: where the sides move by
    /// turns, only a move of the winner wins, and it is drawn after so many plies. `None` for all other
    /// games.
    fn plies_unless_won(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// A move that wins at once, if there is one. Games that see it without trying all moves do so here.
    fn win_at_once(&self, position: &Self::Position) -> Option<Self::Move> {
        let Turn::Of(mover) = self.turn(position) else {
            return None;
        };
        let mut wins = None;
        self.each_successor(position, |mv, next| {
            if let Turn::Over(outcome) = self.turn(&next)
                && outcome.winner() == Some(mover)
            {
                wins = Some(mv);
            }
        });
        wins
    }
}

/// Games in which things are taken from each other, so that it can be said what a capture brings.
pub trait Captures: Game {
    /// Calls `visit` for each legal move that takes something, with the point at which it takes and what
    /// it brings if both sides go on taking there as long as it pays, in the unit in which players of the
    /// game reckon: a pawn is 1. It may be negative.
    fn each_capture(&self, position: &Self::Position, visit: impl FnMut(Self::Move, u16, f64));
}

/// Games with features: numbers that say what matters in a position, to be multiplied by weights.
///
/// A feature is written from the first player's point of view: what the first player has, less what
/// the second has. Positions that a [symmetry](Symmetry) takes into each other have the same features.
pub trait Features: Game {
    /// What the features are called, in order. Names do not repeat.
    fn feature_names(&self) -> Vec<String>;

    /// Calls `visit` with the number and value of features. Those left out are zero; one that is
    /// visited twice has the sum.
    fn each_feature(&self, position: &Self::Position, visit: impl FnMut(usize, f64));
}

/// Games with inputs of a network: numbers that say where everything stands, as the side sees it whose turn it is.
///
/// Both sides see alike: a position and the same one with the sides exchanged have the same inputs. So what a
/// network learns of one side it knows of the other.
pub trait Inputs: Game {
    /// How many inputs there are.
    fn inputs(&self) -> usize;

    /// Calls `visit` with the number and value of inputs, each once; those left out are zero. Returns whose view it
    /// is: the side whose turn it is, or for whom chance moves next.
    fn each_input(&self, position: &Self::Position, visit: impl FnMut(usize, f32)) -> Seat;
}

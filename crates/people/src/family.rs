//! People at games of which no records were learned from: a family of players with few parameters, each a
//! smooth function of a rating.
//!
//! Somebody looks one to four plies ahead, how far is drawn anew each time, and prefers what looks better
//! there by a soft-max over what it pays. Moves that upset nothing, that go back or that are far from where the
//! other side has just moved are overlooked more than others; sometimes any move is made. What somebody
//! looks at is found by the search and the evaluation that the game has, so the family plays every game.
//!
//! The stronger somebody is, the further they look, the smaller the differences that they notice, the less
//! they overlook and the fewer moves are made at random: all of these are monotone in the rating by their
//! form. The numbers come from games with records (`weights/people-family.toml` says which): that they hold
//! for other games is supposed, not known.

use std::sync::{Arc, Mutex};

use crate::people::OddsByRating;
use serde::{Deserialize, Serialize};
use shido_arena::{PlayerError, Policy};
use shido_core::picture::{Content, Depict, Picture};
use shido_core::{Game, Guide, Seat, Turn};
use shido_search::{
    Analysis, Ask, Limits, Model, Pvs, PvsOptions, Selectivity, Silent, TranspositionTable,
    alphabeta_observed,
};

/// How far people of the family look at most.
pub const DEEPEST: usize = 4;
/// How many positions are visited to find out what they see: some milliseconds. Where that is not enough
/// for a depth, who would look so far sees what the last finished depth shows.
const NODES: u64 = 6_000;
/// The rating in the middle, and by how much a unit of the slopes is.
const MIDDLE: f64 = 1500.0;
const UNIT: f64 = 500.0;

/// A positive number that falls or rises exponentially with the rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slope {
    /// The logarithm at a rating of 1500.
    pub at_1500: f64,
    /// By how much the logarithm falls with each 500 points. Never negative.
    pub fall: f64,
}

impl Slope {
    fn log(self, rating: f64) -> f64 {
        self.at_1500 - self.fall * (rating - MIDDLE) / UNIT
    }

    fn at(self, rating: f64) -> f64 {
        self.log(rating).exp()
    }
}

/// What somebody is like at every rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Where the numbers come from.
    pub origin: String,
    /// How often they look one, two, three and four plies ahead at a rating of 1500, as logarithms of odds.
    pub depths: [f64; DEEPEST],
    /// By how much the logarithm of the odds of each further ply grows with 500 points. Never negative.
    pub deeper: f64,
    /// By how much better a move must look to be made e times as often, as a part of the stake.
    pub temperature: Slope,
    /// The odds of any move at all against one that is chosen.
    pub lapses: Slope,
    /// How much rather moves are made that upset the balance, as captures do.
    pub noisy: Slope,
    /// How much rather moves are made that do not go back.
    pub backward: Slope,
    /// How much rather moves are made near the last one than at the other end of the board.
    pub distant: Slope,
}

/// A file that does not hold parameters.
#[derive(Debug, thiserror::Error)]
pub enum ParametersError {
    /// It is not TOML, or something is missing or unknown.
    #[error("{0}")]
    Malformed(#[from] toml::de::Error),
    /// A number is not finite, or a slope goes the wrong way.
    #[error("`{0}` has to be a number, and a slope not negative: the stronger, the better")]
    Number(&'static str),
}

impl Parameters {
    /// The parameters in a text.
    ///
    /// # Errors
    /// Where it does not hold all of them and nothing else, or a stronger player would be worse.
    pub fn read(text: &str) -> Result<Parameters, ParametersError> {
        let read: Parameters = toml::from_str(text)?;
        let slopes = [
            ("temperature", read.temperature),
            ("lapses", read.lapses),
            ("noisy", read.noisy),
            ("backward", read.backward),
            ("distant", read.distant),
        ];
        let sound = |number: f64| number.is_finite() && number >= 0.0;
        if !read.depths.iter().all(|odds| odds.is_finite()) {
            return Err(ParametersError::Number("depths"));
        }
        if !sound(read.deeper) {
            return Err(ParametersError::Number("deeper"));
        }
        let wrong = |(_, slope): &&(&str, Slope)| !(slope.at_1500.is_finite() && sound(slope.fall));
        match slopes.iter().find(wrong) {
            Some((name, _)) => Err(ParametersError::Number(name)),
            None => Ok(read),
        }
    }

    /// How often somebody looks one, two, three and four plies ahead.
    #[must_use]
    pub fn depths_at(&self, rating: f64) -> [f64; DEEPEST] {
        let further = self.deeper * (rating - MIDDLE) / UNIT;
        let mut odds = self.depths;
        for (plies, odds) in odds.iter_mut().enumerate() {
            *odds += plies as f64 * further;
        }
        soft_max(&mut odds);
        odds
    }

    /// How likely each of some moves is for somebody with this rating.
    #[must_use]
    pub fn odds(&self, rating: f64, looks: &[Look]) -> Vec<f64> {
        let any = self.lapses.at(rating);
        let any = any / (1.0 + any);
        let mut odds = vec![any / looks.len() as f64; looks.len()];
        let temperature = self.temperature.at(rating);
        let leaning = [self.noisy, self.backward, self.distant].map(|slope| slope.at(rating));
        let mut chosen = vec![0.0; looks.len()];
        for (depth, share) in self.depths_at(rating).into_iter().enumerate() {
            for (chosen, look) in chosen.iter_mut().zip(looks) {
                *chosen = look.values[depth] / temperature
                    + leaning[0] * f64::from(u8::from(look.noisy))
                    - leaning[1] * f64::from(u8::from(look.backward))
                    - leaning[2] * look.distance;
            }
            soft_max(&mut chosen);
            for (odds, chosen) in odds.iter_mut().zip(&chosen) {
                *odds += (1.0 - any) * share * chosen;
            }
        }
        odds
    }
}

fn soft_max(numbers: &mut [f64]) {
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for number in &mut *numbers {
        *number = (*number - most).exp();
        sum += *number;
    }
    for number in numbers {
        *number /= sum;
    }
}

/// What there is to be seen of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    /// The part of the stake that the mover expects after looking one, two, three and four plies ahead.
    pub values: [f64; DEEPEST],
    /// Whether it upsets the balance.
    pub noisy: bool,
    /// Whether a piece goes back to where its side came from.
    pub backward: bool,
    /// How far it is from where the other side has just moved, as a part of the board.
    pub distance: f64,
}

/// Looks at every move of a position in which somebody is to choose.
///
/// `last` is the position before the last move, where that is known. Without it no move is far away.
///
/// # Errors
/// Where nobody is to choose, or the model does not know what a position is worth.
pub fn look<G: Guide + Depict>(
    game: &G,
    position: &G::Position,
    last: Option<&G::Position>,
    model: &(dyn Model<G> + Send + Sync),
) -> Result<Vec<(G::Move, Look)>, PlayerError> {
    let Turn::Of(mover) = game.turn(position) else {
        return Err(PlayerError::Over);
    };
    let values = values(game, position, mover, model)?;
    let board = Board::of(game, position, last, mover);
    let moves = values.into_iter().map(|(mv, values)| {
        let manner = board.manner(game, position, mv);
        let look = Look {
            values,
            noisy: manner.noisy,
            backward: manner.backward,
            distance: manner.distance,
        };
        (mv, look)
    });
    Ok(moves.collect())
}

/// How a move looks to an onlooker, who does not know what it is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// Whether it upsets the balance.
    pub noisy: bool,
    /// Whether a piece goes back to where its side came from.
    pub backward: bool,
    /// How far it is from where the other side has just moved, as a part of the board.
    pub distance: f64,
    /// How far a piece goes, as a part of the board; nothing for one that is put on it.
    pub reach: f64,
}

/// How a move looks that somebody may make. `last` is the position before the last move, as for [`look`].
pub fn manner<G: Guide + Depict>(
    game: &G,
    position: &G::Position,
    last: Option<&G::Position>,
    mv: G::Move,
) -> Option<Manner> {
    let Turn::Of(mover) = game.turn(position) else {
        return None;
    };
    Some(Board::of(game, position, last, mover).manner(game, position, mv))
}

/// What a move pays as it looks from each depth.
type ByDepth<M> = (M, [f64; DEEPEST]);

/// The payoffs that the mover expects of each move, by depth.
fn values<G: Guide>(
    game: &G,
    position: &G::Position,
    mover: Seat,
    model: &(dyn Model<G> + Send + Sync),
) -> Result<Vec<ByDepth<G::Move>>, PlayerError> {
    let found = Mutex::new(Vec::new());
    let watch = |analysis: &Analysis<G::Move>| {
        let values = analysis.moves.iter();
        let values: Vec<(G::Move, f64)> = values
            .map(|known| {
                let payoff = model.payoff(known.value).seen_by(mover).0;
                (known.mv, payoff / game.stake())
            })
            .collect();
        let mut found = found.lock().expect("nobody fails with the lock");
        found.push(values);
    };
    let limits = |depth| Limits {
        depth: Some(depth),
        nodes: Some(NODES),
        ..Limits::default()
    };
    let search = Pvs {
        game,
        model,
        table: &TranspositionTable::new(1),
        probcut: None,
        options: PvsOptions {
            selectivity: Selectivity::Exact,
            ask: Ask::EveryMove,
            ..PvsOptions::default()
        },
    };
    let positions = [position.clone()];
    if search
        .search(&positions, limits(DEEPEST as u32), &watch)
        .is_err()
    {
        // Chance moves in this game. A ply of chance is looked through.
        found.lock().expect("nobody fails with the lock").clear();
        for depth in 1..=DEEPEST as u32 {
            let ask = Ask::EveryMove;
            match alphabeta_observed(game, position, model, ask, limits(depth), &mut Silent) {
                Ok(analysis) => watch(&analysis),
                Err(error) if depth == 1 => return Err(PlayerError::Failed(error.to_string())),
                Err(_) => break,
            }
        }
    }
    let found = found.into_inner().expect("nobody fails with the lock");
    let Some(first) = found.first() else {
        return Err(PlayerError::Failed("the search found nothing".to_owned()));
    };
    let by_depth = |number: usize| {
        let mut values = [0.0; DEEPEST];
        for (depth, value) in values.iter_mut().enumerate() {
            *value = found[depth.min(found.len() - 1)][number].1;
        }
        values
    };
    let moves = first.iter().enumerate();
    Ok(moves
        .map(|(number, (mv, _))| (*mv, by_depth(number)))
        .collect())
}

/// The board as an onlooker sees it, who does not know the rules.
struct Board {
    picture: Picture,
    mover: Seat,
    /// From where the mover's pieces stand at the start to where the other side's do, if they stand apart.
    forward: Option<[f64; 2]>,
    /// Where the last move ended.
    last: Option<[f64; 2]>,
    /// How far the corners are from each other.
    size: f64,
}

/// Where a marker came from, if it was on the board, and where it is.
#[derive(Clone, Copy)]
struct Change {
    from: Option<[f64; 2]>,
    to: [f64; 2],
}

impl Board {
    fn of<G: Depict>(
        game: &G,
        position: &G::Position,
        last: Option<&G::Position>,
        mover: Seat,
    ) -> Board {
        let picture = game.picture(position);
        let start = game.picture(&game.start());
        let own = middle(&start, mover);
        let theirs = middle(&start, mover.other());
        let forward = own.zip(theirs).map(|(own, theirs)| apart(own, theirs));
        let last = last.and_then(|last| change(&game.picture(last), &picture, mover.other()));
        let corner = |pick: fn(f64, f64) -> f64, from: f64| {
            let places = picture.places.iter();
            places.fold([from; 2], |[x, y], place| {
                [pick(x, place.at[0]), pick(y, place.at[1])]
            })
        };
        let across = apart(
            corner(f64::min, f64::INFINITY),
            corner(f64::max, f64::NEG_INFINITY),
        );
        Board {
            forward: forward.filter(|forward| length(*forward) > 1.0),
            last: last.map(|change| change.to),
            size: length(across),
            picture,
            mover,
        }
    }

    fn change(&self, after: &Picture) -> Option<Change> {
        change(&self.picture, after, self.mover)
    }

    fn manner<G: Guide + Depict>(&self, game: &G, position: &G::Position, mv: G::Move) -> Manner {
        let change = self.change(&game.picture(&game.after(position, mv)));
        let reach = change.and_then(|change| Some(length(apart(change.from?, change.to))));
        Manner {
            noisy: game.noisy(position, mv),
            backward: change.is_some_and(|change| self.is_backward(change)),
            distance: change.map_or(0.0, |change| self.distance(change)),
            reach: reach.map_or(0.0, |reach| reach / self.size),
        }
    }

    fn is_backward(&self, change: Change) -> bool {
        match (self.forward, change.from) {
            (Some(forward), Some(from)) => {
                let step = apart(from, change.to);
                step[0] * forward[0] + step[1] * forward[1] < 0.0
            }
            _ => false,
        }
    }

    fn distance(&self, change: Change) -> f64 {
        match self.last {
            Some(last) if self.size > 0.0 => length(apart(last, change.to)) / self.size,
            _ => 0.0,
        }
    }
}

/// What a side has moved or placed between two pictures: the first place it has come to, and the first one
/// that it has left.
fn change(before: &Picture, after: &Picture, seat: Seat) -> Option<Change> {
    let holds = |content: &Content| match content {
        Content::Marker { seat: holder, .. } => *holder == seat,
        _ => false,
    };
    let places = before.places.iter().zip(&after.places);
    let pairs =
        places.map(|(before, after)| (before.at, holds(&before.content), holds(&after.content)));
    let mut empty = before
        .places
        .iter()
        .map(|place| matches!(place.content, Content::Empty));
    let (mut from, mut to, mut turned) = (None, None, None);
    for (at, had, has) in pairs {
        let was_empty = empty.next().unwrap_or(false);
        match (had, has) {
            (true, false) if from.is_none() => from = Some(at),
            (false, true) if was_empty && to.is_none() => to = Some(at),
            (false, true) if turned.is_none() => turned = Some(at),
            _ => {}
        }
    }
    to.or(turned).map(|to| Change { from, to })
}

/// Where a side's markers are on average.
fn middle(picture: &Picture, seat: Seat) -> Option<[f64; 2]> {
    let places = picture.places.iter();
    let own = places.filter(|place| match &place.content {
        Content::Marker { seat: holder, .. } => *holder == seat,
        _ => false,
    });
    let (count, sum) = own.fold((0.0, [0.0; 2]), |(count, [x, y]), place| {
        (count + 1.0, [x + place.at[0], y + place.at[1]])
    });
    (count > 0.0).then(|| sum.map(|along| along / count))
}

fn apart(from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
    [to[0] - from[0], to[1] - from[1]]
}

fn length([x, y]: [f64; 2]) -> f64 {
    x.hypot(y)
}

/// Somebody of the family, with a rating, at a game with a model of what its positions are worth.
#[derive(Clone)]
pub struct Family<G: Game> {
    /// What people are like.
    pub parameters: Parameters,
    /// How strong this one is.
    pub rating: f64,
    /// What positions are worth in their eyes.
    pub model: Arc<dyn Model<G> + Send + Sync>,
}

impl<G: Guide + Depict> Family<G> {
    /// How likely each move is for people of each of these ratings, who look at the position once.
    ///
    /// # Errors
    /// Where nobody chooses, or the position cannot be looked at.
    pub fn odds_by_rating(
        &self,
        game: &G,
        position: &G::Position,
        ratings: &[f64],
    ) -> Result<OddsByRating<G::Move>, PlayerError> {
        let looked = look(game, position, None, &*self.model)?;
        let (moves, looks): (Vec<G::Move>, Vec<Look>) = looked.into_iter().unzip();
        let of = |rating: &f64| {
            let odds = self.parameters.odds(*rating, &looks);
            moves.iter().copied().zip(odds).collect()
        };
        Ok(ratings.iter().map(of).collect())
    }
}

impl<G: Guide + Depict> Policy<G> for Family<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let mut odds = self.odds_by_rating(game, position, &[self.rating])?;
        Ok(odds.remove(0))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use shido_arena::Policy;
    use shido_core::picture::Depict;
    use shido_core::{Game, Guide, Notation, Seed};
    use shido_games::breakthrough::Breakthrough;
    use shido_games::chess::Chess;
    use shido_games::coins::Coins;
    use shido_games::shogi::Shogi;
    use shido_games::tree::Tree;
    use shido_search::{Blank, Model};

    use super::{DEEPEST, Family, Look, Parameters, ParametersError, Slope, look};

    const SHIPPED: &str = include_str!("../../../weights/people-family.toml");

    fn shipped() -> Parameters {
        Parameters::read(SHIPPED).expect("the shipped parameters")
    }

    /// People who look one ply ahead, overlook nothing in particular, and make any move once in ten times.
    fn plain() -> Parameters {
        let constant = |value: f64| Slope {
            at_1500: value.ln(),
            fall: 0.0,
        };
        Parameters {
            origin: "by hand".to_owned(),
            depths: [0.0, -100.0, -100.0, -100.0],
            deeper: 0.0,
            temperature: constant(2.0 / 3.0_f64.ln()),
            lapses: constant(1.0 / 9.0),
            noisy: constant(1e-9),
            backward: constant(1e-9),
            distant: constant(1e-9),
        }
    }

    /// A difference of two is worth a factor of three: three quarters of nine tenths, and half of the rest.
    #[test]
    fn odds_are_a_soft_max_with_lapses() {
        let tree = Tree::parse("(max 1 -1)").expect("a tree");
        let somebody = Family {
            parameters: plain(),
            rating: 1500.0,
            model: Arc::new(Blank),
        };
        let odds = somebody.distribution(&tree, &tree.start()).expect("odds");
        assert!((odds[0].1 - 0.725).abs() < 1e-6, "{odds:?}");
        assert!((odds[1].1 - 0.275).abs() < 1e-6, "{odds:?}");
    }

    /// One ply ahead both moves look alike; two plies ahead the first loses.
    #[test]
    fn who_looks_further_sees_the_answer() {
        let tree = Tree::parse("(max (min =0 -1 1) (min =0 0 0))").expect("a tree");
        let looks = look(&tree, &tree.start(), None, &Judged).expect("looks");
        assert_eq!(looks[0].1.values[..2], [0.0, -1.0]);
        assert_eq!(looks[1].1.values[..2], [0.0, 0.0]);
    }

    /// Takes the value that a tree gives its inner nodes.
    struct Judged;

    impl Model<Tree> for Judged {
        fn horizon(
            &self,
            game: &Tree,
            position: &<Tree as Game>::Position,
        ) -> Option<shido_core::ForFirst<f64>> {
            use shido_core::Evaluation;
            game.evaluate(position, shido_core::Seat::First)
        }

        fn odds(
            &self,
            _game: &Tree,
            _position: &<Tree as Game>::Position,
            _outcome: <Tree as Game>::Move,
        ) -> Option<f64> {
            None
        }
    }

    /// After 1. Nf3 Nf6 the knight can go back to g1 and on to e5. From f6 to e5 is one of the seven steps
    /// along the diagonal.
    #[test]
    fn backward_and_distant_moves_are_told_from_pictures() {
        let chess = Chess;
        let mut position = chess.start();
        let mut before = position.clone();
        for name in ["Nf3", "Nf6"] {
            before = position.clone();
            let mv = chess.parse_move(&position, name).expect("a legal move");
            chess.play(&mut position, mv);
        }
        let looks = look(&chess, &position, Some(&before), &Blank).expect("looks");
        let looks: HashMap<String, Look> = looks
            .into_iter()
            .map(|(mv, look)| (chess.write_move(&position, mv), look))
            .collect();
        assert!(looks["Ng1"].backward);
        assert!(!looks["Ne5"].backward && !looks["e4"].backward);
        assert!((looks["Ne5"].distance - 1.0 / 7.0).abs() < 1e-9);
    }

    #[test]
    fn stronger_people_look_further_and_err_less() {
        let parameters = shipped();
        let ratings = [600.0, 1000.0, 1400.0, 1800.0, 2200.0, 2600.0];
        let far = |rating: f64| -> f64 {
            let depths = parameters.depths_at(rating);
            (1..)
                .zip(depths)
                .map(|(plies, share)| f64::from(plies) * share)
                .sum()
        };
        assert!(ratings.windows(2).all(|two| far(two[0]) < far(two[1])));
        // The first of three moves is clearly best at every depth, the second is a trap.
        let of = |values: [f64; DEEPEST]| Look {
            values,
            noisy: false,
            backward: false,
            distance: 0.0,
        };
        let looks = [
            of([0.5; DEEPEST]),
            of([0.5, -0.5, -0.5, -0.5]),
            of([0.0; DEEPEST]),
        ];
        let best = |rating: f64| parameters.odds(rating, &looks)[0];
        assert!(ratings.windows(2).all(|two| best(two[0]) < best(two[1])));
    }

    /// Somebody plays a few moves of a game, and their odds are odds all along.
    fn check<G: Guide + Depict>(game: &G) {
        let somebody = Family {
            parameters: shipped(),
            rating: 1200.0,
            model: Arc::new(Blank),
        };
        let mut rng = Seed(3).rng();
        let mut position = game.start();
        for _ in 0..12 {
            let moves = game.moves(&position);
            if moves.is_empty() {
                break;
            }
            let odds = somebody.distribution(game, &position).expect("odds");
            assert_eq!(odds.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), moves);
            let sum: f64 = odds.iter().map(|(_, chance)| chance).sum();
            assert!((sum - 1.0).abs() < 1e-9 && odds.iter().all(|(_, chance)| *chance > 0.0));
            let mv = shido_arena::draw(&odds, &mut rng).expect("a move");
            game.play(&mut position, mv);
        }
    }

    #[test]
    fn the_family_plays_any_game() {
        check(&Breakthrough::default());
        check(&Coins::default());
        check(&Shogi);
        check(&Tree::parse("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))").expect("a tree"));
        for name in ["tic-tac-toe", "connect-four", "nine-mens-morris"] {
            let path = format!("{}/../../frames/{name}.toml", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).expect("a shipped frame");
            let frame = shido_frame::Frame::read(name, &text, &[]).expect("a sound frame");
            check(&shido_frame::FrameGame::<u64>::new(&frame.rules));
        }
    }

    #[test]
    fn parameters_that_are_unsound_are_refused() {
        let wrong = |from: &str, to: &str| Parameters::read(&SHIPPED.replace(from, to));
        let number = |read: Result<Parameters, ParametersError>| match read {
            Err(ParametersError::Number(name)) => name,
            other => panic!("{other:?}"),
        };
        assert_eq!(number(wrong("deeper = 0", "deeper = -0")), "deeper");
        assert_eq!(number(wrong("fall = 0.990", "fall = -0.990")), "lapses");
        assert_eq!(
            number(wrong("at_1500 = -2.730", "at_1500 = inf")),
            "temperature"
        );
        let unknown = wrong("deeper", "deepest").expect_err("an unknown key");
        assert!(unknown.to_string().contains("deepest"), "{unknown}");
    }
}

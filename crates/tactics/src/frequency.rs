//! How often an aim is reached in playouts.

use shido_core::{Rng, Seed};
use shido_games::go::{Move, Playouts, Point, PointSet};

use crate::aim::Watched;
use crate::{Aim, Situation};

/// How often an aim came about in playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frequency {
    /// In so many playouts after the first move it did.
    pub successes: u32,
    /// Of so many.
    pub trials: u32,
    /// The first move, where it serves the side that makes it clearly better than a pass.
    pub first: Option<Point>,
    /// How many playouts there were altogether, with those that served to find the first move.
    pub playouts: u32,
}

impl Frequency {
    /// The class of goals that come about as often, by which [rates](crate::Rates) are learned: such as
    /// `playouts 30-40%`.
    #[must_use]
    pub fn class(&self) -> String {
        match (10 * u64::from(self.successes)).checked_div(self.trials.into()) {
            None => "no playouts".to_owned(),
            Some(tenths) => {
                let from = 10 * tenths.min(9);
                format!("playouts {from}-{}%", from + 10)
            }
        }
    }
}

/// So many first moves are tried at most.
const MOST_CANDIDATES: usize = 40;

/// So many playouts at least there are for each candidate, all rounds together.
const EACH: u32 = 12;

/// First moves lie at most so many steps from the stones.
const STEPS: u32 = 3;

/// By so many standard errors a move has to be better than a pass to be called so.
const CLEARLY: f64 = 2.0;

/// How often an aim comes about if the side that moves first chooses its first move well, and both
/// sides then play [as in answering playouts](Playouts::answering). `None` where [no side](Aim::side)
/// can have the aim.
///
/// The move is chosen with half of the playouts, by sequential halving (Karnin, Koren and Somekh 2013)
/// among the points near the stones: all get as many playouts, the better half gets as many again, until
/// one is left. Of many moves the one that looked best was probably also lucky, so that its playouts up to
/// there show more than it is worth. Therefore the rate is counted over the other half, all of them played
/// after that move and none before it was chosen.
///
/// ```
/// use shido_core::{Notation, Seat, Seed};
/// use shido_games::go::Go;
/// use shido_tactics::{Aim, Situation, frequency};
///
/// let go = Go::new(5)?;
/// let position = go.parse_position("5/2O2/1OXO1/5/5 O 0 -")?;
/// let stone = go.point("C3").expect("on the board");
/// let white_first = Situation::of(&position, Seat::Second);
/// let captured = frequency(&white_first, Aim::Capture(stone), 400, Seed(1)).expect("a stone");
/// assert_eq!(captured.first, go.point("C2"));
/// assert_eq!(captured.successes, captured.trials);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn frequency(situation: &Situation, aim: Aim, playouts: u32, seed: Seed) -> Option<Frequency> {
    let mut counting = Counting {
        watched: Watched::new(&situation.board, aim)?,
        wanted: aim.side(&situation.board)? == situation.first,
        rng: seed.rng(),
        playouts: 0,
    };
    let start = Playouts::on(&situation.board, situation.first, situation.ban).answering();
    let points = candidates(situation, &counting.watched.stones);
    let mut pass = Tried::new(&start, Move::Pass);
    let best = counting.choose(&start, points, &mut pass, playouts / 2);
    let mut chosen = Tried::new(&start, best.map_or(Move::Pass, |best| best.mv));
    counting.count(&mut chosen, playouts - playouts / 2);
    let first = match chosen.mv {
        Move::Place(point) if counting.is_clearly_better(&chosen, &pass) => Some(point),
        _ => None,
    };
    Some(Frequency {
        successes: chosen.successes,
        trials: chosen.trials,
        first,
        playouts: counting.playouts,
    })
}

/// A first move and its results.
struct Tried {
    mv: Move,
    after: Playouts,
    successes: u32,
    trials: u32,
}

impl Tried {
    fn new(start: &Playouts, mv: Move) -> Tried {
        Tried {
            mv,
            after: start.after(mv),
            successes: 0,
            trials: 0,
        }
    }

    /// The rate to expect of a move of which nothing else is known.
    fn rate(&self) -> f64 {
        f64::from(self.successes + 1) / f64::from(self.trials + 2)
    }
}

struct Counting {
    watched: Watched,
    /// Whether the side that moves first wants the aim to come about, not the other.
    wanted: bool,
    rng: Rng,
    playouts: u32,
}

impl Counting {
    /// The point that looks best, if it looks better than a pass. The pass is the yardstick: it is tried
    /// to the end whatever it is worth, so that no choice bends it.
    fn choose(
        &mut self,
        start: &Playouts,
        mut points: Vec<Point>,
        pass: &mut Tried,
        playouts: u32,
    ) -> Option<Tried> {
        points.truncate((playouts / EACH) as usize);
        let tried = |point: Point| Tried::new(start, Move::Place(point));
        let mut moves: Vec<Tried> = points.into_iter().map(tried).collect();
        let rounds = usize::BITS - moves.len().leading_zeros();
        for _ in 0..rounds {
            let each = playouts / rounds / (moves.len() as u32 + 1);
            for tried in moves.iter_mut().chain([&mut *pass]) {
                self.count(tried, each);
            }
            // Equals stay in the order in which they came, which is that of their distance.
            moves.sort_by(|one, other| self.gain(other).total_cmp(&self.gain(one)));
            moves.truncate(moves.len().div_ceil(2));
        }
        let best = moves.into_iter().next();
        best.filter(|best| self.gain(best) > self.gain(pass))
    }

    fn count(&mut self, tried: &mut Tried, playouts: u32) {
        for _ in 0..playouts {
            let end = tried.after.run_keeping(&self.watched.stones, &mut self.rng);
            tried.successes += u32::from(self.watched.is_met(end.as_ref()));
        }
        tried.trials += playouts;
        self.playouts += playouts;
    }

    /// What a move is worth to the side that makes it.
    fn gain(&self, tried: &Tried) -> f64 {
        match self.wanted {
            true => tried.rate(),
            false => 1.0 - tried.rate(),
        }
    }

    fn is_clearly_better(&self, one: &Tried, other: &Tried) -> bool {
        let variance = |tried: &Tried| {
            let rate = tried.rate();
            rate * (1.0 - rate) / f64::from(tried.trials + 2)
        };
        let error = (variance(one) + variance(other)).sqrt();
        self.gain(one) - self.gain(other) > CLEARLY * error
    }
}

/// Where the side that moves first may begin: the last liberties of what touches the stones, then the
/// points at one step from the stones' chains, at two and so on.
fn candidates(situation: &Situation, stones: &[Point]) -> Vec<Point> {
    let Situation { board, first, ban } = situation;
    let chains = || stones.iter().filter_map(|stone| board.chain(*stone));
    let mut found = PointSet::EMPTY;
    for chain in chains() {
        let hard_pressed = board.enemies(&chain).filter(|enemy| enemy.is_in_atari());
        found = hard_pressed.fold(found, |found, enemy| found | enemy.liberties);
    }
    let mut points: Vec<Point> = found.iter().collect();
    let mut near = chains().fold(PointSet::EMPTY, |near, chain| near | chain.stones);
    for _ in 0..STEPS {
        near |= board.around(&near);
        points.extend(((near & board.empty()) - found).iter());
        found |= near;
    }
    let sensible = |point: &Point| {
        !ban.contains(*point) && !board.is_suicide(*point, *first) && !board.is_eye(*point, *first)
    };
    points.retain(sensible);
    points.truncate(MOST_CANDIDATES);
    points
}

#[cfg(test)]
mod tests {
    use shido_core::Seat;

    use super::*;
    use crate::example::{board, point};

    fn situation(text: &str, first: Seat) -> Situation {
        Situation {
            board: board(text),
            first,
            ban: PointSet::EMPTY,
        }
    }

    fn rate(found: Frequency) -> f64 {
        f64::from(found.successes) / f64::from(found.trials)
    }

    #[test]
    fn classes_are_tenths() {
        let class = |successes, trials| {
            let first = None;
            let playouts = 2 * trials;
            Frequency {
                successes,
                trials,
                first,
                playouts,
            }
            .class()
        };
        assert_eq!(class(0, 100), "playouts 0-10%");
        assert_eq!(class(30, 100), "playouts 30-40%");
        assert_eq!(class(100, 100), "playouts 90-100%");
        assert_eq!(class(0, 0), "no playouts");
    }

    const ATARI: &str = "9/9/9/4O4/3OXO3/9/9/9/9";

    #[test]
    fn a_stone_in_atari_is_captured_by_who_moves_first() {
        let captured = Aim::Capture(point(4, 4));
        let white = situation(ATARI, Seat::Second);
        let found = frequency(&white, captured, 600, Seed(1)).expect("a stone");
        assert_eq!((found.successes, found.trials), (300, 300));
        assert_eq!(found.first, Some(point(4, 3)));
        // Black extends, and the stone is captured less often.
        let black = situation(ATARI, Seat::First);
        let found = frequency(&black, captured, 2000, Seed(1)).expect("a stone");
        assert!(rate(found) < 0.8, "{found:?}");
        assert_eq!(found.first, Some(point(4, 3)));
        assert!(found.playouts <= 2000);
    }

    #[test]
    fn what_has_two_eyes_lives() {
        let text = "9/9/9/9/9/9/OOOOO4/XXXXO4/1X1XO4";
        for first in Seat::BOTH {
            let found = frequency(
                &situation(text, first),
                Aim::Live(point(1, 0)),
                200,
                Seed(2),
            );
            let found = found.expect("a stone");
            assert_eq!((found.successes, found.first), (found.trials, None));
        }
    }

    #[test]
    fn two_stones_a_point_apart_connect_often() {
        let text = "9/9/9/9/3XOX3/9/4O4/9/9";
        let aim = Aim::Connect(point(3, 4), point(5, 4));
        let black = frequency(&situation(text, Seat::First), aim, 1000, Seed(3)).expect("stones");
        let white = frequency(&situation(text, Seat::Second), aim, 1000, Seed(3)).expect("stones");
        assert!(rate(black) > rate(white) + 0.1, "{black:?}, {white:?}");
        let facing = situation("7/7/7/2X1X2/7/7/7", Seat::First);
        let aim = Aim::Connect(point(2, 3), point(4, 3));
        let found = frequency(&facing, aim, 1000, Seed(3)).expect("stones");
        assert!(rate(found) > 0.8, "{found:?}");
        assert_eq!(found.first, Some(point(3, 3)));
    }

    #[test]
    fn territory_is_what_is_left_in_the_end() {
        // Black's wall encloses six points in the corner, which White cannot live in.
        let text = "9/9/9/OOOOO4/XXXXO4/3XO4/3XO4/XXXXO4/1X1XO4";
        let territory = |points| Aim::Territory {
            of: point(3, 0),
            points,
        };
        let black = situation(text, Seat::First);
        let found = |points| frequency(&black, territory(points), 200, Seed(4)).expect("a stone");
        assert_eq!(found(1).successes, 100);
        assert_eq!(found(30).successes, 0);
    }

    /// Of moves that are about equal one is chosen for its luck. That shows in the playouts it was chosen
    /// by, but not in those after it: they agree with playouts that had no part in anything.
    #[test]
    fn the_choice_of_the_best_does_not_bend_the_rate() {
        let asked = situation("9/9/9/9/9/9/9/9/4X4", Seat::First);
        let stone = point(4, 0);
        let start = Playouts::on(&asked.board, asked.first, asked.ban).answering();
        let mut worth = std::collections::BTreeMap::new();
        let mut excess = [0.0; 2];
        let mut variance = 0.0;
        for count in 0..150 {
            let mut counting = Counting {
                watched: Watched::new(&asked.board, Aim::Live(stone)).expect("a stone"),
                wanted: true,
                rng: Seed(5).derive(count).rng(),
                playouts: 0,
            };
            let points = candidates(&asked, &[stone]);
            let mut pass = Tried::new(&start, Move::Pass);
            let chosen = counting.choose(&start, points, &mut pass, 200);
            let Some(chosen) = chosen else { continue };
            let mut fresh = Tried::new(&start, chosen.mv);
            counting.count(&mut fresh, 200);
            let truth = *worth.entry(chosen.mv).or_insert_with(|| {
                let mut truth = Tried::new(&start, chosen.mv);
                counting.count(&mut truth, 4000);
                f64::from(truth.successes) / f64::from(truth.trials)
            });
            for (excess, tried) in excess.iter_mut().zip([&chosen, &fresh]) {
                *excess += f64::from(tried.successes) / f64::from(tried.trials) - truth;
            }
            variance += truth * (1.0 - truth) / 200.0;
        }
        let [by_choice, after] = excess;
        let error = f64::sqrt(variance);
        assert!(by_choice > 10.0 * error, "{excess:?}, {error}");
        assert!(after.abs() < 4.0 * error, "{excess:?}, {error}");
    }
}

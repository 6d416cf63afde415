//! Many games of somebody, added up.

use serde::Serialize;

use crate::measure::Measured;

/// What many games of somebody look like. Rates are per move, losses of winning chances from -1 to 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Profile {
    /// How many games.
    pub games: u64,
    /// The moves in them that were counted.
    pub moves: u64,
    /// The mean loss of a move in the unit of the game; of winning chances where it has none.
    pub mean_loss: f64,
    /// The mean loss of winning chances.
    pub mean_chances_lost: f64,
    /// Moves that lose nothing to speak of.
    pub strong: f64,
    /// Moves that lose 0.1 to 0.2.
    pub inaccuracies: f64,
    /// Moves that lose 0.2 to 0.3.
    pub mistakes: f64,
    /// Moves that lose more.
    pub blunders: f64,
    /// Mistakes and blunders that a look of two plies shows.
    pub obvious: f64,
    /// Mistakes and blunders that take something.
    pub greedy: f64,
    /// How unevenly a game's losses are spread over its moves: their mean standard deviation.
    pub spread: f64,
    /// What part of the losses of five moves the worst of them has, on average.
    pub worst_share: f64,
    /// The mean loss of winning chances in each third of a contest.
    pub thirds: [f64; 3],
    /// How often each tell occurs.
    #[serde(serialize_with = "as_map")]
    pub tells: Vec<(&'static str, f64)>,
    /// The mean of the negative logarithm of the probability that people give to a move; `None` where they
    /// were not asked.
    pub log_loss: Option<f64>,
}

fn as_map<S: serde::Serializer>(tells: &[(&'static str, f64)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(tells.iter().copied())
}

impl Profile {
    /// The games added up. `units` tells whether the referee reckons in the unit of the game, `captures`
    /// whether the game tells what is taken.
    #[must_use]
    pub fn of(games: &[Measured], units: bool, captures: bool) -> Profile {
        let sum = |of: &dyn Fn(&Measured) -> f64| games.iter().map(of).sum::<f64>();
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let moves = sum(&|it| it.moves);
        let open = sum(&|it| it.open);
        let per_open = |of: &dyn Fn(&Measured) -> f64| share(sum(of), open);
        let per_move = |of: &dyn Fn(&Measured) -> f64| share(sum(of), moves);
        let lost = per_open(&|it| it.loss);
        let per_game = |of: &dyn Fn(&Measured) -> f64| share(sum(of), games.len() as f64);
        let all_tells = Measured::default().tells();
        let known = if captures { all_tells.len() } else { 3 };
        let tells = (0..known).map(|at| {
            let rate = per_move(&|it: &Measured| it.tells()[at].1);
            (all_tells[at].0, rate)
        });
        let asked = sum(&|it| it.asked);
        Profile {
            games: games.len() as u64,
            moves: moves as u64,
            mean_loss: if units {
                per_open(&|it| it.units)
            } else {
                lost
            },
            mean_chances_lost: lost,
            strong: per_open(&|it| it.strong),
            inaccuracies: per_open(&|it| it.inaccuracies),
            mistakes: per_open(&|it| it.mistakes),
            blunders: per_open(&|it| it.blunders),
            obvious: per_move(&|it| it.obvious),
            greedy: per_move(&|it| it.greedy),
            spread: per_game(&|it| {
                let mean = share(it.loss, it.open);
                (share(it.squared, it.open) - mean * mean).max(0.0).sqrt()
            }),
            worst_share: share(sum(&|it| it.worst_parts), sum(&|it| it.stretches)),
            thirds: [
                share(sum(&|it| it.early), sum(&|it| it.early_moves)),
                share(sum(&|it| it.middle), sum(&|it| it.middle_moves)),
                share(sum(&|it| it.late), sum(&|it| it.late_moves)),
            ],
            tells: tells.collect(),
            log_loss: (asked > 0.0).then(|| sum(&|it| it.surprise) / asked),
        }
    }
}

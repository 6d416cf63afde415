//! One scale of strength, for the tutor's own play and for the student: from somebody who moves at random up
//! to the best that the judge can do, by way of people.
//!
//! From 600 to 2600 points somebody chooses much as people of that rating do, but sees more of what a move is
//! really worth the stronger they are:
//!
//! > log *q*(move) = *k* log *p*(move) - *l* (loss(move) - *g* shown(move)) + constant
//!
//! with *p* the odds of people, the loss in winning chances, and the part of it that a glance shows: what people make of
//! that, the odds of people tell already. Below 600 there are no people to learn from: down to
//! [`LEAST_LIKE_PEOPLE`] what sets weak people apart is exaggerated, and below that *k* falls to nothing, which is to move
//! at random. *l* grows exponentially, so that far above 2600 little but the value counts.

/// The weakest that anybody is taken to be: somebody who moves at random.
pub const WEAKEST: f64 = 0.0;
/// The strongest: whoever is stronger is taken to be as strong.
pub const STRONGEST: f64 = 3600.0;
/// The weakest that the tutor plays, against somebody who loses to random moves: it shuns what attracts people.
pub const LOWEST: f64 = -600.0;
/// How far hypotheses about somebody's strength are apart.
pub const STEP: f64 = 100.0;

/// The ratings between which people are asked how they choose.
pub const PEOPLE: [f64; 2] = [600.0, 2600.0];
/// The weakest who still choose like people: like those of 300 points, of whom there are none, but who are as
/// far from those of 600 as these are from those of 900.
pub const LEAST_LIKE_PEOPLE: f64 = 450.0;
const LEAST_RATING: f64 = 300.0;

/// How much a loss counts at 600 + [`DOUBLING`] points, in units of one over winning chances: so that it counts 5 at 1500
/// points (docs/tutor.md).
const SHARPNESS: f64 = 1.0 / 3.0;
/// In how many points what a loss counts about doubles: it is to count some 3,400 at [`STRONGEST`], where a loss of a
/// hundredth is never made.
pub(crate) const DOUBLING: f64 = 225.0;

/// Levels, and the strength with which the tutor has the results and makes the errors of such a level: measured at chess
/// (docs/tutor.md). Who draws every move from what people do, takes back what is absurd and misses no win in one move is
/// stronger than people; between the rows are straight lines.
const RESULTS: [[f64; 2]; 9] = [
    [WEAKEST, WEAKEST],
    [800.0, 420.0],
    [960.0, 440.0],
    [1190.0, 590.0],
    [1260.0, 750.0],
    [1380.0, 1400.0],
    [1620.0, 1720.0],
    [1860.0, 2010.0],
    [STRONGEST, STRONGEST],
];

/// The strength to choose moves with for results of this level. Below the weakest there is nothing to measure.
#[must_use]
pub fn playing(level: f64) -> f64 {
    match level < WEAKEST {
        true => level,
        false => between(&RESULTS, level),
    }
}

/// What straight lines between rows, which begin with rising numbers, make of a number: of one beyond either end what the
/// nearest line does.
#[must_use]
pub fn between(rows: &[[f64; 2]], number: f64) -> f64 {
    let lines = rows.windows(2);
    let line = (lines.clone().find(|pair| number <= pair[1][0])).or(lines.last());
    let Some([[low, from], [high, to]]) = line.and_then(|pair| pair.first_chunk()) else {
        return number;
    };
    from + (number - low) / (high - low) * (to - from)
}

/// The hypotheses: every strength from the weakest to the strongest.
#[must_use]
pub fn grid() -> Vec<f64> {
    let steps = ((STRONGEST - WEAKEST) / STEP) as usize;
    (0..=steps)
        .map(|step| WEAKEST + STEP * step as f64)
        .collect()
}

/// The rating of the people who choose like somebody of this strength.
#[must_use]
pub fn rating(strength: f64) -> f64 {
    let rows = [
        [LEAST_LIKE_PEOPLE, LEAST_RATING],
        [PEOPLE[0], PEOPLE[0]],
        [PEOPLE[1], PEOPLE[1]],
    ];
    between(&rows, strength.clamp(LEAST_LIKE_PEOPLE, PEOPLE[1]))
}

/// From here on [`leaning`] stays the same.
const SUREST: f64 = 1400.0;
/// Strengths, and how much of what attracts people attracts somebody of that strength; between the rows are straight lines.
const LEANINGS: [[f64; 2]; 5] = [
    [LOWEST, -1.0],
    [WEAKEST, 0.0],
    [LEAST_LIKE_PEOPLE, 1.0],
    [800.0, 1.0],
    [SUREST, 0.93],
];

/// How much of what attracts people attracts somebody of this strength: 0 for random moves, below that it puts them off.
///
/// It is 1 for weak people and a little less for others: whoever shuns what loses makes likely moves more often than people
/// do, and this makes their moves as surprising as those of people again (docs/tutor.md).
#[must_use]
pub fn leaning(strength: f64) -> f64 {
    between(&LEANINGS, strength.clamp(LOWEST, SUREST))
}

/// How much what a move loses puts somebody of this strength off, beyond what puts people off.
#[must_use]
pub fn sharpness(strength: f64) -> f64 {
    let above = (strength - PEOPLE[0]).max(0.0);
    SHARPNESS * ((above / DOUBLING).exp2() - 1.0)
}

/// Strengths, and the share of what a glance shows of a loss that is not counted a second time; between the rows is a straight
/// line. People of 2000 points do at a glance what people of 2000 points do: it is what a glance does not show
/// that they see more of than a model that draws each move anew. Nobody stronger than any people is careless.
const CARELESS: [[f64; 2]; 2] = [[2100.0, 1.0], [PEOPLE[1], 0.0]];

/// How much of what a glance shows of a loss does not count for somebody of this strength.
fn careless(strength: f64) -> f64 {
    between(&CARELESS, strength.clamp(CARELESS[0][0], PEOPLE[1]))
}

/// From here down the tutor is drawn to what loses a little. A model of people that draws every move anew finds the best one
/// too often and blunders too much beside it; people lose a little everywhere.
const TEMPTED: f64 = 1400.0;
/// In how many points this pull grows by one, in units of one over winning chances.
const TEMPTATION: f64 = 75.0;
/// How much a glance may show of a loss for it to draw: less than people notice. What is shown beyond that puts off, half as
/// much.
const GLARING: f64 = 0.15;
/// How much of what a glance does not show draws: what loses more is no small loss.
const DEEP: f64 = 0.5;
/// How much more what attracts people attracts whoever is tempted, for each unit of temptation: it keeps their moves from
/// being more surprising than those of people.
const STEADIED: f64 = 0.013;

/// What is known of a move: how likely people are to make it, as logarithms at both ends of [`PEOPLE`], and
/// what it loses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pull {
    /// The logarithms of its odds among people of the lowest and of the highest rating.
    pub people: [f64; 2],
    /// By how much it is worse than the best move, in winning chances from -1 to 1.
    pub loss: f64,
    /// How much of that a glance shows.
    pub shown: f64,
}

/// The probability of each move for somebody of a strength.
///
/// Between the two ratings the logarithms are straight lines: for models of people that were learned that is
/// what they are, for the family it is near enough.
#[must_use]
pub fn odds(strength: f64, moves: &[Pull]) -> Vec<f64> {
    soft_max(moves.iter().map(pull(strength)).collect())
}

/// The probability of each move for the tutor where it plays with a strength: that of somebody so strong, but below
/// 1400 points they are drawn to small losses, and to larger ones that a glance does not show.
#[must_use]
pub fn played(strength: f64, moves: &[Pull]) -> Vec<f64> {
    let pull = pull(strength);
    // Who moves at random is drawn to nothing.
    let person = leaning(strength).clamp(0.0, 1.0);
    let tempted = ((TEMPTED - strength) / TEMPTATION).max(0.0) * person;
    let share = share(strength);
    let each = moves
        .iter()
        .map(|it| pull(it) + tempted * (it.temptation() + STEADIED * it.among_people(share)));
    soft_max(each.collect())
}

/// How far from the one end of [`PEOPLE`] to the other the people are who choose like somebody of this strength.
fn share(strength: f64) -> f64 {
    (rating(strength) - PEOPLE[0]) / (PEOPLE[1] - PEOPLE[0])
}

/// How much each move attracts somebody of a strength.
fn pull(strength: f64) -> impl Fn(&Pull) -> f64 {
    let (share, leaning) = (share(strength), leaning(strength));
    let (sharpness, careless) = (sharpness(strength), careless(strength));
    move |it| leaning * it.among_people(share) - sharpness * (it.loss - careless * it.shown)
}

impl Pull {
    /// The logarithm of its odds among people so far from the one end of [`PEOPLE`] to the other.
    fn among_people(&self, share: f64) -> f64 {
        self.people[0] + share * (self.people[1] - self.people[0])
    }

    /// How much of what it loses draws whoever is drawn to small losses.
    fn temptation(&self) -> f64 {
        let shown = self.shown.clamp(0.0, self.loss.max(0.0));
        let glaring = (shown - GLARING).max(0.0);
        shown.min(GLARING) + (self.loss - shown).min(DEEP) - glaring / 2.0
    }
}

/// Exponentials that sum to one.
pub(crate) fn soft_max(mut numbers: Vec<f64>) -> Vec<f64> {
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    numbers
        .iter_mut()
        .for_each(|number| *number = (*number - most).exp());
    let sum: f64 = numbers.iter().sum();
    numbers.iter_mut().for_each(|number| *number /= sum);
    numbers
}

/// A strength in a word, the same in every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// The rating that it stands for.
    pub rating: u32,
}

/// The words, the weakest first. Ratings of people on a server: half of them are below 1500, the first hundred
/// games are played between 700 and 1000, and titles begin above 2200.
pub const WORDS: [Word; 6] = [
    word("beginner", 800),
    word("casual", 1100),
    word("improver", 1400),
    word("club", 1700),
    word("expert", 2000),
    word("master", 2300),
];

const fn word(name: &'static str, rating: u32) -> Word {
    Word { name, rating }
}

/// The strength that a word or a number stands for.
#[must_use]
pub fn read(text: &str) -> Option<f64> {
    if let Some(word) = WORDS.iter().find(|word| word.name == text) {
        return Some(f64::from(word.rating));
    }
    let number: f64 = text.parse().ok()?;
    (WEAKEST..=STRONGEST).contains(&number).then_some(number)
}

/// The word nearest to a strength.
#[must_use]
pub fn in_words(strength: f64) -> &'static str {
    let far = |word: &&Word| (f64::from(word.rating) - strength).abs();
    let nearest = WORDS.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
    nearest.expect("there are words").name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pull(low: f64, high: f64, loss: f64) -> Pull {
        Pull {
            people: [low.ln(), high.ln()],
            loss,
            shown: 0.0,
        }
    }

    /// Two moves. People of 600 make the first one of four times, those of 2600 three of four times; the second loses
    /// 0.5. Worked out by hand.
    #[test]
    fn odds_by_hand() {
        let moves = [pull(0.25, 0.75, 0.0), pull(0.75, 0.25, 0.5)];
        // At random.
        assert!((odds(0.0, &moves)[0] - 0.5).abs() < 1e-12);
        // People of 300, whom nobody has asked: the logarithm of the ratio, which falls by 2 ln 3 from 600 to 2600, is 0.15
        // times that above its ln 3 at 600. Half-way to random moves it counts half as much.
        let ratio = (1.3 * 3f64.ln()).exp();
        assert!((odds(450.0, &moves)[0] - 1.0 / (1.0 + ratio)).abs() < 1e-12);
        assert!((odds(225.0, &moves)[0] - 1.0 / (1.0 + ratio.sqrt())).abs() < 1e-12);
        // People of 600, and not a bit sharper.
        assert!((odds(600.0, &moves)[0] - 0.25).abs() < 1e-12);
        // At 1600 the ratio of people is 1; the loss counts (2^(40/9) - 1) / 3 times 0.5.
        let sharp = ((40f64 / 9.0).exp2() - 1.0) / 3.0;
        let expected = 1.0 / (1.0 + (-0.5 * sharp).exp());
        assert!((odds(1600.0, &moves)[0] - expected).abs() < 1e-12);
    }

    /// What a glance shows of a loss does not count again for people, half of it half-way to those who are better than any
    /// people, and all of it from there on: by hand, with a loss of 0.4 of which a glance shows 0.3.
    #[test]
    fn people_are_as_careless_as_they_are() {
        let seen = Pull {
            shown: 0.3,
            ..pull(0.5, 0.5, 0.4)
        };
        for (strength, counted) in [(1500.0, 0.1), (2100.0, 0.1), (2350.0, 0.25), (2600.0, 0.4)] {
            let found = odds(strength, &[pull(0.5, 0.5, 0.0), seen])[0];
            let expected = 1.0 / (1.0 + (-sharpness(strength) * counted).exp());
            assert!((found - expected).abs() < 1e-12, "{strength}");
        }
    }

    /// Two moves that people make as often, the second losing 0.5 or 0.3. At 800 points the pull of small losses is
    /// (1400 - 800) / 75 = 8. A glance shows nothing of the first loss: all of it draws. Of the other it shows 0.25: 0.15 and
    /// the 0.05 that it does not show draw, half of the 0.1 beyond puts off. Worked out by hand.
    #[test]
    fn the_weak_are_drawn_to_small_losses_by_hand() {
        let none = pull(0.5, 0.5, 0.0);
        let hidden = pull(0.5, 0.5, 0.5);
        let shown = Pull {
            shown: 0.25,
            ..pull(0.5, 0.5, 0.3)
        };
        for (other, drawn, counted) in [(hidden, 0.5, 0.5), (shown, 0.15, 0.05)] {
            let found = played(800.0, &[none, other])[1];
            let pulled = 8.0 * drawn - sharpness(800.0) * counted;
            assert!((found - 1.0 / (1.0 + (-pulled).exp())).abs() < 1e-12);
        }
        // Who moves at random is drawn to nothing, nor is anybody who is strong enough.
        for strength in [0.0, 1400.0, 2000.0] {
            assert_eq!(
                played(strength, &[none, hidden]),
                odds(strength, &[none, hidden])
            );
        }
    }

    /// The better move becomes likelier with every step of the scale, whatever people think of it.
    #[test]
    fn a_stronger_player_makes_the_better_move_more_often() {
        let moves = [pull(0.2, 0.2, 0.0), pull(0.8, 0.8, 0.1)];
        let best: Vec<f64> = grid().iter().skip(5).map(|s| odds(*s, &moves)[0]).collect();
        assert!(best.windows(2).all(|pair| pair[0] <= pair[1]));
        assert!(best[best.len() - 1] > 0.99);
    }

    /// Half-way between two rows is half-way between their strengths, and nothing is cut off at either end.
    #[test]
    fn strengths_for_results() {
        for [level, strength] in RESULTS {
            assert_eq!(playing(level), strength);
        }
        let [[low, from], [high, to]] = [RESULTS[1], RESULTS[2]];
        assert_eq!(playing((low + high) / 2.0), (from + to) / 2.0);
        assert_eq!(playing(LOWEST), LOWEST);
        let all: Vec<f64> = grid().into_iter().map(playing).collect();
        assert!(all.is_sorted());
    }

    #[test]
    fn words_and_numbers() {
        assert_eq!(read("beginner"), Some(800.0));
        assert_eq!(read("1450"), Some(1450.0));
        assert_eq!(read("grandmother"), None);
        assert_eq!(read("4000"), None);
        assert_eq!(in_words(1300.0), "improver");
    }
}

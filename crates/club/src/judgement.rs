//! In words, whether a search would play a move, or why not.

use shido_draw::number;
use shido_search::Judgement;

/// What is said of a move that the search would play.
pub(crate) const CHOSEN: &str = "chosen";

/// What is said of a move.
#[must_use]
pub fn judgement(judgement: &Judgement) -> String {
    match *judgement {
        Judgement::Chosen => CHOSEN.to_owned(),
        Judgement::Loses { loss } => format!("loses {}", amount(loss)),
        Judgement::NotBetter => "no better than another".to_owned(),
        Judgement::OverTheLimit { loss, limit } => {
            format!("loses {}, the limit is {}", amount(loss), amount(limit))
        }
        Judgement::Noticed { loss, seen, .. } if seen <= loss => format!(
            "would be noticed: the student sees {} of the {} lost",
            amount(seen),
            amount(loss)
        ),
        Judgement::Noticed { loss, seen, .. } => format!(
            "would be noticed: the student sees {} lost where it is {}",
            amount(seen),
            amount(loss)
        ),
        Judgement::StudentJudgesAlike { loss } => format!(
            "loses {}, and a student who judges as we do sees every loss: the limit is 0.0",
            amount(loss)
        ),
        Judgement::NobodyChooses => "nobody chooses: chance moves here".to_owned(),
        Judgement::BetterError { loss: 0.0, other } => {
            format!("no error, and one that loses {} is allowed", amount(other))
        }
        Judgement::BetterError { loss, other } => format!(
            "a better error exists: this one loses {}, another {}",
            amount(loss),
            amount(other)
        ),
        Judgement::NoError { value, minimax } => format!(
            "no error: it is worth {}, and minimax has {}",
            amount(value),
            amount(minimax)
        ),
        Judgement::GainsMore { value, other } => format!(
            "no move is an error, and this one is worth {} where another is worth {}",
            amount(value),
            amount(other)
        ),
    }
}

/// What is lost, with two decimals unless it is so large that it has an exponent: for columns.
#[must_use]
pub fn lost(amount: f64) -> String {
    let text = number(amount, 2);
    if text.contains('e') {
        return text;
    }
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    let point = if decimals == 0 { "." } else { "" };
    text + point + &"0".repeat(2 - decimals)
}

/// A number with at most two decimals and at least one: as columns round it, so that nobody reads
/// 13.479 beside 13.48.
fn amount(value: f64) -> String {
    let text = number(value, 2);
    match text.contains(['.', 'e']) {
        true => text,
        false => text + ".0",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_rounded_in_one_way() {
        for (loss, column, sentence) in [
            (13.479, "13.48", "loses 13.48"),
            (0.125, "0.13", "loses 0.13"),
            (2.0, "2.00", "loses 2.0"),
            (0.5, "0.50", "loses 0.5"),
            (1e308, "1e308", "loses 1e308"),
        ] {
            assert_eq!(lost(loss), column);
            assert_eq!(judgement(&Judgement::Loses { loss }), sentence);
        }
    }

    #[test]
    fn judgements_are_told_in_words() {
        for (judgement, expected) in [
            (Judgement::Loses { loss: 3.0 }, "loses 3.0"),
            (
                Judgement::OverTheLimit {
                    loss: 2.0,
                    limit: 1.0 / 3.0,
                },
                "loses 2.0, the limit is 0.33",
            ),
            (
                Judgement::Noticed {
                    loss: 2.0,
                    seen: 2.0,
                    limit: 1.0,
                },
                "would be noticed: the student sees 2.0 of the 2.0 lost",
            ),
            (
                Judgement::Noticed {
                    loss: 1.0,
                    seen: 3.0,
                    limit: 0.5,
                },
                "would be noticed: the student sees 3.0 lost where it is 1.0",
            ),
            (
                Judgement::StudentJudgesAlike { loss: 3.0 },
                "loses 3.0, and a student who judges as we do sees every loss: the limit is 0.0",
            ),
            (
                Judgement::BetterError {
                    loss: 0.0,
                    other: 1.0,
                },
                "no error, and one that loses 1.0 is allowed",
            ),
            (
                Judgement::BetterError {
                    loss: 5.0,
                    other: 4.0,
                },
                "a better error exists: this one loses 5.0, another 4.0",
            ),
            (
                Judgement::NoError {
                    value: 1e308,
                    minimax: 1e308,
                },
                "no error: it is worth 1e308, and minimax has 1e308",
            ),
            (
                Judgement::GainsMore {
                    value: 6.0,
                    other: 5.0,
                },
                "no move is an error, and this one is worth 6.0 where another is worth 5.0",
            ),
        ] {
            assert_eq!(super::judgement(&judgement), expected);
        }
    }
}

//! What shallow searches say of deep ones: found by regression, and kept in a file (ProbCut: Buro 1995).

use std::fmt::Write;

use serde::Deserialize;
use shido_search::Regression;

use crate::WeightsError;

/// A position searched to several depths: for each, from the evaluation on, the advantage that it came to for the side
/// to move, or `None` where it was decided or there was nothing more to search.
#[derive(Clone, PartialEq, Debug)]
pub struct Sounding {
    /// How far the contest had come, by the game's measure of progress; 0 where it has none.
    pub progress: u32,
    /// The advantage by depth.
    pub advantages: Vec<Option<f64>>,
}

/// How many units of progress make a stage of a contest.
const STAGE: u32 = 12;
/// With fewer positions a stage is taken together with the one before it.
const FEWEST: usize = 40;

/// For each depth, what the evaluation says of it, and from three plies on what a search of about half that depth
/// says, stage by stage. Searches are compared with those that are even or odd as they are, since evaluations are
/// kind to whoever moved last.
#[must_use]
pub fn regressions(soundings: &[Sounding]) -> Vec<Regression> {
    let deepest = soundings.iter().map(|it| it.advantages.len()).max();
    let depths = 1..deepest.unwrap_or(0) as u32;
    let pairs = depths.flat_map(|deep| {
        let half = deep / 2;
        let shallow = half.saturating_sub((deep - half) % 2);
        let searched = (shallow > 0).then_some((deep, shallow));
        [Some((deep, 0)), searched].into_iter().flatten()
    });
    pairs
        .flat_map(|(deep, shallow)| stages(soundings, deep, shallow))
        .collect()
}

fn stages(soundings: &[Sounding], deep: u32, shallow: u32) -> Vec<Regression> {
    let at = |sounding: &Sounding, depth: u32| *sounding.advantages.get(depth as usize)?;
    let mut pairs: Vec<(u32, f64, f64)> = soundings
        .iter()
        .filter_map(|it| Some((it.progress / STAGE, at(it, shallow)?, at(it, deep)?)))
        .collect();
    pairs.sort_by_key(|(stage, ..)| *stage);
    let mut groups: Vec<(u32, Vec<(f64, f64)>)> = Vec::new();
    for (stage, x, y) in pairs {
        match groups.last_mut() {
            Some((last, group)) if *last == stage || group.len() < FEWEST => group.push((x, y)),
            _ => groups.push((stage, vec![(x, y)])),
        }
    }
    if groups.len() > 1
        && let Some((_, few)) = groups.pop_if(|(_, group)| group.len() < FEWEST)
        && let Some((_, last)) = groups.last_mut()
    {
        last.extend(few);
    }
    // The first holds for whatever comes before it.
    let first = groups.first().map(|(stage, _)| *stage);
    let fitted = groups.iter().filter_map(|(stage, group)| {
        let (slope, offset, deviation) = fit(group)?;
        Some(Regression {
            deep,
            shallow,
            from: if Some(*stage) == first {
                0
            } else {
                stage * STAGE
            },
            slope,
            offset,
            deviation,
            positions: group.len() as u64,
        })
    });
    fitted.collect()
}

/// The line through points (x, y) with the least squared error in y: its slope, its value at zero, and the standard
/// deviation of the error. `None` where there are too few points, or y does not grow with x.
#[must_use]
pub fn fit(points: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    let count = points.len() as f64;
    if points.len() < 3 {
        return None;
    }
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|it| it.0), mean(|it| it.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        points.iter().map(|(px, py)| of(px - x, py - y)).sum()
    };
    let slope = sum(&|dx, dy| dx * dy) / sum(&|dx, _| dx * dx);
    let error = sum(&|dx, dy| (dy - slope * dx).powi(2));
    let deviation = (error / (count - 2.0)).sqrt();
    (slope.is_finite() && slope > 0.0).then_some((slope, y - slope * x, deviation))
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    #[serde(rename = "origin")]
    _origin: String,
    regression: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    deep: u32,
    shallow: u32,
    from: u32,
    slope: f64,
    offset: f64,
    deviation: f64,
    positions: u64,
}

/// Reads the text of a file of regressions for a game of this name.
///
/// # Errors
/// Where the text is not such a file, is for another game, or has a number that cannot be reckoned with.
pub fn read_regressions(name: &str, text: &str) -> Result<Vec<Regression>, WeightsError> {
    let file: File =
        toml::from_str(text).map_err(|error| WeightsError::Malformed(error.to_string()))?;
    if file.game != name {
        return Err(WeightsError::OtherGame {
            found: file.game,
            expected: name.to_owned(),
        });
    }
    let usable = |name: &str, value: f64, least: f64| match (least..=MOST).contains(&value) {
        true => Ok(value),
        false => Err(WeightsError::Number {
            name: name.to_owned(),
            value,
            least,
            most: MOST,
        }),
    };
    let read = |row: Row| {
        if row.deep > MOST_PLIES || row.shallow >= row.deep {
            return Err(WeightsError::Number {
                name: "shallow".to_owned(),
                value: f64::from(row.shallow),
                least: 0.0,
                most: f64::from(row.deep.min(MOST_PLIES)) - 1.0,
            });
        }
        Ok(Regression {
            deep: row.deep,
            shallow: row.shallow,
            from: row.from,
            slope: usable("slope", row.slope, 1e-3)?,
            offset: usable("offset", row.offset, -MOST)?,
            deviation: usable("deviation", row.deviation, 0.0)?,
            positions: row.positions,
        })
    };
    file.regression.into_iter().map(read).collect()
}

/// Larger numbers are a mistake.
const MOST: f64 = 1e3;
const MOST_PLIES: u32 = 200;

/// The text of a file of regressions.
#[must_use]
pub fn write_regressions(game: &str, origin: &str, regressions: &[Regression]) -> String {
    let quote = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let mut text = format!("game = {}\norigin = {}\n", quote(game), quote(origin));
    for it in regressions {
        let round = |value: f64| (value * 1e4).round() / 1e4;
        write!(
            text,
            "\n[[regression]]\ndeep = {}\nshallow = {}\nfrom = {}\nslope = {:?}\noffset = {:?}\ndeviation = {:?}\npositions = {}\n",
            it.deep,
            it.shallow,
            it.from,
            round(it.slope),
            round(it.offset),
            round(it.deviation),
            it.positions
        )
        .expect("a string takes all that is written");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again() {
        // Worked out by hand: mean x 1.5, mean y 4, slope 5/5, errors 0, 0.5, -0.5, 0 around x + 2.5.
        let points = [(0.0, 2.5), (1.0, 4.0), (2.0, 4.0), (3.0, 5.5)];
        let (slope, offset, deviation) = fit(&points).unwrap();
        assert!((slope - 0.9).abs() < 1e-12, "{slope}");
        assert!((offset - 2.65).abs() < 1e-12, "{offset}");
        // Squared errors 0.0225 + 0.2025 + 0.2025 + 0.0225 over two degrees of freedom.
        assert!((deviation - 0.225_f64.sqrt()).abs() < 1e-12, "{deviation}");
        assert_eq!(fit(&[(0.0, 1.0), (1.0, 0.0), (2.0, -1.0)]), None);
        assert_eq!(fit(&points[..2]), None);
    }

    #[test]
    fn depths_come_in_pairs_of_one_parity_and_stages_that_are_large_enough() {
        let sounding = |number: u32| Sounding {
            progress: number % 60,
            advantages: (0..=8)
                .map(|depth| Some(f64::from(number % 7) + f64::from(depth * number % 3)))
                .collect(),
        };
        let all: Vec<Sounding> = (0..600).map(sounding).collect();
        let found = regressions(&all);
        let pairs: Vec<(u32, u32)> = found.iter().map(|it| (it.deep, it.shallow)).collect();
        let mut distinct = pairs.clone();
        distinct.dedup();
        let by_search: Vec<_> = distinct.iter().copied().filter(|pair| pair.1 > 0).collect();
        assert_eq!(by_search, [(3, 1), (4, 2), (5, 1), (6, 2), (7, 3), (8, 4)]);
        let at_sight: Vec<u32> = (distinct.iter())
            .filter(|pair| pair.1 == 0)
            .map(|pair| pair.0)
            .collect();
        assert_eq!(at_sight, [1, 2, 3, 4, 5, 6, 7, 8]);
        let stages: Vec<u32> = found
            .iter()
            .filter(|it| (it.deep, it.shallow) == (8, 4))
            .map(|it| it.from)
            .collect();
        assert_eq!(stages, [0, 12, 24, 36, 48]);
        assert!(found.iter().all(|it| it.positions >= FEWEST as u64));
        // Too few for stages: one for all.
        let few = regressions(&all[..50]);
        assert!(few.iter().all(|it| it.from == 0 && it.positions == 50));
    }

    #[test]
    fn a_file_comes_back_and_mistakes_in_it_are_named() {
        let regression = Regression {
            deep: 6,
            shallow: 2,
            from: 12,
            slope: 1.05,
            offset: -0.01,
            deviation: 0.125,
            positions: 200,
        };
        let text = write_regressions("othello", "by hand", &[regression]);
        assert_eq!(read_regressions("othello", &text).unwrap(), [regression]);
        let wrong = |from: &str, to: &str| read_regressions("othello", &text.replace(from, to));
        assert!(matches!(
            read_regressions("chess", &text),
            Err(WeightsError::OtherGame { .. })
        ));
        for (from, to) in [
            ("slope = 1.05", "slope = 0.0"),
            ("shallow = 2", "shallow = 6"),
        ] {
            assert!(
                matches!(wrong(from, to), Err(WeightsError::Number { .. })),
                "{to}"
            );
        }
        assert!(matches!(
            wrong("slope", "slop"),
            Err(WeightsError::Malformed(_))
        ));
    }
}

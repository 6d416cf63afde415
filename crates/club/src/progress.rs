//! What somebody finds, misses and allows, and how that changes: from the reviews of their contests.

use serde::Serialize;
use shido_review::Profile;
use shido_store::{Contest, Student};

/// So many contests are looked at together: few enough to see a change, enough to see it above chance.
const TOGETHER: usize = 10;

/// Some contests at one game, one after the other, that were reviewed.
#[derive(Serialize)]
pub struct Stage {
    /// Which of the reviewed contests, counted from 1: the first and the last.
    pub contests: [usize; 2],
    /// How many mistakes were made in each.
    pub mistakes_per_contest: f64,
    /// The share of the chances that were taken.
    pub chances_taken: Option<f64>,
    /// What the reviews found in all of them.
    #[serde(flatten)]
    pub profile: Profile,
}

/// The stages of a student at a game, the oldest first.
pub(crate) fn stages(student: &Student, game: &str) -> Vec<Stage> {
    let contests = student.contests.iter();
    let reviewed: Vec<Profile> = contests
        .filter(|contest| contest.beginning.game == game)
        .filter_map(profile)
        .collect();
    let stage = |(number, together): (usize, &[Profile])| {
        let mut profile = Profile::default();
        for one in together {
            profile.add(one);
        }
        let before = number * TOGETHER;
        Stage {
            contests: [before + 1, before + together.len()],
            mistakes_per_contest: profile.mistakes as f64 / together.len() as f64,
            chances_taken: share(profile.taken, profile.offered),
            profile,
        }
    };
    reviewed.chunks(TOGETHER).enumerate().map(stage).collect()
}

/// What a review of a contest found; nothing where it was in a form that is not known any more.
fn profile(contest: &Contest) -> Option<Profile> {
    serde_json::from_value(contest.review.clone()?).ok()
}

fn share(part: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}

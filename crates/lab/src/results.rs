//! What was measured.

use crate::bout::Tally;
use crate::run_id::{RunId, Sampling};
use crate::trees::Answer;
use crate::trials::Trial;

/// What was measured.
#[derive(Clone, Debug)]
pub struct Results {
    /// How.
    pub sampling: Sampling,
    /// The root seed.
    pub seed: u64,
    /// Of what decides how it goes: the definition, the rules, and how players behave.
    pub fingerprint: u64,
    /// The matches, in the order of the experiment.
    pub tallies: Vec<Tally>,
    /// The trees, in the order of the experiment.
    pub answers: Vec<Answer>,
    /// The runs of training, for each row of the experiment.
    pub trials: Vec<Vec<Trial>>,
}

impl Results {
    pub(crate) fn empty(id: &RunId) -> Results {
        Results {
            sampling: id.sampling,
            seed: id.seed,
            fingerprint: id.fingerprint,
            tallies: Vec::new(),
            answers: Vec::new(),
            trials: Vec::new(),
        }
    }
}

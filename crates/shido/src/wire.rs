//! How values of the crates below are written where answers are serialised. Those crates know no
//! serialised form.

use serde::{Serialize, Serializer};
use shido_arena::Interval;
use shido_core::{ForFirst, ForMover, Seat, Turn, Verdict};
use shido_search::{Bound, Judgement, TranspositionUse};

/// A value for the first player, as a number.
pub(crate) fn value<S: Serializer>(value: &ForFirst<f64>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(value.0)
}

/// The same where there may be none.
pub(crate) fn value_if_any<S: Serializer>(
    value: &Option<ForFirst<f64>>,
    to: S,
) -> Result<S::Ok, S::Error> {
    value.map(|value| value.0).serialize(to)
}

/// The ends of an interval.
pub(crate) fn interval<S: Serializer>(interval: &Interval, to: S) -> Result<S::Ok, S::Error> {
    [interval.low, interval.high].serialize(to)
}

/// What a value says.
pub(crate) fn bound<S: Serializer>(bound: &Bound, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match bound {
        Bound::Exact => "exact",
        Bound::AtLeast => "at least",
        Bound::AtMost => "at most",
        Bound::Estimate => "estimate",
    })
}

/// `win`, `draw` or `loss`.
pub(crate) fn verdict<S: Serializer>(
    verdict: &ForMover<Verdict>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_str(&verdict.0)
}

/// Who wins: `first`, `draw` or `second`.
pub(crate) fn winner<S: Serializer>(value: &ForFirst<Verdict>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match value.0 {
        Verdict::Win => "first",
        Verdict::Draw => "draw",
        Verdict::Loss => "second",
    })
}

/// `first`, `second` or `chance`; nothing where the contest is over.
pub(crate) fn to_move<S: Serializer>(turn: &Turn, to: S) -> Result<S::Ok, S::Error> {
    let mover = match turn {
        Turn::Of(Seat::First) => Some("first"),
        Turn::Of(Seat::Second) => Some("second"),
        Turn::Chance => Some("chance"),
        Turn::Over(_) => None,
    };
    mover.serialize(to)
}

/// How a contest was ended before the rules did, as text.
pub(crate) mod early_end {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use shido_arena::EarlyEnd;

    pub(crate) fn serialize<S: Serializer>(
        end: &Option<EarlyEnd>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        end.map(|end| end.to_string()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<EarlyEnd>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        let end = text.map(|text| text.parse()).transpose();
        end.map_err(serde::de::Error::custom)
    }
}

/// How a transposition table was used; `filled` from 0 to 1.
pub(crate) fn transposition_use<S: Serializer>(
    used: &Option<TranspositionUse>,
    to: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Used {
        probes: u64,
        hits: u64,
        filled: f64,
    }
    let used = used.map(|used| Used {
        probes: used.probes,
        hits: used.hits,
        filled: f64::from(used.filled) / 1000.0,
    });
    used.serialize(to)
}

/// Whether a search would play a move, with the numbers that it looked at.
pub(crate) fn judgement<S: Serializer>(judgement: &Judgement, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    #[serde(tag = "kind", rename_all = "kebab-case")]
    enum Written {
        Chosen,
        Loses { loss: f64 },
        NotBetter,
        OverTheLimit { loss: f64, limit: f64 },
        Noticed { loss: f64, seen: f64, limit: f64 },
        StudentJudgesAlike { loss: f64 },
        BetterError { loss: f64, other: f64 },
        NoError { value: f64, minimax: f64 },
        GainsMore { value: f64, other: f64 },
        NobodyChooses,
    }
    let written = match *judgement {
        Judgement::Chosen => Written::Chosen,
        Judgement::Loses { loss } => Written::Loses { loss },
        Judgement::NotBetter => Written::NotBetter,
        Judgement::OverTheLimit { loss, limit } => Written::OverTheLimit { loss, limit },
        Judgement::Noticed { loss, seen, limit } => Written::Noticed { loss, seen, limit },
        Judgement::StudentJudgesAlike { loss } => Written::StudentJudgesAlike { loss },
        Judgement::BetterError { loss, other } => Written::BetterError { loss, other },
        Judgement::NoError { value, minimax } => Written::NoError { value, minimax },
        Judgement::GainsMore { value, other } => Written::GainsMore { value, other },
        Judgement::NobodyChooses => Written::NobodyChooses,
    };
    written.serialize(to)
}

//! Pawns that become queens, and pieces that are given for more.

use shido_core::Motif;

use super::{Line, called, hanging_by, motif};
use crate::chess::exchange::worth;

/// What has to be given for a while to be a sacrifice, and what has to come back, in hundredths of a pawn.
const GIVEN: i32 = 180;
const BACK: i32 = 100;

/// A pawn promotes and is not lost for it.
pub(super) fn promotion(line: &Line) -> Option<Motif> {
    line.own().find_map(|(ply, step)| {
        let becomes = step.mv.promotion?;
        let square = step.mv.to;
        let taken = step.taken.map_or(0, worth);
        let lost = hanging_by(&step.after, square, becomes, !line.hero);
        (lost <= taken || line.gain() > BACK || line.mates()).then(|| {
            let text = format!(
                "The pawn on {} becomes a {}.",
                step.mv.from,
                called(becomes)
            );
            motif("promotion", ply, &[step.mv.from, square], text)
        })
    })
}

/// Material is given, and mate or more material comes of it.
pub(super) fn sacrifice(line: &Line) -> Option<Motif> {
    let start = line.balance(&line.steps.first()?.before);
    if line.steps.iter().any(|step| step.mv.promotion.is_some()) {
        return None;
    }
    // What is taken back at once was not given.
    let (ply, reply) = line.own().find_map(|(ply, _)| {
        let (reply, next) = line.next(ply)?;
        let given = start - line.balance(&next.after);
        (given >= GIVEN).then_some((ply, reply))
    })?;
    if !line.mates() && line.gain() < BACK {
        return None;
    }
    let (taken, at) = (reply.taken?, reply.mv.to);
    let end = if line.mates() {
        "it is mate in the end"
    } else {
        "more comes back"
    };
    let text = format!("The {} on {at} is given, and {end}.", called(taken));
    Some(motif("sacrifice", ply, &[at], text))
}

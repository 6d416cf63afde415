//! The Advisors, one file each.

mod anthropomorph;
mod candide;
mod challenge;
mod coverage;
mod cyber;
mod dont_lose;
mod enough_rope;
mod freedom;
mod greedy;
mod leery;
mod material;
mod not_again;
mod open;
mod panic;
mod pitchfork;
mod sadder;
mod shortcut;
mod shortsight;
mod victory;
mod vulnerable;
mod wiser;
mod worried;

use shido_core::Seat;

use crate::{Advice, Advisor, Learnable, MoveMemory, Situation, Strength};

pub use coverage::Covered;

/// All 22 Advisors: four of the first tier and three of the second, in the order in which they are
/// consulted, and fifteen of the third. Which lines are drawn is a matter of opinion.
#[must_use]
pub fn advisors<G: Learnable>(covered: Covered) -> Vec<Box<dyn Advisor<G>>> {
    vec![
        Box::new(wiser::Wiser),
        Box::new(sadder::Sadder),
        Box::new(victory::Victory),
        Box::new(dont_lose::DontLose),
        Box::new(panic::Panic),
        Box::new(shortsight::Shortsight),
        Box::new(enough_rope::EnoughRope),
        Box::new(anthropomorph::Anthropomorph),
        Box::new(candide::Candide),
        Box::new(challenge::Challenge),
        Box::new(coverage::Coverage(covered)),
        Box::new(cyber::Cyber),
        Box::new(freedom::Freedom),
        Box::new(greedy::Greedy),
        Box::new(leery::Leery),
        Box::new(material::Material),
        Box::new(not_again::NotAgain),
        Box::new(open::Open),
        Box::new(pitchfork::Pitchfork),
        Box::new(shortcut::Shortcut),
        Box::new(vulnerable::Vulnerable),
        Box::new(worried::Worried),
    ]
}

/// Comments on every candidate by a number that says how much it is for it. Numbers that do not tell
/// the candidates apart say nothing.
fn comment_by<G: Learnable>(
    situation: &Situation<'_, G>,
    lean: impl Fn(&crate::Candidate<G>) -> i32,
) -> Advice<G::Move> {
    let leans: Vec<i32> = situation.candidates.iter().map(lean).collect();
    if leans.iter().all(|lean| *lean == leans[0]) {
        return Advice::Silence;
    }
    let moves = situation.candidates.iter().map(|candidate| candidate.mv);
    Advice::comments(moves.zip(leans.into_iter().map(Strength::leaning)))
}

/// Comments on every candidate by how much it changes the balance of what each side has on the board:
/// what the mover has less what the other side has.
fn comment_on_balance<G: Learnable>(
    situation: &Situation<'_, G>,
    weight: i32,
    has: impl Fn(&[Option<Seat>], Seat) -> i32,
) -> Advice<G::Move> {
    let balance = |holders: &[Option<Seat>]| {
        has(holders, situation.mover) - has(holders, situation.mover.other())
    };
    let now = balance(situation.holders());
    comment_by(situation, |candidate| {
        weight * (balance(situation.holders_after(candidate)) - now)
    })
}

/// The same comment on every candidate that was made in this position before.
fn comment_on_known<G: Learnable>(
    situation: &Situation<'_, G>,
    made: &MoveMemory<G>,
    lean: i32,
) -> Advice<G::Move> {
    let moves = situation.moves_where(|_| true);
    let symmetries = &situation.knowledge.symmetries;
    comment_on(
        made.known(situation.game, symmetries, situation.position, moves),
        lean,
    )
}

/// The same comment on some moves.
fn comment_on<M>(moves: Vec<M>, lean: i32) -> Advice<M> {
    Advice::comments(moves.into_iter().map(|mv| (mv, Strength::leaning(lean))))
}

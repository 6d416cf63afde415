//! Players that are added to a catalog at run time and play any game: they see text.

use std::sync::Arc;

use shido_arena::{Contest, Player, PlayerError, Thinking};
use shido_core::{Notation, Turn};

use super::PlayerDescription;
use super::mind::{Mind, Prepared};
use crate::entry::{Entry, Playable};
use crate::{Error, Spec};

/// A contest as somebody sees it who knows no game's types.
pub trait AnyContest {
    /// The position, as text.
    fn position(&self) -> String;
    /// Who is to move.
    fn turn(&self) -> Turn;
    /// The legal moves, as text.
    fn legal_moves(&self) -> Vec<String>;
    /// The position after one of them, by its place in the list.
    fn after(&self, mv: usize) -> String;
    /// The moves so far, as text.
    fn moves(&self) -> Vec<String>;
}

/// Somebody who can play any game.
pub trait GenericPlayer: Send {
    /// Which of the legal moves to make, by its place in their list.
    ///
    /// # Errors
    /// Where the player resigns or cannot go on.
    fn choose(
        &mut self,
        contest: &dyn AnyContest,
        thinking: &mut Thinking<'_, usize>,
    ) -> Result<usize, PlayerError>;
}

/// Makes a player for a contest, given what was written for it.
pub(crate) type MakePlayer = dyn Fn(&Spec) -> Result<Box<dyn GenericPlayer>, Error> + Send + Sync;

/// A player that was added.
#[derive(Clone)]
pub(crate) struct AddedPlayer {
    pub(crate) description: PlayerDescription,
    pub(crate) make: Arc<MakePlayer>,
}

impl AddedPlayer {
    pub(crate) fn prepare<G: Playable>(
        &self,
        _: &Entry<G>,
        spec: &Spec,
    ) -> Result<Prepared<G>, Error> {
        // What is wrong with its options is said before anything is played.
        (self.make)(spec)?;
        let (make, spec) = (Arc::clone(&self.make), spec.clone());
        Ok(Prepared::new(move || Box::new(Seeing(make(&spec)))))
    }
}

/// A generic player at a board of a certain game.
struct Seeing(Result<Box<dyn GenericPlayer>, Error>);

struct View<'c, 'g, G: Notation>(&'c Contest<'g, G>, Vec<G::Move>);

impl<G: Notation> AnyContest for View<'_, '_, G> {
    fn position(&self) -> String {
        self.0.game().write_position(self.0.position())
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn legal_moves(&self) -> Vec<String> {
        let write = |mv: &G::Move| self.0.game().write_move(self.0.position(), *mv);
        self.1.iter().map(write).collect()
    }

    fn after(&self, mv: usize) -> String {
        let game = self.0.game();
        let next = self.1.get(mv).map(|mv| game.after(self.0.position(), *mv));
        game.write_position(next.as_ref().unwrap_or(self.0.position()))
    }

    fn moves(&self) -> Vec<String> {
        let (game, made) = (self.0.game(), self.0.positions().iter().zip(self.0.moves()));
        made.map(|(position, mv)| game.write_move(position, *mv))
            .collect()
    }
}

impl<G: Notation> Player<G> for Seeing {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        let player = match &mut self.0 {
            Ok(player) => player,
            Err(error) => return Err(PlayerError::Failed(error.to_string())),
        };
        let view = View(contest, contest.game().moves(contest.position()));
        let chosen = player.choose(
            &view,
            &mut Thinking {
                rng: thinking.rng,
                limits: thinking.limits,
                stop: thinking.stop,
                watch: &|_| {},
            },
        )?;
        view.1.get(chosen).copied().ok_or_else(|| {
            PlayerError::Failed(format!(
                "it chose move {chosen} of {}, counted from 0",
                view.1.len()
            ))
        })
    }
}

impl<G: Notation> Mind<G> for Seeing {}

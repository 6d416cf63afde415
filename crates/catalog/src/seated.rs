//! A contest at a table, held without its type.

use shido_arena::{Contest, Player, Transcript};
use shido_core::picture::Picture;
use shido_core::{Game, Rng, Seat, Turn};

use crate::CatalogError;
use crate::any_game::AnyTable;
use crate::held::{Held, Playable};

/// A contest under way, perhaps against a player.
pub(crate) struct SeatedTable<'h, G: Game> {
    pub(crate) held: &'h Held<G>,
    pub(crate) contest: Contest<'h, G>,
    pub(crate) opponent: Option<Box<dyn Player<G>>>,
    pub(crate) rng: Rng,
}

impl<G: Playable> AnyTable for SeatedTable<'_, G> {
    fn position(&self) -> String {
        self.held.game.write_position(self.contest.position())
    }

    fn picture(&self) -> Picture {
        self.held.game.picture(self.contest.position())
    }

    fn turn(&self) -> Turn {
        self.contest.turn()
    }

    fn legal_moves(&self) -> Vec<String> {
        if let Turn::Over(_) = self.contest.turn() {
            return Vec::new();
        }
        let position = self.contest.position();
        let moves = self.held.game.moves(position);
        moves
            .into_iter()
            .map(|mv| self.held.game.write_move(position, mv))
            .collect()
    }

    fn moves(&self) -> Vec<String> {
        self.held
            .write_moves(self.contest.start(), self.contest.moves())
    }

    fn symbol(&self, seat: Seat) -> String {
        self.picture().symbols[seat.index()].clone()
    }

    fn repetition(&self) -> Option<(u32, u32)> {
        Some((
            self.contest.occurrences()?,
            self.held.game.repetition_limit()?,
        ))
    }

    fn play(&mut self, text: &str) -> Result<(), CatalogError> {
        let mv = self.held.game.parse_move(self.contest.position(), text)?;
        self.contest
            .play(mv)
            .map_err(|error| CatalogError::Failed(error.to_string()))
    }

    fn reply(&mut self) -> Result<String, CatalogError> {
        let failed = |error: &dyn std::error::Error| CatalogError::Failed(error.to_string());
        let position = self.contest.position();
        let mv = match (self.contest.turn(), &self.held.nature, &mut self.opponent) {
            (Turn::Chance, Some(nature), _) => nature
                .sample(&self.held.game, position, &mut self.rng)
                .map_err(|e| failed(&e))?,
            (Turn::Of(_), _, Some(opponent)) => opponent
                .choose(&self.contest, &mut self.rng)
                .map_err(|e| failed(&e))?,
            _ => return Err(CatalogError::Failed("nobody is there to move".to_owned())),
        };
        let text = self.held.game.write_move(position, mv);
        self.contest.play(mv).map_err(|e| failed(&e))?;
        Ok(text)
    }

    fn undo(&mut self) -> bool {
        self.contest.undo().is_some()
    }

    fn resign(&mut self, seat: Seat) {
        self.contest.resign(seat);
    }

    fn transcript(&self) -> Result<String, CatalogError> {
        Transcript::of(&self.contest)
            .to_text(&self.held.game)
            .map_err(|error| CatalogError::Failed(error.to_string()))
    }
}

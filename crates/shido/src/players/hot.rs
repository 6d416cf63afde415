//! Searches whose time goes into the rules of a game, so that it pays to compile them for its type. What makes
//! players of them is compiled once, for games without their type.

use shido_core::{Game, Guide};
use shido_search::{Ask, Recording, SearchError};

use super::expectiminimax::Expectiminimax;
use super::mcts::Mcts;
use super::pn::ProofNumber;
use super::pvs::Pvs;
use super::search::{Answer, Asked, Search};

/// How a search answers for a type of game.
pub(crate) type Find<S, G> = fn(&S, Asked<'_, G>) -> Answer<G>;

/// The searches that are compiled for the type of a game.
pub(crate) struct HotSearches<G: Game> {
    pub(crate) pvs: Option<Find<Pvs, G>>,
    pub(crate) mcts: Option<Find<Mcts, G>>,
    pub(crate) pn: Option<Find<ProofNumber, G>>,
    pub(crate) expectiminimax: Option<Find<Expectiminimax, G>>,
}

impl<G: Game> HotSearches<G> {
    /// For a game that nobody is in a hurry to search.
    pub(crate) const NONE: HotSearches<G> = HotSearches {
        pvs: None,
        mcts: None,
        pn: None,
        expectiminimax: None,
    };
}

impl<G: Guide> HotSearches<G> {
    /// For a game without chance. How much the table of `pn` holds depends on the size of positions, and on that
    /// what is proved.
    pub(crate) const USUAL: HotSearches<G> = HotSearches {
        pvs: Some(Search::<G>::search),
        mcts: Some(Search::<G>::search),
        pn: Some(Search::<G>::search),
        ..HotSearches::NONE
    };

    /// For a game with chance.
    pub(crate) const WITH_CHANCE: HotSearches<G> = HotSearches {
        expectiminimax: Some(Search::<G>::search),
        ..HotSearches::NONE
    };
}

/// A search that is left to what is compiled for the type of the game, where there is something.
pub(crate) struct Hot<S, G: Game> {
    pub(crate) search: S,
    pub(crate) find: Option<Find<S, G>>,
}

impl<G: Game, S: Search<G>> Search<G> for Hot<S, G> {
    fn is_pure(&self) -> bool {
        self.search.is_pure()
    }

    fn search(&self, asked: Asked<'_, G>) -> Answer<G> {
        match self.find {
            Some(find) => find(&self.search, asked),
            None => self.search.search(asked),
        }
    }

    fn usual_nodes(&self) -> Option<u64> {
        self.search.usual_nodes()
    }

    fn ask_to_choose(&self) -> Ask {
        self.search.ask_to_choose()
    }

    fn knows_the_past(&self) -> bool {
        self.search.knows_the_past()
    }

    fn cuts_at_the_root(&self) -> bool {
        self.search.cuts_at_the_root()
    }

    fn watched(
        &self,
        asked: Asked<'_, G>,
        recording: &mut Recording<G>,
    ) -> Option<Result<(), SearchError<G::Move>>> {
        self.search.watched(asked, recording)
    }
}

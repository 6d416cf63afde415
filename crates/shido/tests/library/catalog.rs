//! What is added to a catalog at run time is used as if it had come with it.

use shido::arena::PlayerError;
use shido::games::othello::Othello;
use shido::search::Evaluate;
use shido::{
    AnyContest, Ask, Catalog, Error, ForFirst, GenericPlayer, Request, Seat, Settings, Thinking,
};

/// Makes the last of the legal moves.
struct Last;

impl GenericPlayer for Last {
    fn choose(
        &mut self,
        contest: &dyn AnyContest,
        _: &mut Thinking<'_, usize>,
    ) -> Result<usize, PlayerError> {
        let moves = contest.legal_moves().len();
        moves.checked_sub(1).ok_or(PlayerError::Over)
    }
}

#[test]
fn a_player_that_was_added_plays_any_game() {
    let mut catalog = Catalog::shipped();
    let make = |_: &shido::Spec| Ok(Box::new(Last) as Box<dyn GenericPlayer>);
    catalog
        .add_player("last", "the last legal move", make)
        .unwrap();
    let taken = catalog.add_player("pvs", "another", make);
    assert!(matches!(taken, Err(Error::Taken { .. })));
    let settings = Settings::in_memory();
    for name in ["tic-tac-toe", "chess", "go:size=5"] {
        let game = catalog.open(name).unwrap();
        let last = game
            .player(&"last".parse().unwrap(), &settings, &|_| {})
            .unwrap();
        let mut session = game.session(None, &settings).unwrap();
        let expected = session.legal_moves().pop();
        session.seat(Seat::First, Some(&last)).unwrap();
        session.let_move(&Request::default()).unwrap();
        assert_eq!(session.moves().pop(), expected, "{name}");
    }
}

/// One ply ahead a search says what the evaluation says: 0.25 of every position.
#[test]
fn an_evaluation_that_was_added_is_asked_for_by_its_name() {
    let mut catalog = Catalog::shipped();
    let quarter = Evaluate(|_: &Othello, _: &_| ForFirst(0.25));
    catalog.add_evaluation("othello", "quarter", quarter);
    let settings = Settings::in_memory();
    let game = catalog.open("othello").unwrap();
    let spec = "minimax:depth=1,weights=quarter".parse().unwrap();
    let by = game.player(&spec, &settings, &|_| {}).unwrap();
    let mut session = game.session(None, &settings).unwrap();
    let found = session
        .analyze(&by, Ask::EveryMove, &Request::default())
        .unwrap();
    assert_eq!(found.thought.value, ForFirst(0.25));
    // Elsewhere it is unknown, and taken for a file that is not there.
    let other = catalog.open("chess").unwrap();
    assert!(other.player(&spec, &settings, &|_| {}).is_err());
}

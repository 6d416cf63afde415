//! A player that panics: a mistake in the program, which must cost nobody their contest.

use serde_json::json;
use shido::arena::PlayerError;
use shido::{AnyContest, Catalog, GenericPlayer, Spec, Thinking};

use crate::client::{Server, config};

struct Panics;

impl GenericPlayer for Panics {
    fn choose(
        &mut self,
        _: &dyn AnyContest,
        _: &mut Thinking<'_, usize>,
    ) -> Result<usize, PlayerError> {
        panic!("a mistake in a player, made on purpose")
    }
}

#[test]
fn who_panics_takes_nothing_along() {
    let data = tempfile::tempdir().expect("there is room");
    let mut catalog = Catalog::shipped();
    let make = |_: &Spec| Ok(Box::new(Panics) as Box<dyn GenericPlayer>);
    catalog
        .add_player("panics", "panics instead of moving", make)
        .expect("nobody has this name");
    let server = Server::of(catalog, config(data.path()));
    let mut client = server.client();
    let begin = |player| json!({ "game": "tic-tac-toe", "opponent": { "player": player } });
    let quiet = client.begin(&begin("random"))["id"].as_i64();
    let quiet = quiet.expect("contests have numbers");
    let id = client.begin(&begin("panics"))["id"].as_i64();
    let id = id.expect("contests have numbers");
    let mut events = client.events(id);
    client.posted(&format!("/contests/{id}/play"), &json!({ "move": "b2" }));
    let failure = loop {
        let (name, data) = events.next();
        if name == "failed" {
            break data;
        }
    };
    assert_eq!(
        failure["error"],
        "something went wrong inside: this is a mistake in the program"
    );
    // The move stands, can be taken back and made again.
    let contest = client.settled(id);
    assert_eq!(contest["moves"][0]["text"], "b2");
    assert_eq!(contest["waiting"], json!(true));
    client.posted(&format!("/contests/{id}/take-back"), &json!({}));
    assert_eq!(client.settled(id)["moves"], json!([]));
    // Others go on.
    let moves = client.play(quiet, "b2")["moves"].as_array().map(Vec::len);
    assert_eq!(moves, Some(2));
}

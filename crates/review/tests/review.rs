//! Short contests whose mistakes were worked out by hand.

use shido::{Catalog, Saved, Settings, read_records};
use shido_review::{MomentKind, Review, ReviewOrder, graph, review, review_page};

fn record(text: &str) -> Saved {
    read_records(text).expect("a record").remove(0)
}

fn reviewed(text: &str, rating: f64, judge: &str) -> Review {
    let order = ReviewOrder {
        rating: Some(rating),
        judge: Some(judge.parse().expect("a player")),
        ..ReviewOrder::default()
    };
    let settings = Settings::in_memory();
    let found = review(
        &Catalog::shipped(),
        &record(text),
        &order,
        &settings,
        &|_| {},
    );
    found.expect("it can be reviewed")
}

/// Whether somebody would find it is for `people` to say; here are all the mistakes, found or not.
fn mistakes(review: &Review) -> Vec<usize> {
    let moments = review.moments.iter().map(|moment| moment.number);
    let all = moments.chain(review.beyond.iter().chain(&review.slips).copied());
    let mut all: Vec<usize> = all.collect();
    all.sort_unstable();
    all
}

/// Ratings at one of which the mistake is to be at the level of the player.
const RATINGS: [f64; 3] = [700.0, 1000.0, 1300.0];

/// The scholar's mate. Black's mistake is the third move: it allows mate in one, while g6, Qe7 and others hold.
#[test]
fn the_scholars_mate() {
    let game = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";
    let mut at_level = 0;
    for rating in RATINGS {
        let found = reviewed(game, rating, "pvs:depth=4");
        assert_eq!(
            (found.seat.as_str(), found.side.as_str()),
            ("second", "Black")
        );
        assert_eq!(found.chances.len(), 8);
        assert_eq!(*found.chances.last().expect("there are some"), 0.0);
        assert_eq!(mistakes(&found), [6]);
        let Some(moment) = found.moments.first() else {
            continue;
        };
        at_level += 1;
        assert_eq!(moment.kind, MomentKind::Mistake);
        assert_eq!((moment.number, moment.played.as_str()), (6, "Nf6"));
        assert_eq!(moment.refutation, ["Qxf7#"]);
        assert!(moment.motifs.contains(&"mate".to_owned()));
        let card = &moment.card;
        assert!(card.moves.contains(&"g6".to_owned()), "{:?}", card.moves);
        assert!(!card.moves.contains(&"Nf6".to_owned()));
        assert_eq!(card.hints.len(), 3);
        let reason = "After Nf6 comes Qxf7#: The king on e8 is mated at once.";
        assert!(card.why.contains(reason), "{}", card.why);
        let chess = Catalog::shipped().open("chess").expect("it is shipped");
        let page = review_page(&found, &chess, "shido review").expect("a page");
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert!(page.contains("data-place=\"e8\"") && page.contains("You played Nf6."));
        let json = serde_json::to_value(card).expect("a card can be written");
        for key in ["game", "position", "moves", "hints", "why"] {
            assert!(json.get(key).is_some(), "{key}");
        }
    }
    assert!(at_level > 0, "somebody can learn from it");
}

/// Tic-tac-toe: after b2 the edge b1 is O's mistake. X wins with every corner and with a2 and c2: each threatens,
/// O has to block, and the next X threatens twice. Only the edge b3 gives the win back. Six moves of seven are
/// right, so even somebody who moves at random finds one of them more often than four times in five: a slip.
#[test]
fn a_chance_that_nearly_every_move_takes() {
    let game = "[Game \"tic-tac-toe\"]\n\n1. X: b2\n2. O: b1\n3. X: b3\n4. O: a1\n5. X: c1\n6. O: a3\n\
                7. X: a2\n8. O: c2\n9. X: c3\n";
    for rating in [700.0, 1700.0] {
        let found = reviewed(game, rating, "perfect");
        assert_eq!(found.seat, "first", "a draw, so the first player");
        assert_eq!((found.offered, found.taken), (1, 0));
        assert_eq!((mistakes(&found), &found.slips[..]), (vec![3], &[3][..]));
        let half = [0.5, 0.5, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
        assert_eq!(found.chances, half);
        let drawn = graph(&found, 80);
        // A column for each of ten positions, of which the third is as high as can be.
        assert_eq!(drawn.lines().next(), Some("100%   █"));
        assert_eq!(drawn.lines().count(), 7);
    }
}

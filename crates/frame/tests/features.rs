//! The features of frames are those of the slides.

use shido_core::{Features, Notation};
use shido_frame::{Compiled, Frame};

/// `e(p)`, the lines that are open for X less those that are open for O, on the boards of the slides
/// that are not decided yet, counted by hand.
#[test]
fn tic_tac_toe_counts_open_lines() {
    let text = include_str!("../../../frames/tic-tac-toe.toml");
    let frame = Frame::read("tic-tac-toe.toml", text, &[]).expect("a frame");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        panic!("a small board");
    };
    let names = game.feature_names();
    let rows = [
        (".../.../... X", 0.0),
        // All eight lines are open for X, the four along the sides for O.
        (".../.X./... O", 4.0),
        // X in a corner, O in the centre: four against five.
        ("X../.O./... X", -1.0),
        // X in a corner, O on the edge beside it: six against five.
        ("X../O../... X", 1.0),
    ];
    for (position, expected) in rows {
        let position = game.parse_position(position).expect("a position");
        let mut open = 0.0;
        game.each_feature(&position, |index, value| {
            if names[index].starts_with("lines") {
                open += value;
            }
        });
        assert_eq!(open, expected, "{}", game.write_position(&position));
    }
}

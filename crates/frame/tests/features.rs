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

/// Threats of Connect Four, found by hand: X has three in the bottom row, open at d1, and nothing
/// lies in column d; O has three in the second row, open at d2, right above.
#[test]
fn connect_four_knows_rows_and_reach() {
    let text = include_str!("../../../frames/connect-four.toml");
    let frame = Frame::read("connect-four.toml", text, &[]).expect("a frame");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        panic!("a small board");
    };
    let names = game.feature_names();
    let position = "......./......./......./......./OOO..../XXX.... X";
    let position = game.parse_position(position).expect("a position");
    let mut features = vec![0.0; names.len()];
    game.each_feature(&position, |index, value| features[index] += value);
    let rows = [
        ("turn", 1.0),
        ("mover completes a line", 1.0),
        ("other side threatens one point", 0.0),
        ("other side threatens several points", 0.0),
        ("threats of first in odd rows", 1.0),
        ("threats of first in even rows", 0.0),
        ("threats of second in odd rows", 0.0),
        ("threats of second in even rows", -1.0),
        ("threats above threats", 0.0),
        // One marker of each side on a point and none on its mirror image.
        ("points like a1", 1.0),
        ("points like b2", -1.0),
        ("points like d1", 0.0),
    ];
    for (name, expected) in rows {
        let index = names.iter().position(|known| known == name);
        let found = features[index.expect("the feature is there")];
        assert_eq!(found, expected, "{name}");
    }
    assert_eq!(game.rough_weights().len(), names.len());
}

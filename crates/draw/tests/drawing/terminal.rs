//! Boards in a terminal, compared with drawings made by hand.

use anstyle::Style;
use shido_core::picture::{Cells, Content, Depict, Picture, Place, Surface};
use shido_core::{Game, Notation};
use shido_draw::{Changes, TerminalStyle, terminal};
use shido_games::chess::Chess;
use shido_games::draughts::Draughts;
use shido_games::othello::Othello;

use crate::boards::*;

fn unstyled() -> TerminalStyle {
    TerminalStyle {
        sides: [Style::new(); 2],
        label: Style::new(),
        board: Style::new(),
        brackets: Style::new(),
        ..TerminalStyle::default()
    }
}

/// Labels written as `name=text` in a row.
fn labelling(labels: &str) -> TerminalStyle {
    let pairs = labels.split_whitespace();
    let pairs = pairs.map(|pair| pair.split_once('=').expect("a name and a text"));
    TerminalStyle {
        labels: pairs
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .collect(),
        ..unstyled()
    }
}

fn highlighting(names: &str) -> TerminalStyle {
    TerminalStyle {
        highlight: names.split_whitespace().map(str::to_owned).collect(),
        ..unstyled()
    }
}

/// A text without the escape codes of its styles.
fn stripped(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').expect("a code of a style").1);
    }
    plain
}

/// The board without the legend.
fn board(text: &str) -> &str {
    text.split("\n\n").next().unwrap_or_default()
}

fn width(text: &str) -> usize {
    text.lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0)
}

/// Where the characters are that are not lines, blanks or brackets.
fn marks(text: &str) -> Vec<(usize, usize, char)> {
    let mut marks = Vec::new();
    for (row, line) in text.lines().enumerate() {
        for (column, character) in line.chars().enumerate() {
            if !" ─│┌┐└┘├┤┬┴┼╱╲╳_[]".contains(character) {
                marks.push((row, column, character));
            }
        }
    }
    marks
}

fn check(picture: &Picture, style: &TerminalStyle, expected: &str) {
    let drawn = stripped(&terminal(picture, style));
    // Literals begin on a line of their own, so that their columns line up.
    let expected = expected.strip_prefix('\n').expect("a line end first");
    assert_eq!(drawn, expected, "\n{drawn}");
}

#[test]
fn tic_tac_toe() {
    check(
        &with(squares(3, 3), "a1 b2", "c3"),
        &highlighting("c3"),
        "
  ┌───┬───┬───┐
3 │   │   │[O]│
  ├───┼───┼───┤
2 │   │ X │   │
  ├───┼───┼───┤
1 │ X │   │   │
  └───┴───┴───┘
    a   b   c
",
    );
}

#[test]
fn numbered_cells_show_their_numbers_inside() {
    check(
        &with(numbered(), "1 5", "9"),
        &unstyled(),
        "
┌───┬───┬───┐
│ X │ 2 │ 3 │
├───┼───┼───┤
│ 4 │ X │ 6 │
├───┼───┼───┤
│ 7 │ 8 │ O │
└───┴───┴───┘
",
    );
}

#[test]
fn layers_stand_side_by_side() {
    check(
        &with(layers(2), "Aa1", "Bb2"),
        &unstyled(),
        "
      A          B
  ┌───┬───┐  ┌───┬───┐
2 │   │   │  │   │ O │
  ├───┼───┤  ├───┼───┤
1 │ X │   │  │   │   │
  └───┴───┘  └───┴───┘
    a   b      a   b
",
    );
}

#[test]
fn morris() {
    let position = with(nine_mens_morris(), "a7 d7 d6 b2", "g7 c4 e3");
    check(
        &with_beside(position, "5 to place", "6 to place"),
        &highlighting("d6"),
        "
 ●───────────●───────────○
 │           │           │
 │   b6─────[●]──────f6  │
 │   │       │       │   │
 │   │   c5──d5──e5  │   │
 │   │   │       │   │   │
 a4──b4──○       e4──f4──g4
 │   │   │       │   │   │
 │   │   c3──d3──○   │   │
 │   │       │       │   │
 │   ●───────d2──────f2  │
 │           │           │
 a1──────────d1──────────g1

● X  5 to place
○ O  6 to place
",
    );
}

#[test]
fn go() {
    let position = with(crossings(9, "C3 G3 E5 C7 G7"), "E5 C3 A9", "E4 G7");
    check(
        &with_beside(position, "area 3", "area 2, komi 7.5"),
        &highlighting("E4"),
        "
  A B C D E F G H J
9 ● · · · · · · · · 9
8 · · · · · · · · · 8
7 · · + · · · ○ · · 7
6 · · · · · · · · · 6
5 · · · · ● · · · · 5
4 · · · ·[○]· · · · 4
3 · · ● · · · + · · 3
2 · · · · · · · · · 2
1 · · · · · · · · · 1
  A B C D E F G H J

● X  area 3
○ O  area 2, komi 7.5
",
    );
}

#[test]
fn rows_of_one_and_of_two_digits_stand_in_line() {
    let ten = crossings(10, "C3 H3 C8 H8");
    let drawn = terminal(&ten, &highlighting("A10 K1 A1"));
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "   A B C D E F G H J K");
    assert_eq!(lines[1], "10[·]· · · · · · · · · 10");
    assert_eq!(lines[3], " 8 · · + · · · · + · · 8");
    assert_eq!(lines[10], " 1[·]· · · · · · · ·[·]1");
    assert_eq!(lines[11], lines[0]);
}

#[test]
fn the_largest_go_board_takes_a_row_a_line() {
    let drawn = terminal(&crossings(19, "K10"), &unstyled());
    assert_eq!(drawn.lines().count(), 21, "{drawn}");
    assert_eq!(width(&drawn), 2 + 1 + 37 + 1 + 2, "{drawn}");
    let star = drawn.lines().position(|line| line.contains('+'));
    assert_eq!(star, Some(10), "{drawn}");
}

#[test]
fn a_board_without_names_keeps_room_for_a_bracket() {
    let unnamed = |highlight: &str| TerminalStyle {
        names: false,
        ..highlighting(highlight)
    };
    check(&crossings(2, ""), &unnamed(""), "\n · ·\n · ·\n");
    check(&crossings(2, ""), &unnamed("A1"), "\n · ·\n[·]·\n");
}

#[test]
fn brackets_of_neighbours_share_a_bar() {
    check(
        &with(crossings(4, ""), "A2 C2", ""),
        &highlighting("A2 B2 C2 A4 C4"),
        "
  A B C D
4[·]·[·]· 4
3 · · · · 3
2[●|·|●]· 2
1 · · · · 1
  A B C D

● X
○ O
",
    );
}

/// Where a terminal has few lines: no lines between squares, names once, what is beside the board on one line.
#[test]
fn compact_boards_take_few_lines() {
    let style = TerminalStyle {
        compact: true,
        ..highlighting("e2 e4")
    };
    let game = Chess;
    let mut position = game.start();
    let mv = game.parse_move(&position, "e4").unwrap();
    game.play(&mut position, mv);
    check(
        &game.picture(&position),
        &style,
        "
  ┌────────────────────────┐
8 │ r  n  b  q  k  b  n  r │
7 │ p  p  p  p  p  p  p  p │
6 │ ·  ·  ·  ·  ·  ·  ·  · │
5 │ ·  ·  ·  ·  ·  ·  ·  · │
4 │ ·  ·  ·  · [P] ·  ·  · │
3 │ ·  ·  ·  ·  ·  ·  ·  · │
2 │ P  P  P  P [·] P  P  P │
1 │ R  N  B  Q  K  B  N  R │
  └────────────────────────┘
    a  b  c  d  e  f  g  h
",
    );
    let style = TerminalStyle {
        compact: true,
        ..highlighting("A2")
    };
    check(
        &with(crossings(3, "B2"), "A2", ""),
        &style,
        "
  A B C
3 · · · 3
2[●]+ · 2
1 · · · 1
● X    ○ O
",
    );
}

#[test]
fn labels_replace_what_is_seen() {
    check(
        &with(crossings(3, "B2"), "A1", "C3"),
        &labelling("A1=G B2=1 C2=2"),
        "
  A B C
3 · · ○ 3
2 · 1 2 2
1 G · · 1
  A B C

● X
○ O
",
    );
    // Texts of two characters move the columns apart, and brackets fit around them.
    let style = TerminalStyle {
        highlight: vec!["B2".to_owned(), "C2".to_owned(), "A1".to_owned()],
        ..labelling("A1=G B2=10 C2=9")
    };
    check(
        &with(crossings(3, "B2"), "A1", "C3"),
        &style,
        "
  A  B  C
3 ·  ·  ○  3
2 · [10|9] 2
1[G] ·  ·  1
  A  B  C

● X
○ O
",
    );
    check(
        &with(squares(3, 2), "a1", "b1"),
        &labelling("a1=1 c2=12"),
        "
  ┌────┬────┬────┐
2 │    │    │ 12 │
  ├────┼────┼────┤
1 │ 1  │ O  │    │
  └────┴────┴────┘
    a    b    c
",
    );
    check(
        &with(achi(), "b2", ""),
        &labelling("b2=1 a3=12 c1=5"),
        "
 12──b3──c3
 │ ╲ │ ╱ │
 a2──1───c2
 │ ╱ │ ╲ │
 a1──b1──5

● X
○ O
",
    );
}

#[test]
fn a_label_on_a_marker_has_the_style_of_its_side() {
    let style = TerminalStyle {
        labels: labelling("A1=G B2=1").labels,
        names: false,
        board: Style::new(),
        ..TerminalStyle::default()
    };
    let drawn = terminal(&with(crossings(2, ""), "A1", ""), &style);
    let styled =
        |style: Style, text: &str| format!("{}{text}{}", style.render(), style.render_reset());
    assert!(drawn.contains(&styled(style.sides[0], "G")), "{drawn:?}");
    assert!(drawn.contains(&styled(style.label, "1")), "{drawn:?}");
}

#[test]
fn diagonals() {
    check(
        &with(achi(), "b2", ""),
        &unstyled(),
        "
 a3──b3──c3
 │ ╲ │ ╱ │
 a2──●───c2
 │ ╱ │ ╲ │
 a1──b1──c1

● X
○ O
",
    );
}

#[test]
fn a_triangle() {
    check(
        &tsoro_yematatu(),
        &unstyled(),
        "
         1
        ╱│╲
       ╱ │ ╲
      ╱  │  ╲
     2───3───4
    ╱    │    ╲
   ╱     │     ╲
  ╱      │      ╲
 5───────6───────7
",
    );
}

#[test]
fn a_ring_with_flat_slopes() {
    check(
        &mu_torere(),
        &unstyled(),
        "
     ___─3─___
   4─    │    ─2
  ╱  ╲   │   ╱  ╲
  ╱    ╲ │ ╱    ╲
 5───────c───────1
  ╲    ╱ │ ╲    ╱
  ╲  ╱   │   ╲  ╱
   6─___ │ ___─8
        ─7─
",
    );
}

#[test]
fn a_tree() {
    check(
        &tree(),
        &unstyled(),
        "
               G
       ┌───────┴───────┐
       E               F
   ┌───┴───┐       ┌───┴───┐
   A       B       C       D
 ┌─┴─┐   ┌─┴─┐   ┌─┴─┐   ┌─┴─┐
 3   -1  0   12  5   5  -10  7
",
    );
}

#[test]
fn the_name_of_every_empty_point_is_seen_once() {
    for (game, picture) in lined() {
        let drawn = terminal(&picture, &unstyled());
        let mut seen: Vec<&str> = drawn
            .split(|character: char| !character.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let mut names: Vec<&str> = picture.places.iter().map(|place| &*place.name).collect();
        seen.sort_unstable();
        names.sort_unstable();
        assert_eq!(seen, names, "{game}\n{drawn}");
    }
}

#[test]
fn every_marker_is_seen_once() {
    for (game, picture) in all() {
        let picture = full(picture);
        let markers = picture.places.iter().map(|place| &place.content);
        let expected = markers.filter(|content| matches!(content, Content::Marker { .. }));
        let drawn = terminal(&picture, &unstyled());
        let seen = board(&drawn).chars().filter(|c| "●○XO".contains(*c));
        assert_eq!(seen.count(), expected.count(), "{game}\n{drawn}");
    }
}

#[test]
fn without_names_every_empty_point_is_a_dot() {
    let style = TerminalStyle {
        names: false,
        ..unstyled()
    };
    for (game, picture) in lined() {
        let drawn = terminal(&picture, &style);
        let dots = drawn.chars().filter(|&character| character == '·').count();
        assert_eq!(dots, picture.places.len(), "{game}\n{drawn}");
        assert!(!drawn.contains(char::is_alphanumeric), "{game}\n{drawn}");
    }
}

#[test]
fn every_board_fits_into_the_width() {
    for (game, picture) in all() {
        let drawn = terminal(&picture, &unstyled());
        assert!(width(&drawn) <= 80, "{game}\n{drawn}");
    }
}

#[test]
fn a_wide_tree_is_narrowed() {
    // 27 leaves of one digit fit into 80 columns with a blank or two between them.
    let drawn = terminal(&broom(27), &unstyled());
    assert!(width(&drawn) <= 80, "{drawn}");
    assert_eq!(drawn.matches('1').count(), 27, "{drawn}");
    assert!(!drawn.contains("11"), "{drawn}");
}

#[test]
fn points_are_kept_apart_even_where_the_width_does_not_allow_it() {
    for (game, picture) in lined() {
        let style = TerminalStyle {
            width: 3,
            ..unstyled()
        };
        let drawn = terminal(&full(picture.clone()), &style);
        let seen = board(&drawn).chars().filter(|c| "●○".contains(*c));
        assert_eq!(seen.count(), picture.places.len(), "{game}\n{drawn}");
    }
}

#[test]
fn cells_lose_their_air_where_the_width_does_not_allow_it() {
    let style = TerminalStyle {
        width: 10,
        ..highlighting("c3")
    };
    check(
        &with(squares(3, 3), "a1 b2", "c3"),
        &style,
        "
  ┌─┬─┬─┐
3 │ │ [O]
  ├─┼─┼─┤
2 │ │X│ │
  ├─┼─┼─┤
1 │X│ │ │
  └─┴─┴─┘
   a b c
",
    );
}

#[test]
fn layers_are_wrapped_where_the_width_does_not_allow_them_in_a_row() {
    let style = TerminalStyle {
        width: 12,
        ..unstyled()
    };
    check(
        &with(layers(2), "Aa1", "Bb2"),
        &style,
        "
      A
  ┌───┬───┐
2 │   │   │
  ├───┼───┤
1 │ X │   │
  └───┴───┘
    a   b

      B
  ┌───┬───┐
2 │   │ O │
  ├───┼───┤
1 │   │   │
  └───┴───┘
    a   b
",
    );
}

#[test]
fn a_board_keeps_its_size_while_it_fills() {
    for (game, picture) in all() {
        let empty = terminal(&picture, &unstyled());
        let filled = terminal(&full(picture), &unstyled());
        // The last column may be the second letter of a name.
        let difference = width(board(&empty)).abs_diff(width(board(&filled)));
        assert!(difference <= 1, "{game}\n{empty}{filled}");
        let rows = |text: &str| board(text).lines().count();
        assert_eq!(rows(&empty), rows(&filled), "{game}\n{empty}{filled}");
    }
}

#[test]
fn brackets_change_nothing_but_lines() {
    for (game, picture) in all() {
        let picture = full(picture);
        let plain = terminal(&picture, &unstyled());
        for place in &picture.places {
            let drawn = terminal(&picture, &highlighting(&place.name));
            assert_eq!(marks(&drawn), marks(&plain), "{game}\n{drawn}");
            assert_eq!(drawn.matches('[').count(), 1, "{game}\n{drawn}");
            assert_eq!(drawn.matches(']').count(), 1, "{game}\n{drawn}");
        }
    }
}

#[test]
fn styles_change_no_character() {
    for (game, picture) in all() {
        let picture = full(picture);
        let styled = terminal(&picture, &TerminalStyle::default());
        let plain = terminal(&picture, &unstyled());
        assert_eq!(stripped(&styled), plain, "{game}");
        assert!(!plain.contains('\u{1b}'), "{game}");
        assert!(
            styled
                .lines()
                .all(|line| !line.contains('\u{1b}') || line.ends_with("\u{1b}[0m"))
        );
    }
}

#[test]
fn pieces_of_several_kinds_keep_their_letters() {
    let mut picture = with_symbols(with(achi(), "a1 b2", "c3"), "W", "B");
    for (place, kind) in [("a1", "K"), ("b2", "R"), ("c3", "k")] {
        let place = picture
            .places
            .iter_mut()
            .find(|it| it.name == place)
            .unwrap();
        if let Content::Marker { symbol, .. } = &mut place.content {
            kind.clone_into(symbol);
        }
    }
    check(
        &picture,
        &unstyled(),
        "
 a3──b3──k
 │ ╲ │ ╱ │
 a2──R───c2
 │ ╱ │ ╲ │
 K───b1──c1
",
    );
}

#[test]
fn white_has_the_hollow_discs() {
    let picture = with_symbols(squares(2, 1), "W", "B");
    check(
        &with(picture, "a1", "b1"),
        &unstyled(),
        "
  ┌───┬───┐
1 │ ○ │ ● │
  └───┴───┘
    a   b

○ White
● Black
",
    );
}

#[test]
fn a_board_in_another_measure_is_the_same_board() {
    // These have neighbours exactly one unit apart, so that their unit is found again.
    let boards = [
        nine_mens_morris(),
        six_mens_morris(),
        achi(),
        squares(3, 3),
        squares(15, 15),
        layers(4),
        tree(),
    ];
    for picture in boards {
        let mut pixels = picture.clone();
        for place in &mut pixels.places {
            place.at = place.at.map(|length| 64.0 * length);
        }
        let [expected, drawn] = [picture, pixels].map(|board| terminal(&board, &unstyled()));
        assert_eq!(drawn, expected);
    }
}

#[test]
fn nothing_is_drawn_of_nothing() {
    let crossings = Surface::Crossings { stars: Vec::new() };
    for surface in [Surface::Cells(Cells::Paper), Surface::Points, crossings] {
        let mut picture = squares(0, 0);
        picture.surface = surface;
        assert_eq!(terminal(&picture, &unstyled()), "");
    }
}

#[test]
fn a_lone_place_and_two_at_one_spot_are_drawn() {
    let place = |name: &str| Place {
        name: name.to_owned(),
        at: [0.0, 0.0],
        content: Content::Empty,
    };
    let mut picture = achi();
    picture.joins.clear();
    picture.places = vec![place("p")];
    assert_eq!(terminal(&picture, &unstyled()), " p\n");
    picture.places = vec![place("p"), place("q")];
    assert_eq!(terminal(&picture, &unstyled()), " q\n");
}

#[test]
fn a_text_alone_has_no_columns_and_rows() {
    let text = Picture::of_text("3 2 1 first".to_owned());
    check(
        &text,
        &unstyled(),
        "
┌─────────────┐
│ 3 2 1 first │
└─────────────┘
",
    );
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let mut picture = achi();
    picture.places[0].name = "\u{1b}[2J\n".to_owned();
    let drawn = terminal(&picture, &unstyled());
    assert!(!drawn.contains('\u{1b}'));
    // A harmless name of the same length gives the same drawing otherwise.
    picture.places[0].name = "?[2J?".to_owned();
    let harmless = terminal(&picture, &unstyled());
    assert_eq!(drawn.replace('\u{fffd}', "?"), harmless);
}

/// Who looks for the opponent's move must tell the disc that was put down from those that it turned.
#[test]
fn a_disc_that_was_put_down_is_marked_otherwise_than_those_it_turned() {
    let othello = Othello::new(4).expect("a small board");
    let mut position = othello.start();
    let before = othello.picture(&position);
    let mv = othello.parse_move(&position, "b1").expect("a legal move");
    othello.play(&mut position, mv);
    let after = othello.picture(&position);
    let Changes { made, turned } = Changes::between(&before, &after);
    let style = TerminalStyle {
        highlight: made,
        turned,
        ..unstyled()
    };
    check(
        &after,
        &style,
        "
  ┌───┬───┬───┬───┐
1 │   │[●]│   │   │
  ├───┼───┼───┼───┤
2 │   │(●)│ ● │   │
  ├───┼───┼───┼───┤
3 │   │ ● │ ○ │   │
  ├───┼───┼───┼───┤
4 │   │   │   │   │
  └───┴───┴───┴───┘
    a   b   c   d

● Black  4 discs
○ White  1 disc
",
    );
}

/// What was moved has left one place and come to another, whatever it took there.
#[test]
fn a_piece_that_moves_turns_nothing() {
    let chess = |text: &str| Chess.picture(&Chess.parse_position(text).expect("a position"));
    let changes = Changes::between(
        &chess("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"),
        &chess("4k3/8/8/3P4/8/8/8/4K3 b - - 0 1"),
    );
    assert_eq!(changes.made.len(), 2);
    assert_eq!(changes.turned, [""; 0]);
}

/// Discs became letters with the first king, and the sides were called `b` and `w`.
#[test]
fn a_king_of_draughts_stands_among_discs() {
    let picture = |text: &str| {
        let position = Draughts.parse_position(text).expect("a position");
        stripped(&terminal(&Draughts.picture(&position), &unstyled()))
    };
    let men = picture("B:W32:B1");
    assert!(men.ends_with("\n● Black\n○ White\n"), "{men}");
    let kings = picture("B:W32,K6:B1,K27");
    let lines: Vec<&str> = kings.lines().collect();
    assert_eq!(lines[1], "│    │ ●  │    │ 2  │    │ 3  │    │ 4  │");
    assert_eq!(lines[3], "│ 5  │    │ ◇  │    │ 7  │    │ 8  │    │");
    assert_eq!(lines[13], "│    │ 25 │    │ 26 │    │ ◆  │    │ 28 │");
    assert_eq!(lines[15], "│ 29 │    │ 30 │    │ 31 │    │ ○  │    │");
    assert_eq!(lines[18..], ["● Black  ◆ king", "○ White  ◇ king"]);
}

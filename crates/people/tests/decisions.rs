//! Reading what people played.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use shido_core::{Game, Notation};
use shido_games::chess::Chess;
use shido_people::{Decisions, Played, RowError};

fn read(text: &[u8]) -> Result<Vec<Played<Chess>>, RowError> {
    Decisions::new(&Chess, text)?.collect()
}

fn last_position(played: &Played<Chess>) -> String {
    let mut position = played.start.clone();
    for mv in &played.moves {
        Chess.play(&mut position, *mv);
    }
    Chess.write_position(&position)
}

#[test]
fn decisions_and_games_are_read() {
    let rows = read(
        b"played,elo,opponent_elo,moves_before\n\
          e7e5,1200,1300,e2e4\n\
          g1f3,,,\n",
    )
    .expect("both rows are sound");
    assert_eq!(
        rows[0].ratings,
        [Some(1300.0), Some(1200.0)],
        "Black played"
    );
    assert_eq!((rows[0].moves.len(), rows[0].first), (2, 1));
    assert_eq!((rows[1].moves.len(), rows[1].ratings), (1, [None, None]));
    assert_eq!((rows[0].line, rows[1].line), (2, 3));

    let rows = read(
        b"game,speed,white_elo,black_elo,white_id,black_id,moves_uci\n\
          7,blitz,1500,1600,a,b,e2e4 e7e5 g1f3\n\
          8,bullet,1500,1600,b,a,d4 d5\n",
    )
    .expect("both games are sound");
    assert_eq!((rows[0].moves.len(), rows[0].first), (3, 0));
    assert_eq!(rows[0].ratings, [Some(1500.0), Some(1600.0)]);
    assert_eq!(rows[0].players[0], rows[1].players[1]);
    assert_ne!(rows[0].players[0], rows[0].players[1]);
    assert_eq!((rows[0].hasty, rows[1].hasty), (false, true));

    let rows =
        read(b"position,played\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,e2e4\n").expect("it is sound");
    assert!(last_position(&rows[0]).starts_with("4k3/8/8/8/4P3/8/8/4K3 b"));
}

#[test]
fn compressed_files_are_read() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed
        .write_all(b"moves\ne2e4 e7e5\n")
        .expect("it is in memory");
    let packed = packed.finish().expect("it is in memory");
    assert_eq!(read(&packed).expect("one game")[0].moves.len(), 2);
    let cut = read(&packed[..packed.len() - 12]).expect_err("the end is missing");
    assert!(cut.to_string().contains("cannot be read"), "{cut}");
}

#[test]
fn errors_name_line_and_column() {
    let check = |text: &str, expected: &str| {
        let error = read(text.as_bytes()).expect_err(text).to_string();
        assert!(error.contains(expected), "{error}");
    };
    check("a,b\n1,2\n", "line 1: there is no column `played`");
    check("played\ne2e4\n", "`position` or `moves_before`");
    check("position\nx\n", "`played`");
    check(
        "moves\ne2e4\ne2e5\n",
        "line 3, column `moves`: move 1: `e2e5` is not a legal move",
    );
    check(
        "moves_before,played\ne2e4 e7e5,g1f3\ne2e4 e7e5,e2e4\n",
        "line 3, column `played`: move 3: `e2e4` is not a legal move",
    );
    check(
        "moves_before,played\ne2e4,\n",
        "line 2, column `played`: there is no move",
    );
    check(
        "moves_before,played,elo\ne2e4,e7e5,strong\n",
        "line 2, column `elo`: `strong` is no rating",
    );
    check(
        "moves,white_elo\ne2e4,NaN\n",
        "line 2, column `white_elo`: `NaN` is no rating",
    );
    check(
        "position,played\nhere,e2e4\n",
        "line 2, column `position`: ",
    );
    check(
        "moves,white_elo\ne2e4\n",
        "line 2: 1 fields, where the header has 2",
    );
}

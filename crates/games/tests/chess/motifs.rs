//! Motifs on positions that were made for the purpose, each with a line that lacks it for one reason.

use rand::RngExt;
use shido_core::{Game, Motif, Motifs, Notation, Scene, Turn};
use shido_games::chess::{Chess, ChessMove};

use crate::chess::capture_search::won_on_the_square;

fn motifs(fen: &str, line: &str) -> Vec<Motif> {
    let start = Chess.parse_position(fen).expect("a sound position");
    let mut position = start.clone();
    let mut moves = Vec::new();
    for text in line.split_whitespace() {
        let mv = Chess.parse_move(&position, text);
        let mv = mv.unwrap_or_else(|error| panic!("{text} in {fen}: {error}"));
        moves.push(mv);
        Chess.play(&mut position, mv);
    }
    let scene = Scene {
        position: &start,
        past: &[],
    };
    Chess.motifs(scene, &moves)
}

/// The line shows the motif, with this move, and it is about these squares.
#[track_caller]
fn shows(name: &str, fen: &str, line: &str, ply: usize, squares: &str) {
    let found = motifs(fen, line);
    let motif = found.iter().find(|motif| motif.name == name);
    let motif = motif.unwrap_or_else(|| panic!("no {name}, but {found:?}"));
    assert_eq!((motif.ply, motif.points.join(" ").as_str()), (ply, squares));
}

#[track_caller]
fn lacks(name: &str, fen: &str, line: &str) {
    let found = motifs(fen, line);
    assert!(found.iter().all(|motif| motif.name != name), "{found:?}");
}

#[test]
fn forks() {
    shows(
        "fork",
        "r3k3/8/8/3N4/8/8/8/6K1 w - - 0 1",
        "Nc7+ Kd7 Nxa8",
        0,
        "c7 a8 e8",
    );
    // A bishop takes the knight.
    lacks("fork", "r3k3/8/3b4/3N4/8/8/8/6K1 w - - 0 1", "Nc7+ Bxc7");
    // A king and a pawn are no fork.
    lacks("fork", "4k3/p7/8/3N4/8/8/8/6K1 w - - 0 1", "Nc7+ Kd7 Nb5");
}

#[test]
fn undefended_pieces() {
    shows(
        "undefended piece",
        "4k3/8/8/3r4/8/8/6B1/6K1 w - - 0 1",
        "Bxd5",
        0,
        "d5",
    );
    lacks(
        "undefended piece",
        "4k3/8/4p3/3n4/8/8/6B1/6K1 w - - 0 1",
        "Bxd5 exd5",
    );
}

#[test]
fn outnumbered_pieces() {
    // Two pieces attack the knight, and a pawn guards it: a knight for a knight and the pawn.
    let twice = "4k3/8/4p3/3n4/8/2N5/8/3RK3 w - - 0 1";
    shows("outnumbered piece", twice, "Nxd5 exd5 Rxd5", 0, "d5");
    // Of two rooks the one that stands behind attacks, too.
    let behind = "3rk3/3b4/8/8/8/8/3R4/3RK3 w - - 0 1";
    lacks("outnumbered piece", behind, "Rxd7 Rxd7 Rxd7");
    let behind = "3r3k/3n4/8/8/8/8/3R4/3RK3 w - - 0 1";
    shows("outnumbered piece", behind, "Rxd7 Rxd7 Rxd7", 0, "d7");
    // Guarded as often as attacked.
    let even = "3rk3/8/4p3/3n4/8/2N5/8/3RK3 w - - 0 1";
    lacks("outnumbered piece", even, "Nxd5 exd5 Rxd5 Rxd5");
    // Attacked more often, but by a queen and a rook, while a pawn guards it.
    let dear = "4k3/8/4p3/3n4/8/8/3R4/3QK3 w - - 0 1";
    lacks("outnumbered piece", dear, "Rxd5 exd5 Qxd5");
    // Nothing guards it: that has another name.
    let free = "4k3/8/8/3n4/8/8/6B1/3RK3 w - - 0 1";
    lacks("outnumbered piece", free, "Bxd5");
}

#[test]
fn unequal_trades() {
    let trade = "4k3/8/4p3/3r4/8/8/6B1/4K3 w - - 0 1";
    shows("unequal trade", trade, "Bxd5 exd5", 0, "g2 d5");
    let even = "4k3/8/4p3/3n4/8/8/6B1/4K3 w - - 0 1";
    lacks("unequal trade", even, "Bxd5 exd5");
    // The queen is lost for it.
    let elsewhere = "4k2r/8/4p3/3r4/7Q/8/6B1/4K3 w - - 0 1";
    lacks("unequal trade", elsewhere, "Bxd5 Rxh4");
}

#[test]
fn undefended_pawns() {
    let pawn = "4k3/8/8/3p4/8/8/6B1/4K3 w - - 0 1";
    shows("undefended pawn", pawn, "Bxd5", 0, "d5");
    let guarded = "4k3/8/4p3/3p4/8/8/6B1/4K3 w - - 0 1";
    lacks("undefended pawn", guarded, "Bxd5 exd5");
}

/// Whatever is claimed of a plain exchange, trying all captures on its square agrees: random positions, every capture in them. What
/// else hangs is not looked at here: it is for the line to tell.
#[test]
fn exchanges_win_whatever_takes_part() {
    let names = ["outnumbered piece", "unequal trade", "undefended pawn"];
    let mut random = shido_core::Seed(7).rng();
    let (mut claims, mut right) = (0, 0);
    for _ in 0..60 {
        let mut position = Chess.start();
        while let Turn::Of(_) = Chess.turn(&position) {
            let moves: Vec<ChessMove> = Chess.moves(&position);
            for &mv in &moves {
                let past = &[];
                let position = &position;
                let found = Chess.motifs(Scene { position, past }, &[mv]);
                if found.iter().any(|motif| names.contains(&motif.name)) {
                    claims += 1;
                    right += u32::from(won_on_the_square(position.board(), mv.into()) >= 1);
                }
            }
            let mv = moves[random.random_range(0..moves.len())];
            Chess.play(&mut position, mv);
        }
    }
    assert!(claims > 1000, "{claims}");
    assert!(right * 100 >= claims * 99, "{right} of {claims}");
}

/// Taking back is no find: the knight took a bishop on d5 just before.
#[test]
fn who_takes_back_wins_nothing() {
    let before = Chess.parse_position("4k3/8/5n2/3B4/8/8/6B1/6K1 b - - 0 1");
    let before = before.expect("a sound position");
    let takes = Chess.parse_move(&before, "Nxd5").expect("a legal move");
    let position = Chess.after(&before, takes);
    let back = Chess.parse_move(&position, "Bxd5").expect("a legal move");
    let names = |past: &[_]| -> Vec<&str> {
        let position = &position;
        let found = Chess.motifs(Scene { position, past }, &[back]);
        found.iter().map(|motif| motif.name).collect()
    };
    assert_eq!(names(&[]), ["undefended piece"]);
    assert!(names(&[(before, takes)]).is_empty());
}

/// The bishop on a2 can go to b1 and b3 alone, and is lost on both.
#[test]
fn trapped_pieces() {
    shows(
        "trapped piece",
        "4k3/8/8/8/8/1P6/b1P5/2K5 w - - 0 1",
        "Kb2 Kd7 Kxa2",
        0,
        "a2 b2",
    );
    // Without the pawns it had the long diagonal.
    lacks(
        "trapped piece",
        "4k3/8/8/8/8/8/b1P5/2K5 w - - 0 1",
        "Kb2 Kd7 Kxa2",
    );
}

#[test]
fn pins() {
    // The knight cannot leave the e-file when the pawn attacks it.
    shows(
        "pin",
        "4k3/4n3/8/3P4/8/8/8/4R1K1 w - - 0 1",
        "d6 Kd7 dxe7",
        0,
        "e1 e7 e8",
    );
    // With the rook elsewhere it is only attacked.
    lacks(
        "pin",
        "4k3/4n3/8/3P4/8/8/8/R5K1 w - - 0 1",
        "d6 Kd7 dxe7 Kxe7",
    );
    // The pawn on g7 cannot take the queen: the rook pins it to the king.
    shows(
        "pin",
        "6k1/6p1/8/8/8/8/3Q4/6RK w - - 0 1",
        "Qh6",
        0,
        "g1 g7 g8",
    );
}

#[test]
fn skewers() {
    shows(
        "skewer",
        "4q3/8/8/4k3/8/8/8/R5K1 w - - 0 1",
        "Re1+ Kd6 Rxe8",
        0,
        "e1 e5 e8",
    );
    // What stands behind is guarded and worth no more.
    lacks(
        "skewer",
        "3rr3/8/8/4k3/8/8/8/R5K1 w - - 0 1",
        "Re1+ Kd6 Rxe8 Rxe8",
    );
}

#[test]
fn discoveries() {
    shows(
        "discovered attack",
        "6k1/3q3p/8/8/8/3B4/8/3R3K w - - 0 1",
        "Bxh7+ Kxh7 Rxd7+",
        0,
        "d1 d3 d7",
    );
    // A rook for a rook is nothing won.
    lacks(
        "discovered attack",
        "3k4/3r3p/8/8/8/3B4/8/3R3K w - - 0 1",
        "Bxh7 Kc7 Rxd7+ Kxd7",
    );
    let rook_behind = "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1";
    shows("discovered check", rook_behind, "Nc5+", 0, "e1 e4 e8");
    lacks("double check", rook_behind, "Nc5+");
    shows("double check", rook_behind, "Nf6+", 0, "e1 f6");
    lacks("discovered check", rook_behind, "Nf6+");
}

#[test]
fn guards() {
    // The rook on d8 guards the queen and the back rank.
    shows(
        "deflection",
        "3r2k1/5ppp/8/8/3q4/8/5PPP/3QR1K1 w - - 0 1",
        "Re8+ Rxe8 Qxd4",
        0,
        "d8 e8 d4",
    );
    // A bishop guards the queen as well.
    lacks(
        "deflection",
        "3r2k1/5ppp/5b2/8/3q4/8/5PPP/3QR1K1 w - - 0 1",
        "Re8+ Rxe8 Qxd4 Bxd4",
    );
    shows(
        "removing the defender",
        "6k1/5pp1/5n2/3b2B1/8/8/8/3R2K1 w - - 0 1",
        "Bxf6 gxf6 Rxd5",
        0,
        "f6 d5",
    );
    // A pawn guards the bishop as well.
    lacks(
        "removing the defender",
        "6k1/5pp1/4pn2/3b2B1/8/8/8/3R2K1 w - - 0 1",
        "Bxf6 gxf6 Rxd5 exd5",
    );
}

#[test]
fn mates() {
    shows(
        "back rank mate",
        "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
        "Ra8#",
        0,
        "a8 g8",
    );
    // It is the white king that keeps the black one in.
    let kings = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    lacks("back rank mate", kings, "Ra8#");
    shows("mate", kings, "Ra8#", 0, "a8 h8");
    lacks("mate", kings, "Ra7");

    shows(
        "smothered mate",
        "6rk/6pp/8/4N3/8/8/8/6K1 w - - 0 1",
        "Nf7#",
        0,
        "f7 h8",
    );
    // The bishop takes the square h7.
    lacks(
        "smothered mate",
        "6rk/6p1/8/4N3/8/8/8/1B4K1 w - - 0 1",
        "Nf7#",
    );

    shows(
        "mate threat",
        "6k1/5ppp/8/8/8/7P/7R/6K1 w - - 0 1",
        "Ra2",
        0,
        "a2 g8",
    );
    // The king has a way out.
    lacks("mate threat", "6k1/5pp1/7p/8/8/7P/7R/6K1 w - - 0 1", "Ra2");
}

/// Morphy's problem: mate in two.
#[test]
fn mates_are_counted_in_moves() {
    let found = motifs("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6 bxa6 b7#");
    let mate = found.iter().find(|motif| motif.name == "mate");
    let mate = mate.expect("it is mate");
    assert_eq!(mate.ply, 2);
    assert_eq!(mate.sentence, "The king on a8 is mated in 2 moves.");
}

#[test]
fn promotions() {
    shows(
        "promotion",
        "8/P7/8/8/8/k7/8/2K5 w - - 0 1",
        "a8=Q+",
        0,
        "a7 a8",
    );
    lacks("promotion", "1r6/P7/8/8/8/k7/8/2K5 w - - 0 1", "a8=Q+ Rxa8");
}

#[test]
fn sacrifices() {
    let smothered = "5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1";
    shows("sacrifice", smothered, "Qg8+ Rxg8 Nf7#", 0, "g8");
    // What is taken back at once was not given.
    lacks(
        "sacrifice",
        "6k1/5pp1/5n2/3b2B1/8/8/8/3R2K1 w - - 0 1",
        "Bxf6 gxf6 Rxd5",
    );
    // Nothing comes of it.
    lacks("sacrifice", smothered, "Qg8+ Rxg8 Kf2");
}

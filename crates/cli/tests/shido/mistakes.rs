//! Bad input to the searches and the games: each gets a sentence, advice, and exit code 1.

use crate::program::{Shido, root};

/// Refused with one line that says what is wrong, and one that says what to do.
#[track_caller]
fn refused(shido: &Shido, arguments: &[&str], problem: &str, help: &str) {
    let said = shido.refuse(arguments);
    let (error, advice) = said.split_once('\n').expect("a line ends");
    assert!(
        error.starts_with("error: ") && error.contains(problem),
        "{arguments:?} should say `{problem}`:\n{said}"
    );
    assert!(
        advice.starts_with("help: ") && advice.contains(help),
        "{arguments:?} should advise `{help}`:\n{said}"
    );
    assert_eq!(said.lines().count(), 2, "{said}");
}

/// Refused with one line, which is enough.
#[track_caller]
fn refused_in_a_line(shido: &Shido, arguments: &[&str], problem: &str) {
    let said = shido.refuse(arguments);
    assert!(
        said.starts_with("error: ") && said.contains(problem),
        "{arguments:?} should say `{problem}`:\n{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn positions_that_cannot_be() {
    let shido = Shido::new();
    let ranks = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP";
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1";
    let othello = "---------------------------OX------XO---------------------------";
    let backgammon = "-b----E-C---eE---c-e----B-";
    let rows: &[(&str, &str, &str, &str)] = &[
        ("chess", "", "6 fields", "w KQkq - 0 1"),
        ("chess", "nonsense", "6 fields", "w KQkq - 0 1"),
        ("chess", "8/8 w - - 0 1", "2 ranks instead of 8", "`/`"),
        (
            "chess",
            "{ranks}/RNBQ1BNR w kq - 0 1",
            "White has no king",
            "`K`",
        ),
        (
            "chess",
            "4K3/8/8/8/8/8/8/8 w - - 0 1",
            "Black has no king",
            "`k`",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
            "2 kings",
            "exactly one",
        ),
        ("chess", "{ranks}/RNBQKBN w Qkq - 0 1", "7 squares", "digit"),
        (
            "chess",
            "{ranks}/RNBQKBNX w Qkq - 0 1",
            "`X` in rank 1",
            "KQRBNP",
        ),
        ("chess", "{ranks}/RNBQKBNR x KQkq - 0 1", "`x`", "`w`"),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
            "rook on a1",
            "`-`",
        ),
        (
            "chess",
            "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
            "Black is in check",
            "other side",
        ),
        (
            "chess",
            "8/8/8/3kK3/8/8/8/8 w - - 0 1",
            "side by side",
            "neither king",
        ),
        ("chess", "{ranks}/RNBQKBNR w KQkq e3 0 1", "`e3`", "rank 6"),
        (
            "chess",
            "{ranks}/RNBQKBNR w KQkq e6 0 1",
            "passed over e6",
            "`-`",
        ),
        (
            "chess",
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "pawn stands on a8",
            "ranks 2 to 7",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w - - 101 1",
            "`101`",
            "0 to 100",
        ),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
            "`0` is no move number",
            "from 1",
        ),
        ("shogi", "startposition", "3 or 4 parts", "LNSGKGSNL b - 1"),
        ("shogi", "{sfen} b - 1", "8 ranks", "`9`"),
        (
            "shogi",
            "{sfen}/LNSG1GSNL b - 1",
            "Black has no king",
            "`K`",
        ),
        (
            "shogi",
            "{sfen}/LNSKKGSNL b - 1",
            "Black has 2 kings",
            "exactly one",
        ),
        ("shogi", "{sfen}/LNSGKGSN b - 1", "8 squares", "digit"),
        ("shogi", "{sfen}/LNSGKGSN+ b - 1", "`+`", "promoted"),
        ("shogi", "{sfen}/LNSGKGSNX b - 1", "`X`", "pieces are"),
        ("shogi", "{sfen}/LNSGKGSNL x - 1", "`x`", "`b`"),
        (
            "shogi",
            "{sfen}/LNSGKGSNL b P 1",
            "19 pieces `P`",
            "in hand",
        ),
        (
            "shogi",
            "{sfen}/LNSGKGSNL b K 1",
            "`K` cannot be in hand",
            "`-`",
        ),
        (
            "shogi",
            "4k4/9/9/9/9/4P4/4P4/9/4K4 b - 1",
            "two pawns on file 5",
            "promoted",
        ),
        ("shogi", "{sfen}/LNSGKGSNL b - 0", "`0`", "from 1"),
        ("draughts", "", "who is to move", "`B:`"),
        ("draughts", "X:W18:B2", "`X`", "`B:`"),
        ("draughts", "B:W18", "pieces of Black are missing", "`B:W18"),
        ("draughts", "B:W40:B2", "`40`", "1 to 32"),
        ("draughts", "B:W18:B18", "two pieces on square 18", "`B:W18"),
        ("draughts", "B:W1:B2", "would be a king", "`K1`"),
        ("draughts", "B:W18:B2:H999", "`999`", "after `H`"),
        ("othello", "---", "who is to move", "64 squares"),
        ("othello", "{othello} Z", "`Z` is not a side", "`X` or `O`"),
        (
            "othello",
            "-{othello} X",
            "64 squares, not 65",
            "`X` for Black",
        ),
        (
            "othello",
            "Q---------------------------------------------------------------\u{20}X",
            "`Q` on a1",
            "`-`",
        ),
        (
            "othello",
            "---------------------------------------------------------------- X",
            "cannot lie",
            "middle",
        ),
        (
            "othello-6x6",
            "{othello} X",
            "36 squares, not 64",
            "36 squares",
        ),
        ("breakthrough", "8/8/8/8 w", "8 rows, not 4", "looks like"),
        ("coins", "99 first", "never 99 coins", "21"),
        ("coins", "20 first", "cannot be the first", "`20 second`"),
        ("backgammon", "nonsense", "position id", "base 64"),
        (
            "backgammon",
            "4HPwATDgc/ABMA:cIkSAAAAAA",
            "match id",
            "12 letters",
        ),
        (
            "backgammon",
            "{backgammon} third",
            "`third` is not a side",
            "`first`",
        ),
        ("backgammon", "{backgammon} first 71", "`71`", "1 to 6"),
        (
            "backgammon",
            "-b----E-C---eE---c-e----Bb first",
            "other side's bar",
            "first side's",
        ),
        (
            "backgammon",
            "-b----O-C---eE---c-e----B- first",
            "25 checkers",
            "26 letters",
        ),
        (
            "backgammon",
            "-------------------------- first",
            "no checkers",
            "26 letters",
        ),
        (
            "backgammon",
            "-b----E-C---eE---c-e---- first",
            "24 letters",
            "26 letters",
        ),
    ];
    for (game, position, problem, help) in rows {
        let position = position
            .replace("{ranks}", ranks)
            .replace("{sfen}", sfen)
            .replace("{othello}", othello)
            .replace("{backgammon}", backgammon);
        let arguments = ["analyze", game, "--by", "random", "--position", &position];
        refused(&shido, &arguments, problem, help);
    }
}

#[test]
fn options_that_cannot_be() {
    let shido = Shido::new();
    for (player, problem, help) in [
        ("pvs:nodes=0", "`nodes=0`", "at least 1"),
        ("mcts:playouts=0", "`playouts=0`", "at least 1"),
        (
            "pvs:foo=1",
            "`pvs` has no option `foo`",
            "depth, nodes, time",
        ),
        ("pvs:dept=3", "`pvs` has no option `dept`", "`depth`"),
        ("mcts:depth=3", "`mcts` has no option `depth`", "playouts"),
        ("pn:weights=hand", "`pn` has no option `weights`", "nodes"),
        ("pvs:depth=3,depth=4", "`depth` is given twice", "key=value"),
        ("pvs:depth", "`depth` is not `key=value`", "key=value"),
        ("pvs:depth=0", "`depth=0`", "from 1 to"),
        ("alphabeta:depth=0", "`depth=0`", "from 1 to"),
        ("pvs:depth=-3", "`depth=-3`", "from 1 to"),
        ("pvs:depth=deep", "`depth=deep`", "from 1 to"),
        ("pvs:time=-1", "`time=-1`", "from 0.001 to"),
        ("pvs:time=0", "`time=0`", "from 0.001 to"),
        ("pvs:time=nan", "`time=nan`", "from 0.001 to"),
        ("pvs:time=1e300", "`time=1", "from 0.001 to"),
        ("pvs:nodes=-1", "`nodes=-1`", "at least 1"),
        ("pvs:table=0", "`table=0`", "1 to 65536"),
        ("pvs:table=100000000", "`table=100000000`", "1 to 65536"),
        ("pn:table=0", "`table=0`", "1 to 65536"),
        ("pvs:threads=0", "`threads=0`", "1 to 256"),
        (
            "pvs:pruning=wild",
            "`pruning=wild`",
            "exact, sound, forward",
        ),
        (
            "expectiminimax:depth=2,pruning=star3",
            "star3",
            "star1, star2",
        ),
        ("mcts:exploration=nan", "exploration=nan", "from 0 to"),
        ("mcts:exploration=-1", "exploration=-1", "from 0 to"),
        ("mcts:trees=0", "`trees=0`", "1 to 1024"),
        (
            "alphabeta",
            "`alphabeta` needs the option `depth`",
            "depth=4",
        ),
        ("minimax", "`minimax` needs the option `depth`", "depth=4"),
        ("expectiminimax", "needs the option `depth`", "depth=4"),
        (
            "uci",
            "`uci` needs the option `command`",
            "uci:command=stockfish",
        ),
        ("gtp:depth=3", "`gtp` needs the option `command`", "command"),
        ("uci:command=x,timeout=soon", "`timeout=soon`", "from 1 to"),
        ("uci:command=x,time=-1", "`time=-1`", "from 0.001 to"),
        ("perfect", "Chess is too large to be solved", "`pvs:time=1`"),
    ] {
        refused(
            &shido,
            &["match", "chess", player, "random", "--games", "1"],
            problem,
            help,
        );
    }
    for (game, problem, help) in [
        ("coins:coins=0", "`coins=0`", "from 1 to 1000"),
        ("coins:most=0", "`most=0`", "from 1 to 1000"),
        ("othello:size=5", "`size=5`", "4, 6 or 8"),
        ("breakthrough:width=1", "`width=1`", "from 2 to 8"),
        ("chess:size=9", "no option `size`", "no options"),
        ("ches", "no game `ches`", "`chess`"),
    ] {
        refused(&shido, &["show", game], problem, help);
    }
}

/// What a search cannot do is said before or at its first move.
#[test]
fn searches_for_other_games() {
    let shido = Shido::new();
    let playing = "-b----E-C---eE---c-e----B- first 31";
    let at = ["--position", playing];
    for by in ["pvs:depth=2", "pn"] {
        let arguments = ["analyze", "backgammon", "--by", by];
        refused(&shido, &arguments, "chance", "expectiminimax");
        let arguments = [&arguments[..], &at].concat();
        refused(&shido, &arguments, "chance", "expectiminimax");
    }
    let tree = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/trees/textbook.tree"
    );
    refused(
        &shido,
        &["analyze", tree, "--by", "pn"],
        "pays more than wins and losses",
        "minimax",
    );
    refused(
        &shido,
        &["match", "backgammon", "random", "uci:command=x"],
        "no engine plays Backgammon",
        "without chance",
    );
    for player in ["pvs", "mcts:playouts=10", "pn"] {
        let arguments = ["match", "tic-tac-toe", player, "random", "--exact"];
        refused(&shido, &arguments, "no fixed odds", "--games");
    }
    refused(
        &shido,
        &["analyze", "chess", "--by", "pvs:tables=on,depth=1"],
        "Chess",
        "",
    );
}

/// Theory wants one more than may be taken, and that must not be too much for the machine.
#[test]
fn all_coins_may_be_taken_at_once() {
    let shido = Shido::new();
    let judged = shido.json(&["analyze", "coins:coins=9,most=1000", "--json"]);
    assert_eq!(judged["best"], serde_json::json!(["9"]));
}

#[test]
fn weights_that_do_not_fit() {
    let shido = Shido::new();
    let hand = root().join("weights/breakthrough.hand.toml");
    let hand = std::fs::read_to_string(hand).expect("shipped");
    let (first, _) = hand
        .split_once("[weights]\n")
        .and_then(|(_, weights)| weights.lines().find_map(|line| line.split_once(" = ")))
        .expect("a weight");
    let weight = hand.lines().find(|line| line.starts_with(first));
    let weight = weight.expect("it is there");
    let with = |line: &str| hand.replace(weight, line);
    let name = first.trim_matches('"');
    let scale = hand.lines().find(|line| line.starts_with("scale"));
    let scale = scale.expect("a scale");
    for (file, text, problem) in [
        ("empty", String::new(), "not a file of weights".to_owned()),
        (
            "noise",
            "what = is = this".to_owned(),
            "not a file of weights".to_owned(),
        ),
        ("cut", hand[..hand.len() / 2].to_owned(), String::new()),
        (
            "key",
            format!("color = 3\n{hand}"),
            "not a file of weights".to_owned(),
        ),
        (
            "game",
            hand.replace("\"breakthrough\"", "\"chess\""),
            "weights for chess, not for breakthrough".to_owned(),
        ),
        (
            "unknown",
            with(&format!("{weight}\n\"{name}s\" = 1.0")),
            format!("no feature `{name}s`; did you mean `{name}`?"),
        ),
        (
            "missing",
            with(""),
            format!("the feature `{name}` has no weight"),
        ),
        (
            "nan",
            with(&format!("{first} = nan")),
            format!("`{name}` is NaN"),
        ),
        (
            "huge",
            with(&format!("{first} = 1e300")),
            format!("`{name}` is 1"),
        ),
        (
            "flat",
            hand.replace(scale, "scale = 0.0"),
            "`scale` is 0".to_owned(),
        ),
        (
            "endless",
            hand.replace(scale, "scale = inf"),
            "`scale` is inf".to_owned(),
        ),
    ] {
        let path = shido.file(file, &text);
        let player = format!("pvs:depth=1,weights={path}");
        let said = shido.refuse(&["analyze", "breakthrough", "--by", &player]);
        let place = format!("error: {path} cannot be used: ");
        assert!(said.starts_with(&place), "{file}: {said}");
        assert!(said.contains(&problem), "{file}: {said}");
        assert!(said.contains("help: `shido tune breakthrough"), "{said}");
    }
    let missing = "pvs:depth=1,weights=nowhere.toml";
    let arguments = ["analyze", "breakthrough", "--by", missing];
    refused_in_a_line(&shido, &arguments, "cannot read nowhere.toml: No such file");
    refused(
        &shido,
        &["analyze", "coins", "--by", "alphabeta:weights=learned"],
        "no learned weights come with coins",
        "shido tune coins",
    );
}

/// The libraries say what is wrong; what to type is added here.
#[test]
fn advice_says_what_to_type() {
    let shido = Shido::new();
    let empty = shido.file("empty.toml", "");
    let people = format!("people:rating=1500,weights={empty}");
    let folder = shido.cache.path().display().to_string();
    let rows: &[(&[&str], &str, &str)] = &[
        (
            &["analyze", "chess", "--by", "pvs:depth=2,pruning=probcut"],
            "nothing was measured for probcut at chess",
            "`shido tune chess --method probcut --out FILE`",
        ),
        (
            &["analyze", "chess", "--by", "pvs:depth=1,tables=on"],
            "no endgame of Chess has been solved",
            "`shido solve chess --endgame KRK`",
        ),
        (
            &["analyze", "chess", "--by", &people],
            "cannot be used",
            "`shido tune chess --people GAMES --out FILE`",
        ),
        (
            &["solve", "tic-tac-toe", "--endgame", "KRK"],
            "has no endgames with names",
            "`shido solve GAME`",
        ),
        (
            &["lab", "run", "hoyle-table-2", "--exact"],
            "about runs of training",
            "`--games`",
        ),
        (
            &["lab", "merge", &folder],
            "no parts of a run",
            "`shido lab run NAME --part 1/16 --out DIR`",
        ),
    ];
    for (arguments, problem, help) in rows {
        refused(&shido, arguments, problem, help);
    }
}

#[test]
fn books_that_do_not_fit() {
    let shido = Shido::new();
    let by = |path: &str| format!("pvs:depth=1,book={path}");
    for (text, problem, help) in [
        ("", "has no openings", "one line of moves a row"),
        (
            "# nothing yet\n\n",
            "has no openings",
            "one line of moves a row",
        ),
        (
            "e4 e5\nd4 d5\nc4 c4\n",
            "line 3: `c4` is not a legal move",
            "legal moves",
        ),
        (
            "# e4\ne4 e5 Ke3",
            "line 2: `Ke3` is not a legal move",
            "legal moves",
        ),
    ] {
        let path = shido.file("book", text);
        refused(
            &shido,
            &["match", "chess", &by(&path), "random", "--games", "1"],
            problem,
            help,
        );
    }
    let arguments = ["match", "chess", &by("nowhere.txt"), "random"];
    refused_in_a_line(&shido, &arguments, "cannot read nowhere.txt: No such file");
}

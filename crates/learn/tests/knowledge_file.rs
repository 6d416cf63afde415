//! Knowledge as a file: what was learned is read as it was written, and what cannot be so is refused.

use rand::RngExt;
use shido_arena::{PlayerError, Random};
use shido_core::{Notation, Rng, Seed, Turn};
use shido_frame::{Compiled, Frame, FrameGame};
use shido_games::breakthrough::Breakthrough;
use shido_games::coins::{Coins, LastCoin};
use shido_learn::trainers::{Expert, LessonAndPractice};
use shido_learn::{
    Arrangement, Goal, Going, Hoyle, Knowledge, KnowledgeError, KnowledgeFile, Learnable, Learner,
    Progress, Subject, Trainer, Training, train,
};

const SUBJECT: Subject<'_> = Subject {
    name: "some-game",
    fingerprint: 0x0123_4567_89ab_cdef,
};

fn frame(text: &str) -> FrameGame<u64> {
    let frame = Frame::read("a.toml", text, &[]).expect("the frame is sound");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game,
        _ => unreachable!("the boards here are small"),
    }
}

fn tic_tac_toe() -> FrameGame<u64> {
    frame(include_str!("../../../frames/tic-tac-toe.toml"))
}

fn trained<G: Learnable>(game: &G, trainer: &dyn Trainer<G>, contests: u64, seed: u64) -> Hoyle<G> {
    let mut hoyle = Hoyle::new(Knowledge::new(game, &mut Seed(seed).rng()));
    let training = Training {
        learner: Learner::default(),
        goal: Goal::Contests(contests),
        most: contests,
        seed: Seed(seed),
    };
    train(game, &mut hoyle, trainer, &training, |_, _| Going::On).expect("the players can move");
    hoyle
}

/// Contests of all kinds by turns, so that histories of all kinds come up.
struct Everything;

impl<G: Learnable> Trainer<G> for Everything {
    fn arrange(
        &self,
        _: &G,
        learner: &Hoyle<G>,
        progress: &Progress,
        _: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        Ok(match progress.contests % 3 {
            0 => Arrangement::Observation([Box::new(Random), Box::new(Random)]),
            1 => Arrangement::Practice([learner.paradigm; 2]),
            _ => Arrangement::Lesson {
                expert: Box::new(Random),
                seat: None,
                paradigm: learner.paradigm,
            },
        })
    }
}

fn write<G: Learnable + Notation>(game: &G, knowledge: &Knowledge<G>) -> String {
    knowledge.write(game, SUBJECT, &training())
}

fn training() -> Vec<String> {
    ["perfect, 20 contests", "a \"quoted\"\nword"]
        .map(str::to_owned)
        .to_vec()
}

/// Whatever is written is read again, as the same text and as the same player.
fn round_trip<G: Learnable + Notation>(game: &G, contests: u64) {
    let two_and_seven = LessonAndPractice {
        lessons: 2,
        practice: 7,
        expert: Random,
    };
    let trainers: [&dyn Trainer<G>; 3] = [&Expert(Random), &two_and_seven, &Everything];
    for (seed, trainer) in trainers.into_iter().enumerate() {
        let hoyle = trained(game, trainer, contests, seed as u64);
        let text = write(game, &hoyle.knowledge);
        let read = KnowledgeFile::read(game, SUBJECT, &text)
            .unwrap_or_else(|error| panic!("{error}\n{}\n{text}", error.help));
        assert_eq!(write(game, &read.knowledge), text);
        assert_eq!(read.training, training());
        assert_eq!(read.knowledge.space(), hoyle.knowledge.space());

        let again = Hoyle::new(read.knowledge);
        let mut rng = Seed(99).rng();
        for _ in 0..20 {
            let mut position = game.start();
            for _ in 0..60 {
                if !matches!(game.turn(&position), Turn::Of(_)) {
                    break;
                }
                assert_eq!(
                    again.decide(game, &position, again.paradigm),
                    hoyle.decide(game, &position, hoyle.paradigm),
                );
                let moves = game.moves(&position);
                game.play(&mut position, moves[rng.random_range(0..moves.len())]);
            }
        }
    }
}

#[test]
fn what_is_written_is_read_again() {
    round_trip(&tic_tac_toe(), 60);
    let frames = [
        include_str!("../../../frames/lose-tic-tac-toe.toml"),
        include_str!("../../../frames/achi.toml"),
        include_str!("../../../frames/three-mens-morris.toml"),
        include_str!("../../../frames/mu-torere.toml"),
        include_str!("../../../frames/connect-four.toml"),
    ];
    for text in frames {
        round_trip(&frame(text), 30);
    }
    round_trip(&Breakthrough::new(4, 5).expect("a board"), 20);
    round_trip(&Coins::new(12, 3, LastCoin::Wins).expect("a pile"), 20);
}

#[test]
fn the_same_training_gives_the_same_text() {
    let game = tic_tac_toe();
    let text = || write(&game, &trained(&game, &Everything, 80, 3).knowledge);
    assert_eq!(text(), text());
}

/// A sound file, written by hand: in tic-tac-toe O has no defence against two threats.
const BY_HAND: &str = r#"
format = 1
game = "some-game"
rules = "00000000000000000123456789abcdef"
units = 7
training = []
symmetries = [0, 1, 2, 3, 4, 5, 6, 7]
forks = [[3, 3]]
dangerous = [".../.O./X.. X"]

[contests]
played = 1
plies = 7
won-by-first = 1
won-by-second = 0
drawn = 0

[openings]
".../.../... X" = ["a1"]

[expert-moves]
".../.O./X.. X" = ["c3"]

[significant]
"X.X/.O./X.O O" = { winner = "first", plies = 2 }

[[histories]]
hoyle = "second"
winner = "first"
moves = ["a1", "b2", "c3", "c1", "a3", "a2", "b3"]
"#;

fn read(text: &str) -> Result<KnowledgeFile<FrameGame<u64>>, KnowledgeError> {
    KnowledgeFile::read(&tic_tac_toe(), SUBJECT, text)
}

#[test]
fn a_file_written_by_hand_is_read() {
    let file = read(BY_HAND).unwrap_or_else(|error| panic!("{error}: {}", error.help));
    let knowledge = &file.knowledge;
    assert_eq!(knowledge.space(), 7);
    assert_eq!(knowledge.significant.len(), 1);
    // Hoyle made three moves in the contest that it lost.
    assert_eq!(knowledge.histories.lost().len(), 3);
    assert_eq!(knowledge.advantage.wins, [1, 0]);
}

#[test]
fn what_cannot_be_so_is_refused_with_the_place_and_the_reason() {
    // What is replaced by what, the line, and words of the refusal.
    let rows = [
        ("format = 1", "format = 2", 2, "format 2"),
        ("\"some-game\"", "\"achi\"", 3, "about achi"),
        ("89abcdef", "89abcdee", 4, "have changed"),
        ("units = 7", "units = 8", 5, "8 units"),
        ("training = []\n", "", 1, "training"),
        ("6, 7]", "6, 8]", 7, "symmetries"),
        ("[0, 1,", "[1,", 7, "symmetries"),
        ("6, 7]", "7, 7]", 7, "symmetries"),
        ("[[3, 3]]", "[[3]]", 8, "[3]"),
        ("[[3, 3]]", "[[3, 4]]", 8, "[3, 4]"),
        ("[[3, 3]]", "[[3, 3], [3, 3]]", 8, "twice"),
        ("[\".../.O./X.. X\"]", "[\"OO./XXX/... O\"]", 9, "nobody"),
        ("[\".../.O./X.. X\"]", "[\"nonsense\"]", 9, "no position"),
        ("./X.. X\"]", "./X.. X\", \".../.O./..X X\"]", 9, "twice"),
        ("played = 1", "played = 2", 11, "add up"),
        ("played = 1", "played = nan", 12, "no file of knowledge"),
        ("played = 1", "played = -1", 12, "no file of knowledge"),
        ("drawn = 0", "drawn = 9223372036854775807", 11, "add up"),
        ("[\"a1\"]", "[\"a1\", \"c3\"]", 19, "twice"),
        ("[\"a1\"]", "[\"z9\"]", 19, "`z9`"),
        ("[\"c3\"]", "[\"b2\"]", 22, "`b2`"),
        ("plies = 2", "plies = 1", 25, "do not prove"),
        ("\"first\", plies", "\"second\", plies", 25, "do not prove"),
        ("\"first\", plies", "\"nobody\", plies", 25, "no file"),
        ("\"X.X/.O./X.O O\"", "\"X../.O./..X O\"", 25, "do not prove"),
        ("\"first\"\nmoves", "\"nobody\"\nmoves", 27, "does not end"),
        ("\"a2\", \"b3\"]", "\"a2\"]", 27, "does not end"),
        ("\"a2\", \"b3\"]", "\"a2\", \"b3\", \"b1\"]", 30, "over"),
        ("\"second\"\nwinner", "\"third\"\nwinner", 28, "no file"),
        ("moves = ", "movs = ", 30, "no file of knowledge"),
    ];
    for (from, to, line, words) in rows {
        assert!(BY_HAND.contains(from), "{from}");
        let text = BY_HAND.replacen(from, to, 1);
        let error = match read(&text) {
            Err(error) => error,
            Ok(_) => panic!("{to} was read"),
        };
        assert!(error.problem.contains(words), "{to}: {error}");
        assert_eq!(error.line, line, "{to}: {error}");
        assert!(!error.help.is_empty());
        assert!(text.get(error.span.clone()).is_some(), "{to}: {error:?}");
    }
}

/// A file that lost its end is refused wherever it was cut, even between two lines.
#[test]
fn a_cut_file_is_refused() {
    let game = tic_tac_toe();
    let knowledge = trained(&game, &Expert(Random), 40, 5).knowledge;
    assert!(!knowledge.histories.kept().is_empty());
    let text = write(&game, &knowledge);
    let whole = text.trim_end().len();
    let between_lines = text.match_indices('\n').map(|(end, _)| end + 1);
    for end in between_lines.chain((0..whole).step_by(13)) {
        let cut = end < whole && text.is_char_boundary(end);
        assert!(!cut || read(&text[..end]).is_err(), "cut at {end}");
    }
}

/// Whatever happens to a file, it is refused or it is sound, and nothing panics.
#[test]
fn a_damaged_file_is_refused_or_sound() {
    let game = frame(include_str!("../../../frames/lose-tic-tac-toe.toml"));
    let knowledge = trained(&game, &Everything, 40, 1).knowledge;
    let text = write(&game, &knowledge);
    let mut rng = Seed(7).rng();
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..3) {
                0 => bytes[at] = b"\"[]{}=.,0129XO \nabc"[rng.random_range(0..19)],
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, bytes[rng.random_range(0..bytes.len())]),
            }
        }
        let Ok(damaged) = String::from_utf8(bytes) else {
            continue;
        };
        match KnowledgeFile::read(&game, SUBJECT, &damaged) {
            Err(error) => assert!(damaged.get(error.span.clone()).is_some(), "{error:?}"),
            Ok(file) => {
                let written = write(&game, &file.knowledge);
                let again = KnowledgeFile::read(&game, SUBJECT, &written);
                let again = again.unwrap_or_else(|error| panic!("{error}\n{written}"));
                assert_eq!(write(&game, &again.knowledge), written);
            }
        }
    }
}

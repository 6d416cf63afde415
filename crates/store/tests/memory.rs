//! What is remembered, and what is not any more.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use shido_store::{
    Beginning, BegunNow, Certificate, Exercise, Grade, KeptNow, Memory, Moment, Sqlite, Standing,
    StoreError, Student, export, import,
};
use tempfile::TempDir;

struct Room {
    folder: TempDir,
}

impl Room {
    fn new() -> Room {
        Room {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("data/students.sqlite")
    }

    fn open(&self) -> Sqlite {
        Sqlite::open(&self.file()).unwrap()
    }
}

const DAY: i64 = 86_400_000;

fn beginning(game: &str) -> Beginning {
    Beginning {
        game: game.to_owned(),
        opponent: Some("pvs:depth=2".to_owned()),
        seat: Some("second".to_owned()),
        start: String::new(),
    }
}

fn standing(moves: &[&str]) -> Standing {
    Standing {
        moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
        ..Standing::default()
    }
}

fn exercise(game: &str, position: &str) -> Exercise {
    Exercise {
        game: game.to_owned(),
        position: position.to_owned(),
        moves: vec!["b2".to_owned()],
        hints: vec!["look at the middle".to_owned(), "b2".to_owned()],
        why: "it stops the line".to_owned(),
        scores: [("a1".to_owned(), 40), ("b2".to_owned(), 75)].into(),
        contest: None,
        ply: None,
        rating: Some(1450),
    }
}

/// Somebody who did all that there is to do.
fn lived(memory: &mut Sqlite, name: &str) -> Student {
    let first = memory.begin(name, &beginning("chess"), Moment(10)).unwrap();
    memory
        .keep(first, &standing(&["e4", "e5"]), Moment(20))
        .unwrap();
    memory.certify(first, 0, &json!({ "loss": 0.25 })).unwrap();
    let over = Standing {
        outcome: Some("first".to_owned()),
        resigned: Some("second".to_owned()),
        ..standing(&["e4", "e5", "Nf3"])
    };
    memory.keep(first, &over, Moment(30)).unwrap();
    memory.reviewed(first, &json!({ "mistakes": 2 })).unwrap();
    let second = memory
        .begin(name, &beginning("tic-tac-toe"), Moment(40))
        .unwrap();
    let recorded = Standing {
        recorded: Some(json!({ "path": "somewhere" })),
        clock: Some(json!({ "left": [1, 2] })),
        ..standing(&["a1"])
    };
    memory.keep(second, &recorded, Moment(50)).unwrap();
    memory
        .learn(
            name,
            "chess",
            Moment(60),
            &mut |_| json!({ "rating": 1234 }),
        )
        .unwrap();
    memory
        .note_level(name, "chess", Moment(65), 1234.0)
        .unwrap();
    let mut from = exercise("tic-tac-toe", "X../.../... O");
    (from.contest, from.ply) = (Some(second), Some(1));
    let card = memory.add_card(name, &from, Moment(70)).unwrap();
    memory.practised(card, Grade::Good, Moment(80)).unwrap();
    memory
        .add_card(name, &exercise("tic-tac-toe", "O../.../... X"), Moment(90))
        .unwrap();
    memory.everything(name).unwrap().unwrap()
}

#[test]
fn contests_are_kept_move_by_move_and_moves_are_taken_back() {
    let room = Room::new();
    let mut memory = room.open();
    assert_eq!(memory.everything("ada").unwrap(), None);
    let id = memory.begin("ada", &beginning("chess"), Moment(1)).unwrap();
    for (moves, now) in [
        (&["e4"][..], 2),
        (&["e4", "e5"], 3),
        (&["e4", "e5", "f4"], 4),
        (&["e4", "c5"], 5),
    ] {
        memory.certify(id, 1, &json!(now)).unwrap();
        memory.keep(id, &standing(moves), Moment(now)).unwrap();
    }
    // Another process sees it, and it is there after the first has ended.
    let other = room.open();
    drop(memory);
    let ada = other.everything("ada").unwrap().unwrap();
    assert_eq!(ada.since, Moment(1));
    let [contest] = &ada.contests[..] else {
        panic!("one contest: {ada:?}");
    };
    assert_eq!(contest.beginning, beginning("chess"));
    assert_eq!(contest.standing, standing(&["e4", "c5"]));
    assert_eq!(contest.made, [Moment(2), Moment(5)]);
    assert_eq!(contest.changed, Moment(5));
    assert_eq!(contest.certificates, [], "of a move that was taken back");
}

#[test]
fn several_contests_are_kept_together() {
    let room = Room::new();
    let mut memory = room.open();
    let kept = |contest, moves: &[&str]| KeptNow {
        contest,
        standing: standing(moves),
        certificates: vec![Certificate {
            ply: 0,
            certificate: json!({ "loss": contest }),
        }],
        now: Moment(9),
    };
    let [a, b] = ["chess", "go"].map(|game| {
        let id = memory.begin("ada", &beginning(game), Moment(1));
        id.unwrap()
    });
    // One that is not there does not keep the others from being kept.
    let gone = memory
        .keep_all(&[kept(a, &["e4"]), kept(99, &["x"]), kept(b, &["D4", "E5"])])
        .unwrap();
    assert_eq!(gone, [99]);
    let found = memory.contest("ada", b).unwrap().unwrap();
    assert_eq!(found.standing.moves, ["D4", "E5"]);
    assert_eq!(found.certificates[0].certificate, json!({ "loss": b }));
    assert_eq!(memory.contest("ben", b).unwrap(), None, "it is ada's");
    assert!(matches!(
        memory.keep(99, &standing(&[]), Moment(10)),
        Err(StoreError::Gone)
    ));
}

#[test]
fn contests_begin_while_others_are_kept() {
    let room = Room::new();
    let mut memory = room.open();
    let played = memory.begin("ada", &beginning("go"), Moment(1)).unwrap();
    let begun = ["chess", "shogi"].map(|game| BegunNow {
        student: "ada".to_owned(),
        beginning: beginning(game),
        now: Moment(5),
    });
    let kept = KeptNow {
        contest: played,
        standing: standing(&["D4"]),
        certificates: Vec::new(),
        now: Moment(6),
    };
    let (numbers, gone) = memory.keep_together(&begun, &[kept]).unwrap();
    assert_eq!((numbers.len(), gone.len()), (2, 0));
    for (number, game) in numbers.iter().zip(["chess", "shogi"]) {
        let found = memory.contest("ada", *number).unwrap().unwrap();
        assert_eq!(found.beginning, beginning(game));
        assert_eq!(found.begun, Moment(5));
    }
    let found = memory.contest("ada", played).unwrap().unwrap();
    assert_eq!(found.standing.moves, ["D4"]);
}

#[test]
fn contests_are_listed_the_last_first() {
    let room = Room::new();
    let mut memory = room.open();
    for (now, moves) in [
        (10, &["a1"][..]),
        (30, &["b2", "c3"]),
        (20, &["a2"]),
        (40, &[]),
    ] {
        let id = memory.begin("ada", &beginning("chess"), Moment(1)).unwrap();
        memory.keep(id, &standing(moves), Moment(now)).unwrap();
    }
    let recent = |most| {
        let contests = memory.recent("ada", most).unwrap().into_iter();
        contests
            .map(|contest| contest.changed.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        recent(10),
        [30, 20, 10],
        "in the last one nothing was played"
    );
    assert_eq!(recent(2), [30, 20]);
    assert_eq!(memory.recent("ben", 10).unwrap(), []);
}

#[test]
fn of_a_day_the_last_level_is_kept() {
    let room = Room::new();
    let mut memory = room.open();
    memory
        .learn("ada", "chess", Moment(0), &mut |_| json!({}))
        .unwrap();
    for (now, level) in [(5, 900.0), (10, 950.0), (DAY + 1, 1000.0), (DAY + 2, 980.0)] {
        memory
            .note_level("ada", "chess", Moment(now), level)
            .unwrap();
    }
    let ada = memory.everything("ada").unwrap().unwrap();
    let levels = [(Moment(10), 950.0), (Moment(DAY + 2), 980.0)];
    assert_eq!(ada.learned[0].levels, levels);
}

#[test]
fn the_contest_left_last_is_found() {
    let room = Room::new();
    let mut memory = room.open();
    let begin = |memory: &mut Sqlite, name, game, now| {
        let id = memory.begin(name, &beginning(game), Moment(now)).unwrap();
        memory
            .keep(id, &standing(&["a1"]), Moment(now + 1))
            .unwrap();
        id
    };
    let first = begin(&mut memory, "ada", "chess", 1);
    let second = begin(&mut memory, "ada", "go", 3);
    let other = begin(&mut memory, "bob", "chess", 5);
    let left = |memory: &Sqlite, name, game| {
        let found = memory.unfinished(name, game).unwrap();
        found.map(|contest| contest.id)
    };
    assert_eq!(left(&memory, "ada", None), Some(second));
    assert_eq!(left(&memory, "ada", Some("chess")), Some(first));
    assert_eq!(left(&memory, "ada", Some("shogi")), None);
    assert_eq!(left(&memory, "bob", None), Some(other));
    assert_eq!(left(&memory, "eve", None), None);
    // Whatever was played last, not what was begun last.
    memory
        .keep(first, &standing(&["a1", "a2"]), Moment(9))
        .unwrap();
    assert_eq!(left(&memory, "ada", None), Some(first));
    let over = Standing {
        outcome: Some("draw".to_owned()),
        ..standing(&["a1", "a2"])
    };
    memory.keep(first, &over, Moment(10)).unwrap();
    assert_eq!(left(&memory, "ada", None), Some(second));
}

#[test]
fn what_was_learned_is_changed_in_place() {
    let room = Room::new();
    let mut memory = room.open();
    let count = |memory: &mut Sqlite, now| {
        let mut more = |known: Option<Value>| json!(known.map_or(0, |n| n.as_i64().unwrap()) + 1);
        memory.learn("ada", "go", Moment(now), &mut more).unwrap();
    };
    assert_eq!(memory.learned("ada", "go").unwrap(), None);
    count(&mut memory, 1);
    count(&mut memory, 2);
    assert_eq!(memory.learned("ada", "go").unwrap(), Some(json!(2)));
    assert_eq!(memory.learned("ada", "chess").unwrap(), None);
    assert_eq!(memory.learned("bob", "go").unwrap(), None);
    let ada = memory.everything("ada").unwrap().unwrap();
    assert_eq!(ada.learned[0].changed, Moment(2));
}

/// The days are those of FSRS-5 with its usual parameters, reckoned by hand from its published formulas. A
/// new card that is not found is stable for 0.4072 days, found with help 1.1829, found 3.1262, and found at
/// once 15.4722; whole days, at least one, and one more for each better grade. The last one, found again
/// after 15 days, has a difficulty of 7.2102 - e^(3 * 0.5316) + 1 = 3.2828 and is known by 90.26%, so it is
/// stable for 15.4722 * (1 + e^1.616 * (11 - 3.2828) * 15.4722^-0.1544 * (e^(1.0824 * 0.0974) - 1)) = 59.2 days.
/// The one that was found at first, missed after 15 days, has a difficulty of 7.2102 - e^(2 * 0.5316) + 1 = 5.3145
/// and is known by 68.6%: 1.9813 * 5.3145^-0.0953 * (4.1262^0.2975 - 1) * e^(2.2042 * 0.314) = 1.77 days.
#[test]
fn cards_come_back_when_they_are_due() {
    let room = Room::new();
    let mut memory = room.open();
    let now = Moment(1_000 * DAY);
    let mut add = |position: &str| {
        memory
            .add_card("ada", &exercise("tic-tac-toe", position), now)
            .unwrap()
    };
    let (again, hard, good, easy) = (add("1"), add("2"), add("3"), add("4"));
    let due = |memory: &Sqlite, days: i64| -> Vec<i64> {
        let cards = memory.due_cards("ada", None, Moment(now.0 + days * DAY));
        cards.unwrap().iter().map(|card| card.id).collect()
    };
    assert_eq!(due(&memory, -1), [0i64; 0]);
    assert_eq!(due(&memory, 0), [again, hard, good, easy]);
    for (card, grade, days) in [
        (again, Grade::Again, 1),
        (hard, Grade::Hard, 2),
        (good, Grade::Good, 3),
        (easy, Grade::Easy, 15),
    ] {
        let next = memory.practised(card, grade, now).unwrap();
        assert_eq!(next.due, Moment(now.0 + days * DAY), "{grade:?}");
        assert_eq!((next.times, next.lapses), (1, u32::from(card == again)));
    }
    assert_eq!(due(&memory, 0), [0i64; 0]);
    assert_eq!(due(&memory, 1), [again]);
    assert_eq!(due(&memory, 2), [again, hard]);
    assert_eq!(due(&memory, 3), [again, hard, good]);
    assert_eq!(due(&memory, 15), [again, hard, good, easy]);
    let of = |game: &str| {
        memory
            .due_cards("ada", Some(game), Moment(i64::MAX))
            .unwrap()
    };
    assert_eq!((of("tic-tac-toe").len(), of("chess").len()), (4, 0));

    // What is found when it comes back stays away longer, what is not shorter.
    let later = Moment(now.0 + 15 * DAY);
    let found = memory.practised(easy, Grade::Good, later).unwrap();
    let missed = memory.practised(good, Grade::Again, later).unwrap();
    assert_eq!(found.due.0, later.0 + 59 * DAY, "{found:?}");
    assert_eq!(missed.due.0, later.0 + 2 * DAY, "{missed:?}");
    assert_eq!((missed.times, missed.lapses), (2, 1));

    // The same position again: what is known of it changes, and not when it comes back.
    let mut better = exercise("tic-tac-toe", "3");
    better.why = "better said".to_owned();
    assert_eq!(memory.add_card("ada", &better, later).unwrap(), good);
    let cards = memory.everything("ada").unwrap().unwrap().cards;
    let card = cards.iter().find(|card| card.id == good).unwrap();
    assert_eq!((&card.exercise, card.schedule), (&better, missed));
}

#[test]
fn who_is_forgotten_leaves_nothing_and_others_stay() {
    let room = Room::new();
    let mut memory = room.open();
    let ada = lived(&mut memory, "ada the unforgettable");
    let bob = lived(&mut memory, "bob");
    let marks = ["unforgettable", "somewhere"];
    let found = |mark: &str| {
        let files = fs::read_dir(room.file().parent().unwrap()).unwrap();
        files
            .map(|file| fs::read(file.unwrap().path()).unwrap())
            .any(|bytes| {
                bytes
                    .windows(mark.len())
                    .any(|part| part == mark.as_bytes())
            })
    };
    assert!(marks.map(found).into_iter().all(|found| found));
    assert!(memory.forget("ada the unforgettable").unwrap());
    assert!(!memory.forget("ada the unforgettable").unwrap());
    assert_eq!(memory.students().unwrap(), ["bob"]);
    assert_eq!(memory.everything("bob").unwrap(), Some(bob));
    assert_eq!(memory.everything(&ada.name).unwrap(), None);
    assert!(
        !found("unforgettable"),
        "not even in what is free of the file"
    );
    // Who still plays is told, and writes into nobody else's contest.
    let gone = memory.keep(ada.contests[1].id, &standing(&["b1"]), Moment(0));
    assert!(matches!(gone, Err(StoreError::Gone)), "{gone:?}");
    let gone = memory.reviewed(ada.contests[1].id, &json!(1));
    assert!(matches!(gone, Err(StoreError::Gone)), "{gone:?}");
    let gone = memory.certify(ada.contests[1].id, 0, &json!(1));
    assert!(matches!(gone, Err(StoreError::Gone)), "{gone:?}");
    let gone = memory.practised(ada.cards[0].id, Grade::Good, Moment(0));
    assert!(matches!(gone, Err(StoreError::Gone)), "{gone:?}");
    let again = memory.begin("eve", &beginning("go"), Moment(1)).unwrap();
    assert!(ada.contests.iter().all(|contest| contest.id != again));
}

/// Numbers are those of the file; everything else is as it was.
fn without_numbers(mut student: Student) -> Student {
    let numbers: Vec<i64> = student.contests.iter().map(|contest| contest.id).collect();
    let place = |id: i64| numbers.iter().position(|number| *number == id).unwrap() as i64;
    for contest in &mut student.contests {
        contest.id = place(contest.id);
    }
    for card in &mut student.cards {
        card.id = 0;
        card.exercise.contest = card.exercise.contest.map(place);
    }
    student
}

#[test]
fn students_are_taken_to_another_machine() {
    let (here, there) = (Room::new(), Room::new());
    let mut memory = here.open();
    let students = [lived(&mut memory, "ada"), lived(&mut memory, "bob")];
    let text = serde_json::to_string(&export(&students)).unwrap();
    let read = import(&text).unwrap();
    assert_eq!(read, students);
    let mut memory = there.open();
    lived(&mut memory, "eve");
    memory.restore(&read).unwrap();
    assert_eq!(memory.students().unwrap(), ["ada", "bob", "eve"]);
    for student in students.clone() {
        let restored = memory.everything(&student.name).unwrap().unwrap();
        assert_eq!(without_numbers(restored), without_numbers(student));
    }
    // Nobody is written over, and where one cannot be restored none is.
    memory.forget("ada").unwrap();
    let taken = memory.restore(&students).unwrap_err();
    assert!(
        matches!(&taken, StoreError::Taken { name } if name == "bob"),
        "{taken}"
    );
    assert_eq!(memory.students().unwrap(), ["bob", "eve"]);
}

#[test]
fn what_is_no_export_is_refused() {
    let room = Room::new();
    let mut memory = room.open();
    let good = lived(&mut memory, "ada");
    let mut short = good.clone();
    short.contests[0].made.pop();
    let mut loose = good.clone();
    loose.cards[0].exercise.contest = Some(77);
    let mut twice = good.clone();
    twice.learned.push(twice.learned[0].clone());
    let mut nameless = good;
    nameless.name = " ".to_owned();
    let mut other = Room::new().open();
    for (student, said) in [
        (short, "has 3 moves and 2 times"),
        (loose, "a contest that is not"),
        (twice, "is there twice"),
        (nameless, "` ` cannot be the name"),
    ] {
        let error = other.restore(&[student]).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
        assert_eq!(other.students().unwrap(), [""; 0]);
    }
    for (text, said) in [
        ("", "EOF"),
        ("{}", "`shido_students` is missing"),
        (r#"{"shido_students": 3, "students": 7}"#, "their form is 3"),
        (r#"{"shido_students": 1}"#, "missing field `students`"),
        (
            r#"{"shido_students": 1, "students": [], "more": 1}"#,
            "`more`",
        ),
        (
            r#"{"shido_students": 1, "students": [{"name": 1}]}"#,
            "line 1 column",
        ),
    ] {
        let error = import(text).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}

#[test]
fn names_can_be_typed_again() {
    let room = Room::new();
    let mut memory = room.open();
    for name in ["", " ada", "ada\n", "a\tb", &"a".repeat(61)] {
        let error = memory.begin(name, &beginning("go"), Moment(0));
        assert!(matches!(error, Err(StoreError::Name { .. })), "{name:?}");
    }
    for name in ["Ada Lovelace", "ἀρχή", "'; DROP TABLE students; --", "ada"] {
        memory.begin(name, &beginning("go"), Moment(0)).unwrap();
    }
    assert_eq!(memory.students().unwrap().len(), 4);
}

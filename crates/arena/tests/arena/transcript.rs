//! Transcripts: written, read, played again, and refused where the rules contradict them.

use shido_arena::{
    Contest, EarlyEnd, End, MatchOptions, Random, ReplayError, Sampled, Transcript,
    TranscriptError, play_match,
};
use shido_core::{ForFirst, Outcome, Seat, Turn};

use crate::games::{Marks, TicTacToe};

const PLAIN: TicTacToe = TicTacToe { lose: false };

type Record = Transcript<Marks, u8>;

fn read(text: &str) -> Result<Record, TranscriptError> {
    Transcript::from_text(&PLAIN, text)
}

#[test]
fn what_is_written_can_be_read() {
    let options = MatchOptions {
        games: 300,
        transcripts: true,
        ..MatchOptions::default()
    };
    let result = play_match(
        &PLAIN,
        &Sampled(Random),
        &Sampled(Random),
        &options,
        &|_| (),
    )
    .expect("random players do not fail");
    for (_, transcript) in result.transcripts {
        let contest = transcript.replay(&PLAIN).expect("it was played just now");
        assert_eq!(Transcript::of(&contest), transcript);
        // Cut short and taken up in the middle, it is still a transcript.
        let half = transcript.moves.len() / 2;
        let rest = Transcript {
            start: contest.positions()[half].clone(),
            moves: transcript.moves[half..].to_vec(),
            end: transcript.end,
        };
        let broken_off = Transcript {
            moves: transcript.moves[..half].to_vec(),
            end: End::Unfinished,
            ..transcript.clone()
        };
        for transcript in [transcript, rest, broken_off] {
            let text = transcript.to_text(&PLAIN).expect("it can be replayed");
            assert_eq!(read(&text), Ok(transcript), "{text}");
        }
    }
}

#[test]
fn the_text_is_what_a_person_expects() {
    let mut contest = Contest::new(&PLAIN);
    for mv in [0, 3, 1, 4, 2] {
        contest.play(mv).expect("legal");
    }
    assert_eq!(
        Transcript::of(&contest).to_text(&PLAIN).as_deref(),
        Ok("||||||||| | 0, 3, 1, 4, 2 | first")
    );
    contest.undo();
    contest.resign(Seat::Second);
    assert_eq!(
        Transcript::of(&contest).to_text(&PLAIN).as_deref(),
        Ok("||||||||| | 0, 3, 1, 4 | second resigned")
    );
}

#[test]
fn ends_are_written_and_read() {
    for (end, text) in [
        (End::Played(Outcome::win(Seat::First)), "first"),
        (End::Played(Outcome::DRAW), "draw"),
        (End::Played(Outcome::win(Seat::Second)), "second"),
        (End::Played(Outcome::paying(ForFirst(-2.5))), "pays -2.5"),
        (
            End::Early(EarlyEnd::Resigned(Seat::First)),
            "first resigned",
        ),
        (
            End::Early(EarlyEnd::OutOfTime(Seat::Second)),
            "second out of time",
        ),
        (End::Early(EarlyEnd::Agreed), "draw agreed"),
        (End::Unfinished, "unfinished"),
    ] {
        assert_eq!(end.to_string(), text);
        assert_eq!(text.parse(), Ok(end));
    }
}

#[test]
fn a_resignation_is_replayed() {
    let contest = read("||||||||| | 4 | second resigned")
        .expect("well formed")
        .replay(&PLAIN)
        .expect("legal");
    assert_eq!(contest.turn(), Turn::Over(Outcome::win(Seat::First)));
}

#[test]
fn malformed_text_is_refused() {
    for text in ["", "|||||||||", "||||||||| | 0 1"] {
        assert_eq!(read(text), Err(TranscriptError::Parts), "{text}");
    }
    assert!(matches!(
        read("|| |  | unfinished"),
        Err(TranscriptError::Start(_))
    ));
    assert!(matches!(
        read("||||||||| | 0, 0 | unfinished"),
        Err(TranscriptError::Move { ply: 2, .. })
    ));
    assert!(matches!(
        read("||||||||| | 0, 3, 1, 4, 2, 5 | first"),
        Err(TranscriptError::Move { ply: 6, .. })
    ));
    for end in ["x", "pays much", ""] {
        let text = format!("||||||||| | 0 | {end}");
        assert!(read(&text).is_err(), "{text}");
    }
}

#[test]
fn the_rules_have_the_last_word() {
    let other = |recorded, found| {
        Err(TranscriptError::Replay(ReplayError::OtherEnd {
            recorded,
            found,
        }))
    };
    let first = End::Played(Outcome::win(Seat::First));
    assert_eq!(
        read("||||||||| | 0, 3, 1, 4, 2 | draw"),
        other(End::Played(Outcome::DRAW), first)
    );
    assert_eq!(
        read("||||||||| | 0, 3, 1, 4, 2 | first resigned"),
        other(End::Early(EarlyEnd::Resigned(Seat::First)), first)
    );
    assert_eq!(
        read("||||||||| | 0, 3 | first"),
        other(first, End::Unfinished)
    );

    let impossible = Transcript {
        start: Marks([0, 0]),
        moves: vec![4, 4],
        end: End::Unfinished,
    };
    assert!(matches!(
        impossible.replay(&PLAIN),
        Err(ReplayError::Illegal(error)) if error.plies == 1
    ));
}

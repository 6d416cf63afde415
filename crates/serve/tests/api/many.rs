//! Many who play at once, and somebody who thinks for long meanwhile.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use crate::client::{Client, Events, Server};

/// The time below which a share of all times is.
fn percentile(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share) as usize]
}

/// What somebody who plays reads of a contest. The two hundred share the processors with the server, so they read no
/// more than they need.
#[derive(Deserialize)]
struct Seen {
    yours: bool,
    ending: Option<IgnoredAny>,
    moves: Vec<IgnoredAny>,
    legal: Vec<Legal>,
}

#[derive(Deserialize)]
struct Legal {
    text: String,
}

impl Seen {
    /// The contest as soon as a person may move after so many moves, or it is over.
    fn next(events: &mut Events, made: usize) -> Seen {
        loop {
            let (name, data) = events.told();
            if name != "contest" {
                continue;
            }
            let seen: Seen = serde_json::from_str(&data).expect("contests are told as JSON");
            if seen.ending.is_some() || (seen.yours && seen.moves.len() >= made) {
                return seen;
            }
        }
    }
}

/// The times are printed and not judged: they are the machine's as much as ours.
#[test]
fn two_hundred_contests_at_once() {
    const CONTESTS: usize = 200;
    const MOVES: usize = 5;
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let address = server.address;
    let before = memory();
    let play = |number: usize| {
        let mut client = Client::new(address);
        let wanted = json!({ "game": "connect-four", "opponent": { "player": "random" } });
        let begun = client.begin(&wanted);
        let id = begun["id"].as_i64().expect("contests have numbers");
        let mut events = client.events(id);
        let mut contest = Seen::next(&mut events, 0);
        let mut times = Vec::new();
        for ply in 0..MOVES {
            if contest.ending.is_some() {
                break;
            }
            let mv = &contest.legal[(number + ply) % contest.legal.len()].text;
            let sent = Instant::now();
            let answer = client.post(&format!("/contests/{id}/play"), &json!({ "move": mv }));
            let confirmed = sent.elapsed();
            assert_eq!(answer.status, 200, "{answer:?}");
            // Until the opponent has answered.
            contest = Seen::next(&mut events, contest.moves.len() + 2);
            times.push((confirmed, sent.elapsed()));
        }
        times
    };
    let begun = Instant::now();
    let times: Vec<(Duration, Duration)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..CONTESTS)
            .map(|number| scope.spawn(move || play(number)))
            .collect();
        let played = threads
            .into_iter()
            .map(|thread| thread.join().expect("it plays"));
        played.flatten().collect()
    });
    let took = begun.elapsed();
    let (mut confirmed, mut answered): (Vec<_>, Vec<_>) = times.into_iter().unzip();
    println!(
        "{} moves of {CONTESTS} contests in {took:.1?}: confirmed p50 {:.1?}, p99 {:.1?}; answered p50 {:.1?}, p99 {:.1?}",
        confirmed.len(),
        percentile(&mut confirmed, 0.5),
        percentile(&mut confirmed, 0.99),
        percentile(&mut answered, 0.5),
        percentile(&mut answered, 0.99),
    );
    if let (Some(before), Some(after)) = (before, memory()) {
        let each = after.saturating_sub(before) / CONTESTS as u64;
        println!("about {} KiB a contest, client included", each >> 10);
    }
    assert!(confirmed.len() > CONTESTS * 3);
}

/// How many bytes this process holds.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = status.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[test]
fn who_thinks_for_long_delays_nobody() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let slow =
        json!({ "game": "chess", "opponent": { "player": "pvs:depth=60" }, "seat": "second" });
    let slow: Vec<i64> = (0..3)
        .map(|_| {
            client.begin(&slow)["id"]
                .as_i64()
                .expect("contests have numbers")
        })
        .collect();
    let quick = json!({ "game": "tic-tac-toe", "opponent": { "player": "random" } });
    let begun = Instant::now();
    let id = client.begin(&quick)["id"]
        .as_i64()
        .expect("contests have numbers");
    client.play(id, "b2");
    client.got("/games/chess");
    let took = begun.elapsed();
    println!("a quick contest beside three long thoughts: {took:.1?}");
    for id in slow {
        let still = client.got(&format!("/contests/{id}"));
        assert_eq!(still["thinking"], json!(true));
        client.posted(&format!("/contests/{id}/cancel"), &json!({}));
    }
    assert!(took < Duration::from_secs(20), "{took:?}");
}

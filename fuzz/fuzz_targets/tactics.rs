//! Law: whatever the stones on a small board, reading answers without a panic and does not contradict
//! itself.
//!
//! A chain that is captured by threats does not live, one that lives unconditionally is not captured, and
//! who moves first is not worse off for it than if the other side did. The text is a position as it is
//! written for Go.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shido_core::Seat;
use shido_tactics::{Scene, Situation, Verdict, capture, kill, unconditionally_alive};

/// Larger boards take too long to read.
const LARGEST: u8 = 6;

const NODES: u64 = 2_000;

fuzz_target!(|text: &str| {
    let Ok(scene) = Scene::of_text(text) else {
        return;
    };
    let board = *scene.position().board();
    if board.size() > LARGEST {
        return;
    }
    for chain in board.chains(board.occupied()).take(3) {
        let stone = chain.stones.iter().next().expect("a chain has a stone");
        let alive = unconditionally_alive(&board, chain.seat).contains(stone);
        let [owner, killer] = [chain.seat, chain.seat.other()].map(|first: Seat| {
            let situation = Situation::of(scene.position(), first);
            let death = kill(&situation, stone, NODES).verdict;
            let caught = capture(&situation, stone, NODES).verdict;
            assert!(!(caught == Verdict::Yes && death == Verdict::No), "{first:?} {stone}");
            assert!(!(caught == Verdict::No && death == Verdict::Yes), "{first:?} {stone}");
            assert!(!(alive && (caught == Verdict::Yes || death == Verdict::Yes)));
            death
        });
        // The killer may pass, and so may the owner.
        assert!(!(owner == Verdict::Yes && killer == Verdict::No), "{stone}");
    }
});

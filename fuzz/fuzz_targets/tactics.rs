//! Law: whatever the stones on a small board, reading answers without a panic and does not contradict
//! itself.
//!
//! A first move that is told may be made. A chain that is captured by threats does not live, one that lives unconditionally is not captured, and
//! who moves first is not worse off for it than if the other side did. The text is a position as it is
//! written for Go.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shido_core::Seat;
use shido_tactics::{
    Reading, Scene, Situation, Status, capture, kill, two_eyes, unconditionally_alive,
};

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
            let [death, caught, alone] = [kill, capture, two_eyes].map(|ask| {
                let Reading { status, first, .. } = ask(&situation, stone, NODES);
                if let Some(first) = first {
                    assert!(board.empty().contains(first), "{first} is taken");
                    assert!(!situation.ban.contains(first), "{first} is a ko");
                    assert!(
                        !board.is_suicide(first, situation.first),
                        "{first} is suicide"
                    );
                }
                status
            });
            assert!(
                !(alone == Status::Yes && death == Status::Yes),
                "{first:?} {stone}"
            );
            assert!(
                !(caught == Status::Yes && death == Status::No),
                "{first:?} {stone}"
            );
            assert!(
                !(caught == Status::No && death == Status::Yes),
                "{first:?} {stone}"
            );
            assert!(!(alive && (caught == Status::Yes || death == Status::Yes)));
            death
        });
        // The killer may pass, and so may the owner.
        assert!(!(owner == Status::Yes && killer == Status::No), "{stone}");
    }
});

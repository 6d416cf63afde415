//! The rules on a list of letters, written as plainly as they are said, and compared with the game
//! along random contests.

use std::collections::HashSet;

use shido_core::{Game, Notation, Outcome, Seat, Seed, Turn};
use shido_games::go::{Go, Move, Position};

use crate::go::go;

const LETTERS: &str = "ABCDEFGHJKLMNOPQRST";

#[derive(Clone)]
struct Plain {
    size: usize,
    /// Row by row from below.
    points: Vec<char>,
    mover: char,
    passes: u32,
    past: Vec<Vec<char>>,
}

impl Plain {
    fn start(size: usize) -> Plain {
        Plain {
            size,
            points: vec!['.'; size * size],
            mover: 'X',
            passes: 0,
            past: Vec::new(),
        }
    }

    fn neighbours(&self, at: usize) -> Vec<usize> {
        let (column, row) = (at % self.size, at / self.size);
        let mut found = Vec::new();
        if column > 0 {
            found.push(at - 1);
        }
        if column + 1 < self.size {
            found.push(at + 1);
        }
        if row > 0 {
            found.push(at - self.size);
        }
        if row + 1 < self.size {
            found.push(at + self.size);
        }
        found
    }

    /// All points of the same letter that are connected with one, and the letters next to them.
    fn region(&self, points: &[char], at: usize) -> (HashSet<usize>, HashSet<char>) {
        let mut region = HashSet::from([at]);
        let mut touched = HashSet::new();
        let mut waiting = vec![at];
        while let Some(next) = waiting.pop() {
            for near in self.neighbours(next) {
                if points[near] != points[at] {
                    touched.insert(points[near]);
                } else if region.insert(near) {
                    waiting.push(near);
                }
            }
        }
        (region, touched)
    }

    /// The board after a stone, if it may be placed.
    fn placed(&self, at: usize) -> Option<Vec<char>> {
        if self.points[at] != '.' {
            return None;
        }
        let mut points = self.points.clone();
        points[at] = self.mover;
        let other = if self.mover == 'X' { 'O' } else { 'X' };
        for near in self.neighbours(at) {
            if points[near] == other {
                let (chain, touched) = self.region(&points, near);
                if !touched.contains(&'.') {
                    chain.into_iter().for_each(|taken| points[taken] = '.');
                }
            }
        }
        let (_, touched) = self.region(&points, at);
        (touched.contains(&'.') && !self.past.contains(&points)).then_some(points)
    }

    fn name(&self, at: usize) -> String {
        let column = LETTERS.as_bytes()[at % self.size] as char;
        format!("{column}{}", at / self.size + 1)
    }

    /// What can be played, and the board after it.
    fn moves(&self) -> Vec<(String, Vec<char>)> {
        if self.passes == 2 {
            return Vec::new();
        }
        let all = 0..self.size * self.size;
        let placed = all.filter_map(|at| Some((self.name(at), self.placed(at)?)));
        let passed = ("pass".to_owned(), self.points.clone());
        placed.chain([passed]).collect()
    }

    fn play(&mut self, name: &str) {
        let moves = self.moves();
        let (_, points) = moves.iter().find(|(known, _)| known == name).expect(name);
        if name == "pass" {
            self.passes += 1;
        } else {
            self.passes = 0;
            self.past
                .push(std::mem::replace(&mut self.points, points.clone()));
        }
        self.mover = if self.mover == 'X' { 'O' } else { 'X' };
    }

    fn area(&self, side: char) -> usize {
        let owned = |at: &usize| match self.points[*at] {
            '.' => self.region(&self.points, *at).1 == HashSet::from([side]),
            stone => stone == side,
        };
        (0..self.size * self.size).filter(owned).count()
    }
}

fn letters(position: &Position) -> Vec<char> {
    let board = position.board();
    let letter = |point| match board.holder(point) {
        None => '.',
        Some(Seat::First) => 'X',
        Some(Seat::Second) => 'O',
    };
    board.points().iter().map(letter).collect()
}

fn compare(go: &Go, position: &Position, plain: &Plain) {
    let told: Vec<(String, Vec<char>)> = go
        .moves(position)
        .into_iter()
        .map(|mv| {
            let next = go.after(position, mv);
            (go.write_move(position, mv), letters(&next))
        })
        .collect();
    assert_eq!(told, plain.moves(), "{}", go.write_position(position));
    let areas = position.board().areas().map(|area| area.len() as usize);
    assert_eq!(areas, [plain.area('X'), plain.area('O')]);
}

/// Passes are drawn seldom, so that boards fill up and are emptied again.
#[test]
fn contests_go_as_the_plain_rules_say() {
    let mut forbidden = 0;
    let mut captures = 0;
    for (size, contests, plies) in [
        (2, 40, 60),
        (3, 40, 200),
        (4, 15, 300),
        (5, 8, 300),
        (7, 3, 300),
        (9, 2, 300),
    ] {
        let go = go(size);
        for contest in 0..contests {
            let mut rng = Seed(u64::from(size)).derive(contest).rng();
            let mut position = go.start();
            let mut plain = Plain::start(usize::from(size));
            for _ in 0..plies {
                compare(&go, &position, &plain);
                forbidden += position.forbidden().len();
                let mut mv = go.random_move(&position, &mut rng);
                if mv == Some(Move::Pass) {
                    mv = go.random_move(&position, &mut rng);
                }
                let Some(mv) = mv else {
                    break;
                };
                plain.play(&go.write_move(&position, mv));
                let before = position.board().occupied().len();
                go.play(&mut position, mv);
                captures += u32::from(position.board().occupied().len() < before);
            }
        }
    }
    assert!(forbidden > 100 && captures > 100, "{forbidden}, {captures}");
}

#[test]
fn the_larger_area_wins() {
    let komi = |text: &str| text.parse().expect("a komi");
    for contest in 0..20 {
        let mut rng = Seed(3).derive(contest).rng();
        let go = go(5).with_komi(komi(["0", "0.5", "-2", "7"][contest as usize % 4]));
        let mut position = go.start();
        let mut plain = Plain::start(5);
        while let Some(mv) = go.random_move(&position, &mut rng) {
            plain.play(&go.write_move(&position, mv));
            go.play(&mut position, mv);
        }
        let margin = plain.area('X') as f64 - plain.area('O') as f64 - go.komi().points();
        let outcome = match margin {
            0.0 => Outcome::DRAW,
            _ if margin > 0.0 => Outcome::win(Seat::First),
            _ => Outcome::win(Seat::Second),
        };
        assert_eq!(go.margin(&position).0, margin);
        assert_eq!(go.turn(&position), Turn::Over(outcome));
    }
}

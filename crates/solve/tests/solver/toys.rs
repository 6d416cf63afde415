//! Small games, written as plainly as possible.

use std::collections::HashSet;

use shido_core::{Foresight, Game, Outcome, Pack, Seat, Seed, Symmetry, Turn};

/// Placing markers on a grid; the first to fill a line wins.
pub(crate) struct Grid {
    cells: usize,
    lines: Vec<u64>,
    symmetries: Vec<Vec<usize>>,
    /// Whether markers fall: cell `i` needs cell `i - width` filled.
    falling: Option<usize>,
    /// Whether to say that positions cannot be packed.
    pub(crate) too_wide: bool,
}

/// The cells of either side; they alternate.
pub(crate) type Cells = [u64; 2];

impl Grid {
    pub(crate) fn tic_tac_toe() -> Grid {
        Grid::new([3, 3, 1], 3, &[turn(3), mirror(3, 3)])
    }

    pub(crate) fn four_in_a_row(width: usize, height: usize) -> Grid {
        let falling = Some(width);
        Grid {
            falling,
            ..Grid::new([width, height, 1], 4, &[mirror(width, height)])
        }
    }

    pub(crate) fn cube() -> Grid {
        let at = |x: usize, y: usize, z: usize| x + 3 * y + 9 * z;
        let permutation = |to: &dyn Fn(usize, usize, usize) -> usize| -> Vec<usize> {
            (0..27).map(|i| to(i % 3, i / 3 % 3, i / 9)).collect()
        };
        let generators = [
            permutation(&|x, y, z| at(y, z, x)),
            permutation(&|x, y, z| at(y, x, z)),
            permutation(&|x, y, z| at(2 - x, y, z)),
        ];
        Grid::new([3, 3, 3], 3, &generators)
    }

    fn new(size: [usize; 3], row: usize, generators: &[Vec<usize>]) -> Grid {
        let cells = size.iter().product();
        Grid {
            cells,
            lines: lines(size, row),
            symmetries: group(cells, generators),
            falling: None,
            too_wide: false,
        }
    }

    fn line_of(&self, cells: u64) -> bool {
        self.lines.iter().any(|&line| !cells & line == 0)
    }
}

fn lines(size: [usize; 3], row: usize) -> Vec<u64> {
    let mut lines = HashSet::new();
    let steps = (0..27).map(|i: isize| [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1]);
    for step in steps.filter(|&step| step != [0; 3]) {
        for cell in 0..size.iter().product::<usize>() {
            let from = [
                cell % size[0],
                cell / size[0] % size[1],
                cell / (size[0] * size[1]),
            ];
            let line: Option<Vec<usize>> = (0..row as isize)
                .map(|i| {
                    let at: Option<Vec<usize>> = (0..3)
                        .map(|axis| from[axis].checked_add_signed(step[axis] * i))
                        .collect();
                    at.filter(|at| (0..3).all(|axis| at[axis] < size[axis]))
                        .map(|at| at[0] + size[0] * (at[1] + size[1] * at[2]))
                })
                .collect();
            lines.extend(line.map(|line| line.iter().map(|&cell| 1_u64 << cell).sum::<u64>()));
        }
    }
    lines.into_iter().collect()
}

fn turn(side: usize) -> Vec<usize> {
    (0..side * side)
        .map(|i| (i % side) * side + side - 1 - i / side)
        .collect()
}

fn mirror(width: usize, height: usize) -> Vec<usize> {
    (0..width * height)
        .map(|i| i / width * width + width - 1 - i % width)
        .collect()
}

/// All products of the generators, the identity first.
fn group(cells: usize, generators: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut group = vec![(0..cells).collect::<Vec<usize>>()];
    let mut next = 0;
    while next < group.len() {
        for generator in generators {
            let product: Vec<usize> = group[next].iter().map(|&cell| generator[cell]).collect();
            if !group.contains(&product) {
                group.push(product);
            }
        }
        next += 1;
    }
    group
}

fn permute(permutation: &[usize], cells: u64) -> u64 {
    (0..permutation.len())
        .filter(|&cell| cells >> cell & 1 == 1)
        .map(|cell| 1 << permutation[cell])
        .sum()
}

impl Game for Grid {
    type Position = Cells;
    type Move = usize;

    fn start(&self) -> Cells {
        [0, 0]
    }

    fn turn(&self, position: &Cells) -> Turn {
        let filled = (position[0] | position[1]).count_ones() as usize;
        match Seat::BOTH
            .into_iter()
            .find(|seat| self.line_of(position[seat.index()]))
        {
            Some(seat) => Turn::Over(Outcome::win(seat)),
            None if filled == self.cells => Turn::Over(Outcome::DRAW),
            None => Turn::Of(Seat::BOTH[filled % 2]),
        }
    }

    fn each_move(&self, position: &Cells, visit: impl FnMut(usize)) {
        if let Turn::Of(_) = self.turn(position) {
            let filled = position[0] | position[1];
            let supported = |cell: usize| match self.falling {
                Some(width) => cell < width || filled >> (cell - width) & 1 == 1,
                None => true,
            };
            (0..self.cells)
                .filter(|&cell| filled >> cell & 1 == 0 && supported(cell))
                .for_each(visit);
        }
    }

    fn play(&self, position: &mut Cells, cell: usize) {
        let filled = (position[0] | position[1]).count_ones() as usize;
        position[filled % 2] |= 1 << cell;
    }

    fn progress(&self, position: &Cells) -> Option<u32> {
        Some((position[0] | position[1]).count_ones())
    }
}

impl Symmetry for Grid {
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn transform(&self, symmetry: usize, position: &Cells) -> Cells {
        position.map(|cells| permute(&self.symmetries[symmetry], cells))
    }

    fn transform_move(&self, symmetry: usize, cell: usize) -> usize {
        self.symmetries[symmetry][cell]
    }

    fn mirrors(&self, symmetry: usize, position: &Cells) -> bool {
        let image = self.transform(symmetry, position);
        image == [position[1], position[0]]
    }
}

impl Foresight for Grid {}

impl Pack for Grid {
    fn packed_bits(&self) -> u32 {
        if self.too_wide {
            65
        } else {
            2 * self.cells as u32
        }
    }

    fn pack(&self, position: &Cells) -> u64 {
        assert!(!self.too_wide);
        position[0] | position[1] << self.cells
    }

    fn unpack(&self, packed: u64) -> Option<Cells> {
        let mask = (1 << self.cells) - 1;
        let position = [packed & mask, packed >> self.cells];
        (position[0] & position[1] == 0 && position[1] <= mask).then_some(position)
    }
}

/// Achi without adjacency: four markers each are placed, then any own one moves to the empty point.
pub(crate) struct Achi(pub(crate) Grid);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Achis {
    cells: Cells,
    mover: Seat,
}

impl Achi {
    pub(crate) fn new() -> Achi {
        Achi(Grid::tic_tac_toe())
    }
}

impl Game for Achi {
    type Position = Achis;
    /// From (or nine, for a marker that is placed) and to.
    type Move = (usize, usize);

    fn start(&self) -> Achis {
        Achis {
            cells: [0, 0],
            mover: Seat::First,
        }
    }

    fn turn(&self, position: &Achis) -> Turn {
        let won = |seat: &Seat| self.0.line_of(position.cells[seat.index()]);
        match Seat::BOTH.into_iter().find(won) {
            Some(seat) => Turn::Over(Outcome::win(seat)),
            None => Turn::Of(position.mover),
        }
    }

    fn each_move(&self, position: &Achis, mut visit: impl FnMut((usize, usize))) {
        if let Turn::Over(_) = self.turn(position) {
            return;
        }
        let filled = position.cells[0] | position.cells[1];
        let own = position.cells[position.mover.index()];
        for to in (0..9).filter(|to| filled >> to & 1 == 0) {
            if filled.count_ones() < 8 {
                visit((9, to));
            } else {
                (0..9)
                    .filter(|from| own >> from & 1 == 1)
                    .for_each(|from| visit((from, to)));
            }
        }
    }

    fn play(&self, position: &mut Achis, (from, to): (usize, usize)) {
        let own = &mut position.cells[position.mover.index()];
        *own = (*own | 1 << to) & !(1 << from);
        position.mover = position.mover.other();
    }
}

impl Symmetry for Achi {
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn transform(&self, symmetry: usize, position: &Achis) -> Achis {
        Achis {
            cells: self.0.transform(symmetry, &position.cells),
            mover: position.mover,
        }
    }

    fn transform_move(&self, symmetry: usize, (from, to): (usize, usize)) -> (usize, usize) {
        let image = |cell: usize| {
            self.0.symmetries[symmetry]
                .get(cell)
                .copied()
                .unwrap_or(cell)
        };
        (image(from), image(to))
    }

    fn mirrors(&self, symmetry: usize, position: &Achis) -> bool {
        self.0.mirrors(symmetry, &position.cells)
    }
}

impl Foresight for Achi {}

impl Pack for Achi {
    fn packed_bits(&self) -> u32 {
        19
    }

    fn pack(&self, position: &Achis) -> u64 {
        self.0.pack(&position.cells) << 1 | position.mover.index() as u64
    }

    fn unpack(&self, packed: u64) -> Option<Achis> {
        Some(Achis {
            cells: self.0.unpack(packed >> 1)?,
            mover: Seat::BOTH[(packed & 1) as usize],
        })
    }
}

/// A game whose positions and moves are written down as a directed graph.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<(Turn, Vec<u32>)>,
    pub(crate) acyclic: bool,
}

impl Graph {
    /// Turns and edges at random; no rule of alternation, and cycles unless every edge leads up.
    pub(crate) fn random(seed: Seed, acyclic: bool) -> Graph {
        let mut drawn = 0;
        let mut below = |bound: u32| {
            drawn += 1;
            (seed.derive(drawn).0 % u64::from(bound)) as u32
        };
        let size = 2 + below(38);
        let busy = 1 + below(4);
        let nodes = (0..size)
            .map(|node| {
                let last = acyclic && node + 1 == size;
                if last || node > 0 && below(5) == 0 {
                    let outcomes = [
                        Outcome::win(Seat::First),
                        Outcome::win(Seat::Second),
                        Outcome::DRAW,
                    ];
                    return (Turn::Over(outcomes[below(3) as usize]), Vec::new());
                }
                let lowest = if acyclic { node + 1 } else { 0 };
                let degree = 1 + below(busy);
                let edges = (0..degree).map(|_| lowest + below(size - lowest)).collect();
                (Turn::Of(Seat::BOTH[below(2) as usize]), edges)
            })
            .collect();
        Graph { nodes, acyclic }
    }
}

impl Game for Graph {
    type Position = u32;
    type Move = usize;

    fn start(&self) -> u32 {
        0
    }

    fn turn(&self, position: &u32) -> Turn {
        self.nodes[*position as usize].0
    }

    fn each_move(&self, position: &u32, visit: impl FnMut(usize)) {
        (0..self.nodes[*position as usize].1.len()).for_each(visit);
    }

    fn play(&self, position: &mut u32, mv: usize) {
        *position = self.nodes[*position as usize].1[mv];
    }

    fn progress(&self, position: &u32) -> Option<u32> {
        self.acyclic.then_some(*position * 3)
    }
}

impl Symmetry for Graph {
    fn symmetries(&self) -> usize {
        1
    }

    fn transform(&self, _: usize, position: &u32) -> u32 {
        *position
    }

    fn transform_move(&self, _: usize, mv: usize) -> usize {
        mv
    }

    fn mirrors(&self, _: usize, _: &u32) -> bool {
        false
    }
}

impl Foresight for Graph {}

impl Pack for Graph {
    fn packed_bits(&self) -> u32 {
        32
    }

    fn pack(&self, position: &u32) -> u64 {
        u64::from(*position)
    }

    fn unpack(&self, packed: u64) -> Option<u32> {
        u32::try_from(packed)
            .ok()
            .filter(|&node| (node as usize) < self.nodes.len())
    }
}

/// The same game without a measure of progress.
pub(crate) struct Recurring<G>(pub(crate) G);

impl<G: Game> Game for Recurring<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn turn(&self, position: &G::Position) -> Turn {
        self.0.turn(position)
    }

    fn each_move(&self, position: &G::Position, visit: impl FnMut(G::Move)) {
        self.0.each_move(position, visit);
    }

    fn play(&self, position: &mut G::Position, mv: G::Move) {
        self.0.play(position, mv);
    }
}

impl<G: Symmetry> Symmetry for Recurring<G> {
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn transform(&self, symmetry: usize, position: &G::Position) -> G::Position {
        self.0.transform(symmetry, position)
    }

    fn transform_move(&self, symmetry: usize, mv: G::Move) -> G::Move {
        self.0.transform_move(symmetry, mv)
    }

    fn mirrors(&self, symmetry: usize, position: &G::Position) -> bool {
        self.0.mirrors(symmetry, position)
    }
}

impl<G: Pack> Pack for Recurring<G> {
    fn packed_bits(&self) -> u32 {
        self.0.packed_bits()
    }

    fn pack(&self, position: &G::Position) -> u64 {
        self.0.pack(position)
    }

    fn unpack(&self, packed: u64) -> Option<G::Position> {
        self.0.unpack(packed)
    }
}

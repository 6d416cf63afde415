//! The leaves of a plan, found out on a Go board.

use std::collections::BTreeMap;

use shido_core::{Seat, Seed, nearest};
use shido_games::go::{Board, Point, Position};
use shido_plan::{Estimate, Given, Goal, Guess, Leaves, NoRate, PlanFile, Rate, Term};

use crate::problem::names;
use crate::relation::Relation;
use crate::{
    Aim, BoardError, Frequency, GoalKind, Group, Problem, Rates, Reading, Situation, Status,
    capture, claim, connect, frequency, kill, two_eyes,
};

/// The leaves of a plan about groups on a Go board.
///
/// A thing of the plan is a group, called by one of its stones or by a name that was given to it.
/// `Neighbor_Of`, `Enemy` and `Friend` are facts. The other goals are about a stone of each group: its
/// chain is captured or not as a whole. A goal is first read out; where reading does not decide it is
/// counted how often it succeeds in playouts. With [`Rates`] the result is what became of such goals in
/// games.
///
/// ```
/// use shido_core::Notation;
/// use shido_games::go::Go;
/// use shido_plan::{Options, PlanFile, evaluate};
/// use shido_tactics::{Effort, OnBoard};
/// use shido_core::Seed;
///
/// // White's two stones below Black's can be captured.
/// let go = Go::new(5)?;
/// let position = go.parse_position("5/1XX2/XOO1X/1X3/5 X 0 -").expect("a position");
/// let file = PlanFile::parse("OR(Make_Two_Eyes(G), AND(Neighbor_Of(G ?H), Enemy(G ?H), Kill(?H)))")?;
/// let mut leaves = OnBoard::new(&position, Effort::default(), Seed(1));
/// leaves.name("G", "B4")?;
/// let tree = file.ground(&[], &mut leaves)?;
/// let evaluation = evaluate(&tree, &mut leaves, &Options::default())?;
/// assert_eq!(evaluation.value.least, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OnBoard<'a> {
    position: Position,
    effort: Effort,
    seed: Seed,
    rates: Option<&'a Rates>,
    given: Option<Given<'a>>,
    names: BTreeMap<String, Point>,
}

/// How much work a goal is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many positions may be read for each question; as many again may be read on whether the first
    /// move is needed at all.
    pub nodes: u64,
    /// How many playouts are made where reading does not decide, half of them to find the first move.
    pub playouts: u32,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            nodes: 100_000,
            playouts: 4_000,
        }
    }
}

/// So many playouts are enough for a guess.
const GLANCE: u32 = 100;

/// What was found out about a goal.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// How often it succeeds as far as reading and playouts tell.
    pub estimate: Estimate,
    /// What goals look like of which that is said, such as `read: yes` or `playouts 30-40%`. What becomes
    /// of such goals can be [learned](crate::learn).
    pub class: String,
}

/// A goal with the stones put in.
struct Question {
    situation: Situation,
    aim: Aim,
}

impl<'a> OnBoard<'a> {
    /// The leaves of plans about this position. Who is to move in it does not matter: each goal says by
    /// itself who moves first.
    #[must_use]
    pub fn new(position: &Position, effort: Effort, seed: Seed) -> OnBoard<'a> {
        OnBoard {
            position: position.clone(),
            effort,
            seed,
            rates: None,
            given: None,
            names: BTreeMap::new(),
        }
    }

    /// The same with rates that were learned from games, where they know of such goals.
    #[must_use]
    pub fn with_rates(mut self, rates: &'a Rates) -> OnBoard<'a> {
        self.rates = Some(rates);
        self
    }

    /// The same with what a file says of goals that the board cannot tell.
    #[must_use]
    pub fn with_given(mut self, file: &'a PlanFile) -> OnBoard<'a> {
        self.given = Some(Given::new(file));
        self
    }

    /// Gives the group of a stone a name.
    ///
    /// # Errors
    /// Where there is no stone.
    pub fn name(&mut self, name: &str, stone: &str) -> Result<Point, Problem> {
        let point = stone.parse::<Point>()?;
        self.check_stone(point, stone)?;
        self.names.insert(name.to_owned(), point);
        Ok(point)
    }

    /// The stone that a thing of the plan is.
    ///
    /// # Errors
    /// Where it is none.
    pub fn stone(&self, thing: &str) -> Result<Point, Problem> {
        if let Some(&point) = self.names.get(thing) {
            return Ok(point);
        }
        let Ok(point) = thing.parse::<Point>() else {
            return Err(Problem::Unnamed(thing.to_owned()));
        };
        self.check_stone(point, thing)?;
        Ok(point)
    }

    fn check_stone(&self, point: Point, thing: &str) -> Result<(), Problem> {
        let board = self.board();
        if !board.points().contains(point) {
            return Err(Problem::Beside(thing.to_owned()));
        }
        match board.holder(point) {
            Some(_) => Ok(()),
            None => Err(Problem::Empty(thing.to_owned())),
        }
    }

    /// What the file says of a goal, if that is who to ask.
    fn given_for(&self, goal: &Goal) -> Option<Given<'a>> {
        self.given.filter(|_| GoalKind::named(&goal.name).is_none())
    }

    fn board(&self) -> &Board {
        self.position.board()
    }

    fn group(&self, thing: &str) -> Result<Group, Problem> {
        let stone = self.stone(thing)?;
        Group::at(self.board(), stone).ok_or(Problem::Empty(thing.to_owned()))
    }

    /// The pairs of things of which a relation holds and that fit the goal.
    fn pairs(&self, goal: &Goal, relation: Relation) -> Result<Vec<Vec<String>>, Problem> {
        let [one, other] = goal.terms.as_slice() else {
            return Err(Problem::Arguments {
                name: relation.name(),
                about: "two groups",
                form: relation.form(),
            });
        };
        let mut pairs = Vec::new();
        let others = self.meant(other)?;
        for (name, group) in self.meant(one)? {
            let near = match relation {
                Relation::NeighborOf => group.neighbours(self.board()),
                Relation::Enemy | Relation::Friend => Vec::new(),
            };
            for (given, other) in &others {
                let holds = *other != group
                    && match relation {
                        Relation::NeighborOf => near.contains(other),
                        Relation::Enemy => other.seat != group.seat,
                        Relation::Friend => other.seat == group.seat,
                    };
                let nearest = || other.nearest_to(&group, self.board()).to_string();
                let one = name.clone();
                let one = one.unwrap_or_else(|| group.name(self.board()).to_string());
                let pair = vec![one, given.clone().unwrap_or_else(nearest)];
                if holds && goal.matching(&pair).is_some() {
                    pairs.push(pair);
                }
            }
        }
        Ok(pairs)
    }

    /// The groups that a term may be, with what the plan calls them, if it does.
    fn meant(&self, term: &Term) -> Result<Vec<(Option<String>, Group)>, Problem> {
        match term {
            Term::Name(name) => Ok(vec![(Some(name.clone()), self.group(name)?)]),
            Term::Variable(_) => {
                let all = Group::all(self.board(), self.board().occupied());
                Ok(all
                    .into_iter()
                    .map(|group| (self.called(&group), group))
                    .collect())
            }
        }
    }

    /// What a group is called in the plan.
    fn called(&self, group: &Group) -> Option<String> {
        let mut given = self.names.iter();
        let given = given.find(|(_, stone)| group.stones.contains(**stone));
        given.map(|(name, _)| name.clone())
    }

    fn question(&self, goal: &Goal) -> Result<Question, Problem> {
        let kind = GoalKind::named(&goal.name).ok_or_else(|| Problem::Goal {
            name: goal.name.clone(),
            nearest: nearest(&goal.name, names()),
        })?;
        let things = goal.things().unwrap_or_default();
        let wrong = || Problem::Arguments {
            name: kind.name(),
            about: kind.about(),
            form: kind.form(),
        };
        let (stones, lot) = match (kind, things.as_slice()) {
            (GoalKind::LotOfTerritory, [stone, points]) => {
                (vec![*stone], points.parse().map_err(|_| wrong())?)
            }
            _ => (things, GoalKind::A_LOT),
        };
        let &thing = stones.first().ok_or_else(wrong)?;
        let stones: Vec<Point> = stones
            .into_iter()
            .map(|stone| self.stone(stone))
            .collect::<Result<_, _>>()?;
        let aim = kind.aim(&stones, lot).ok_or_else(wrong)?;
        let owner = self
            .board()
            .holder(stones[0])
            .ok_or_else(|| Problem::Empty(thing.to_owned()))?;
        Ok(Question {
            situation: Situation::of(&self.position, kind.first(owner)),
            aim,
        })
    }

    /// What the board tells of a goal, before learned rates have a say.
    ///
    /// # Errors
    /// Where it cannot tell.
    pub fn find(&self, goal: &Goal) -> Result<Finding, BoardError> {
        let question = self.question(goal).map_err(asked_in(goal))?;
        Ok(self.answer(&question, goal))
    }

    /// The side that wants a goal, if the board knows it and one of them does.
    #[must_use]
    pub fn wanted_by(&self, goal: &Goal) -> Option<Seat> {
        self.question(goal).ok()?.aim.side(self.board())
    }

    fn answer(&self, question: &Question, goal: &Goal) -> Finding {
        let Some(wanted_by) = question.aim.side(self.board()) else {
            return found(Rate::Known(0.0), 0, "of different colours", "impossible");
        };
        if let Aim::Territory { of, points } = question.aim
            && let Some(group) = Group::at(self.board(), of)
        {
            let most = claim(self.board(), &group).len();
            if most < points {
                let how = format!("it may claim {most}, not {points}");
                return found(Rate::Known(0.0), 0, &how, "impossible");
            }
        }
        let ours = question.situation.first == wanted_by;
        let read = self.read(question);
        let nodes = read.as_ref().map_or(0, |reading| reading.nodes);
        let decided = read.filter(|reading| reading.status != Status::Open);
        let (mut found, first) = match decided {
            Some(reading) => {
                let (rate, class) = match reading.status {
                    Status::Yes if nodes == 0 => (Rate::Known(1.0), "read: yes, at once"),
                    Status::Yes => (Rate::Known(1.0), "read: yes"),
                    Status::Ko => (Rate::Between(0.0, 1.0), "read: ko"),
                    _ => (Rate::Known(0.0), "read: no"),
                };
                let how = match reading.status {
                    Status::Ko => format!("a ko: {}", reading.how),
                    _ => reading.how,
                };
                (found(rate, nodes, &how, class), reading.first)
            }
            None => {
                let counted = self.count(question, self.effort.playouts, goal);
                let rate = Rate::counted(counted.successes, counted.trials);
                let how = match counted.first {
                    Some(first) => format!("{} playouts after {first}", counted.trials),
                    None => format!("{} playouts", counted.trials),
                };
                let cost = nodes + u64::from(counted.playouts);
                (found(rate, cost, &how, &counted.class()), counted.first)
            }
        };
        found.estimate.first = first.filter(|_| ours).map(|point| point.to_string());
        found
    }

    /// Each goal has playouts of its own, whatever was asked before it.
    fn count(&self, question: &Question, playouts: u32, goal: &Goal) -> Frequency {
        let name = goal.to_string().into_bytes().into_iter();
        let seed = name.fold(self.seed, |seed, letter| seed.derive(u64::from(letter)));
        frequency(&question.situation, question.aim, playouts, seed)
            .expect("a side has the aim, or there would be no question")
    }

    /// Reads a question out, where there is a way to. The status is on the aim.
    fn read(&self, question: &Question) -> Option<Reading> {
        let Question { situation, aim } = question;
        match *aim {
            Aim::Capture(stone) => Some(self.dies(situation, stone)),
            Aim::Live(stone) => Some(self.dies(situation, stone).inverted()),
            Aim::TwoEyes(stone) => {
                let nodes = self.effort.nodes;
                let lives = two_eyes(situation, stone, nodes - nodes / 4);
                Some(
                    self.or_captured(lives.inverted(), situation, stone)
                        .inverted(),
                )
            }
            Aim::Connect(one, other) => Some(connect(situation, one, other, self.effort.nodes)),
            Aim::Territory { .. } => None,
        }
    }

    fn dies(&self, situation: &Situation, stone: Point) -> Reading {
        let nodes = self.effort.nodes;
        let read = |situation: &Situation| {
            let killed = kill(situation, stone, nodes - nodes / 4);
            self.or_captured(killed, situation, stone)
        };
        let mut dies = read(situation);
        // What is dead as it stands need not be killed.
        if dies.status == Status::Yes && dies.first.is_some() && dies.nodes > 0 {
            let passed = Situation::of(&self.position, situation.first.other());
            let anyway = read(&passed);
            dies.nodes += anyway.nodes;
            if anyway.status == Status::Yes {
                dies.first = None;
                dies.how = format!("dead as it stands: {}", anyway.how);
            }
        }
        dies
    }

    /// Where life and death are open: is the chain captured by threats?
    fn or_captured(&self, killed: Reading, situation: &Situation, stone: Point) -> Reading {
        if killed.status != Status::Open {
            return killed;
        }
        let left = self.effort.nodes.saturating_sub(killed.nodes);
        let mut captured = capture(situation, stone, left);
        captured.nodes += killed.nodes;
        captured
    }
}

fn found(rate: Rate, cost: u64, how: &str, class: &str) -> Finding {
    Finding {
        estimate: Estimate {
            rate,
            cost: cost as f64,
            how: how.to_owned(),
            first: None,
        },
        class: class.to_owned(),
    }
}

impl Leaves for OnBoard<'_> {
    type Error = BoardError;

    fn facts(&mut self, goal: &Goal) -> Result<Option<Vec<Vec<String>>>, BoardError> {
        match (Relation::named(&goal.name), &mut self.given) {
            (Some(relation), _) => {
                let pairs = self.pairs(goal, relation).map_err(asked_in(goal))?;
                Ok(Some(pairs))
            }
            (None, Some(given)) if GoalKind::named(&goal.name).is_none() => {
                given.facts(goal).map_err(unknown)
            }
            (None, _) => Ok(None),
        }
    }

    fn rate(&mut self, goal: &Goal) -> Result<Estimate, BoardError> {
        if let Some(mut given) = self.given_for(goal) {
            return given.rate(goal).map_err(unknown);
        }
        let Finding {
            mut estimate,
            class,
        } = self.find(goal)?;
        let learned = self.rates.and_then(|rates| rates.rate(&goal.name, &class));
        if let Some((successes, trials)) = learned {
            estimate.rate = Rate::counted(successes, trials);
            estimate.how = format!(
                "{successes} of {trials} such goals in games; {}",
                estimate.how
            );
        }
        Ok(estimate)
    }

    fn check(&mut self, goal: &Goal) -> Result<(), BoardError> {
        match self.given_for(goal) {
            Some(mut given) => given.check(goal).map_err(unknown),
            None => self.question(goal).map(|_| ()).map_err(asked_in(goal)),
        }
    }

    /// A few playouts.
    fn guess(&mut self, goal: &Goal) -> Guess {
        if let Some(mut given) = self.given_for(goal) {
            return given.guess(goal);
        }
        let Ok(question) = self.question(goal) else {
            return Guess::BLIND;
        };
        if question.aim.side(self.board()).is_none() {
            return Guess::BLIND;
        }
        let few = self.count(&question, GLANCE, goal);
        let rate = Rate::counted(few.successes, few.trials);
        Guess {
            rate: rate.mean(),
            cost: f64::from(self.effort.playouts),
        }
    }
}

fn asked_in(goal: &Goal) -> impl FnOnce(Problem) -> BoardError {
    let goal = goal.clone();
    move |problem| BoardError { goal, problem }
}

/// What the plan does not say and the board cannot.
fn unknown(NoRate { goal, .. }: NoRate) -> BoardError {
    let problem = Problem::Goal {
        name: goal.name.clone(),
        nearest: nearest(&goal.name, names()),
    };
    BoardError { goal, problem }
}

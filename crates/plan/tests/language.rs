//! The language: what is read, what is refused and how it is printed.

use proptest::prelude::*;
use shido_plan::{
    DEEPEST, DEEPEST_NODE, Definition, Expression, Given, GivenRate, Goal, GroundError, Options,
    PlanFile, Rate, Span, Term, evaluate, missing,
};

/// A mistake, where it is (line and column), and words that its message and its help must hold.
type Row = (&'static str, (usize, usize), &'static str, &'static str);

const MISTAKES: &[Row] = &[
    ("", (1, 1), "there is no plan here", "OR("),
    ("# only a comment", (1, 17), "there is no plan here", "OR("),
    ("Kill(G) -> 30%", (1, 15), "there is no plan here", "OR("),
    ("OR(A, B", (1, 1), "never closed", "`)`"),
    ("OR(A, Kill(G", (1, 7), "never closed", "`)`"),
    ("OR(A B)", (1, 6), "a `,` is missing before `B`", "between"),
    ("OR()", (1, 1), "nothing is below this", "at least one goal"),
    ("OR A", (1, 1), "`(` is missing after `OR`", "AND("),
    (
        "OR(A, , B)",
        (1, 7),
        "a goal is expected, not `,`",
        "Kill(G1)",
    ),
    (
        "OR(A, B))",
        (1, 9),
        "`)` cannot begin anything",
        "begin with",
    ),
    (
        "OR(A, B) OR(C, D)",
        (1, 10),
        "has ended before this",
        "plan Save",
    ),
    (
        "OR(A, 3(G))",
        (1, 7),
        "a goal is expected, not `3`",
        "Kill(G1)",
    ),
    (
        "OR(A,\n   Kill(Kill(G)))",
        (2, 9),
        "has no goals below it",
        "AND(",
    ),
    (
        "Kill(G, 30%)",
        (1, 11),
        "`%` is no argument of `Kill`",
        "names",
    ),
    ("OR(A, B) !", (1, 10), "`!` has no meaning", "comment"),
    ("OR(A(?), B)", (1, 6), "`?` is no argument", "?H"),
    (
        "plan plan = A",
        (1, 6),
        "`plan` cannot be the name",
        "another name",
    ),
    ("plan A(?X) = B", (1, 6), "plain name", "leave out the `?`"),
    (
        "plan A(X) OR(B, C)",
        (1, 11),
        "`=` is missing after `A(X)`",
        "plan A(X) = OR",
    ),
    (
        "plan A(X X) = B(X)",
        (1, 6),
        "two parameters called `X`",
        "another name",
    ),
    (
        "A B -> 30%\nfact C(?H)",
        (2, 6),
        "`?H` is none",
        "without the `?`",
    ),
    (
        "A\nA -> 130%",
        (2, 6),
        "`130%` is not a success rate",
        "from 0% to 100%",
    ),
    (
        "A\nA -> -5%",
        (2, 6),
        "`-5%` is not a success rate",
        "from 0% to 100%",
    ),
    (
        "A\nA -> 30",
        (2, 6),
        "`30` is not a success rate",
        "write `30%`",
    ),
    (
        "A\nA -> often",
        (2, 6),
        "a number is expected, not `often`",
        "30%",
    ),
    (
        "A\nA -> 40%..20%",
        (2, 6),
        "ends before it begins",
        "smaller rate first",
    ),
    ("A\nA -> beta(3)", (2, 6), "two numbers", "beta(3, 7)"),
    (
        "A\nA -> beta(0, 7)",
        (2, 11),
        "cannot have this number",
        "0.01",
    ),
    (
        "A\nA -> 30% cost -1",
        (2, 15),
        "less than nothing",
        "0 or more",
    ),
    (
        "A\nrate A",
        (2, 6),
        "the rate of `A` is missing",
        "A -> 30%",
    ),
    (
        "A\nA -> 30%\nA -> 40%",
        (3, 1),
        "has a rate already, in line 2",
        "leave one",
    ),
    (
        "OR(A(?X) -> 1%, B)\nA(?Y) -> 40%",
        (2, 1),
        "has a rate already, in line 1",
        "leave one",
    ),
    (
        "plan A = B\nplan A = C",
        (2, 6),
        "already defined in line 1",
        "another name",
    ),
    (
        "plan A = B\nA -> 30%",
        (2, 1),
        "a plan's rate is computed",
        "leave the rate out",
    ),
    (
        "OR(A, B)\nfact A\nA -> 30%",
        (3, 1),
        "a fact has no rate",
        "leave out",
    ),
    (
        "OR(A, B)\nfact A\nfact A",
        (3, 6),
        "in line 2 already",
        "leave one",
    ),
    (
        "plan A = B\nfact A",
        (2, 6),
        "cannot be a fact too",
        "another name",
    ),
    (
        "plan A(X) = B(X)\nOR(A(G H), A(G))",
        (2, 4),
        "takes 1 argument, not 2",
        "A(X)",
    ),
    (
        "OR(Kill(G), Kill(G H))",
        (1, 13),
        "has 1 argument elsewhere, and 2 here",
        "alike",
    ),
    (
        "OR(Kill(G), B)\nKill(G H) -> 30%",
        (2, 1),
        "has 1 argument elsewhere",
        "alike",
    ),
    ("plan A = A", (1, 6), "made of itself: A -> A", "in the end"),
    (
        "plan A = B\nplan B = OR(C, D)\nplan C(X) = A",
        (2, 13),
        "takes 1 argument, not 0",
        "C(X)",
    ),
    (
        "plan X = A\nplan A = OR(G, B)\nplan B = AND(H, A)",
        (2, 6),
        "A -> B -> A",
        "in the end",
    ),
];

#[test]
fn mistakes_are_told_with_their_place_and_a_remedy() {
    for (text, place, problem, help) in MISTAKES {
        let errors = PlanFile::parse(text).expect_err(text).0;
        let found = errors.iter().find(|error| {
            (error.line, error.column) == *place
                && error.problem.contains(problem)
                && error.help.contains(help)
        });
        assert!(found.is_some(), "{text:?} gives {errors:#?}");
    }
}

#[test]
fn nesting_and_size_have_limits() {
    let nested = |depth: usize| "OR(".repeat(depth) + "A" + &")".repeat(depth);
    assert!(PlanFile::parse(&nested(DEEPEST)).is_ok());
    let errors = PlanFile::parse(&nested(DEEPEST + 1))
        .expect_err("it is too deep")
        .0;
    assert!(errors[0].problem.contains("nested more than"));
    let errors = PlanFile::parse(&" ".repeat(200_001))
        .expect_err("it is too long")
        .0;
    assert!(errors[0].problem.contains("bytes"));

    // Each plan calls the one before twice: forty of them would be a million million leaves.
    let mut text = "plan P0 = A\n".to_owned();
    for number in 1..=40 {
        let before = number - 1;
        text += &format!("plan P{number} = AND(P{before}, P{before})\n");
    }
    let file = PlanFile::parse(&(text + "P40")).expect("the text itself is short");
    let error = file
        .ground(&[], &mut Given::new(&file))
        .expect_err("the tree is not");
    assert_eq!(error, GroundError::TooLarge);

    // Twenty variables that each may stand for any of three things.
    let facts = "fact F(X) fact F(Y) fact F(Z)";
    let variables: Vec<String> = (0..20).map(|number| format!("F(?V{number})")).collect();
    let file = PlanFile::parse(&format!("AND({}) {facts}", variables.join(", ")));
    let file = file.expect("the text itself is short");
    let error = file
        .ground(&[], &mut Given::new(&file))
        .expect_err("the tree is not");
    assert_eq!(error, GroundError::TooLarge);

    // A plan is one deeper than the AND that calls it, and that one deeper than its own plan.
    let tower = |plans: usize| {
        let mut text = "plan P0 = A\n".to_owned();
        for number in 1..=plans {
            text += &format!("plan P{number} = AND(A, P{})\n", number - 1);
        }
        let file = PlanFile::parse(&format!("{text}P{plans} A -> 50%"));
        file.expect("the text itself is not deep")
    };
    for too_deep in [DEEPEST_NODE / 2 + 1, 999] {
        let file = tower(too_deep);
        let error = file
            .ground(&[], &mut Given::new(&file))
            .expect_err("the tree is");
        assert_eq!(error, GroundError::TooDeep);
    }
    let file = tower(DEEPEST_NODE / 2 - 1);
    let mut leaves = Given::new(&file);
    let tree = file.ground(&[], &mut leaves).expect("a tree");
    let evaluation = evaluate(&tree, &mut leaves, &Options::default()).expect("a value");
    let all_fifty_per_cent = 0.5_f64.powi(DEEPEST_NODE as i32 / 2);
    assert!((evaluation.value.least / all_fifty_per_cent - 1.0).abs() < 1e-9);
}

#[test]
fn rates_can_be_written_where_the_goal_stands() {
    let inside = PlanFile::parse("plan Save(G) = OR(Live(G) -> 10%, Kill(H) = 0.3 cost 2)");
    let apart = "plan Save(G) = OR(Live(G), Kill(H)) rate Live(?G) = 10%  Kill(H) -> 30% cost 2";
    assert_eq!(inside, PlanFile::parse(apart));
}

fn grounded(text: &str) -> Result<String, String> {
    let file = PlanFile::parse(text).map_err(|errors| errors.to_string())?;
    let tree = file
        .ground(&[], &mut Given::new(&file))
        .map_err(|error| error.to_string())?;
    fn write(tree: &shido_plan::Tree, id: shido_plan::NodeId) -> String {
        let node = tree.node(id);
        let below: Vec<String> = node.below.iter().map(|&part| write(tree, part)).collect();
        match &node.kind {
            shido_plan::Kind::And | shido_plan::Kind::Or => {
                format!("{}({})", tree.title(id), below.join(", "))
            }
            shido_plan::Kind::Leaf(_) => tree.title(id),
            shido_plan::Kind::Fact { holds: true, .. } => format!("+{}", tree.title(id)),
            shido_plan::Kind::Fact { holds: false, .. } => format!("-{}", tree.title(id)),
        }
    }
    Ok(write(&tree, shido_plan::NodeId::ROOT))
}

#[test]
fn facts_bind_variables() {
    let facts = "fact Neighbor_Of(G H1) fact Neighbor_Of(G H2) fact Enemy(H2) fact Near(H1 K)";
    let rows = [
        // One AND for each thing the fact holds of.
        (
            "AND(Neighbor_Of(G ?H), Kill(?H))",
            "OR(AND(+Neighbor_Of(G H1), Kill(H1)), AND(+Neighbor_Of(G H2), Kill(H2)))",
        ),
        // All facts have to hold: there is no point in killing H1, who is no enemy.
        (
            "AND(Neighbor_Of(G ?H), Enemy(?H), Kill(?H))",
            "AND(+Neighbor_Of(G H2), +Enemy(H2), Kill(H2))",
        ),
        ("AND(Kill(H1), Enemy(H1))", "AND(-Enemy(H1))"),
        (
            "AND(Near(?H ?K), Enemy(?H), Kill(?K))",
            "AND(+Near(?H ?K), -Enemy(?H))",
        ),
        // The fact may stand after what uses it, and one fact may bind for the next.
        (
            "AND(Kill(?K), Near(?H ?K), Neighbor_Of(G ?H))",
            "AND(Kill(K), +Near(H1 K), +Neighbor_Of(G H1))",
        ),
        // What is bound is known all the way down, and in named plans only by their parameters.
        (
            "plan Attack(X) = OR(Kill(X), Starve(X)) AND(Enemy(?H), OR(Attack(?H), Run(?H)))",
            "AND(+Enemy(H2), OR(OR(Kill(H2), Starve(H2)), Run(H2)))",
        ),
        (
            "AND(Neighbor_Of(X ?H), Kill(?H))",
            "AND(-Neighbor_Of(X ?H))",
        ),
        ("OR(Enemy(?H), Live)", "OR(+Enemy(?H), Live)"),
        // Without a strategy of its own, a file means its first plan.
        ("plan Save(G) = OR(Live(G), Run(G))", "OR(Live(G), Run(G))"),
    ];
    for (text, expected) in rows {
        assert_eq!(
            grounded(&format!("{text} {facts}")),
            Ok(expected.to_owned()),
            "{text}"
        );
    }
    let unbound = |text: &str| grounded(&format!("{text} {facts}")).expect_err(text);
    assert_eq!(
        unbound("AND(Enemy(?H), Kill(?K))"),
        "nothing says what `?K` stands for in `Kill(?K)`"
    );
    // One alternative of an OR does not bind for another.
    assert_eq!(
        unbound("OR(AND(Enemy(?H), Kill(?H)), Starve(?H))"),
        "nothing says what `?H` stands for in `Starve(?H)`"
    );
}

#[test]
fn names_can_stand_for_things() {
    let file = PlanFile::parse("plan Kill_It(X) = Kill(X G) OR(Live(G), Kill_It(H))");
    let file = file.expect("it is sound");
    let tree = file
        .ground(&[("G", "D4")], &mut Given::new(&file))
        .expect("it has no variables");
    let goals: Vec<String> = tree.goals().iter().map(ToString::to_string).collect();
    assert_eq!(goals, ["Live(D4)", "Kill(H D4)"]);
}

#[test]
fn a_goal_without_a_rate_is_told_with_the_nearest_one() {
    let file = PlanFile::parse("OR(Kil(G), Live(G))\nKill(?X) -> 30%").expect("it is sound");
    let mut given = Given::new(&file);
    let tree = file
        .ground(&[], &mut Given::new(&file))
        .expect("it has no variables");
    let missing = missing(&tree, &mut given);
    let told: Vec<[String; 2]> = missing
        .iter()
        .map(|missing| [missing.to_string(), missing.help()])
        .collect();
    let expected = [
        [
            "nothing says how often `Kil(G)` succeeds",
            "did you mean `Kill`?",
        ],
        [
            "nothing says how often `Live(G)` succeeds",
            "write its rate on a line of its own, as in `Live(G) -> 30%`",
        ],
    ];
    assert_eq!(told, expected);
}

fn rate() -> impl Strategy<Value = Rate> {
    let share = prop_oneof![
        0.0..=1.0,
        (0..=100_u32).prop_map(|percent| f64::from(percent) / 100.0)
    ];
    let pair = (share.clone(), share.clone());
    prop_oneof![
        share.prop_map(Rate::Known),
        pair.prop_map(|(a, b)| Rate::Between(f64::min(a, b), f64::max(a, b))),
        (0.01..1e6, 0.01..1e6).prop_map(|(a, b)| Rate::Beta(a, b)),
    ]
}

fn term() -> impl Strategy<Value = Term> {
    prop_oneof![
        "[A-Z][a-z0-9_]{0,3}".prop_map(Term::Name),
        "[1-9][a-z]".prop_map(Term::Name),
        "[A-Z][0-9]?".prop_map(Term::Variable),
    ]
}

/// The number of arguments is part of the name, so that it is the same everywhere.
fn goal(prefix: &'static str) -> impl Strategy<Value = Goal> {
    (0..5_u8, prop::collection::vec(term(), 0..4)).prop_map(move |(number, terms)| Goal {
        name: format!("{prefix}{number}_{}", terms.len()),
        terms,
    })
}

fn expression() -> impl Strategy<Value = Expression> {
    let leaf = goal("Goal_").prop_map(|goal| Expression::Goal(goal, Span::default()));
    leaf.prop_recursive(5, 40, 5, |inner| {
        let parts = prop::collection::vec(inner, 1..5);
        prop_oneof![
            parts.clone().prop_map(Expression::And),
            parts.prop_map(Expression::Or)
        ]
    })
}

fn file() -> impl Strategy<Value = PlanFile> {
    let plans = prop::collection::vec(
        (
            prop::collection::btree_set("[A-Z]{1,2}", 0..3),
            expression(),
        ),
        0..3,
    );
    let cost = prop::option::of(0.0..1e9);
    let rates = prop::collection::btree_map(0..6_usize, (rate(), cost), 0..5);
    let facts = prop::collection::btree_set((0..3_u8, 0..4_u8), 0..4);
    (plans, prop::option::of(expression()), facts, rates).prop_map(|(plans, goal, facts, rates)| {
        let define = |(number, (parameters, body)): (usize, (_, _))| Definition {
            name: format!("Plan_{number}"),
            parameters: std::collections::BTreeSet::<String>::into_iter(parameters).collect(),
            body,
            span: Span::default(),
        };
        let fact = |(name, thing)| Goal::about(&format!("Fact_{name}"), &[&format!("T{thing}")]);
        let given = |(number, (rate, cost))| GivenRate {
            goal: Goal::about(&format!("Rated_{number}"), &["A", "B"]),
            rate,
            cost,
        };
        let plans: Vec<Definition> = plans.into_iter().enumerate().map(define).collect();
        let needed = plans.is_empty() && goal.is_none();
        let alone = || Expression::Goal(Goal::about("Alone", &[]), Span::default());
        PlanFile {
            plans,
            goal: goal.or_else(|| needed.then(alone)),
            facts: facts.into_iter().map(fact).collect(),
            rates: rates.into_iter().map(given).collect(),
        }
    })
}

/// Words of the language in any order come further than letters in any order.
fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "plan",
        "fact",
        "rate",
        "cost",
        "AND",
        "OR",
        "(",
        ")",
        ",",
        "->",
        "=",
        "%",
        "..",
        "30%",
        "0.5",
        "beta(3, 7)",
        "Kill",
        "Save",
        "G",
        "?H",
        "?",
        "Kill(G)",
        "Save(?H)",
        "#",
        "\n",
        "-",
        "é",
        "-1",
        "1e999",
        "nan",
    ]);
    prop::collection::vec(word, 0..60).prop_map(|words| words.join(" "))
}

fn check_any_text(text: &str) {
    match PlanFile::parse(text) {
        Ok(file) => {
            let printed = file.to_string();
            assert_eq!(
                PlanFile::parse(&printed).as_ref(),
                Ok(&file),
                "printed as {printed}"
            );
            let mut leaves = Given::new(&file);
            if let Ok(tree) = file.ground(&[], &mut leaves)
                && missing(&tree, &mut leaves).is_empty()
            {
                let evaluation = shido_plan::evaluate(&tree, &mut leaves, &Default::default());
                let value = evaluation.expect("no rate is missing").value;
                assert!(0.0 <= value.least && value.is_exact() && value.most <= 1.0);
            }
        }
        Err(errors) => {
            assert!(!errors.0.is_empty());
            for error in errors.0 {
                assert!(text.get(error.span.clone()).is_some(), "{error:?}");
                assert!(!error.problem.is_empty() && !error.help.is_empty());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn what_is_printed_is_read_as_the_same(file in file()) {
        let printed = file.to_string();
        prop_assert_eq!(PlanFile::parse(&printed), Ok(file), "printed as {}", printed);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check_any_text(&text);
    }

    #[test]
    fn any_words_are_read_or_refused(text in words()) {
        check_any_text(&text);
    }
}

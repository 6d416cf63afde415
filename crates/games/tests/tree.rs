//! Explicit trees: reading, writing, playing and drawing them.

use proptest::prelude::*;
use shido_core::picture::Content;
use shido_core::{
    Chance, Depict, Evaluation, ForFirst, Game, Notation, Outcome, Pack, Seat, Seed, Turn,
};
use shido_games::tree::{Branch, DEEPEST, Tree};
use shido_testkit::{laws, trees};

const TEXTBOOK: &str = include_str!("../../../examples/trees/textbook.tree");
const CHANCE: &str = include_str!("../../../examples/trees/chance.tree");
const TWO_EYES: &str = include_str!("../../../examples/trees/two-eyes.tree");

fn tree(text: &str) -> Tree {
    Tree::parse(text).expect("the tree is well-formed")
}

#[test]
fn trees_keep_the_laws() {
    let mut texts = vec![
        TEXTBOOK.to_owned(),
        CHANCE.to_owned(),
        TWO_EYES.to_owned(),
        "4".to_owned(),
    ];
    let shape = trees::Shape {
        depth: 6,
        branches: 4,
        chance: true,
    };
    texts.extend((0..20).map(|index| trees::random(Seed(1).derive(index), shape)));
    for text in texts {
        let tree = tree(&text);
        laws::check(&tree, Seed(2), 20);
        laws::check_symmetry(&tree, Seed(3), 20);
        laws::check_pack(&tree, Seed(4), 20);
        laws::check_chance(&tree, Seed(5), 20);
        laws::check_evaluation(&tree, Seed(6), 20);
        laws::check_markers(&tree, Seed(7), 20);
    }
}

#[test]
fn comments_and_layout_do_not_matter() {
    assert_eq!(
        tree(TEXTBOOK),
        tree("(max(min 3 12 8)(min 2 4 6)(min 14 5 2))")
    );
    assert_eq!(tree("(max 1;one\n2)"), tree(" ( max\t1 2 ) ; two"));
}

#[test]
fn heads_say_who_moves_and_leaves_what_is_paid() {
    let tree = tree("(min (max (max 1 -2.5)) (chance 0.25 7|3 0.75 1e3))");
    let at = |name: &str| tree.parse_position(name).expect("the node exists");
    assert_eq!(tree.size(), 8);
    assert_eq!(tree.turn(&at("root")), Turn::Of(Seat::Second));
    assert_eq!(tree.turn(&at("root.1")), Turn::Of(Seat::First));
    assert_eq!(tree.turn(&at("root.1.1")), Turn::Of(Seat::First));
    assert_eq!(tree.turn(&at("root.2")), Turn::Chance);
    let pays = |name, value| {
        assert_eq!(
            tree.turn(&at(name)),
            Turn::Over(Outcome::paying(ForFirst(value)))
        )
    };
    pays("root.1.1.2", -2.5);
    pays("root.2.1", 7.0);
    pays("root.2.2", 1000.0);
    assert_eq!(tree.probability(&at("root.2"), Branch(1)), 0.25);
    assert_eq!(tree.probability(&at("root.2"), Branch(2)), 0.75);
    assert_eq!(tree.progress(&at("root.1.1.2")), Some(3));
    // Eight nodes have the numbers 0 to 7.
    assert_eq!(tree.packed_bits(), 3);
    assert_eq!(tree.unpack(8), None);
}

#[test]
fn each_side_judges_with_its_own_value() {
    let tree = tree("(max (min =5|2 4|-1 3) (min 1 2))");
    let judged = |name: &str| {
        let node = tree.parse_position(name).expect("the node exists");
        Seat::BOTH.map(|judge| tree.evaluate(&node, judge).map(|value| value.0))
    };
    assert_eq!(judged("root.1"), [Some(5.0), Some(2.0)]);
    assert_eq!(judged("root.1.1"), [Some(4.0), Some(-1.0)]);
    assert_eq!(judged("root.1.2"), [Some(3.0), Some(3.0)]);
    assert_eq!(judged("root.2"), [None, None]);
}

#[test]
fn branches_that_do_not_exist_are_refused_with_advice() {
    let tree = tree(TEXTBOOK);
    let rows = [
        ("2.1", "`2.1` is not a node of the tree", "write `root`"),
        ("", "`` is not a node of the tree", "write `root`"),
        (
            "root.",
            "`root` has no branch ``",
            "its branches are 1 to 3",
        ),
        (
            "root.0",
            "`root` has no branch `0`",
            "its branches are 1 to 3",
        ),
        (
            "root.4",
            "`root` has no branch `4`",
            "its branches are 1 to 3",
        ),
        (
            "root.1.x",
            "`root.1` has no branch `x`",
            "its branches are 1 to 3",
        ),
        (
            "root.1.2.1",
            "`root.1.2` has no branch `1`",
            "`root.1.2` is a leaf",
        ),
    ];
    for (text, problem, help) in rows {
        let error = tree.parse_position(text).expect_err(text);
        assert_eq!(error.problem, problem);
        assert!(
            error
                .help
                .as_deref()
                .is_some_and(|told| told.starts_with(help)),
            "{error:?}"
        );
    }
    let mut root = tree.start();
    tree.play(&mut root, Branch(9));
    assert_eq!(root, tree.start());
}

#[test]
fn mistakes_are_told_with_their_place() {
    // line, column, problem
    type Told<'a> = (usize, usize, &'a str);
    let rows: &[(&str, &[Told<'_>])] = &[
        ("", &[(1, 1, "there is no tree here")]),
        ("; nothing\n", &[(2, 1, "there is no tree here")]),
        ("(max 1", &[(1, 1, "this node is never closed")]),
        (
            "(max (min 1\n  (min 2",
            &[
                (1, 1, "this node is never closed"),
                (1, 6, "this node is never closed"),
                (2, 3, "this node is never closed"),
            ],
        ),
        ("(max 1))", &[(1, 8, "this `)` closes nothing")]),
        (")", &[(1, 1, "this `)` closes nothing")]),
        ("(max 1) 2", &[(1, 9, "the tree has ended before this")]),
        ("(max)", &[(1, 1, "this node has no branches")]),
        ("()", &[(1, 1, "this node has no head")]),
        ("((max 1))", &[(1, 1, "this node has no head")]),
        ("(mux 1 x)", &[(1, 2, "`mux` is not a head")]),
        (
            "(max ü\n  y 1|2|3 inf 1e999)",
            &[
                (1, 6, "`ü` is not a value"),
                (2, 3, "`y` is not a value"),
                (2, 5, "`1|2|3` is not a value"),
                (2, 11, "`inf` is not a value"),
                (2, 15, "`1e999` is not a value"),
            ],
        ),
        (
            "(max (min 1e-320 0) 1e300)",
            &[(1, 11, "`1e-320` is not a value")],
        ),
        (
            "(max 'ü' 4|)",
            &[
                (1, 6, "`'ü'` is not a value"),
                (1, 10, "`4|` is not a value"),
            ],
        ),
        ("(max =x 1)", &[(1, 6, "`=x` is not a value")]),
        ("(max = 5 1)", &[(1, 6, "`=` is not a value")]),
        ("(max 1 =5)", &[(1, 8, "the value `=5` is out of place")]),
        ("=5", &[(1, 1, "`=5` is not a value")]),
        ("(max 1/2 3)", &[(1, 6, "`1/2` is not a value")]),
        (
            "(chance 1/2 3 1/3 4)",
            &[(1, 1, "the probabilities below this node add up to 5/6")],
        ),
        (
            "(chance 0.5 3 0.25 4)",
            &[(1, 1, "the probabilities below this node add up to 0.75")],
        ),
        ("(chance 1/2 3 4)", &[(1, 15, "`4` is not a probability")]),
        (
            "(chance 1/2 3 1/2)",
            &[(1, 15, "no branch follows the probability `1/2`")],
        ),
        (
            "(chance (max 1) 1/2 2)",
            &[(1, 9, "this branch has no probability")],
        ),
        ("(chance)", &[(1, 1, "this node has no branches")]),
        (
            "(max (mim 1) (min x) (chance 2/1 5))",
            &[
                (1, 7, "`mim` is not a head"),
                (1, 19, "`x` is not a value"),
                (1, 30, "`2/1` is not a probability"),
            ],
        ),
    ];
    for (text, expected) in rows {
        let errors = Tree::parse(text).expect_err(text);
        let told: Vec<Told<'_>> = errors
            .iter()
            .map(|error| (error.line, error.column, error.problem.as_str()))
            .collect();
        assert_eq!(told, *expected, "{text}");
        assert!(errors.iter().all(|error| !error.help.is_empty()), "{text}");
    }
}

#[test]
fn a_misspelt_head_is_guessed() {
    let errors = Tree::parse("(chanse 1/2 3 1/2 4)").expect_err("the head is misspelt");
    assert_eq!(errors[0].help, "write `chance`");
}

#[test]
fn a_flood_of_mistakes_is_cut_short() {
    let errors = Tree::parse(&format!("(max {})", "x ".repeat(100_000))).expect_err("no values");
    assert_eq!(errors.len(), 20);
}

#[test]
fn the_deepest_tree_can_be_read_played_written_and_dropped() {
    let nested = |depth: usize| format!("{}1{}", "(max ".repeat(depth), ")".repeat(depth));
    let text = nested(DEEPEST);
    let tree = tree(&text);
    assert_eq!(tree.to_string(), text);
    let mut bottom = tree.start();
    while let Some(&mv) = tree.moves(&bottom).first() {
        tree.play(&mut bottom, mv);
    }
    let written = tree.write_position(&bottom);
    assert_eq!(tree.progress(&bottom), Some(10_000));
    assert_eq!(tree.parse_position(&written), Ok(bottom));

    let errors = Tree::parse(&nested(DEEPEST + 1)).expect_err("too deep");
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].problem, "nodes are nested more than 10000 deep");
    assert_eq!(errors[0].column, 5 * DEEPEST + 1);
    assert!(Tree::parse(&"(".repeat(1_000_000)).is_err());
}

#[test]
fn pictures_show_what_is_near() {
    let tree = tree("(max (chance =1|2 1/4 4|-1 3/4 (min (max (min 1 2)))) 7)");
    let picture = tree.picture(&tree.start());
    let drawn: Vec<(&str, [f64; 2], &Content)> = picture
        .places
        .iter()
        .map(|place| (place.name.as_str(), place.at, &place.content))
        .collect();
    let label = |text: &str| Content::Label(text.to_owned());
    assert_eq!(
        drawn,
        [
            ("root", [1.25, 0.0], &label("max")),
            ("1", [0.5, -1.0], &label("chance =1|2")),
            ("2", [2.0, -1.0], &label("7")),
            ("1.1", [0.0, -2.0], &label("1/4: 4|-1")),
            ("1.2", [1.0, -2.0], &label("3/4: min")),
            ("1.2.1", [1.0, -3.0], &label("max …")),
        ]
    );
    assert_eq!(picture.joins, [(0, 1), (0, 2), (1, 3), (1, 4), (4, 5)]);

    let below = tree.parse_position("root.1.2").expect("the node exists");
    assert_eq!(tree.picture(&below).places[0].name, "root.1.2");
    assert_eq!(tree.picture(&below).places[0].content, label("min"));

    let wide = self::tree(&format!("(max {})", "1 ".repeat(1000)));
    assert_eq!(wide.picture(&wide.start()).places.len(), 1);
}

/// A value as trees are written: the largest with an exponent, by which they have a few digits and not 309.
fn written(value: f64) -> String {
    match value.abs() < 1e15 {
        true => format!("{value}"),
        false => format!("{value:e}"),
    }
}

/// A tree as canonical text, made without the code under test.
fn text_of_a_tree() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        (-20i32..20).prop_map(f64::from),
        // Of any size that a value may have, with all digits.
        (-12..300i32, 1.0..10.0f64, any::<bool>()).prop_map(|(power, digits, below)| {
            let number = digits * 10f64.powi(power);
            if below { -number } else { number }
        }),
    ];
    let value = prop_oneof![
        number.clone().prop_map(written),
        (number.clone(), number)
            .prop_filter("one number is written once", |(ours, theirs)| ours
                != theirs)
            .prop_map(|(ours, theirs)| format!("{}|{}", written(ours), written(theirs))),
    ];
    let own = proptest::option::of(value.clone().prop_map(|value| format!(" ={value}")));
    value.prop_recursive(6, 60, 5, move |inner| {
        let branches = proptest::collection::vec((1u32..6, inner), 1..5);
        (0..4usize, own.clone(), branches).prop_map(|(head, own, branches)| {
            let own = own.unwrap_or_default();
            let total: u32 = branches.iter().map(|(weight, _)| weight).sum();
            let below: String = branches
                .iter()
                .map(|(weight, branch)| match head {
                    0 | 1 => format!(" {branch}"),
                    2 => format!(" {weight}/{total} {branch}"),
                    _ => format!(" {} {branch}", 1.0 / branches.len() as f64),
                })
                .collect();
            let head = ["max", "min", "chance", "chance"][head];
            format!("({head}{own}{below})")
        })
    })
}

proptest! {
    #[test]
    fn writing_is_the_inverse_of_reading(text in text_of_a_tree()) {
        let tree = tree(&text);
        prop_assert_eq!(tree.to_string(), text.as_str());
        prop_assert_eq!(Tree::parse(&tree.to_string()), Ok(tree));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        if let Err(errors) = Tree::parse(&text) {
            prop_assert!(!errors.is_empty());
        }
    }

    /// Text that is nearly a tree reaches more of the reader than noise does.
    #[test]
    fn any_words_are_read_or_refused(
        words in proptest::collection::vec(
            proptest::sample::select(vec![
                "(", ")", "(max", "(min", "(chance", "1/2", "0.5", "1/3", "2/3", "=5|2", "=", "4",
                "4|-1", "-1.5", "|", ";", "\n", "x", "é", "(max 1 2)", "(chance 1 3)",
            ]),
            0..40,
        ),
    ) {
        let text = words.join(" ");
        match Tree::parse(&text) {
            Ok(tree) => prop_assert_eq!(Tree::parse(&tree.to_string()), Ok(tree)),
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                for error in errors {
                    prop_assert!(text.get(error.span).is_some());
                }
            }
        }
    }
}

#[test]
fn the_sides_agree_where_no_node_has_two_values() {
    for (text, agree) in [
        ("(max (min 3 5) (min =2 1 8|8))", true),
        ("(max (min 3 5) (min 1 8|7))", false),
        ("(max (min =2|3 3 5) 1)", false),
    ] {
        let tree = Tree::parse(text).expect("the tree is well-formed");
        assert_eq!(tree.sides_agree(), agree, "{text}");
    }
}

//! Law: any text is read as a plan or refused, without a panic.
//!
//! A refusal has at least one mistake, and each is about bytes of the text. A plan that is accepted is
//! the same when it is printed and read again. If it has all its rates, every way to evaluate it finds
//! the value of the plain one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shido_plan::{Given, OrRule, PlanErrors, PlanFile, evaluate, missing, ways};

fuzz_target!(|text: &str| {
    let file = match PlanFile::parse(text) {
        Err(PlanErrors(errors)) => {
            assert!(!errors.is_empty(), "refused without a reason");
            for error in errors {
                let span = error.span.clone();
                assert!(
                    text.get(span.clone()).is_some(),
                    "{span:?} is no part of the text"
                );
                assert!(error.line >= 1 && error.column >= 1);
                assert!(!error.problem.is_empty() && !error.help.is_empty());
            }
            return;
        }
        Ok(file) => file,
    };
    let printed = file.to_string();
    assert_eq!(
        PlanFile::parse(&printed).as_ref(),
        Ok(&file),
        "printed as {printed}"
    );
    let mut leaves = Given::new(&file);
    let Ok(tree) = file.ground(&[], &mut leaves) else {
        return;
    };
    if tree.size() > 500 || !missing(&tree, &mut leaves).is_empty() {
        return;
    }
    for or in [OrRule::Maximum, OrRule::Any] {
        let mut values = ways(or).into_iter().map(|way| {
            let evaluation =
                evaluate(&tree, &mut leaves, &way.options).expect("no rate is missing");
            assert!(evaluation.value.is_exact());
            evaluation.value.least
        });
        let plain = values.next().expect("there is a way without cuts");
        assert!((0.0..=1.0).contains(&plain));
        assert!(
            values.all(|value| value == plain),
            "a cut changes the value of {printed}"
        );
    }
});

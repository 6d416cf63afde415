//! Law: any text is read as an explicit tree or refused, without a panic.
//!
//! A refusal has at least one mistake, and each is about bytes of the text. A tree that is accepted
//! is the same when it is printed and read again, and its contests keep the laws of [`playout`].

#![no_main]

use libfuzzer_sys::fuzz_target;
use shido_core::Game;
use shido_fuzz::{check_packing, playout, seed_of};
use shido_games::tree::{Tree, TreeError};

fuzz_target!(|text: &str| {
    match Tree::parse(text) {
        Err(errors) => check_errors(&errors, text),
        Ok(tree) => {
            let printed = tree.to_string();
            assert_eq!(
                Tree::parse(&printed).as_ref(),
                Ok(&tree),
                "printed as {printed}"
            );
            for position in playout(&tree, tree.start(), seed_of(text.as_bytes()), 20) {
                check_packing(&tree, &position);
            }
        }
    }
});

fn check_errors(errors: &[TreeError], text: &str) {
    assert!(!errors.is_empty(), "refused without a reason");
    for error in errors {
        let span = error.span.clone();
        assert!(
            text.get(span.clone()).is_some(),
            "{span:?} is no part of the text"
        );
        assert!(error.line >= 1 && error.column >= 1);
        assert!(!error.to_string().is_empty() && !error.help.is_empty());
    }
}

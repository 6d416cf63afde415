//! Coins: the rules, the theory and what is said of bad positions.

use shido_core::{Features, Game, Notation, Outcome, Seat, Seed, Turn};
use shido_games::coins::{Coins, CoinsError, LARGEST, LastCoin, Take};
use shido_testkit::{laws, reference};

#[test]
fn coins_keep_the_laws() {
    let rows = [
        (21, 3, LastCoin::Wins),
        (20, 4, LastCoin::Loses),
        (1, 1, LastCoin::Wins),
        (7, 1, LastCoin::Loses),
        (2, 9, LastCoin::Wins),
        (LARGEST, 50, LastCoin::Wins),
    ];
    for (pile, most, last) in rows {
        let coins = Coins::new(pile, most, last).expect("these can be played");
        laws::check(&coins, Seed(1), 20);
        laws::check_symmetry(&coins, Seed(2), 20);
        laws::check_pack(&coins, Seed(3), 20);
        laws::check_guide(&coins, Seed(4), 20);
        laws::check_features(&coins, Seed(5), 20);
        laws::check_markers(&coins, Seed(7), 20);
    }
}

/// The player to move loses with a multiple of one more than may be taken, and in misère play with
/// one coin more than that.
#[test]
fn the_theory_of_the_game_holds() {
    for (last, lost) in [(LastCoin::Wins, 0), (LastCoin::Loses, 1)] {
        for most in 1..=4 {
            for pile in 1..=14 {
                let coins = Coins::new(pile, most, last).expect("these can be played");
                let start = coins.start();
                let worth = |position: &_| match coins.turn(position) {
                    Turn::Over(outcome) => outcome.payoff(),
                    _ => unreachable!("the search goes to the end"),
                };
                let solved = reference::minimax(&coins, &start, None, &worth, &|_, _| 0.0);
                let winning = pile % (most + 1) != lost % (most + 1);
                let expected = if winning { 1.0 } else { -1.0 };
                assert_eq!(
                    solved.value.0, expected,
                    "{pile} coins, {most} a turn, {last:?}"
                );
                if winning {
                    let take = (pile + most + 1 - lost) % (most + 1);
                    assert_eq!(
                        solved.best,
                        [Take(take)],
                        "{pile} coins, {most} a turn, {last:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_last_coin_decides() {
    for (last, winner) in [
        (LastCoin::Wins, Seat::First),
        (LastCoin::Loses, Seat::Second),
    ] {
        let coins = Coins::new(3, 3, last).expect("this can be played");
        let end = coins.after(&coins.start(), Take(3));
        assert_eq!(coins.write_position(&end), "0 second");
        assert_eq!(coins.turn(&end), Turn::Over(Outcome::win(winner)));
    }
}

#[test]
fn features_tell_who_has_to_move_at_which_remainder() {
    let coins = Coins::default();
    let at = coins.parse_position("18 second").expect("this occurs");
    let names = coins.feature_names();
    let mut told = Vec::new();
    coins.each_feature(&at, |number, value| {
        told.push((names[number].as_str(), value))
    });
    assert_eq!(told, [("to move, remainder 2", -1.0)]);
}

#[test]
fn games_that_cannot_be_played_are_refused() {
    assert_eq!(Coins::new(0, 3, LastCoin::Wins), Err(CoinsError::Pile(0)));
    assert_eq!(
        Coins::new(1001, 3, LastCoin::Wins),
        Err(CoinsError::Pile(1001))
    );
    assert_eq!(
        Coins::new(9, 0, LastCoin::Loses),
        Err(CoinsError::NothingToTake)
    );
}

#[test]
fn bad_positions_are_explained() {
    let coins = Coins::new(12, 3, LastCoin::Wins).expect("this can be played");
    let rows = [
        (
            "",
            "`` is not a number of coins and a side",
            "as in `12 first`",
        ),
        ("12", "`12` is not a number", "as in `12 first`"),
        ("12 first 3", "is not a number of coins and a side", "as in"),
        ("many first", "`many` is not a number of coins", "as in"),
        ("-1 first", "`-1` is not a number of coins", "as in"),
        ("99999 first", "`99999` is not a number of coins", "as in"),
        ("13 first", "there are never 13 coins", "12 at the start"),
        ("5 frist", "`frist` is not a side", "did you mean `first`?"),
        ("5 nobody", "`nobody` is not a side", "`first` and `second`"),
        ("12 second", "cannot be the second player's", "`12 first`"),
        ("11 first", "cannot be the first player's", "`11 second`"),
    ];
    for (text, problem, help) in rows {
        let error = coins.parse_position(text).expect_err(text);
        assert!(error.problem.contains(problem), "{text}: {error}");
        let told = error.help.expect("advice is given");
        assert!(told.contains(help), "{text}: {told}");
    }
    let read = coins
        .parse_position("  7  SECOND ")
        .expect("case and spaces do not matter");
    assert_eq!(coins.write_position(&read), "7 second");
}

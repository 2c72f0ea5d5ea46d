//! Ratings and sequential tests on results whose answers can be worked out by hand.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use tern::matches::{Anchor, Decision, Encounter, Pentanomial, Ratings, Shard, Sprt, Tournament};

fn met(a: usize, b: usize, pairs: [u64; 5]) -> Encounter {
    Encounter { players: [a, b], pairs: Pentanomial(pairs) }
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-3, "{found}, expected {expected}");
}

/// Twenty pairs, all won.
const WON: [u64; 5] = [0, 0, 0, 0, 20];

/// Ten pairs won and ten lost.
const EVEN: [u64; 5] = [10, 0, 0, 0, 10];

#[test]
fn the_error_of_a_clean_sweep_is_that_of_games_without_draws() {
    // 101 games with the one that was not played, 100½ points: p·(1 − p)·101 = 100½ · ½ / 101.
    let sweep = Ratings::fit(2, &[met(0, 1, [0, 0, 0, 0, 50])], Anchor::Engine(1, 0.0));
    let variance: f64 = 101.0 / (100.5 * 0.5);
    near(sweep.of(0).unwrap().error, 173.717_793 * 1.959_964 * variance.sqrt());
}

#[test]
fn a_gap_between_two_groups_is_shared_by_all_who_met_across_it() {
    let groups = [met(0, 1, EVEN), met(2, 3, EVEN), met(0, 2, WON), met(1, 3, WON)];
    let ratings = Ratings::fit(4, &groups, Anchor::Mean);
    // Half a game each: 40¼ points to ¼.
    let gap = 400.0 * (40.25_f64 / 0.25).log10();
    for (better, worse) in [(0, 2), (1, 3), (0, 3)] {
        near(ratings.difference(better, worse).unwrap().elo, gap);
    }
    near(ratings.difference(0, 1).unwrap().elo, 0.0);
    assert_eq!(ratings.bounded(), [0, 1, 2, 3]);
}

#[test]
fn no_game_is_invented_across_a_group_in_between() {
    let all = [met(0, 1, WON), met(0, 2, WON), met(1, 2, WON)];
    let ratings = Ratings::fit(3, &all, Anchor::Mean);
    // The d with 41·p(d) + 40·p(2·d) = 80½, by bisection elsewhere.
    near(ratings.of(0).unwrap().elo, 765.499_085);
    assert_eq!(ratings.bounded(), [0, 1, 2]);
}

#[test]
fn the_best_comes_first_and_nobody_is_ranked_alone() {
    let all = [met(0, 1, [30, 0, 0, 0, 10]), met(1, 2, [10, 0, 0, 0, 30])];
    let ranked = |engines, met: &[Encounter]| -> Vec<usize> {
        Ratings::fit(engines, met, Anchor::Mean).ranked().into_iter().map(|(engine, _)| engine).collect()
    };
    assert_eq!(ranked(3, &all), [1, 0, 2]);
    assert_eq!(ranked(2, &all[..1]), [1, 0]);
    assert_eq!(ranked(1, &[]), [0; 0]);
    assert_eq!(ranked(3, &[met(0, 1, [0; 5])]), [0; 0]);
}

#[test]
fn a_sequential_test_decides_at_its_bounds_and_not_before_fifty_pairs() {
    let test = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
    let [won, lost] = [|pairs| Pentanomial([0, 0, 0, 0, pairs]), |pairs| Pentanomial([pairs, 0, 0, 0, 0])];
    assert!(test.llr(won(49)) > test.bounds()[1], "enough, were it not for the number of pairs");
    assert_eq!([49, 50].map(|pairs| test.decide(won(pairs))), [Decision::Open, Decision::Elo1]);
    assert_eq!([49, 50].map(|pairs| test.decide(lost(pairs))), [Decision::Open, Decision::Elo0]);
    let between = Pentanomial([6, 13, 19, 19, 13]);
    let llr = test.llr(between);
    assert!(test.bounds()[0] < llr && llr < test.bounds()[1], "{llr}");
    assert_eq!(test.decide(between), Decision::Open);
    assert!(test.llr(Pentanomial::default()).abs() < 1e-12);
}

#[test]
fn names_are_written_as_they_are_read() {
    assert_eq!(Shard { number: 3, of: 8 }.to_string(), "shard 3 of 8");
    assert!(Shard::WHOLE.is_whole() && !Shard { number: 1, of: 2 }.is_whole());
    for name in ["round-robin", "gauntlet", "ladder"] {
        assert_eq!(name.parse::<Tournament>().unwrap().to_string(), name);
    }
}

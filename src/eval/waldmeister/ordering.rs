//! `WaldMeister`: moves that gain points come first, then moves that put trees beside their like.

use super::outlook::{LIKENESSES, Leaving, Outlook, Planting};
use crate::eval::MoveOrdering;
use crate::eval::ordering::rank;
use crate::game::GameMove;
use crate::games::waldmeister::{Board, Growth, Tree, WaldMeister, WaldMeisterMove};

impl<B: Board> MoveOrdering for WaldMeister<B> {
    fn for_each_forcing_move(&self, _visit: impl FnMut(WaldMeisterMove<B>)) {
        // Every move changes the balance, and what the best one gains is part of the evaluation.
    }

    fn for_each_scored_move(&self, mut visit: impl FnMut(WaldMeisterMove<B>, i32)) {
        let mut growth = Growth::default();
        for_each_move_and_score(self, |m, score| {
            if growth.is_new(self, m) {
                visit(m, score);
            }
        });
    }

    // What a slide and a planting are worth adds up, so that a slide after which no planting is good enough takes no time.
    fn for_each_move_above(&self, history: &[i32], mut visit: impl FnMut(WaldMeisterMove<B>, i32) -> i32) {
        if self.trees() == B::NONE {
            for_each_move_and_score(self, |m, score| {
                visit(m, rank(score, history[m.slot()]));
            });
            return;
        }
        let mut growth = Growth::default();
        let mut least = i32::MIN;
        Outlook::new(self).for_each_leaving(|leaving| {
            let plantings = Plantings::new(leaving, |m, score| rank(score, history[m.slot()]));
            for to in leaving.slides() {
                let slide = leaving.scores(to).map(|score| rank(score, 0));
                if plantings.best(slide) < least {
                    continue;
                }
                for &Planting { tree, likeness, score } in plantings.all() {
                    let m = WaldMeisterMove::Slide { from: leaving.from, to, tree };
                    if slide[likeness] + score >= least && growth.is_new(self, m) {
                        least = visit(m, slide[likeness] + score);
                    }
                }
            }
        });
    }
}

/// Calls `visit` with every legal move and its score.
fn for_each_move_and_score<B: Board>(position: &WaldMeister<B>, mut visit: impl FnMut(WaldMeisterMove<B>, i32)) {
    if position.trees() == B::NONE {
        // A single tree is a point for both.
        position.generate(|m| visit(m, 0));
        return;
    }
    Outlook::new(position).for_each_leaving(|leaving| {
        let plantings = Plantings::new(leaving, |_, score| score);
        for to in leaving.slides() {
            let slide = leaving.scores(to);
            for &Planting { tree, likeness, score } in plantings.all() {
                visit(WaldMeisterMove::Slide { from: leaving.from, to, tree }, slide[likeness] + score);
            }
        }
    });
}

/// What can be planted where a tree slides away, the same wherever it goes.
struct Plantings {
    all: [Planting; Tree::KINDS],
    count: usize,
    /// The best for each likeness.
    best: [i32; LIKENESSES],
}

impl Plantings {
    /// All plantings, their scores replaced by what `weigh` makes of them. It is asked about a move that goes nowhere.
    fn new<B: Board>(leaving: &Leaving<'_, B>, weigh: impl Fn(WaldMeisterMove<B>, i32) -> i32) -> Self {
        let none = Planting { tree: Tree::ALL[0], likeness: 0, score: 0 };
        let mut plantings = Self { all: [none; Tree::KINDS], count: 0, best: [i32::MIN / 2; LIKENESSES] };
        for planting in leaving.plantings() {
            let Planting { tree, likeness, score } = planting;
            let score = weigh(WaldMeisterMove::First { cell: leaving.from, tree }, score);
            plantings.all[plantings.count] = Planting { score, ..planting };
            plantings.count += 1;
            plantings.best[likeness] = plantings.best[likeness].max(score);
        }
        plantings
    }

    fn all(&self) -> &[Planting] {
        &self.all[..self.count]
    }

    /// The most that a slide is worth together with a planting, from what it is worth by likeness.
    fn best(&self, slide: [i32; LIKENESSES]) -> i32 {
        (0..LIKENESSES).map(|likeness| slide[likeness] + self.best[likeness]).max().unwrap_or(i32::MIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Player};
    use crate::games::waldmeister::{SIDES, cells, neighbours};
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use std::collections::HashSet;

    /// How many pairs of neighbours of one set there are, those of the opponent's sets counted against.
    fn pairs<B: Board>(position: &WaldMeister<B>, player: Player) -> i32 {
        let of = |player| -> i32 {
            let beside = |set: B| cells(set).map(|cell| (neighbours(cell.bit()) & set).count() as i32).sum::<i32>() / 2;
            position.groups(player).into_iter().map(beside).sum()
        };
        of(player) - of(player.opponent())
    }

    fn check<B: Board>(position: &WaldMeister<B>) {
        let player = position.to_move();
        let mut seen = Vec::new();
        for_each_move_and_score(position, |m, score| {
            let mut next = *position;
            next.play_unchecked(m);
            let points = next.points(player) as i32 - next.points(player.opponent()) as i32;
            assert_eq!(score, 4 * points + pairs(&next, player) - pairs(position, player), "{m} in {position}");
            seen.push(m.to_string());
        });
        seen.sort();
        let mut moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        moves.sort();
        assert_eq!(seen, moves, "every move once in {position}");
    }

    /// Whatever has a high rank is found, one of the moves that lead to the same position at least.
    fn check_above<B: Board>(position: &WaldMeister<B>, rng: &mut StdRng) {
        let history: Vec<i32> = (0..WaldMeisterMove::<B>::SLOTS).map(|_| rng.random_range(-16_384..16_384)).collect();
        let above = |least: i32| {
            let mut found = Vec::new();
            position.for_each_move_above(&history, |m, rank| {
                found.push((rank, position.hash_after(m)));
                least
            });
            found
        };
        let mut all = above(i32::MIN);
        let mut distinct = 0;
        position.for_each_scored_move(|_, _| distinct += 1);
        assert_eq!(all.len(), distinct, "{position}");
        all.sort_unstable();
        let (least, _) = all[all.len() / 2];
        let found: HashSet<u64> = above(least).into_iter().map(|(_, hash)| hash).collect();
        assert!(all[all.len() / 2..].iter().all(|(_, hash)| found.contains(hash)), "{position}");
    }

    /// Plays a random game on a board of this side; false if the side is not one of these boards.
    fn random_game<B: Board>(side: u8, rng: &mut StdRng) -> bool {
        let Some(mut position) = WaldMeister::<B>::start(side) else { return false };
        while position.outcome().is_none() {
            check(&position);
            check_above(&position, rng);
            position.play_unchecked(*position.legal_moves().choose(rng).unwrap());
        }
        true
    }

    #[test]
    fn scores_are_those_of_the_moves_played() {
        let seed = 21;
        println!("seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        for side in SIDES {
            assert!(random_game::<u64>(side, &mut rng) | random_game::<u128>(side, &mut rng), "side {side}");
        }
    }
}

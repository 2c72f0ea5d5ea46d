//! Every way in which a game can end, draws among them, most of which random games do not find.

use crate::check::failure::{Failure, Outcome, agree};
use crate::check::subject::Subject;
use crate::check::under_test::EngineUnderTest;
use crate::games::any::{AnyGame, GameKind};
use GameKind::{Differo, WaldMeister, Wali, WaliTotal};

/// A position, and moves of which the last ends the game. Without moves the position itself is the end.
struct Ending {
    game: GameKind,
    fen: &'static str,
    moves: &'static [&'static str],
}

const fn ending(game: GameKind, fen: &'static str, moves: &'static [&'static str]) -> Ending {
    Ending { game, fen, moves }
}

/// Two stones that walk around a square each, far from each other.
const ROUND: &str = "2b2b/b5/3w2/5w/w5 w 0 0 - - 0";

/// In Wali the step just made is part of the state: it takes a second round to get the first state again.
const WALI_ROUNDS: [&str; 18] = [
    "a1b1", "f5e5", "b1b2", "e5e4", "b2a2", "e4f4", "a2a1", "f4f5", "a1b1", "f5e5", "b1b2", "e5e4", "b2a2", "e4f4",
    "a2a1", "f4f5", "a1b1", "f5e5",
];

const ENDINGS: &[Ending] = &[
    ending(Wali, "wbw3/1w2w1/1wwbbw/2wwwb/2wbbw w 0 0 c1b1 d3d4 1", &["b3b2"]),
    ending(Wali, "1b2wb/1b1bb1/4b1/1bbb1b/2wwbw b 0 0 c1b1 b4c4 5", &["d4d5"]),
    ending(Wali, "b1w1wb/1www1w/4b1/w2www/1w4 w 0 0 d2d3 e3f3 1", &["d4d5xf5"]),
    ending(Wali, "2bbb1/1b1bw1/3bbb/1b4/wb3w b 0 0 f1f2 c5b5 1", &["b4b3xe4"]),
    ending(Wali, "1w2bw/b3w1/6/1w1bb1/w3w1 b 0 0 e4f4 a4a3 99", &["a4b4"]),
    ending(Wali, ROUND, &WALI_ROUNDS),
    ending(WaliTotal, "1www2/2wb1w/1w1ww1/1w4/1w3w w 0 0 - - 3", &["e3e4"]),
    ending(WaliTotal, "2b1bw/b1w2b/wbb2b/bb1bb1/6 b 0 0 - - 11", &["f3f2xc4"]),
    ending(WaliTotal, "1ww3/3www/1ww3/4w1/wbw2w w 0 0 - - 1", &["d4d3xb1"]),
    ending(WaliTotal, "4w1/b2b2/1bbb1b/3bb1/1bb2b b 0 0 - - 1", &["e2f2xe5"]),
    ending(WaliTotal, "4b1/bw1w2/1b4/w1b3/6 w 0 0 - - 99", &["d4d5"]),
    ending(WaliTotal, "6/6/6/6/ww2bb w 0 0 - - 0", &[]),
    ending(WaliTotal, ROUND, WALI_ROUNDS.split_at(16).0),
    ending(Differo, "5/2bbb1/1b1b1b1/bbbwb1b1/1b1b2w2/1www2w1/1w1www1/1ww1w1/5 w", &["f5i5"]),
    ending(Differo, "5/1bbbb1/1bbb1b1/1b2bbb1/5w1w1/1wwwbww1/1www1w1/1w1w2/5 b", &["d5a5"]),
    ending(Differo, "5/6/7/8/4w4/8/7/6/5 b", &[]),
    ending(Differo, "5/6/7/b7/w7b/b7/7/6/5 w", &[]),
    ending(
        Differo,
        "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w",
        &["b2b6", "f3f9", "b6b2", "f9f3", "b2b6", "f3f9", "b6b2", "f9f3"],
    ),
    ending(WaldMeister, "md1mlsl1/tltl1sl1/1tdmgsgsd/2tgtd1/tgsdmlmgsg 2 000000000 000001000 c", &["a4a2+md"]),
    ending(WaldMeister, "sdtgtd2/mg1tltd1/1sg1sgmd/sltgsdmlmg/1slmdml1 2 000000000 000000100 c", &["b1a1+tl"]),
    ending(WaldMeister, "mg1mltgml/tdtl1tgsd/2sgmgtd/sg1slmdmd/2sd1sl 2 000000000 000000100 c", &["a2a1+tl"]),
];

impl Ending {
    /// The game after so many of the moves, and the command that sets it up. `None` if our own rules refuse it.
    fn after(&self, moves: usize) -> Option<(AnyGame, String)> {
        let mut game = AnyGame::from_fen(self.game, self.fen).ok()?;
        let moves = &self.moves[..moves];
        game.play(moves, false).ok()?;
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        Some((game, format!("position fen {}{moves}", self.fen)))
    }

    /// Just before the end, if there is such a time, and at the end.
    fn last_two(&self) -> Vec<(AnyGame, String)> {
        let last = self.moves.len();
        (last.saturating_sub(1)..=last).filter_map(|moves| self.after(moves)).collect()
    }
}

pub(super) fn results(subject: &mut Subject<'_>) -> Outcome {
    for_each_ending(subject, |engine, game| {
        agree("gameover", &game.outcome().is_some().to_string(), &engine.ask_word("gameover")?)?;
        let result = game.outcome().map_or("none".into(), |end| end.result.to_string());
        agree("result", &result, &engine.ask_word("result")?)
    })
}

pub(super) fn reasons(subject: &mut Subject<'_>) -> Outcome {
    for_each_ending(subject, |engine, game| {
        let reason = game.outcome().map_or("none".into(), |end| end.reason.to_string());
        agree("reason", &reason, &engine.ask_word("reason")?)
    })
}

fn for_each_ending(
    subject: &mut Subject<'_>,
    look: impl Fn(&mut EngineUnderTest, &AnyGame) -> Result<(), Failure>,
) -> Outcome {
    let kind = subject.game;
    let engine = subject.engine()?;
    let mut count = 0;
    for ending in ENDINGS.iter().filter(|ending| ending.game == kind) {
        for (game, command) in ending.last_two() {
            engine.send(&command);
            look(engine, &game).map_err(|failure| failure.after(&command))?;
        }
        count += 1;
    }
    Ok(format!("{count} endings"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_ending_is_reached_by_its_last_move() {
        for ending in ENDINGS {
            for played in 0..=ending.moves.len() {
                let (game, command) = ending.after(played).unwrap_or_else(|| panic!("{}", ending.fen));
                assert_eq!(game.outcome().is_some(), played == ending.moves.len(), "{command}");
            }
        }
    }

    #[test]
    fn every_reason_and_every_result_is_among_them() {
        let kinds = |kind: GameKind| -> Vec<String> {
            let outcomes = ENDINGS.iter().filter(|ending| ending.game == kind).map(|ending| {
                let outcome = ending.after(ending.moves.len()).unwrap().0.outcome().unwrap();
                format!("{} {}", outcome.result, outcome.reason)
            });
            outcomes.collect::<BTreeSet<_>>().into_iter().collect()
        };
        let wali = ["draw idle", "draw repetition", "p1win blocked", "p1win stones", "p2win blocked", "p2win stones"];
        assert_eq!(kinds(Wali), wali);
        assert_eq!(kinds(WaliTotal), [&wali[..1], &["draw material"], &wali[1..]].concat());
        assert_eq!(kinds(Differo), ["draw repetition", "p1win blocked", "p1win goal", "p2win blocked", "p2win goal"]);
        assert_eq!(kinds(WaldMeister), ["draw points", "p1win points", "p2win points"]);
    }
}

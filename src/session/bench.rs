//! A fixed amount of searching: its node count tells whether two builds search alike, its speed which one is faster.

use crate::games::any::{AnyGame, GameKind};
use crate::protocol::{Reply, nps};
use crate::search::{self, Control, Level, Limits, SearchRequest, Table};
use std::time::{Duration, Instant};

/// A game, a position text, and how deep to search it.
type Exercise = (GameKind, &'static str, u32);

const EXERCISES: &[Exercise] = &[
    (GameKind::Wali, "6/6/6/6/6 w 12 12 - - 0", 10),
    (GameKind::Wali, "2b3/w4w/1b2b1/2w3/4wb w 8 8 - - 0", 12),
    (GameKind::Wali, "w3b1/bwwwb1/1b1b1w/wb1ww1/w1bbbw w 0 0 a2a3 d3e3 4", 11),
    (GameKind::Wali, "w1b2w/2w1b1/1b2w1/b2w2/1w1b1b b 0 0 - - 12", 11),
    (GameKind::Wali, "6/1w1b2/2w1b1/1w4/3bb1 w 0 0 - - 7", 16),
    (GameKind::WaliTotal, "w3b1/bwwwb1/1b1b1w/wb1ww1/w1bbbw w 0 0 - - 4", 10),
    (GameKind::WaliTotal, "6/1w1b2/2w1b1/1w4/3bb1 b 0 0 - - 7", 15),
    (GameKind::Differo, "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w", 9),
    (GameKind::Differo, "5/b1bbbb/2wb1b1/bb3b1w/wb1w2bb1/1ww1ww2/1w1w3/ww3w/5 w", 9),
    (GameKind::Differo, "5/1bbb2/bw1w3/1b1wbb2/2wbb2b1/1wwbwww1/2wwbw1/1wb3/5 b", 9),
    (GameKind::WaldMeister, "8/8/8/8/8/8/8/8 1 333333333 333333333 c", 3),
    (GameKind::WaldMeister, "td3tgtg2/4sd3/8/4ml3/8/4mdtd2/4md2td/5sl2 1 232331332 333233311 c", 3),
    (
        GameKind::WaldMeister,
        "tdsl1mlsgmltgml/slsdtgmgsdtl1mg/2mdtlmgtlsd1/tgmgmdsgtdmgsgtg/ml1slsgsgsdsd1/1sltltdtdmdsltd/1mdtd1tltlsdml/1ml2tgslmd1 \
         1 010000010 000011000 c",
        4,
    ),
];

/// Enough for all exercises, and small enough to be there quickly.
const HASH_MEGABYTES: usize = 16;

/// Searches every exercise, reports a line for each, and gives the last line. `stop` breaks it off.
pub fn bench(stop: &Control, report: &mut dyn FnMut(Reply)) -> Vec<Reply> {
    let mut nodes = 0;
    let started = Instant::now();
    for (i, &(game, fen, depth)) in EXERCISES.iter().enumerate() {
        match exercise(game, fen, depth, stop) {
            Ok(count) => {
                let place = format!("{}/{}", i + 1, EXERCISES.len());
                report(Reply::Text(format!("{place} {game} depth {depth}: {count} nodes  {fen}")));
                nodes += count;
            }
            Err(error) => return vec![Reply::Error(error)],
        }
        if !stop.may_go_on() {
            return vec![Reply::Error("bench was stopped before it was done".into())];
        }
    }
    vec![Reply::BenchTotal { nodes, nps: nps(nodes, started.elapsed()) }]
}

fn exercise(game: GameKind, fen: &str, depth: u32, control: &Control) -> Result<u64, String> {
    let request = SearchRequest {
        limits: Limits { depth: Some(depth), ..Limits::default() },
        level: Level::Search,
        seed: 1,
        variety: false,
        lines: 1,
        threads: 1,
        overhead: Duration::ZERO,
    };
    let table = Table::new(HASH_MEGABYTES).map_err(|error| error.to_string())?;
    let position = AnyGame::from_fen(game, fen).map_err(|error| format!("{game} {fen}: {error}"))?;
    let job = search::prepare(&position, request, &[]).map_err(|error| format!("{game} {fen}: {error}"))?;
    let mut nodes = 0;
    job(&table, control, &mut |found| nodes = found.nodes);
    Ok(nodes)
}

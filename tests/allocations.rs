//! The search allocates nothing while it walks the tree: a hundred times as many nodes take no more allocations, but for
//! the few with which every completed iteration is kept and reported.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use allocation_counter::measure;
use tern::eval::Searchable;
use tern::games::differo::Differo;
use tern::games::waldmeister::WaldMeister;
use tern::games::wali::{Classic, Total, Wali};
use tern::history::History;
use tern::notation::Notation;
use tern::search::{Control, SearchRequest, Table, search};

/// What a search of so many nodes did.
struct Effort {
    allocations: u64,
    reports: u64,
    nodes: u64,
}

/// Searches the first move of a position on this thread. One move, as the root keeps a line for each that may grow.
fn effort<G: Searchable>(position: &G, table: &Table, nodes: u64) -> Effort {
    let (game, request) = (History::new(position.clone()), SearchRequest::to_nodes(nodes));
    let first = &position.legal_moves()[..1];
    table.clear();
    let control = Control::new(false);
    let (mut reports, mut visited) = (0, 0);
    let counted = measure(|| {
        search(&game, first, &request, table, &control, &mut |info| {
            reports += 1;
            visited = info.nodes;
        });
    });
    Effort { allocations: counted.count_total, reports, nodes: visited }
}

/// The line of the root doubles its room until it holds every line: from 1 move to 128 at most.
const ROOT_LINE_GROWTH: u64 = 7;

/// An iteration begins with a list of the moves in turn; when it is completed the root keeps a list of lines, here of one,
/// and the report carries a copy of that.
const AN_ITERATION: u64 = 4;

fn allocates_nothing<G: Searchable + Notation>(fens: &[&str], nodes: u64) {
    let table = Table::new(16).unwrap();
    for fen in fens {
        let position = fen.parse::<G>().unwrap();
        // What is worked out once and kept for good is so now.
        effort(&position, &table, 100);
        let few = effort(&position, &table, nodes / 100);
        let many = effort(&position, &table, nodes);
        assert!(many.nodes >= 20 * few.nodes, "{fen}: the position is too small, {} nodes", many.nodes);
        assert!(few.allocations > 0, "setting up a search allocates; this counts nothing");
        let allowed = few.allocations + ROOT_LINE_GROWTH + AN_ITERATION * (many.reports - few.reports);
        assert!(
            many.allocations <= allowed,
            "{fen}: {} allocations for {} nodes, {} for {}",
            many.allocations,
            many.nodes,
            few.allocations,
            few.nodes
        );
    }
}

#[test]
fn wali() {
    allocates_nothing::<Wali<Classic>>(
        &["6/6/6/6/6 w 12 12 - - 0", "w3b1/bwwwb1/1b1b1w/wb1ww1/w1bbbw w 0 0 a2a3 d3e3 4"],
        200_000,
    );
    allocates_nothing::<Wali<Total>>(&["w3b1/bwwwb1/1b1b1w/wb1ww1/w1bbbw w 0 0 - - 4"], 200_000);
}

#[test]
fn differo() {
    allocates_nothing::<Differo>(
        &[
            "5/1bbbb1/1b1b1b1/1bbbbbb1/9/1wwwwww1/1w1w1w1/1wwww1/5 w",
            "5/b2b1b/1bbb1b1/wbbbbbb1/9/wwwwww2/3w1w1/wwww2/5 w",
        ],
        200_000,
    );
}

#[test]
fn waldmeister() {
    allocates_nothing::<WaldMeister<u64>>(
        &[
            "8/8/8/8/8/8/8/8 1 333333333 333333333 c",
            "td3tgtg2/4sd3/8/4ml3/8/4mdtd2/4md2td/5sl2 1 232331332 333233311 c",
        ],
        10_000,
    );
    allocates_nothing::<WaldMeister<u128>>(&["9/9/9/9/9/9/9/9/9 1 333333333 333333333 c"], 10_000);
}

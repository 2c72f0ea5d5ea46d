//! `tern tune levels` calibrates the levels.
mod contest;

use crate::files;
use crate::games::any::{AnyGame, GameKind};
use crate::search::Skill;
use clap::Args;
use contest::{Contender, Contest, Pairing};
use crate::matches::{Anchor, Encounter, Ratings};
use std::io::{self, Write};
use std::path::PathBuf;

/// What `tern tune levels` can be told.
#[derive(Args, Clone, Debug)]
pub struct LevelsArguments {
    #[arg(long, value_name = "NAME", default_value = "wali", value_parser = crate::arguments::game(), ignore_case = true)]
    pub game: GameKind,
    #[arg(long)]
    pub openings: PathBuf,
    #[arg(long, default_value_t = 100)]
    pub pairs: usize,
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[arg(long)]
    pub probe: String,
    #[arg(long, default_value_t = 1)]
    pub reach: usize,
}

pub fn run(a: &LevelsArguments, output: &mut impl Write) -> io::Result<()> {
    let text = std::fs::read_to_string(&a.openings)?;
    let openings = crate::matches::openings_of(&text, a.game).map_err(io::Error::other)?;
    let contenders: Vec<Contender> = a.probe.split(',').map(|w| match w {
        "random" => Contender::Random,
        "greedy" => Contender::Greedy,
        w if w.starts_with('s') => Contender::Search(w[1..].parse().unwrap_or(1)),
        w => {
            let v: Vec<i64> = w.split(':').map(|x| x.parse().unwrap_or(0)).collect();
            Contender::Skill(Skill { nodes: v[0] as u64, bound: v[1] as i32, sees_wins: true, sees_losses: v.get(2) == Some(&1) })
        }
    }).collect();
    let mut pairings = vec![];
    for i in 0..contenders.len() { for d in 1..=a.reach { if i + d < contenders.len() { pairings.push(Pairing { players: [i + d, i], pairs: a.pairs }) } } }
    let results = Contest { contenders: &contenders, pairings: &pairings, openings: &openings, seed: a.seed }.play("pairs", a.threads)?;
    let enc: Vec<_> = pairings.iter().zip(&results).map(|(p, r)| Encounter { players: p.players, pairs: *r }).collect();
    let ratings = Ratings::fit(contenders.len(), &enc, Anchor::Engine(0, 0.0));
    for (p, r) in pairings.iter().zip(&results) {
        let s = r.strength();
        writeln!(output, "{:?} {:?}: {:.0} [{:.0} {:.0}] {:?}", p.players[0], p.players[1], s.elo, s.elo_low, s.elo_high, r.0)?;
    }
    for (i, w) in a.probe.split(',').enumerate() { writeln!(output, "{w}\t{:.0} ± {:.0}\t{:+.0}", ratings.of(i).unwrap().elo, ratings.of(i).unwrap().error, if i > 0 { ratings.difference(i, i-1).unwrap().elo } else { 0.0 })?; }
    Ok(())
}

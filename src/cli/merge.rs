//! `sgf-audit merge`.

use std::path::PathBuf;

use clap::Args;

use super::inputs::failed;
use super::{Failure, interrupt, terminal};
use crate::report::{OutDir, Page, ShardReader, Summary, Tables};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::Shown;

/// Make the tables and the report of a run from those of its shards.
///
/// Each shard is a run of `check --shard I/N --out DIR` over the same paths with the same options. The result is byte for byte that
/// of one run without --shard. A shard that is missing, given twice, or of another run is an error.
///
/// The exit status is 0 if the tables were written, 2 if not.
#[derive(Args)]
#[command(
    after_help = "Example:\n  for i in 1 2 3 4; do sgf-audit check games/ --shard $i/4 --out part$i & done; wait\n  sgf-audit merge part1 part2 part3 part4 --out report"
)]
pub(super) struct Merge {
    /// The directories of all shards.
    #[arg(required = true, value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// Write report.html, games.csv, findings.csv, summary.csv and datapackage.json into a directory.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print only errors.
    #[arg(long, short)]
    quiet: bool,
}

impl Merge {
    pub fn run(self) -> Result<u8, Failure> {
        interrupt::watch();
        let open = |dir: &PathBuf| ShardReader::open(dir).map_err(|error| failed(dir, &error));
        let mut shards = self.dirs.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        check(&shards)?;
        let out = self.out.canonicalize().ok();
        if out.is_some() && self.dirs.iter().any(|dir| dir.canonicalize().ok() == out) {
            return Err(failed(&self.out, &"the directory of a shard; choose another one"));
        }
        let not_written = |error| failed(&self.out, &error);
        let (optional, bom) = (shards[0].optional(), shards[0].bom());
        let mut tables = OutDir::new(&self.out)
            .and_then(|dir| Tables::create(dir, optional, bom))
            .map_err(not_written)?;
        let (mut page, mut summary) = (Page::default(), Summary::default());
        let mut provenance = shards[0].tail.provenance.clone();
        provenance.files = 0;
        while let Some(shard) = shards
            .iter_mut()
            .filter(|shard| shard.place().is_some())
            .min_by_key(|shard| shard.place())
        {
            interrupt::check()?;
            let taken = shard.take().map_err(|error| failed(&shard.dir, &error))?;
            let Some(part) = taken else { break };
            provenance.files += part.files;
            summary.merge(&part.summary);
            page.add(part.page);
            tables.add(&part.rows).map_err(not_written)?;
        }
        // A run of several days has the date of its end.
        let dates = shards.iter().map(|shard| shard.tail.provenance.date.clone());
        provenance.date = dates.max().unwrap_or_default();
        tables.finish(&summary, page, &provenance).map_err(not_written)?;
        if !self.quiet {
            terminal::print_message(&format!(
                "{} merged into {}: {}, {}",
                pluralize(shards.len() as u64, "shard"),
                Shown::Path(&self.out),
                pluralize(provenance.files, "file"),
                pluralize(summary.games, "game"),
            ));
        }
        Ok(0)
    }
}

/// Checks that these are all shards of one run, each once.
fn check(shards: &[ShardReader]) -> Result<(), Failure> {
    let first = &shards[0];
    for shard in &shards[1..] {
        if let Some(what) = shard.difference(first) {
            let (one, other) = (Shown::Path(&first.dir), Shown::Path(&shard.dir));
            let why = format!("{one} and {other} belong to different runs ({what})");
            return Err(Failure::new(why));
        }
    }
    let (_, of) = first.shard();
    let mut missing = Vec::new();
    for number in 1..=of {
        let same_number: Vec<_> = shards.iter().filter(|shard| shard.shard().0 == number).collect();
        match &same_number[..] {
            [] => missing.push(format!("{number}/{of}")),
            [_] => {}
            [one, other, ..] => {
                let [one, other] = [one, other].map(|shard| Shown::Path(&shard.dir));
                return Err(Failure::new(format!(
                    "shard {number}/{of} is given twice: {one} and {other}"
                )));
            }
        }
    }
    match &missing[..] {
        [] => Ok(()),
        few if few.len() <= 10 => Err(Failure::new(format!("missing shards: {}", few.join(", ")))),
        many => Err(Failure::new(format!(
            "missing shards: {} and {} more",
            many[..10].join(", "),
            many.len() - 10
        ))),
    }
}

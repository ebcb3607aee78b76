//! `sgf-audit event`.

use std::sync::Arc;

use clap::Args;

use super::inputs::{Archives, Inputs};
use super::path_args::{WalkArgs, print_not_read};
use super::size::LimitArgs;
use super::{Failure, interrupt, terminal, threads};
use crate::batch::{Audited, AuditedRecord, RunResources, Sink, run};
use sgf_audit_core::audit::{Audit, AuditOptions, Auditor, FileAudit};
use sgf_audit_core::event::draft;

/// Draft an event file from what nearly all records say about rules, komi, time, dates, rounds and players.
///
/// The draft goes to standard output. Save and edit it; `sgf-audit check --event FILE PATHS` then checks each record against it.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  sgf-audit event games/ > event.toml\n  sgf-audit check games/ --event event.toml"
)]
pub(super) struct Event {
    #[command(flatten)]
    pub inputs: Inputs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    archives: Archives,
    #[command(flatten)]
    walk: WalkArgs,
}

/// Keeps the audits of games.
struct Games;

impl Sink for Games {
    type Part = Vec<Audit>;

    fn size(&self, part: &Vec<Audit>) -> usize {
        part.len() * 2 * size_of::<Audit>()
    }

    fn game(&self, part: &mut Vec<Audit>, _: &AuditedRecord, game: Audited) {
        if let FileAudit::Game(audit) = game.audit {
            let mut audit = (**audit).clone();
            // Only the header is looked at.
            (audit.position, audit.dead, audit.score) = (None, None, None);
            (audit.findings, audit.comparisons) = (Vec::new(), Vec::new());
            part.push(audit);
        }
    }
}

impl Event {
    pub fn run(self) -> Result<u8, Failure> {
        let paths = self.inputs.paths("event")?;
        let options =
            AuditOptions { estimate: false, limits: self.limits.into(), ..AuditOptions::default() };
        let unpacker = self.archives.unpacker(options.limits.bytes);
        let resources = RunResources::new(Auditor::new, unpacker);
        let mut games = Vec::new();
        let pool = threads::pool(None)?;
        let selected = self.walk.selection();
        let not_read = Arc::clone(&selected.not_read);
        let sources = paths.sources(selected);
        pool.install(|| {
            run(sources, &options, &resources, &Games, |audits| -> Result<(), Failure> {
                games.extend(audits.part);
                interrupt::check()
            })
        })?;
        print_not_read(&not_read);
        if games.is_empty() {
            return Err(paths.no_records(&not_read));
        }
        terminal::print(&draft(&games))?;
        Ok(paths.status(0))
    }
}

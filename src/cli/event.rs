//! `sgf-audit event`.

use clap::Args;

use super::audit_args::ReadingArgs;
use super::inputs::Inputs;
use super::path_args::print_not_read;
use super::run_plan::RunPlan;
use super::{Failure, terminal};
use crate::batch::{Audited, AuditedRecord, Sink};
use sgf_audit_core::audit::{Audit, FileAudit};
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
    inputs: Inputs,
    #[command(flatten)]
    reading: ReadingArgs,
}

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
        let plan = RunPlan::of_reading(&self.reading)?;
        let sources = paths.sources(plan.selection.clone());
        let mut games = Vec::new();
        plan.run(&plan.pool()?, sources, &plan.resources(), &Games, |audits| {
            games.extend(audits.part);
            Ok::<(), Failure>(())
        })?;
        print_not_read(&plan.selection.not_read);
        plan.check_found(&paths, games.len() as u64)?;
        terminal::print(&draft(&games))?;
        Ok(paths.status(0))
    }
}

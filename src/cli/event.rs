//! `sgf-audit event`.

use clap::Args;

use super::audit_args::ReadingArgs;
use super::inputs::{Archives, Inputs};
use super::path_args::{PathArgs, WalkArgs, print_not_read};
use super::run_plan::RunPlan;
use super::size::LimitArgs;
use super::threads::ThreadArgs;
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
    limits: LimitArgs,
    #[command(flatten)]
    archives: Archives,
    #[command(flatten)]
    walk: WalkArgs,
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
        let files = PathArgs { walk: self.walk, ..PathArgs::default() };
        let (limits, archives, threads) = (self.limits, self.archives, ThreadArgs::default());
        let plan = RunPlan::of_reading(&ReadingArgs { limits, archives, files, threads })?;
        let sources = paths.sources(plan.selection());
        let mut games = Vec::new();
        plan.run(&plan.pool()?, sources, &plan.resources(), &Games, |audits| {
            games.extend(audits.part);
            Ok::<(), Failure>(())
        })?;
        print_not_read(&plan.not_read);
        plan.check_found(&paths, games.len() as u64)?;
        terminal::print(&draft(&games))?;
        Ok(paths.status(0))
    }
}

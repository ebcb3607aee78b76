//! `sgf-audit duplicates`.

use std::io::{self, BufWriter, Write};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::audit_args::ReadingArgs;
use super::config::{CheckTable, ConfigArgs, Configuration};
use super::engine_args::RunEngine;
use super::inputs::Inputs;
use super::path_args::print_not_read;
use super::progress::Bar;
use super::run_plan::RunPlan;
use super::{Failure, interrupt, terminal};
use crate::batch::Policy;
use crate::duplicates::{
    Duplicate, Grouped, Likeness, Register, Registrar, Relation, Share, Totals,
};
use crate::select::MIN_MOVES;
use sgf_audit_core::audit::AuditOptions;
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::Shown;
use sgf_audit_core::score::percent;
use sgf_audit_core::table::{Cells, csv_writer, push_json};

/// Find records of the same game, even with the board turned or mirrored, of the beginning of another game, and of nearly the same
/// game.
///
/// Games are the same if their plays are: passes, names and variations don't count. In games of fewer than `--min-moves` moves the
/// names and the date count, too. The first record of a group is the most complete one, which `select --unique` keeps. For each of
/// the others the output says how its board is turned and what differs in its header. A beginning is compared with the longest
/// game that continues it. Games are nearly the same if they have two thirds of the moves of the shorter one in common (`--share`): a move may
/// be misread, moves left out or in another order, the end another one, or the colours swapped.
///
/// The exit status is 0 if there are no duplicates and no beginnings, 1 if there are some, 2 if the run itself failed, and
/// 130 if it was interrupted.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  sgf-audit duplicates games/\n  sgf-audit duplicates one.sgf other.sgf --min-moves 1\n  sgf-audit duplicates games/ more.zip --format csv > duplicates.csv"
)]
pub(super) struct Duplicates {
    #[command(flatten)]
    pub inputs: Inputs,
    /// Output format: text, a table, or a JSON object per record.
    #[arg(long, default_value = "text", value_name = "FORMAT", help_heading = OUTPUT)]
    format: Format,
    /// Games of fewer moves are the same only if the names and the date are, and never beginnings: many games open alike.
    #[arg(long, default_value_t = MIN_MOVES, value_name = "N", help_heading = OUTPUT)]
    min_moves: u32,
    /// The part of the shorter game, from 0 to 1, that nearly the same games have in common; two thirds by default.
    ///
    /// Games of bots and of modern openings may share more than that by chance. 30 moves are needed in any case.
    #[arg(long, value_name = "PART", value_parser = share, help_heading = OUTPUT)]
    share: Option<Share>,
    /// List every game with its group: records of one game, their beginnings and nearly the same games are in one.
    ///
    /// A group has a name that depends on its games alone, so that a split by groups is the same in any order of the records.
    #[arg(long, help_heading = OUTPUT)]
    groups: bool,
    /// Don't look for beginnings.
    #[arg(long, help_heading = OUTPUT)]
    no_beginnings: bool,
    /// Print no totals.
    #[arg(long, short, help_heading = OUTPUT)]
    quiet: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    configuration: ConfigArgs,
}

const OUTPUT: &str = "Output";

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Text,
    Csv,
    Jsonl,
}

const COLUMNS: [&str; 14] = [
    "group",
    "relation",
    "game_hash",
    "path",
    "game",
    "of_path",
    "of_game",
    "moves",
    "turned",
    "differences",
    "moves_differ",
    "first_differing",
    "confidence",
    "colors_swapped",
];

impl Duplicates {
    pub fn run(mut self) -> Result<u8, Failure> {
        let configuration = self.configure()?;
        let paths = self.inputs.paths("duplicates")?;
        let options = AuditOptions {
            limits: self.reading.limits.into(),
            estimate: false,
            signature: true,
            ..AuditOptions::default()
        };
        let (policy, engine) = (Policy::default(), RunEngine::none());
        let plan = RunPlan::new(&self.reading, false, options, policy, engine)?;
        let pool = plan.pool()?;
        let bar = Bar::new(self.quiet, |_| String::new());
        let mut files = 0;
        let registrar = || Registrar::new(self.min_moves, self.share.unwrap_or_default());
        let mut register = Register::new(registrar());
        let sources = paths.sources(plan.selection());
        let result = plan.run(&pool, sources, &plan.resources(), &registrar(), |audits| {
            files += audits.files;
            register.add(audits).map_err(|error| Failure::new(error.to_string()))?;
            bar.show(files, register.number(), 0);
            Ok::<(), Failure>(())
        });
        bar.finish();
        if interrupt::is_requested() {
            return Ok(interrupt::status(files));
        }
        result?;
        if !self.quiet {
            print_not_read(&plan.not_read);
        }
        plan.check_found(&paths, files)?;
        if self.groups {
            let mut groups = 0;
            terminal::is_closed(self.write_groups(&mut register).map(|number| groups = number))?;
            if !self.quiet {
                configuration.print();
                let games = pluralize(register.number(), "game");
                terminal::print_totals(&format!(
                    "{games} in {}.",
                    pluralize(groups as u64, "group")
                ));
            }
            let found = groups as u64 != register.number();
            return Ok(paths.status(found.into()));
        }
        let totals = self.write(&mut register)?;
        if !self.quiet {
            configuration.print();
            terminal::print_totals(&summary(&totals, register.number()));
        }
        let found = totals.groups + totals.beginnings + totals.near;
        Ok(paths.status(u8::from(found > 0)))
    }

    /// Reads the configuration, and takes from its options of `check` what files are read.
    fn configure(&mut self) -> Result<Configuration, Failure> {
        let mut read = self.configuration.read()?;
        let CheckTable { exclude, git, .. } = std::mem::take(&mut read.check);
        self.reading.files.exclude.fill(exclude, read.directory.clone());
        self.reading.files.walk.git.fill(git);
        Ok(read)
    }

    /// Writes each game with its group to standard output, and returns the number of groups.
    fn write_groups(&self, register: &mut Register) -> io::Result<usize> {
        let mut out = BufWriter::new(terminal::data());
        if self.format == Format::Csv {
            csv_writer(&mut out).write_record(["path", "game", "group"])?;
        }
        let groups = register.groups(!self.no_beginnings, |Grouped { record, group }| {
            let (path, game) = &record;
            match self.format {
                Format::Text => writeln!(out, "{}\t{group}", named(&record)),
                Format::Csv => {
                    let path = Shown::Text(&Cells::Table.render(path)).to_string();
                    let row = [path, game.to_string(), group];
                    csv_writer(&mut out).write_record(row).map_err(io::Error::from)
                }
                Format::Jsonl => {
                    let mut line = String::new();
                    push_json(&mut line, &json!({ "path": path, "game": game, "group": group }));
                    writeln!(out, "{line}")
                }
            }
        })?;
        out.flush()?;
        Ok(groups)
    }

    /// Writes what was found to standard output.
    fn write(&self, register: &mut Register) -> Result<Totals, Failure> {
        let mut out = BufWriter::new(terminal::data());
        let mut totals = Totals::default();
        let written = (|| {
            let mut group = 0;
            if self.format == Format::Csv {
                csv_writer(&mut out).write_record(COLUMNS)?;
            }
            totals = register.duplicates(!self.no_beginnings, |duplicate| {
                let is_new = std::mem::replace(&mut group, duplicate.group) != duplicate.group;
                match self.format {
                    Format::Text => out.write_all(text(&duplicate, is_new).as_bytes()),
                    Format::Csv => write_row(&duplicate, &mut out),
                    Format::Jsonl => {
                        let mut line = String::new();
                        push_json(&mut line, &object(&duplicate));
                        writeln!(out, "{line}")
                    }
                }
            })?;
            out.flush()
        })();
        terminal::is_closed(written)?;
        Ok(totals)
    }
}

/// Reads a part of a whole.
fn share(text: &str) -> Result<Share, String> {
    let part = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.map(Share).ok_or_else(|| "a number from 0 to 1, such as 0.8, is needed".to_owned())
}

fn summary(totals: &Totals, games: u64) -> String {
    let Totals { groups, records, turned, beginnings, near } = *totals;
    format!(
        "{}. Games with several records: {groups} ({}, {turned} of them turned). Beginnings of other games: {beginnings}. Nearly the same as others: {near}.",
        pluralize(games, "record"),
        pluralize(records, "record"),
    )
}

/// Returns how a record is named: its path, and the game's number from the second on.
fn named((path, game): &(String, u64)) -> String {
    let mut out = Shown::Text(path).to_string();
    if *game > 1 {
        out.push_str(&format!(", game {game}"));
    }
    out
}

fn text(duplicate: &Duplicate, is_new: bool) -> String {
    let mut out = String::new();
    if is_new && duplicate.group > 1 {
        out.push('\n');
    }
    let record = named(&duplicate.record);
    match (duplicate.relation, &duplicate.of) {
        (Relation::First, _) | (_, None) => {
            out.push_str(&format!("{record} ({})\n", pluralize(duplicate.moves, "move")));
            return out;
        }
        (Relation::Beginning, Some(of)) => {
            let moves = pluralize(duplicate.moves, "move");
            out.push_str(&format!("{record} ({moves}) begins {}", named(of)));
        }
        (Relation::Near, Some(of)) => {
            let moves = pluralize(duplicate.moves, "move");
            out.push_str(&format!("{record} ({moves}) is nearly {}", named(of)));
        }
        _ => out.push_str(&format!("  {record}")),
    }
    let mut parts: Vec<String> = Vec::new();
    if let Some(likeness) = duplicate.likeness {
        let moves = pluralize(likeness.differing, "move");
        let differ = if likeness.differing == 1 { "differs" } else { "differ" };
        let sure = percent(likeness.confidence() as f32);
        // Copies in other colours may have all plays in common.
        let from = first_differing(likeness);
        let from = from.map_or(String::new(), |play| format!(" from play {play} on"));
        parts.push(format!("{moves} {differ}{from}, {} in common ({sure})", likeness.shared));
        parts.extend(likeness.swapped.then(|| "colours swapped".to_owned()));
    }
    if !duplicate.turned.is_empty() {
        parts.push(duplicate.turned.to_owned());
    }
    let differences = duplicate.differences.iter();
    parts.extend(differences.map(|difference| Shown::Text(&difference.to_string()).to_string()));
    if !parts.is_empty() {
        out.push_str(&format!(": {}", parts.join("; ")));
    }
    out.push('\n');
    out
}

/// Returns the number of the first play that differs; `None` if all are in common.
fn first_differing(likeness: Likeness) -> Option<u32> {
    (likeness.differing > 0).then_some(likeness.first_differing)
}

fn write_row(duplicate: &Duplicate, to: &mut impl Write) -> io::Result<()> {
    let Duplicate { group, relation, hash, record, of, moves, turned, likeness, differences } =
        duplicate;
    // The table can end on a terminal or in a log.
    let cell = |text: &str| Shown::Text(&Cells::Table.render(text)).to_string();
    let differences: Vec<String> = differences.iter().map(ToString::to_string).collect();
    let (of_path, of_game) = of
        .as_ref()
        .map_or((String::new(), String::new()), |(path, game)| (path.clone(), game.to_string()));
    let row = [
        group.to_string(),
        relation.name().to_owned(),
        hash.clone(),
        cell(&record.0),
        record.1.to_string(),
        cell(&of_path),
        of_game,
        moves.to_string(),
        (*turned).to_owned(),
        cell(&differences.join("; ")),
        likeness.map_or(String::new(), |likeness| likeness.differing.to_string()),
        likeness.and_then(first_differing).map_or(String::new(), |play| play.to_string()),
        likeness.map_or(String::new(), |likeness| format!("{:.3}", likeness.confidence())),
        likeness.map_or(String::new(), |likeness| likeness.swapped.to_string()),
    ];
    csv_writer(to).write_record(row).map_err(io::Error::from)
}

fn object(duplicate: &Duplicate) -> serde_json::Value {
    let differences: serde_json::Map<String, serde_json::Value> = duplicate
        .differences
        .iter()
        .map(|it| (it.column.to_owned(), json!([it.own, it.other])))
        .collect();
    json!({
        "group": duplicate.group,
        "relation": duplicate.relation.name(),
        "game_hash": duplicate.hash,
        "path": duplicate.record.0,
        "game": duplicate.record.1,
        "of_path": duplicate.of.as_ref().map(|(path, _)| path),
        "of_game": duplicate.of.as_ref().map(|(_, game)| game),
        "moves": duplicate.moves,
        "turned": duplicate.turned,
        "differences": differences,
        "moves_differ": duplicate.likeness.map(|likeness| likeness.differing),
        "first_differing": duplicate.likeness.and_then(first_differing),
        "confidence": duplicate.likeness.map(|likeness| likeness.confidence()),
        "colors_swapped": duplicate.likeness.map(|likeness| likeness.swapped),
    })
}

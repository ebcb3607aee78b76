//! `sgf-audit duplicates`.

use std::io::{self, BufWriter, Write};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::audit_args::ReadingArgs;
use super::config::{CheckTable, ConfigArgs};
use super::inputs::Inputs;
use super::path_args::print_not_read;
use super::progress::Bar;
use super::run_plan::RunPlan;
use super::{Failure, interrupt, terminal};
use crate::duplicates::{
    Duplicate, Likeness, Record, Register, Registrar, Relation, Share, Totals,
};
use crate::select::MIN_MOVES;
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
    inputs: Inputs,
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

const GROUP_COLUMNS: &str = "path,game,group";
const COLUMNS: &str = "group,relation,game_hash,path,game,of_path,of_game,moves,turned,differences,moves_differ,first_differing,confidence,colors_swapped";

/// The columns with text of the records, which can be anything.
const TEXTS: [&str; 3] = ["path", "of_path", "differences"];

impl Duplicates {
    pub fn run(mut self) -> Result<u8, Failure> {
        let mut configuration = self.configuration.read()?;
        let CheckTable { exclude, git, .. } = std::mem::take(&mut configuration.check);
        self.reading.files.exclude.fill(exclude, configuration.directory.clone());
        self.reading.files.walk.git.fill(git);
        let paths = self.inputs.paths("duplicates")?;
        let mut plan = RunPlan::of_reading(&self.reading)?;
        plan.options.signature = true;
        let pool = plan.pool()?;
        let bar = Bar::new(self.quiet, |_| String::new());
        let mut files = 0;
        let registrar = || Registrar::new(self.min_moves, self.share.unwrap_or_default());
        let mut register = Register::new(registrar());
        let sources = paths.sources(plan.selection.clone());
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
            print_not_read(&plan.selection.not_read);
        }
        plan.check_found(&paths, files)?;
        let mut out = BufWriter::new(terminal::data());
        let written = match self.groups {
            true => self.write_groups(&mut register, &mut out),
            false => self.write(&mut register, &mut out),
        };
        let mut totals = Default::default();
        let written = written.and_then(|written| {
            totals = written;
            out.flush()
        });
        terminal::is_closed(written)?;
        let (has_found, totals) = totals;
        if !self.quiet {
            configuration.print();
            terminal::print_totals(&totals);
        }
        Ok(paths.status(has_found.into()))
    }

    /// Writes each game with its group. Returns whether games are alike, and the totals.
    fn write_groups(&self, register: &mut Register, out: &mut Out) -> io::Result<(bool, String)> {
        self.write_head(GROUP_COLUMNS, out)?;
        let groups = register.groups(!self.no_beginnings, |record, group| {
            let text = format!("{}\t{group}\n", named(&record));
            let values = [json!(record.0), json!(record.1), json!(group)];
            self.write_row(GROUP_COLUMNS, text, values, out)
        })?;
        let games = pluralize(register.number(), "game");
        let totals = format!("{games} in {}.", pluralize(groups as u64, "group"));
        Ok((groups as u64 != register.number(), totals))
    }

    /// Writes what was found. Returns whether that is anything, and the totals.
    fn write(&self, register: &mut Register, out: &mut Out) -> io::Result<(bool, String)> {
        let mut group = 0;
        self.write_head(COLUMNS, out)?;
        let totals = register.duplicates(!self.no_beginnings, |duplicate| {
            let is_new = std::mem::replace(&mut group, duplicate.group) != duplicate.group;
            self.write_row(COLUMNS, text(&duplicate, is_new), values(&duplicate), out)
        })?;
        let has_found = totals.groups + totals.beginnings + totals.near > 0;
        Ok((has_found, summary(&totals, register.number())))
    }

    fn write_head(&self, columns: &str, out: &mut Out) -> io::Result<()> {
        if self.format == Format::Csv { writeln!(out, "{columns}\r") } else { Ok(()) }
    }

    fn write_row(
        &self,
        columns: &str,
        text: String,
        values: impl IntoIterator<Item = Value>,
        out: &mut Out,
    ) -> io::Result<()> {
        let row = columns.split(',').zip(values);
        match self.format {
            Format::Text => out.write_all(text.as_bytes()),
            Format::Csv => {
                let cells = row.map(|(name, value)| cell(name, &value));
                csv_writer(out).write_record(cells).map_err(io::Error::from)
            }
            Format::Jsonl => {
                let row = row.map(|(name, value)| (name.to_owned(), value));
                let mut line = String::new();
                push_json(&mut line, &Value::Object(row.collect()));
                writeln!(out, "{line}")
            }
        }
    }
}

type Out = BufWriter<Box<dyn Write + Send>>;

/// Returns a value as a table has it, which can end on a terminal or in a log.
fn cell(column: &str, value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if TEXTS.contains(&column) => {
            Shown::Text(&Cells::Table.render(text)).to_string()
        }
        Value::String(text) => text.clone(),
        Value::Object(differences) => {
            cell(column, &differences.iter().map(difference).collect::<Vec<_>>().join("; ").into())
        }
        Value::Number(share) if share.is_f64() => format!("{:.3}", share.as_f64().unwrap_or(0.0)),
        value => value.to_string(),
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
fn named((path, game): &Record) -> String {
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
    let (record, moves) = (named(&duplicate.record), pluralize(duplicate.moves, "move"));
    match (duplicate.relation, duplicate.of.as_ref().map(named)) {
        (Relation::First, _) | (_, None) => {
            out.push_str(&format!("{record} ({moves})\n"));
            return out;
        }
        (Relation::Beginning, Some(of)) => out.push_str(&format!("{record} ({moves}) begins {of}")),
        (Relation::Near, Some(of)) => out.push_str(&format!("{record} ({moves}) is nearly {of}")),
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
    let differences = duplicate.differences.iter().map(difference);
    parts.extend(differences.map(|difference| Shown::Text(&difference).to_string()));
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

fn difference((column, values): (&String, &Value)) -> String {
    let text = |value: &Value| match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    format!("{column} {} vs. {}", text(&values[0]), text(&values[1]))
}

fn values(duplicate: &Duplicate) -> [Value; 14] {
    let Duplicate { group, relation, hash, record, of, moves, turned, likeness, differences } =
        duplicate;
    [
        json!(group),
        json!(relation.name()),
        json!(hash),
        json!(record.0),
        json!(record.1),
        json!(of.as_ref().map(|(path, _)| path)),
        json!(of.as_ref().map(|(_, game)| game)),
        json!(moves),
        json!(turned),
        json!(differences),
        json!(likeness.map(|likeness| likeness.differing)),
        json!(likeness.and_then(first_differing)),
        json!(likeness.map(|likeness| likeness.confidence())),
        json!(likeness.map(|likeness| likeness.swapped)),
    ]
}

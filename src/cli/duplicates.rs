//! `sgf-audit duplicates`.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::audit_args::{AuditArgs, scopes, set_sources};
use super::config::Layers;
use super::inputs::Inputs;
use super::path_args::print_not_read;
use super::progress::Bar;
use super::{Failure, interrupt, terminal, threads};
use crate::audit::{AuditOptions, Auditor};
use crate::batch::{RunResources, run};
use crate::duplicates::{
    Beginnings, Duplicate, LongerGames, Register, Registrar, Relation, Totals,
};
use crate::plural::pluralize;
use crate::printable::push_printable;
use crate::replay::game_hash;
use crate::report::{Cells, csv_writer};

/// Find records of the same game, even with the board turned or mirrored, and records of the beginning of another game.
///
/// Games are the same if their plays are: passes, names and variations don't count. The first record of a group is the most
/// complete one, which `select --unique` keeps. For each of the others the output says how its board is turned and what
/// differs in its header. A beginning is compared with the longest game that continues it.
///
/// The exit status is 0 if there are no duplicates and no beginnings, 1 if there are some, 2 if the run itself failed, and
/// 130 if it was interrupted.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  sgf-audit duplicates games/\n  sgf-audit duplicates games/ more.zip --format csv > duplicates.csv"
)]
pub(super) struct Duplicates {
    #[command(flatten)]
    inputs: Inputs,
    /// Output format: text, a table, or a JSON object per record.
    #[arg(long, default_value = "text", value_name = "FORMAT", help_heading = OUTPUT)]
    format: Format,
    /// Games of fewer moves aren't taken for beginnings, since many games open alike.
    #[arg(long, default_value_t = 30, value_name = "N", help_heading = OUTPUT)]
    min_moves: u32,
    /// Don't look for beginnings, so that the records are read only once.
    #[arg(long, help_heading = OUTPUT)]
    no_beginnings: bool,
    /// Print no totals.
    #[arg(long, short, help_heading = OUTPUT)]
    quiet: bool,
    #[command(flatten)]
    audit: AuditArgs,
    /// The configurations and the command line.
    #[arg(skip)]
    pub layers: Option<Layers>,
}

const OUTPUT: &str = "Output";

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Text,
    Csv,
    Jsonl,
}

/// The columns of the table.
const COLUMNS: [&str; 10] = [
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
];

impl Duplicates {
    pub fn run(mut self) -> Result<u8, Failure> {
        let layers = self.layers.take().expect("it was set after parsing");
        let paths = self.inputs.paths("duplicates")?;
        // Nothing is counted.
        let mut options = AuditOptions { estimate: false, ..self.audit.options()? };
        set_sources(&mut options, &layers, None);
        let scopes = scopes(&layers, &options, None);
        let unpacker = self.audit.archives.unpacker(options.limits.bytes);
        let policy = self.audit.policy.policy(&layers, None);
        let resources = RunResources { policy, ..RunResources::new(&Auditor::new, unpacker) };
        let pool = threads::pool(self.audit.threads)?;
        let bar = Bar::new(self.quiet, |_| String::new());
        let mut files = 0;
        let mut register = Register::default();
        let mut longer = LongerGames::default();
        let selection = || self.audit.files.selection(&layers, scopes.finder());
        let selected = selection()?;
        let not_read = Arc::clone(&selected.not_read);
        let registrar = Registrar::default();
        let result = pool.install(|| {
            run(paths.sources(selected), &options, &resources, &registrar, |audits| {
                interrupt::check()?;
                files += audits.files;
                register.add(audits).map_err(|error| Failure::new(error.to_string()))?;
                bar.show(files, register.games, 0);
                Ok::<(), Failure>(())
            })
        });
        let is_read_once = paths.iter().any(|path| path.as_os_str() == "-");
        let reads_again = !self.no_beginnings && !is_read_once && !interrupt::is_requested();
        let result = match result {
            Ok(()) if reads_again => {
                let beginnings = Beginnings::new(&register, self.min_moves);
                let selected = selection()?;
                pool.install(|| {
                    run(paths.sources(selected), &options, &resources, &beginnings, |audits| {
                        interrupt::check()?;
                        longer.add(audits.part);
                        Ok::<(), Failure>(())
                    })
                })
            }
            result => result,
        };
        bar.finish();
        if interrupt::is_requested() {
            return Ok(interrupt::status(files));
        }
        result?;
        scopes.check()?;
        if files == 0 && !self.audit.files.force_exclude {
            return Err(paths.no_records());
        }
        let totals = self.write(&mut register, &longer)?;
        if !self.quiet {
            print_not_read(&not_read);
            scopes.print_files();
            if is_read_once && !self.no_beginnings {
                let why = "beginnings weren't looked for: standard input can be read only once";
                terminal::print_message(why);
            }
            terminal::print_message(&summary(&totals, register.games));
        }
        Ok(paths.status(u8::from(totals.groups + totals.beginnings > 0)))
    }

    /// Writes the duplicates to standard output.
    fn write(&self, register: &mut Register, longer: &LongerGames) -> Result<Totals, Failure> {
        let mut out = BufWriter::new(terminal::data());
        let mut totals = Totals::default();
        let written = (|| {
            let mut group = 0;
            if self.format == Format::Csv {
                csv_writer(&mut out).write_record(COLUMNS)?;
            }
            totals = register.duplicates(longer, |duplicate| {
                let is_new = std::mem::replace(&mut group, duplicate.group) != duplicate.group;
                match self.format {
                    Format::Text => out.write_all(text(&duplicate, is_new).as_bytes()),
                    Format::Csv => write_row(&duplicate, &mut out),
                    Format::Jsonl => writeln!(out, "{}", object(&duplicate)),
                }
            })?;
            out.flush()
        })();
        terminal::is_closed(written)?;
        Ok(totals)
    }
}

fn summary(totals: &Totals, games: u64) -> String {
    let Totals { groups, records, turned, beginnings } = *totals;
    format!(
        "{}. Games with several records: {groups} ({}, {turned} of them turned). Beginnings of other games: {beginnings}.",
        pluralize(games, "record"),
        pluralize(records, "record"),
    )
}

/// Returns how a record is named: its path, and the game's number from the second on.
fn named((path, game): &(String, u64)) -> String {
    let mut out = String::new();
    push_printable(&mut out, path);
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
        _ => out.push_str(&format!("  {record}")),
    }
    let mut parts: Vec<String> = Vec::new();
    if !duplicate.turned.is_empty() {
        parts.push(duplicate.turned.to_owned());
    }
    parts.extend(duplicate.differences.iter().map(|difference| {
        let mut out = String::new();
        push_printable(&mut out, &difference.to_string());
        out
    }));
    if !parts.is_empty() {
        out.push_str(&format!(": {}", parts.join("; ")));
    }
    out.push('\n');
    out
}

fn write_row(duplicate: &Duplicate, to: &mut impl Write) -> io::Result<()> {
    let Duplicate { group, relation, record, of, moves, turned, differences, .. } = duplicate;
    let cells = Cells::Neutralised;
    let differences: Vec<String> = differences.iter().map(ToString::to_string).collect();
    let (of_path, of_game) = of
        .as_ref()
        .map_or((String::new(), String::new()), |(path, game)| (path.clone(), game.to_string()));
    let row = [
        group.to_string(),
        relation.name().to_owned(),
        game_hash(duplicate.hash),
        cells.render(&record.0).into_owned(),
        record.1.to_string(),
        cells.render(&of_path).into_owned(),
        of_game,
        moves.to_string(),
        (*turned).to_owned(),
        cells.render(&differences.join("; ")).into_owned(),
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
        "game_hash": game_hash(duplicate.hash),
        "path": duplicate.record.0,
        "game": duplicate.record.1,
        "of_path": duplicate.of.as_ref().map(|(path, _)| path),
        "of_game": duplicate.of.as_ref().map(|(_, game)| game),
        "moves": duplicate.moves,
        "turned": duplicate.turned,
        "differences": differences,
    })
}

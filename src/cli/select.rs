//! `sgf-audit select`.

use std::collections::HashSet;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use clap::Args;

use super::audit_args::AuditArgs;
use super::config::ConfigArgs;
use super::inputs::{Inputs, failed, not_written, text_of};
use super::path_args::print_not_read;
use super::progress::Bar;
use super::run_plan::RunPlan;
use super::{Failure, interrupt, terminal};
use crate::atomic_file::AtomicFile;
use crate::batch::read_named;
use crate::select::{
    Choice, Condition, Content, Destination, LeftOut, Reason, Selection, Selector, Written,
};
use sgf_audit_core::audit::AuditOptions;
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::{Shown, path_text};
use sgf_audit_core::table::{Cells, csv_writer};

/// Select records by the results of `check`, and list, copy or join them.
///
/// A condition is written over the columns of games.csv (docs/columns.md), in a part of the Common Expression Language (CEL).
/// A column without a value is null. The options for rules, findings and files are those of `check`, and so are the verdicts.
///
/// Standard output has the paths of the selected records, followed by a tab and the game's number if the file has several games.
/// Standard error says how many were left out and why. Nothing is overwritten, and the records keep their bytes.
///
/// The exit status is 0 if something was selected, 1 if nothing was or a file is in the way of one, 2 if the run itself
/// failed, and 130 if it was interrupted.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Select {
    #[command(flatten)]
    inputs: Inputs,
    /// Select games for which this holds, such as 'verdict == "confirmed" && moves >= 50'.
    ///
    /// Operators: == != < <= > >= && || ! in. Functions: rank("3d"), contains and lowerAscii, as in
    /// event.lowerAscii().contains("cup"). Ranks are compared by strength.
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true, value_parser = Condition::read,
          help_heading = SELECTED)]
    condition: Option<Condition>,
    /// Select games without an error or a contradiction whose recorded result isn't wrong: those whose column clean is true.
    #[arg(long, help_heading = SELECTED)]
    clean: bool,
    /// Select only games of this list: lines as `select` prints them, a path and, after a tab, the game's number unless it is 1.
    #[arg(long, value_name = "FILE", help_heading = SELECTED)]
    games: Option<PathBuf>,
    /// Of several records of the same game (game_hash), keep the most complete, and none that another one continues.
    ///
    /// Games of fewer than 30 moves are the same only if the names and the date are; such a game isn't taken for the beginning of
    /// another one. The most complete record is the one with a result; of these the one with the most moves, passes included; then the one that states the
    /// most of players, ranks, date, event, round, place, time, ruleset and komi; then the one with the fewest errors, then
    /// warnings; then the first.
    #[arg(long, help_heading = SELECTED)]
    unique: bool,
    /// Of what is selected, keep N games at random.
    ///
    /// The sample depends on the seed and on each game's path and number, not on the order or the number of threads.
    #[arg(long, value_name = "N", help_heading = SELECTED)]
    sample: Option<usize>,
    /// The number that decides which games are in the sample.
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample", help_heading = SELECTED)]
    seed: u64,
    /// Copy the records below this directory; each game of a file with several becomes a file.
    #[arg(long, value_name = "DIR", group = DESTINATION, help_heading = OUTPUT)]
    copy: Option<PathBuf>,
    /// Write the games into one new file.
    #[arg(long, value_name = "FILE", group = DESTINATION, help_heading = OUTPUT)]
    collection: Option<PathBuf>,
    /// Print a JSON object per game, with all columns of games.csv.
    #[arg(long, group = DESTINATION, help_heading = OUTPUT)]
    jsonl: bool,
    /// Write what was left out into this new CSV file: path, game, reason, detail.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    left_out: Option<PathBuf>,
    /// Don't print how many games were left out and why.
    #[arg(long, short, help_heading = OUTPUT)]
    quiet: bool,
    #[command(flatten)]
    audit: AuditArgs,
    #[command(flatten)]
    configuration: ConfigArgs,
}

const SELECTED: &str = "What is selected";
const OUTPUT: &str = "Output";
const DESTINATION: &str = "destination";

const EXAMPLES: &str = "\
Examples:
  sgf-audit select games/ --where 'verdict == \"confirmed\" && black_rank >= rank(\"1d\")'
  sgf-audit select games/ --clean --unique --copy clean/
  sgf-audit select games.zip --where 'moves >= 50' --sample 1000 --seed 1 --collection sample.sgf
  sgf-audit select games/ --where 'event.contains(\"Cup\")' --left-out rest.csv > list.txt";

impl Select {
    pub fn run(mut self) -> Result<u8, Failure> {
        let mut configuration = self.configuration.read()?;
        self.audit.fill(&mut configuration);
        let paths = self.inputs.paths("select")?;
        if let Some(out) = &self.copy {
            paths.check_outside("--copy", out)?;
        }
        let selector = self.selector()?;
        let options =
            AuditOptions { aliases: configuration.aliases.clone(), ..self.audit.options()? };
        let (reading, policy) = (&self.audit.reading, self.audit.policy(&configuration)?);
        let plan = RunPlan::new(reading, false, options, policy, self.audit.engines.start()?)?;
        let sources = paths.sources(plan.selection.clone());
        let mut table = LeftOutTable::create(self.left_out.as_ref())?;
        let choice = Choice { unique: self.unique, sample: self.sample, seed: self.seed };
        let mut why_not_written = None;
        let leave_out = |left_out: &LeftOut| {
            if left_out.reason == Reason::NotWritten {
                why_not_written.get_or_insert_with(|| left_out.detail.clone());
            }
            table.add(left_out)
        };
        let mut selection = Selection::new(choice, Box::new(leave_out));
        let bar = Bar::new(self.quiet, |n| format!("{n} left out"));
        let mut files = 0;
        let pool = plan.pool()?;
        let result = plan.run(&pool, sources, &plan.resources(), &selector, |audits| {
            files += audits.files;
            selection.add(audits).map_err(|error| Failure::new(error.to_string()))?;
            bar.show(files, selection.candidates(), selection.number_left_out());
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
        let written = self.write(&mut selection)?;
        let left_out = std::mem::take(&mut selection.left_out);
        drop(selection);
        table.finish()?;
        let failed = left_out.get(&Reason::NotWritten).is_some_and(|&number| number > 0);
        if !self.quiet {
            configuration.print();
            let why = why_not_written.as_deref();
            terminal::print_totals(&report(&written, &left_out, why));
        }
        Ok(paths.status(u8::from(written.games == 0 || failed)))
    }

    fn selector(&self) -> Result<Selector, Failure> {
        let content = match self {
            Self { copy: Some(_), .. } => Content::File,
            Self { collection: Some(_), .. } => Content::Tree,
            Self { jsonl: true, .. } => Content::Json,
            _ => Content::Path,
        };
        let listed = self.games.as_deref().map(listed_games).transpose()?;
        Ok(Selector::new(self.condition.clone(), self.clean, self.unique, content, listed))
    }

    fn write(&self, selection: &mut Selection) -> Result<Written, Failure> {
        let mut stdout = BufWriter::new(terminal::data());
        let destination = match (&self.copy, &self.collection) {
            (Some(dir), _) => Destination::Copies(dir),
            (None, Some(file)) => Destination::Collection(file),
            _ => Destination::Lines(&mut stdout),
        };
        match selection.write(destination) {
            // A closed pipe isn't a failure.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Written::default()),
            written => written.map_err(|error| Failure::new(error.to_string())),
        }
    }
}

/// Reads a list of games.
fn listed_games(list: &Path) -> Result<HashSet<(String, u32)>, Failure> {
    let bytes = read_named(list, u32::MAX).map_err(|error| failed(list, &error))?;
    let text = text_of(bytes).map_err(|error| failed(list, &error))?;
    let lines = text.lines().filter(|line| !line.is_empty());
    let games = lines.map(|line| match line.rsplit_once('\t') {
        None => Ok((line.to_owned(), 1)),
        Some((path, game)) => match game.parse() {
            Ok(game) => Ok((path.to_owned(), game)),
            Err(_) => Err(failed(list, &format!("no number of a game: {}", Shown::Text(game)))),
        },
    });
    games.collect()
}

/// Returns the report: how many games were selected, and how many were left out for each reason. `not_written`: why the first
/// one wasn't written.
fn report(
    written: &Written,
    left_out: &std::collections::BTreeMap<Reason, u64>,
    not_written: Option<&str>,
) -> String {
    let of = |reason| left_out.get(&reason).copied().unwrap_or(0);
    let games: u64 = written.games + left_out.values().sum::<u64>() - of(Reason::NoGame);
    let mut out = format!("{} of {} selected", written.games, pluralize(games, "game"));
    for (&reason, &number) in left_out.iter().filter(|(reason, _)| **reason != Reason::NoGame) {
        out.push_str(&format!("\n{number:>9} {}", reason.words()));
        if let (Reason::NotWritten, Some(why)) = (reason, not_written) {
            out.push_str(&format!(", such as {why}"));
        }
    }
    if of(Reason::NoGame) > 0 {
        out.push_str(&format!("\n{} without a game", pluralize(of(Reason::NoGame), "file")));
    }
    if written.undeclared > 0 {
        let games = pluralize(written.undeclared, "game");
        out.push_str(&format!(
            "\n{games} in an encoding that the record doesn't declare; `sgf-audit convert --to sgf` writes UTF-8"
        ));
    }
    out
}

/// The table of what was left out, if one is written.
struct LeftOutTable(Option<(csv::Writer<AtomicFile>, PathBuf)>);

impl LeftOutTable {
    fn create(path: Option<&PathBuf>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self(None)) };
        let file = AtomicFile::create_new(path).map_err(|error| not_written(path, &error))?;
        let mut writer = csv_writer(file);
        writer
            .write_record(["path", "game", "reason", "detail"])
            .map_err(|error| failed(path, &error))?;
        Ok(Self(Some((writer, path.clone()))))
    }

    fn add(&mut self, left_out: &LeftOut) -> io::Result<()> {
        let Some((writer, _)) = &mut self.0 else { return Ok(()) };
        let LeftOut { path, game, reason, detail } = left_out;
        let path = path_text(path);
        let cells = Cells::Table;
        let row = [&*cells.render(&path), &game.to_string(), reason.name(), &cells.render(detail)];
        writer.write_record(row).map_err(io::Error::from)
    }

    fn finish(self) -> Result<(), Failure> {
        let Some((writer, path)) = self.0 else { return Ok(()) };
        let file = writer.into_inner().map_err(|error| failed(&path, error.error()))?;
        file.finish().map_err(|error| not_written(&path, &error))
    }
}

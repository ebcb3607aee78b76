//! `sgf-audit convert`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::inputs::{Archives, once};
use super::judging_args::JudgingArgs;
use super::progress::Bar;
use super::{Failure, terminal, threads};
use crate::atomic_file::AtomicFile;
use crate::audit::AuditOptions;
use crate::convert::{Done, Options, Piece, Strip, Target, csv_header, run};
use crate::plural::pluralize;
use crate::printable::printable_path;
use crate::report::Diagnostic;
use crate::score::TerritoryFrom;
use crate::sgf::Limits;

/// Write records in another form: SGF's normal form, JSON lines, a table of moves, GTP scripts.
///
/// Nothing is ever overwritten. The exit status is 0 if every record was written, 1 if one was refused
/// or nothing could be written, and 2 if the run itself failed.
#[derive(Args)]
pub(super) struct Convert {
    /// Files, directories, archives, or - for standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Into what: SGF in normal form, a game a line of JSON (games.jsonl), a move a row (moves.csv), or
    /// scripts for the Go Text Protocol.
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// The directory to write into; directories are mirrored in it. Without it standard output is written
    /// to: by one input, or by several that would make one file.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A file for each game: of those with several NAME-001.sgf, NAME-002.sgf ...
    #[arg(long, conflicts_with = "join")]
    split: bool,
    /// All games into one file, games.sgf.
    #[arg(long)]
    join: bool,
    /// What SGF is to leave out, separated by commas.
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    strip: Vec<Part>,
    /// Write the result as counted into RE, with its ruleset; the root's comment keeps the old one.
    #[arg(long)]
    recount: bool,
    /// Leave out what can't be carried over, instead of refusing the file.
    #[arg(long)]
    lossy: bool,
    #[command(flatten)]
    judging: JudgingArgs,
    /// The largest file that is read, in bytes.
    #[arg(long, default_value_t = Limits::DEFAULT.bytes, value_name = "N")]
    max_bytes: u32,
    #[command(flatten)]
    archives: Archives,
    /// Number of threads; 0, the default, is one a processor.
    #[arg(long, value_name = "N", value_parser = threads::number)]
    threads: Option<usize>,
    /// Print nothing but errors of the run itself.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Sgf,
    Jsonl,
    Csv,
    Gtp,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    Comments,
    Variations,
    Markup,
    Times,
}

/// Where the output goes.
enum Sink {
    /// All of it into one stream; with its name, if it is a file.
    Stdout(Box<dyn Write + Send>),
    /// A stream that nobody reads any more. The exit status is of all records all the same.
    Unread,
    One(AtomicFile, PathBuf),
    /// Files in a directory.
    Dir(PathBuf),
}

/// What a run has done.
#[derive(Default)]
struct Counts {
    files: u64,
    games: u64,
    refused: u64,
}

impl Convert {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let options = self.options()?;
        self.check_paths()?;
        let mut sink = self.sink()?;
        if self.to == Format::Csv {
            sink.stream(&csv_header())?;
        }
        let bar = Bar::new(self.quiet, |n| format!("{} refused", pluralize(n, "file")));
        let mut counts = Counts::default();
        let consume = |done: Done| {
            counts.files += 1;
            // A script ends with `quit`: nobody would read a second one behind it.
            let games = counts.games + done.converted.pieces.len() as u64;
            if self.to == Format::Gtp && self.out.is_none() && games > 1 {
                return Err(Failure::new("several games need --out DIR: each has its own script"));
            }
            let mut notices = String::new();
            let path = &*done.path;
            let lines = done.converted.notices.iter().map(|notice| notice.diagnostic(path));
            lines.for_each(|line| line.push_to(&mut notices));
            let written = match done.converted.is_refused() {
                true => false,
                false => self.write(&mut sink, &done, &mut notices)?,
            };
            if written {
                counts.games += done.converted.pieces.len() as u64;
            } else {
                counts.refused += 1;
            }
            if !self.quiet && !notices.is_empty() {
                bar.around(|| terminal::print_message(notices.trim_end_matches('\n')));
            }
            bar.show(counts.files, counts.games, counts.refused);
            Ok(())
        };
        let unpacker = self.archives.unpacker(self.max_bytes);
        let pool = threads::pool(self.threads)?;
        let ran = pool.install(|| run(self.paths.clone(), &unpacker, &options, consume));
        bar.finish();
        ran?;
        if counts.files == 0 {
            return Err(Failure::new("no records found"));
        }
        let unread = sink.finish()?;
        if !self.quiet && !unread {
            let Counts { files, games, refused } = counts;
            terminal::print_message(&format!(
                "{} read; {} written; {} refused",
                pluralize(files, "file"),
                pluralize(games, "game"),
                pluralize(refused, "file"),
            ));
        }
        // Where nothing could be written there is nothing to go on with.
        Ok(ExitCode::from(u8::from(counts.refused > 0 || counts.games == 0)))
    }

    fn options(&self) -> Result<Options, Failure> {
        let sgf = self.to == Format::Sgf;
        let only_sgf = [
            (self.split, "--split"),
            (self.join, "--join"),
            (!self.strip.is_empty(), "--strip"),
            (self.recount, "--recount"),
        ];
        if let Some((_, option)) = only_sgf.into_iter().find(|&(given, _)| given && !sgf) {
            return Err(Failure::new(format!("{option} goes with --to sgf only")));
        }
        let strip = |part| self.strip.contains(&part);
        let limits = Limits { bytes: self.max_bytes, ..Limits::DEFAULT };
        let mut audit = AuditOptions { limits, max_findings: 1, ..self.judging.options()? };
        if self.recount && audit.komi.is_some() {
            return Err(Failure::new("--recount counts by the records' own komi: not with --komi"));
        }
        // The marks stay, and stand beside the ruleset that is written: a count of what is written
        // takes them for its territory.
        if self.recount && audit.territory_from == TerritoryFrom::Marks {
            audit.territory_from = TerritoryFrom::AnyMarks;
        }
        Ok(Options {
            target: match self.to {
                Format::Sgf => Target::Sgf,
                Format::Jsonl => Target::Jsonl,
                Format::Csv => Target::Csv,
                Format::Gtp => Target::Gtp,
            },
            strip: Strip {
                comments: strip(Part::Comments),
                variations: strip(Part::Variations),
                markup: strip(Part::Markup),
                times: strip(Part::Times),
            },
            recount: self.recount,
            lossy: self.lossy,
            audit,
        })
    }

    /// Every path must be there, and none must hold what is written.
    fn check_paths(&self) -> Result<(), Failure> {
        once(&self.paths)?;
        for path in self.paths.iter().filter(|path| path.as_os_str() != "-") {
            let failed = |error| Failure::new(format!("{}: {error}", path.display()));
            let file = std::fs::metadata(path).map_err(failed)?;
            if let Some(out) = &self.out
                && file.is_dir()
                && resolved(out).starts_with(resolved(path))
            {
                let (out, path) = (out.display(), path.display());
                return Err(Failure::new(format!("--out {out} lies inside {path}")));
            }
        }
        let several = self.paths.len() > 1 || self.paths.iter().any(|path| path.is_dir());
        if self.out.is_none() && several && self.one_output().is_none() {
            return Err(Failure::new("several inputs, and directories, need --out DIR"));
        }
        if self.out.is_none() && self.split {
            return Err(Failure::new("--split needs --out DIR"));
        }
        Ok(())
    }

    /// The file that all inputs go to, where it is one.
    fn one_output(&self) -> Option<&'static str> {
        match self.to {
            Format::Sgf if self.join => Some("games.sgf"),
            Format::Jsonl => Some("games.jsonl"),
            Format::Csv => Some("moves.csv"),
            Format::Sgf | Format::Gtp => None,
        }
    }

    fn sink(&self) -> Result<Sink, Failure> {
        let Some(dir) = &self.out else {
            return Ok(Sink::Stdout(Box::new(io::BufWriter::new(io::stdout()))));
        };
        if std::fs::metadata(dir).is_ok_and(|there| !there.is_dir()) {
            return Err(not_written(dir, &io::ErrorKind::NotADirectory.into()));
        }
        let Some(name) = self.one_output() else { return Ok(Sink::Dir(dir.clone())) };
        let path = dir.join(name);
        let file = AtomicFile::create_new(&path).map_err(|error| not_written(&path, &error))?;
        Ok(Sink::One(file, path))
    }

    /// Writes what has become of a file; false where something stands in its place, or its name
    /// is none that a file can have.
    fn write(&self, sink: &mut Sink, done: &Done, notices: &mut String) -> Result<bool, Failure> {
        let pieces = &done.converted.pieces;
        let Sink::Dir(dir) = sink else {
            for piece in pieces {
                sink.stream(&piece.text)?;
            }
            return Ok(true);
        };
        let ending = if self.to == Format::Gtp { "gtp" } else { "sgf" };
        let each = self.split || self.to == Format::Gtp;
        let numbered = each && done.converted.games > 1;
        // Every place is looked at before the first file is written: all of a file's games are, or none.
        let parts: Vec<(PathBuf, &[Piece])> = if each {
            let parts = pieces.chunks(1);
            let path = |game| done.output(dir, ending, numbered.then_some(game));
            parts.map(|part| (path(part[0].game), part)).collect()
        } else if pieces.is_empty() {
            Vec::new()
        } else {
            vec![(done.output(dir, ending, None), &pieces[..])]
        };
        let free = parts
            .iter()
            .try_for_each(|(path, _)| is_free(path).map_err(|error| (path.clone(), error)));
        let made = free.and_then(|()| {
            parts.into_iter().try_for_each(|(path, part)| {
                let write = || {
                    let mut file = AtomicFile::create_new(&path)?;
                    part.iter().try_for_each(|piece| file.write_all(piece.text.as_bytes()))?;
                    file.finish()
                };
                write().map_err(|error| (path.clone(), error))
            })
        });
        let from = &*done.path;
        match made {
            Ok(()) => Ok(true),
            Err((path, error)) if error.kind() == io::ErrorKind::AlreadyExists => {
                let path = printable_path(in_the_way(&path));
                let message = format!(
                    "{path} is there already, from before or from another input; not overwritten"
                );
                Diagnostic::about_file(from, "error", "output-exists", &message).push_to(notices);
                Ok(false)
            }
            // Other names may do.
            Err((path, error)) if is_no_name(&error) => {
                let message = format!("{}: {error}", printable_path(&path));
                Diagnostic::about_file(from, "error", "output-name", &message).push_to(notices);
                Ok(false)
            }
            Err((path, error)) => Err(not_written(&path, &error)),
        }
    }
}

/// Whether a file can be made here, as far as its name and what is there already say. Its directory is made,
/// since without it no system says that a name is too long.
fn is_free(path: &Path) -> io::Result<()> {
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir).map_err(|error| match error.kind() {
            io::ErrorKind::NotADirectory => io::ErrorKind::AlreadyExists.into(),
            _ => error,
        })?;
    }
    match path.symlink_metadata() {
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// What stands in a file's place: itself, or a file where it needs a directory.
fn in_the_way(path: &Path) -> &Path {
    let file = |path: &&Path| path.symlink_metadata().is_ok() && !path.is_dir();
    path.ancestors().find(file).unwrap_or(path)
}

/// Whether no file can have this name: it is too long, or has a NUL in it.
fn is_no_name(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidFilename | io::ErrorKind::InvalidInput)
}

/// A path with links followed, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let known = absolute.ancestors().find_map(|there| Some((there, there.canonicalize().ok()?)));
    match known {
        Some((there, real)) => match absolute.strip_prefix(there) {
            Ok(rest) if !rest.as_os_str().is_empty() => real.join(rest),
            _ => real,
        },
        None => absolute,
    }
}

fn not_written(path: &Path, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::AlreadyExists => "it is there already; not overwritten".to_owned(),
        _ => error.to_string(),
    };
    Failure::new(format!("{}: {why}", path.display()))
}

impl Sink {
    fn stream(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Self::Stdout(to) => {
                if terminal::is_closed(to.write_all(text.as_bytes()))? {
                    *self = Self::Unread;
                }
                Ok(())
            }
            Self::One(file, path) => {
                file.write_all(text.as_bytes()).map_err(|error| not_written(path, &error))
            }
            Self::Unread | Self::Dir(_) => Ok(()),
        }
    }

    /// Writes the rest; whether it is known that nobody read it to its end.
    fn finish(self) -> Result<bool, Failure> {
        match self {
            Self::Stdout(mut to) => terminal::is_closed(to.flush()),
            Self::Unread => Ok(true),
            Self::One(file, path) => {
                file.finish().map(|()| false).map_err(|error| not_written(&path, &error))
            }
            Self::Dir(_) => Ok(false),
        }
    }
}

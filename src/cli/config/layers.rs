//! The configurations and the command line of a run, one above the other.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command};

use super::file::ConfigFile;
use super::found::{Finder, Origin, RECORD_OPTIONS};
use super::option::ConfiguredOption;
use super::table_of;
use crate::batch::{PathPatterns, PathPolicy, absolute};
use crate::cli::{Failure, in_one_line, terminal};
use sgf_audit_core::audit::{Aliases, FindingKind, Severity, ValueSource};
use sgf_audit_core::printable::Shown;

/// The configurations and the command line of a run, one above the other.
#[derive(Clone)]
pub(in crate::cli) struct Layers {
    /// The program with all its subcommands.
    command: Command,
    /// The name of the subcommand.
    subcommand: String,
    /// Its arguments on the command line.
    given: Vec<OsString>,
    /// The options among them, by their long names.
    given_options: HashSet<String>,
    /// Whether records may have a configuration of their own.
    per_record: bool,
    /// The user's own configuration.
    user: Option<Arc<ConfigFile>>,
    /// The configuration of the run.
    run: Option<Arc<ConfigFile>>,
    /// Finds the configurations of records.
    finder: Arc<Mutex<Finder>>,
    /// Whether a configuration that was found and can't be used ends the run.
    is_strict: bool,
    /// Whether an option of `check` is one of the subcommand too, by its long name.
    is_shared: fn(&str) -> bool,
}

impl Layers {
    /// Reads the configuration of a run: the named one, or the user's own and the nearest to the current directory, or none
    /// for --isolated. `arguments` are the program's, of which the second is the subcommand and `matches` are its options.
    /// `is_shared`: whether a subcommand without a table of its own has an option of `check`. `is_strict`: whether the run ends if a
    /// configuration that was found can't be used.
    pub fn read(
        command: &Command,
        subcommand: &str,
        arguments: &[OsString],
        matches: &ArgMatches,
        is_shared: fn(&str) -> bool,
        is_strict: bool,
    ) -> Result<Self, Failure> {
        let named = matches.get_one::<PathBuf>("config");
        let per_record = named.is_none() && !matches.get_flag("isolated");
        let finder = Finder::new();
        let read = |path: &Path| ConfigFile::read(path, command, Origin::User).map(Arc::new);
        let (mut user, mut run) = (None, None);
        if let Some(path) = named {
            run = Some(read(path)?);
        } else if per_record {
            let own = finder.own.clone().filter(|path| path.is_file());
            user = own.map(|path| read(&path)).transpose()?;
        }
        let options = subcommand_of(command, subcommand).get_arguments();
        let given_options = options.filter(|option| is_given(option, matches));
        let mut layers = Self {
            command: command.clone(),
            subcommand: subcommand.to_owned(),
            given: arguments.get(2..).unwrap_or_default().to_vec(),
            given_options: given_options.filter_map(Arg::get_long).map(str::to_owned).collect(),
            per_record,
            user,
            run,
            finder: Arc::new(Mutex::new(finder)),
            is_strict,
            is_shared,
        };
        if per_record {
            layers.find_run()?;
            if let Some(path) = &layers.finder().foreign {
                let path = Shown::Path(path);
                let why = "belongs to another user, so it isn't used; --config names it";
                terminal::print_message(&format!("{path} {why}"));
            }
        }
        Ok(layers)
    }

    fn finder(&self) -> MutexGuard<'_, Finder> {
        self.finder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the configuration of the run: the nearest to the current directory that can be used.
    fn find_run(&mut self) -> Result<(), Failure> {
        let current = std::env::current_dir().unwrap_or_default();
        self.run = None;
        while self.run.is_none() {
            let path = self.finder().nearest(&current);
            let Some(path) = path else { break };
            match self.read_file(&path) {
                Ok(file) => self.run = Some(Arc::new(file)),
                Err(failure) => self.refuse(&path, failure)?,
            }
        }
        Ok(())
    }

    /// Prints why a configuration that was found can't be used. From now on it doesn't count, and what applies above it applies
    /// to its records. Fails with the reason if that ends the run.
    pub fn refuse(&self, path: &Path, failure: Failure) -> Result<(), Failure> {
        if self.is_strict {
            return Err(failure);
        }
        failure.print_with(
            "so it isn't used, and its records have the settings of the directory above",
        );
        self.finder().refuse(path);
        Ok(())
    }

    /// Takes what the options of the run can't be used for: the configuration that gives one of them, if it was found. Fails if
    /// that ends the run, or no configuration that was found is the cause.
    pub fn refuse_run(&mut self, error: &clap::Error) -> Result<(), Failure> {
        let is_found = |file: &ConfigFile| file.origin == Origin::Found;
        match self.cause(None, error) {
            (failure, Some(file)) if is_found(file) => self.refuse(&file.path, failure)?,
            (failure, _) => return Err(failure),
        }
        self.find_run()
    }

    /// Returns the exit status of a run that would have this one if all configurations could be used.
    pub fn status(&self, status: u8) -> u8 {
        if self.finder().has_refused() { 2 } else { status }
    }

    /// Whether an option is given on the command line.
    pub fn is_given(&self, name: &str) -> bool {
        self.given_options.contains(name)
    }

    /// Returns where the value of an option comes from that is one of these: a configuration that was found, or the user.
    pub fn source(&self, names: &[&str], record: Option<&ConfigFile>) -> ValueSource {
        let is_found = |(file, option): (&ConfigFile, &ConfiguredOption)| {
            file.origin == Origin::Found && names.contains(&&option.name[..])
        };
        match names.iter().any(|name| self.is_given(name)) || !self.options(record).any(is_found) {
            true => ValueSource::Option,
            false => ValueSource::Configuration,
        }
    }

    /// The configuration of the run.
    pub fn run(&self) -> Option<&Arc<ConfigFile>> {
        self.run.as_ref()
    }

    /// Returns the path of the configuration of a directory's records; `None` if the run's applies.
    pub fn of_directory(&self, directory: &Path) -> Option<PathBuf> {
        if !self.per_record {
            return None;
        }
        let path = self.finder().nearest(&absolute(directory));
        path.filter(|path| self.run.as_ref().is_none_or(|run| run.path != *path))
    }

    /// Reads the configuration of records.
    pub fn read_file(&self, path: &Path) -> Result<ConfigFile, Failure> {
        ConfigFile::read(path, &self.command, Origin::Found)
    }

    /// Returns the options that apply: the ones in the run's configuration, except that records with a configuration of their
    /// own take [`RECORD_OPTIONS`] from that. Options of the user's own configuration come first, unless one of these sets
    /// them. What the command line replaces is left out.
    pub fn options<'l>(
        &'l self,
        record: Option<&'l ConfigFile>,
    ) -> impl Iterator<Item = (&'l ConfigFile, &'l ConfiguredOption)> {
        let (table, is_own) = table_of(&self.subcommand);
        let of = move |file: &'l ConfigFile| {
            let options = file.options(table).options.iter();
            let options = options.filter(move |option| is_own || (self.is_shared)(&option.name));
            options.map(move |option| (file, option))
        };
        let concerns_records =
            |option: &ConfiguredOption| RECORD_OPTIONS.contains(&&option.name[..]);
        let of_run = self.run.as_deref().into_iter().flat_map(of);
        let of_run =
            of_run.filter(move |(_, option)| record.is_none() || !concerns_records(option));
        let of_record = record.into_iter().flat_map(of);
        let of_record = of_record.filter(move |(_, option)| concerns_records(option));
        let of_files: Vec<_> = of_run.chain(of_record).collect();
        let mut replaced = self.replaced();
        replaced.extend(of_files.iter().map(|(_, option)| option.name.clone()));
        let of_user = self.user.as_deref().into_iter().flat_map(of);
        let of_user = of_user.filter(move |(_, option)| !replaced.contains(&option.name));
        let replaced = self.replaced();
        let of_files = of_files.into_iter();
        of_user.chain(of_files.filter(move |(_, option)| !replaced.contains(&option.name)))
    }

    /// Returns the arguments of the subcommand that apply to records with this configuration.
    pub fn arguments(&self, record: Option<&ConfigFile>) -> Vec<OsString> {
        // Patterns of a configuration are relative to its directory.
        let configured = self.options(record).filter(|(_, option)| option.name != "exclude");
        let mut arguments: Vec<OsString> =
            configured.flat_map(|(_, option)| option.arguments()).collect();
        arguments.extend_from_slice(&self.given);
        arguments
    }

    /// Returns the options that apply to records with this configuration.
    pub fn matches(&self, record: &ConfigFile) -> Result<ArgMatches, Failure> {
        let mut subcommand = subcommand_of(&self.command, &self.subcommand).clone();
        subcommand = subcommand.no_binary_name(true);
        subcommand
            .try_get_matches_from(self.arguments(Some(record)))
            .map_err(|error| self.unusable(Some(record), &error))
    }

    /// Returns the failure of options that can't be used together: the place of the first one that a configuration
    /// gives, and the reason.
    pub fn unusable(&self, record: Option<&ConfigFile>, error: &clap::Error) -> Failure {
        self.cause(record, error).0
    }

    /// Returns the same with the configuration.
    fn cause<'l>(
        &'l self,
        record: Option<&'l ConfigFile>,
        error: &clap::Error,
    ) -> (Failure, Option<&'l ConfigFile>) {
        let message = in_one_line(error);
        let is_named = |option: &ConfiguredOption| {
            let mut words = message.split(|c: char| !c.is_alphanumeric() && c != '-');
            words.any(|word| word.strip_prefix("--") == Some(&option.name))
        };
        let mut options = self.options(record);
        if error.kind() == ErrorKind::MissingRequiredArgument
            && let Some((file, option)) = options.by_ref().find(|(_, option)| self.lacks(option))
        {
            let needed = match error.get(ContextKind::InvalidArg) {
                Some(ContextValue::Strings(needed)) => needed.join(" and "),
                _ => "other options".to_owned(),
            };
            let (path, ConfiguredOption { line, name, .. }) = (Shown::Path(&file.path), option);
            let why = format!("{path}:{line}: {name} can't be used without {needed}");
            return (Failure::new(why), Some(file));
        }
        match options.find(|(_, option)| is_named(option)) {
            Some((file, ConfiguredOption { line, .. })) => {
                let path = Shown::Path(&file.path);
                (Failure::new(format!("{path}:{line}: {message}")), Some(file))
            }
            None => (Failure::new(message), None),
        }
    }

    /// Whether an option needs another one.
    fn lacks(&self, option: &ConfiguredOption) -> bool {
        let subcommand = subcommand_of(&self.command, &self.subcommand).clone();
        let parsed = subcommand.no_binary_name(true).try_get_matches_from(option.arguments());
        parsed.is_err_and(|error| error.kind() == ErrorKind::MissingRequiredArgument)
    }

    /// Returns the configured options that conflict with the command line. `--select` resets `select` and `ignore`.
    fn replaced(&self) -> HashSet<String> {
        let subcommand = subcommand_of(&self.command, &self.subcommand);
        let is_given =
            |option: &Arg| option.get_long().is_some_and(|long| self.given_options.contains(long));
        let mut replaced = HashSet::new();
        for option in subcommand.get_arguments() {
            let excluded = subcommand.get_arg_conflicts_with(option);
            let in_group = subcommand.get_groups().filter(|group| {
                !group.to_owned().clone().is_multiple()
                    && group.get_args().any(|id| id == option.get_id())
            });
            let in_group: Vec<&Arg> = in_group
                .flat_map(|group| group.get_args())
                .filter_map(|id| subcommand.get_arguments().find(|option| option.get_id() == id))
                .filter(|other| other.get_id() != option.get_id())
                .collect();
            for other in excluded.into_iter().chain(in_group) {
                for (given, replacing) in [(option, other), (other, option)] {
                    if is_given(given)
                        && let Some(long) = replacing.get_long()
                    {
                        replaced.insert(long.to_owned());
                    }
                }
            }
        }
        if self.is_given("select") {
            replaced.extend(["select", "ignore"].map(str::to_owned));
        }
        replaced
    }

    /// Returns the severities and overrides of a configuration.
    pub fn findings(
        &self,
        record: Option<&ConfigFile>,
    ) -> (Vec<(FindingKind, Severity)>, Vec<PathPolicy>) {
        let severities = self.files(record).flat_map(|file| &file.severities);
        let overrides = self.files(record).flat_map(|file| &file.overrides);
        let severities = severities.map(|&(kind, severity, _)| (kind, severity));
        (severities.collect(), overrides.map(|(part, _)| part.clone()).collect())
    }

    /// Returns the configurations of records, the user's own first.
    fn files<'l>(&'l self, record: Option<&'l ConfigFile>) -> impl Iterator<Item = &'l ConfigFile> {
        self.user.as_deref().into_iter().chain(record.or(self.run.as_deref()))
    }

    /// Returns the paths of the configurations of the run, with the settings that decide what is reported.
    pub fn described(&self) -> Vec<(PathBuf, String)> {
        self.files(None).map(|file| (file.path.clone(), self.deciding(file))).collect()
    }

    /// Returns the settings of a configuration that decide what is reported, as words.
    pub fn deciding(&self, file: &ConfigFile) -> String {
        file.deciding(table_of(&self.subcommand).0).join(", ")
    }

    /// Returns the overrides of the run's configuration that concern no file of the run, though all of their directory was
    /// read, as lines for people.
    pub fn unused_overrides<'p>(&self, mut paths: impl Iterator<Item = &'p Path>) -> Vec<String> {
        let Some(run) = &self.run else { return Vec::new() };
        let directory = absolute(&run.path);
        if !paths.any(|path| directory.starts_with(absolute(path))) {
            return Vec::new();
        }
        let unused = run.overrides.iter().filter(|(part, _)| !part.is_used.load(Ordering::Relaxed));
        let described = |(part, line): &(PathPolicy, usize)| {
            let (path, words) = (Shown::Path(&run.path), part.paths.words.join(", "));
            format!("{path}:{line}: no record matches {words}")
        };
        unused.map(described).collect()
    }

    /// Returns the replacements for names and ranks in the records with a configuration.
    pub fn aliases(&self, record: Option<&ConfigFile>) -> Option<Arc<Aliases>> {
        let (aliases, _) = self.files(record).filter_map(|file| file.aliases.as_ref()).last()?;
        Some(Arc::clone(aliases))
    }

    /// Returns the patterns of the files that configurations exclude.
    pub fn excluded(&self, record: Option<&ConfigFile>) -> Vec<PathPatterns> {
        let table = table_of(&self.subcommand).0;
        self.files(record).filter_map(|file| file.options(table).excluded.clone()).collect()
    }
}

fn subcommand_of<'c>(command: &'c Command, name: &str) -> &'c Command {
    command.find_subcommand(name).expect("it was parsed")
}

fn is_given(option: &Arg, matches: &ArgMatches) -> bool {
    let id = option.get_id().as_str();
    matches!(matches.try_contains_id(id), Ok(true))
        && matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine)
}

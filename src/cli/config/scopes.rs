//! The scopes of the directories of a run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use clap::ArgMatches;

use super::file::ConfigFile;
use super::layers::Layers;
use crate::batch::{FindScope, Scope};
use crate::cli::{Failure, terminal};
use sgf_audit_core::printable::Shown;

/// Makes the scope of the records with a configuration, from the options that apply to them.
pub(in crate::cli) type MakeScope =
    Box<dyn Fn(&ArgMatches, &ConfigFile) -> Result<Scope, Failure> + Send + Sync>;

/// The scopes of the directories of a run, each made when the first of its directories is reached.
pub(in crate::cli) struct Scopes {
    layers: Layers,
    make: MakeScope,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By the path of the configuration, with its settings that decide what is reported.
    scopes: HashMap<PathBuf, (Arc<Scope>, String)>,
    /// The scopes of records that are left alone, since their configuration can't be used.
    left_alone: HashMap<PathBuf, Arc<Scope>>,
}

impl Scopes {
    pub fn new(layers: &Layers, make: MakeScope) -> Arc<Self> {
        Arc::new(Self { layers: layers.clone(), make, state: Mutex::default() })
    }

    /// Returns the scope of a directory; `None` where what applies to the run applies to its records too. A configuration that
    /// can't be used is reported once. Then what applies above it applies, or its records are left alone.
    pub fn of_directory(&self, directory: &Path) -> Option<Arc<Scope>> {
        loop {
            let path = self.layers.of_directory(directory)?;
            let state = self.state();
            let known = state.scopes.get(&path).map(|(scope, _)| scope);
            if let Some(scope) = known.or(state.left_alone.get(&path)) {
                return Some(Arc::clone(scope));
            }
            drop(state);
            match self.read(&path) {
                Ok(read) => _ = self.state().scopes.insert(path, read),
                Err(failure) => {
                    if let Err(failure) = self.layers.refuse(&path, failure) {
                        failure.print_with("so its records are left as they are");
                        self.state().left_alone.insert(path, Arc::new(Scope::left_alone()));
                    }
                }
            }
        }
    }

    fn read(&self, path: &Path) -> Result<(Arc<Scope>, String), Failure> {
        let file = self.layers.read_file(path)?;
        let scope = (self.make)(&self.layers.matches(&file)?, &file)?;
        Ok((Arc::new(scope), self.layers.deciding(&file)))
    }

    /// Returns what finds the scope of a directory.
    pub fn finder(self: &Arc<Self>) -> FindScope {
        let scopes = Arc::clone(self);
        Box::new(move |directory| scopes.of_directory(directory))
    }

    /// Returns the scope of a record that was audited.
    pub fn of_record(&self, path: &Path) -> Option<Arc<Scope>> {
        self.of_directory(path.parent()?)
    }

    /// Returns the exit status of a run that would have this one if all configurations could be used.
    pub fn status(&self, status: u8) -> u8 {
        if self.state().left_alone.is_empty() { self.layers.status(status) } else { 2 }
    }

    /// Returns the configurations that applied, the run's and then the records', sorted: the path, and the settings
    /// that decide what is reported.
    pub fn files(&self) -> Vec<(PathBuf, String)> {
        let state = self.state();
        let of_records = state.scopes.iter().map(|(path, (_, said))| (path.clone(), said.clone()));
        let mut of_records: Vec<_> = of_records.collect();
        of_records.sort();
        self.layers.described().into_iter().chain(of_records).collect()
    }

    /// Returns the configurations that applied, as text for people; `None` if there are none.
    pub fn described(&self) -> Option<String> {
        let file = |(path, said): &(PathBuf, String)| match (Shown::Path(path), &said[..]) {
            (path, "") => path.to_string(),
            (path, said) => format!("{path} ({said})"),
        };
        let files: Vec<String> = self.files().iter().map(file).collect();
        (!files.is_empty()).then(|| files.join(", "))
    }

    /// Names the configurations that applied on standard error.
    pub fn print_files(&self) {
        if let Some(files) = self.described() {
            terminal::print_message(&format!("configuration: {files}"));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

//! The scopes of the directories of a run.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use clap::ArgMatches;

use super::file::ConfigFile;
use super::layers::Layers;
use crate::batch::{FindScope, Scope};
use crate::cli::{Failure, terminal};
use crate::printable::printable_path;

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
    /// Why a configuration can't be used.
    failure: Option<Failure>,
}

impl Scopes {
    pub fn new(layers: &Layers, make: MakeScope) -> Arc<Self> {
        Arc::new(Self { layers: layers.clone(), make, state: Mutex::default() })
    }

    /// Returns the scope of a directory; `None` where what applies to the run applies to its records too.
    fn of_directory(&self, directory: &Path) -> Result<Option<Arc<Scope>>, Failure> {
        let Some(path) = self.layers.of_directory(directory) else { return Ok(None) };
        if let Some((scope, _)) = self.state().scopes.get(&path) {
            return Ok(Some(Arc::clone(scope)));
        }
        let file = self.layers.read_file(&path)?;
        let scope = Arc::new((self.make)(&self.layers.matches(&file)?, &file)?);
        let deciding = self.layers.deciding(&file);
        self.state().scopes.insert(path, (Arc::clone(&scope), deciding));
        Ok(Some(scope))
    }

    /// Returns what finds the scope of a directory. A configuration that can't be used ends the walk.
    pub fn finder(self: &Arc<Self>) -> FindScope {
        let scopes = Arc::clone(self);
        Box::new(move |directory| match scopes.of_directory(directory) {
            Ok(scope) => ControlFlow::Continue(scope),
            Err(failure) => {
                scopes.state().failure = Some(failure);
                ControlFlow::Break(())
            }
        })
    }

    /// Returns the scope of a record that was audited.
    pub fn of_record(&self, path: &Path) -> Option<Arc<Scope>> {
        self.of_directory(path.parent()?).ok().flatten()
    }

    /// Fails if a configuration can't be used.
    pub fn check(&self) -> Result<(), Failure> {
        self.state().failure.take().map_or(Ok(()), Err)
    }

    /// Returns the configurations that applied, those of the run and then those of records, sorted: the path, and the settings
    /// that decide what is reported.
    pub fn files(&self) -> Vec<(String, String)> {
        let state = self.state();
        let of_records = state.scopes.iter().map(|(path, (_, said))| (path.clone(), said.clone()));
        let mut of_records: Vec<_> = of_records.collect();
        of_records.sort();
        let files = self.layers.described().into_iter().chain(of_records);
        files.map(|(path, said)| (printable_path(&path).into_owned(), said)).collect()
    }

    /// Returns the configurations that applied, as text for people; `None` if there are none.
    pub fn described(&self) -> Option<String> {
        let file = |(path, said): &(String, String)| match &said[..] {
            "" => path.clone(),
            said => format!("{path} ({said})"),
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

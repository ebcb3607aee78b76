//! Which records a subcommand is given.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::batch::files_from;

/// The records to work on.
#[derive(Args)]
pub(super) struct Inputs {
    /// Files, directories, or - for standard input.
    paths: Vec<PathBuf>,
    /// Read further paths from a file, one a line (- for standard input).
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,
}

impl Inputs {
    /// All paths. Those on the command line must exist; of those in a list each that doesn't becomes a
    /// finding.
    pub fn paths(&self, subcommand: &str) -> Result<Vec<PathBuf>, Failure> {
        let mut paths = self.paths.clone();
        for path in paths.iter().filter(|path| path.as_os_str() != "-") {
            if let Err(error) = std::fs::symlink_metadata(path) {
                return Err(Failure::new(format!("{}: {error}", path.display())));
            }
        }
        if let Some(list) = &self.files_from {
            let listed = files_from(list)
                .map_err(|error| Failure::new(format!("{}: {error}", list.display())))?;
            paths.extend(listed);
        } else if paths.is_empty() {
            let how = format!("no paths given; `sgf-audit {subcommand} --help` shows how");
            return Err(Failure::new(how));
        }
        Ok(paths)
    }
}

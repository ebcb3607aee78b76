//! `sgf-audit completions`.

use super::inputs::failed;
use super::{Cli, Failure, command, terminal};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man as Page;
use std::fs;
use std::path::PathBuf;

/// Generate shell completions.
///
/// Save the output for bash as ~/.local/share/bash-completion/completions/sgf-audit, for zsh as _sgf-audit in a directory of
/// $fpath, for fish as ~/.config/fish/completions/sgf-audit.fish.
#[derive(Args)]
pub(super) struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Result<u8, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "sgf-audit", &mut script);
        terminal::print(&String::from_utf8_lossy(&script))
    }
}

/// Print the manual page.
///
/// With --out it writes the pages of all commands into a directory: sgf-audit.1, sgf-audit-check.1 and so on.
#[derive(Args)]
pub(super) struct Man {
    /// Write the pages of all commands into a directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    pub fn run(self) -> Result<u8, Failure> {
        let Some(dir) = self.out else {
            let mut page = Vec::new();
            let rendered = Page::new(command()).render(&mut page);
            rendered.map_err(|error| Failure::new(error.to_string()))?;
            return terminal::print(&String::from_utf8_lossy(&page));
        };
        let written = fs::create_dir_all(&dir)
            .and_then(|()| clap_mangen::generate_to(command().disable_help_subcommand(true), &dir));
        written.map(|_| 0).map_err(|error| failed(&dir, &error))
    }
}

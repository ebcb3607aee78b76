//! `sgf-audit completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Failure, terminal};

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

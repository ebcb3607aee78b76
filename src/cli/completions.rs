//! `sgf-audit completions`.

use super::inputs::failed;
use super::{Cli, Failure, command, terminal};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man as Page;
use std::fs;
use std::path::PathBuf;

use sgf_audit_core::audit::{Family, FindingKind};
use sgf_audit_core::rules::BUILT_IN;

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
        clap_complete::generate(self.shell, &mut completed(), "sgf-audit", &mut script);
        let script = String::from_utf8_lossy(&script);
        terminal::print(&match self.shell {
            // The generator takes the hyphen of the name for a subcommand, in half of the places.
            Shell::Bash => script.replace("sgf__subcmd__audit", "sgf__audit"),
            // It completes no arguments for fish, only options.
            Shell::Fish => format!("{script}{}", arguments_for_fish()),
            _ => script.into_owned(),
        })
    }
}

/// Returns the lines that complete the arguments that are names.
fn arguments_for_fish() -> String {
    let mut lines = String::new();
    for command in completed().get_subcommands() {
        let values = command.get_positionals().flat_map(Arg::get_possible_values);
        let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        if !names.is_empty() {
            let (command, names) = (command.get_name(), names.join(" "));
            let condition = format!("__fish_seen_subcommand_from {command}");
            lines.push_str(&format!("complete -c sgf-audit -n '{condition}' -f -a '{names}'\n"));
        }
    }
    lines
}

/// Returns the command, whose options and arguments have the names of rulesets and findings as their values.
fn completed() -> clap::Command {
    let rulesets = || BUILT_IN.iter().map(|rules| &*rules.id);
    let findings = || FindingKind::ALL.iter().map(|kind| kind.as_str());
    let families = || Family::ALL.iter().map(|family| family.name());
    Cli::command().mut_subcommands(|subcommand| {
        let of_rules = subcommand.get_name() == "rules";
        subcommand.mut_args(|option| match option.get_id().as_str() {
            "rules" | "default_rules" => option.value_parser(PossibleValuesParser::new(rulesets())),
            "select" | "ignore" => {
                let names = families().chain(findings()).chain(["all"]);
                option.value_parser(PossibleValuesParser::new(names))
            }
            "fix" => option.value_parser(PossibleValuesParser::new(findings())),
            "name" if of_rules => option.value_parser(PossibleValuesParser::new(rulesets())),
            "name" => option.value_parser(PossibleValuesParser::new(findings().chain(rulesets()))),
            _ => option,
        })
    })
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

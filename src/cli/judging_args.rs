//! The options that say how games are judged, shared by the subcommands that judge.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::Failure;
use super::inputs::failed;
use crate::audit::{AuditOptions, RulesChoice};
use crate::go::Points;
use crate::rules::{BUILT_IN, Ruleset, SharedRuleset, lookup};
use crate::score::TerritoryFrom;
use crate::similar_names::similar_names;

/// How games are judged.
#[derive(Args)]
pub(super) struct JudgingArgs {
    /// The ruleset to judge by; auto takes the record's own (RU).
    #[arg(long, default_value = "auto", value_name = "NAME|auto", value_parser = rules_choice)]
    rules: Choice,
    /// The ruleset for records that name none that is known. By default that of the server that they
    /// name, korean for GIB and NGF, japanese for UGF and UGI; else the likely one that confirms the
    /// recorded result.
    #[arg(long, value_name = "NAME", value_parser = ruleset)]
    default_rules: Option<SharedRuleset>,
    /// A ruleset of your own to judge by, from a TOML file (docs/rules-file.md).
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    rules_file: Option<PathBuf>,
    /// How repetition is judged: as the ruleset says, or by simple ko alone, as Chinese rules are refereed.
    #[arg(long, default_value = "rules", value_name = "HOW")]
    ko: Ko,
    /// A komi that replaces the records' own.
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true, value_parser = points)]
    komi: Option<Points>,
    /// Where territory comes from under rulesets that don't count eyes in seki: the record's marks,
    /// where they show it and the record names no ruleset that counts such eyes, or always the board
    /// (the dead stones from the marks all the same).
    #[arg(long, default_value = "marks", value_name = "SOURCE")]
    territory_from: Territory,
}

/// Who says which stones are dead where the record doesn't mark them.
#[derive(Args)]
pub(super) struct EstimateArgs {
    /// Don't estimate which stones are dead where neither marks nor a proof say so: such games are
    /// undecided.
    #[arg(long)]
    pub no_estimate: bool,
}

#[derive(Clone)]
enum Choice {
    Auto,
    Fixed(SharedRuleset),
}

#[derive(Clone, Copy, ValueEnum)]
enum Ko {
    Rules,
    Simple,
}

#[derive(Clone, Copy, ValueEnum)]
enum Territory {
    Marks,
    Board,
}

impl JudgingArgs {
    /// Returns the options of an audit.
    pub fn options(&self) -> Result<AuditOptions, Failure> {
        let rules = match (&self.rules_file, &self.rules) {
            (Some(path), _) => {
                let text = read_rules(path).map_err(|error| failed(path, &error))?;
                let rules = Ruleset::from_toml(&text).map_err(|error| failed(path, &error))?;
                RulesChoice::Fixed(rules.into())
            }
            (None, Choice::Auto) => RulesChoice::Auto(self.default_rules.clone()),
            (None, Choice::Fixed(rules)) => RulesChoice::Fixed(rules.clone()),
        };
        Ok(AuditOptions {
            rules,
            simple_ko: matches!(self.ko, Ko::Simple),
            komi: self.komi,
            territory_from: match self.territory_from {
                Territory::Marks => TerritoryFrom::Marks,
                Territory::Board => TerritoryFrom::Board,
            },
            ..AuditOptions::default()
        })
    }
}

/// Reads the text of a rules file.
fn read_rules(path: &Path) -> io::Result<String> {
    /// No rules file comes near this length.
    const MAX_BYTES: u64 = 1 << 20;
    let mut text = String::new();
    match File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)? as u64 {
        ..=MAX_BYTES => Ok(text),
        _ => Err(io::Error::other("more than 1 MiB, which is no rules file")),
    }
}

fn ruleset(name: &str) -> Result<SharedRuleset, String> {
    lookup(name).map(SharedRuleset::from).ok_or_else(|| {
        let known: Vec<&str> = BUILT_IN.iter().map(|rules| &*rules.id).collect();
        match &similar_names(name, known.iter().copied())[..] {
            [] => format!("no such ruleset; known are {}", known.join(", ")),
            near => format!("no such ruleset; did you mean {}?", near.join(" or ")),
        }
    })
}

fn rules_choice(name: &str) -> Result<Choice, String> {
    if name == "auto" { Ok(Choice::Auto) } else { ruleset(name).map(Choice::Fixed) }
}

fn points(text: &str) -> Result<Points, String> {
    Points::parse(text).ok_or_else(|| "not a number of points".to_owned())
}

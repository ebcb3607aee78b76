//! The options that say how games are judged, shared by the subcommands that judge.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Failure;
use super::inputs::{MAX_TOML, failed, read_toml};
use sgf_audit_core::audit::{AuditOptions, RulesChoice};
use sgf_audit_core::go::Points;
use sgf_audit_core::printable::Shown;
use sgf_audit_core::rules::{BUILT_IN, Ruleset, SharedRuleset, lookup};
use sgf_audit_core::score::TerritoryFrom;
use sgf_audit_core::similar_names::similar_names;

/// How games are judged.
#[derive(Args)]
#[command(next_help_heading = "Rules and counting")]
pub(super) struct JudgingArgs {
    /// Judge every game by this ruleset; auto takes the one that the record names (RU).
    ///
    /// `sgf-audit rules` lists the rulesets.
    #[arg(long, default_value = "auto", value_name = "NAME|auto", value_parser = rules_choice)]
    rules: Choice,
    /// Judge records that name no ruleset by this one.
    ///
    /// Without this option such a record is judged by the rules of its server, or of its file format (Korean for GIB and NGF,
    /// Japanese for UGF, UGI and OGS' JSON); otherwise the likely rulesets are tried. If one gives the recorded result, the
    /// result is confirmed.
    #[arg(long, value_name = "NAME", value_parser = ruleset)]
    default_rules: Option<SharedRuleset>,
    /// Judge by a ruleset of your own, from a TOML file.
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    rules_file: Option<PathBuf>,
    /// Repetition rule: the ruleset's own, or simple ko only.
    #[arg(long, default_value = "rules", value_name = "HOW")]
    ko: Ko,
    /// Override the recorded komi.
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true, value_parser = points)]
    komi: Option<Points>,
    /// Take territory from the record's marks (TB, TW) or from the board.
    ///
    /// This matters under rulesets that don't count eyes in seki. Dead stones come from the marks in any case.
    #[arg(long, default_value = "marks", value_name = "SOURCE")]
    territory_from: Territory,
}

/// Who says which stones are dead where the record doesn't mark them.
#[derive(Args)]
#[command(next_help_heading = "Rules and counting")]
pub(super) struct EstimateArgs {
    /// Never estimate which stones are dead; games that need it are undecided.
    ///
    /// The estimate takes most of a run's time if many results were counted.
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
    pub fn options(&self) -> Result<AuditOptions, Failure> {
        let rules = match (&self.rules_file, &self.rules) {
            (Some(path), _) => {
                let text = read_toml(path, MAX_TOML).map_err(|error| failed(path, &error))?;
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

impl JudgingArgs {
    /// Returns those options that aren't the default, as on the command line, each with a blank before it.
    pub fn as_written(&self) -> String {
        let mut out = String::new();
        if let Choice::Fixed(rules) = &self.rules {
            out.push_str(&format!(" --rules {}", rules.id));
        }
        if let Some(rules) = &self.default_rules {
            out.push_str(&format!(" --default-rules {}", rules.id));
        }
        if let Some(file) = &self.rules_file {
            out.push_str(&format!(" --rules-file {}", Shown::Path(file)));
        }
        if let Ko::Simple = self.ko {
            out.push_str(" --ko simple");
        }
        if let Some(komi) = self.komi {
            out.push_str(&format!(" --komi {komi}"));
        }
        if let Territory::Board = self.territory_from {
            out.push_str(" --territory-from board");
        }
        out
    }
}

fn ruleset(name: &str) -> Result<SharedRuleset, String> {
    lookup(name).map(SharedRuleset::from).ok_or_else(|| {
        let known: Vec<&str> = BUILT_IN.iter().map(|rules| &*rules.id).collect();
        match &similar_names(name, known.iter().copied())[..] {
            [] => format!("no such ruleset; the rulesets are {}", known.join(", ")),
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

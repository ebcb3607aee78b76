//! The options that say how games are judged, shared by the subcommands that judge.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::Failure;
use super::inputs::{MAX_TOML, failed, read_toml};
use super::word::{did_you_mean, word_type, written_as_words};
use sgf_audit_core::audit::{AuditOptions, RulesChoice, ValueSource};
use sgf_audit_core::go::Points;
use sgf_audit_core::printable::Shown;
use sgf_audit_core::rules::{BUILT_IN, Ruleset, SharedRuleset, lookup};
use sgf_audit_core::score::TerritoryFrom;

/// How games are judged: what a configuration may set, too.
#[derive(Args, Clone, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[command(next_help_heading = "Rules and counting")]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct JudgingArgs {
    /// Judge every game by this ruleset; auto, the default, takes the one that the record names (RU).
    ///
    /// `sgf-audit rules` lists the rulesets.
    #[arg(long, value_name = "NAME|auto")]
    pub rules: Option<Choice>,
    /// Judge records that name no ruleset by this one.
    ///
    /// Without this option such a record is judged by the rules of its server, or of its file format (Korean for GIB and NGF,
    /// Japanese for UGF, UGI and OGS' JSON); otherwise the likely rulesets are tried. If one gives the recorded result, the
    /// result is confirmed.
    #[arg(long, value_name = "NAME")]
    pub default_rules: Option<NamedRuleset>,
    /// Repetition rule: the ruleset's own, as by default, or simple ko only.
    #[arg(long, value_name = "HOW")]
    pub ko: Option<Ko>,
    /// Override the recorded komi.
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub komi: Option<Komi>,
    /// Take territory from the record's marks (TB, TW), as by default, or from the board.
    ///
    /// This matters under rulesets that don't count eyes in seki. Dead stones come from the marks in any case.
    #[arg(long, value_name = "SOURCE")]
    pub territory_from: Option<Territory>,
    /// Whether a configuration, and not the command line, gives the ruleset or changes it.
    #[arg(skip)]
    #[serde(skip)]
    pub is_ruleset_configured: bool,
    #[arg(skip)]
    #[serde(skip)]
    pub is_komi_configured: bool,
}

/// A ruleset of the user's own.
#[derive(Args, Clone, Default, Deserialize)]
#[command(next_help_heading = "Rules and counting")]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct OwnRulesArgs {
    /// Judge by a ruleset of your own, from a TOML file.
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    rules_file: Option<PathBuf>,
}

/// Who says which stones are dead where the record doesn't mark them.
#[derive(Args, Clone, Copy, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[command(next_help_heading = "Rules and counting")]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct EstimateArgs {
    /// Never estimate which stones are dead; games that need it are undecided.
    ///
    /// The estimate takes most of a run's time if many results were counted.
    #[arg(long)]
    pub no_estimate: bool,
}

/// How one game is counted.
#[derive(Args, Clone, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct CountingArgs {
    #[command(flatten)]
    #[serde(flatten)]
    judging: JudgingArgs,
    #[command(flatten)]
    #[serde(flatten)]
    own_rules: OwnRulesArgs,
    #[command(flatten)]
    #[serde(flatten)]
    estimate: EstimateArgs,
}

impl CountingArgs {
    /// Returns how a game is counted. Fails if the ruleset's file can't be read.
    pub fn options(&self) -> Result<AuditOptions, Failure> {
        let options = self.judging.options(&self.own_rules)?;
        Ok(AuditOptions { estimate: !self.estimate.no_estimate, ..options })
    }
}

/// A ruleset by its name, or the record's own.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    Auto,
    Fixed(SharedRuleset),
}

/// A ruleset by its name.
#[derive(Clone, Debug)]
pub(super) struct NamedRuleset(SharedRuleset);

word_type! {
    Komi(Points),
    |text| Points::parse(text).ok_or("not a number of points")
}

#[derive(Clone, Copy, PartialEq, ValueEnum, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ko {
    Rules,
    Simple,
}

#[derive(Clone, Copy, PartialEq, ValueEnum, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Territory {
    Marks,
    Board,
}

impl JudgingArgs {
    pub fn fill(&mut self, configured: Self) {
        let Self {
            rules,
            default_rules,
            ko,
            komi,
            territory_from,
            is_ruleset_configured: _,
            is_komi_configured: _,
        } = configured;
        let are_rules_given =
            self.rules.is_some() || self.ko.is_some() || self.territory_from.is_some();
        let are_rules_set = rules.is_some() || ko.is_some() || territory_from.is_some();
        self.is_ruleset_configured = !are_rules_given && are_rules_set;
        self.is_komi_configured = self.komi.is_none() && komi.is_some();
        self.rules = self.rules.take().or(rules);
        self.default_rules = self.default_rules.take().or(default_rules);
        self.ko = self.ko.or(ko);
        self.komi = self.komi.or(komi);
        self.territory_from = self.territory_from.or(territory_from);
    }

    pub fn rules_choice(&self) -> RulesChoice {
        let default = || self.default_rules.as_ref().map(|rules| rules.0.clone());
        match &self.rules {
            Some(Choice::Fixed(rules)) => RulesChoice::Fixed(rules.clone()),
            Some(Choice::Auto) | None => RulesChoice::Auto(default()),
        }
    }

    /// Returns how games are judged. Fails if the ruleset's file can't be read.
    pub fn options(&self, own: &OwnRulesArgs) -> Result<AuditOptions, Failure> {
        let source = |is_configured| match is_configured {
            true => ValueSource::Configuration,
            false => ValueSource::Option,
        };
        let (mut rules, mut rules_set_by) =
            (self.rules_choice(), source(self.is_ruleset_configured));
        if let Some(path) = &own.rules_file {
            let text = read_toml(path, MAX_TOML).map_err(|error| failed(path, &error))?;
            let own = Ruleset::from_toml(&text).map_err(|error| failed(path, &error))?;
            (rules, rules_set_by) = (RulesChoice::Fixed(own.into()), ValueSource::Option);
        }
        Ok(AuditOptions {
            rules,
            rules_set_by,
            simple_ko: self.ko == Some(Ko::Simple),
            komi: self.komi.map(|komi| komi.0),
            komi_set_by: source(self.is_komi_configured),
            territory_from: match self.territory_from {
                Some(Territory::Board) => TerritoryFrom::Board,
                Some(Territory::Marks) | None => TerritoryFrom::Marks,
            },
            ..AuditOptions::default()
        })
    }

    /// Returns those options that aren't the default, as on the command line, each with a blank before it.
    pub fn as_written(&self, own: &OwnRulesArgs) -> String {
        let options = serde_json::to_value(self).unwrap_or_default();
        let options = options.as_object().into_iter().flatten();
        let options = options.filter_map(|(name, value)| Some((&**name, value.as_str()?)));
        let options = options.filter(|(_, value)| !["auto", "rules", "marks"].contains(value));
        let written = |(name, value): (&str, &str)| format!(" --{name} {value}");
        let file = own.rules_file.iter().map(|file| Shown::Path(file).to_string());
        options.map(written).chain(file.map(|file| written(("rules-file", &file)))).collect()
    }
}

impl EstimateArgs {
    pub fn fill(&mut self, configured: Self) {
        let Self { no_estimate } = configured;
        self.no_estimate |= no_estimate;
    }
}

impl OwnRulesArgs {
    pub fn is_given(&self) -> bool {
        self.rules_file.is_some()
    }
}

impl FromStr for NamedRuleset {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        lookup(name).map(|rules| Self(rules.into())).ok_or_else(|| {
            let known: Vec<&str> = BUILT_IN.iter().map(|rules| &*rules.id).collect();
            let all = format!("the rulesets are {}", known.join(", "));
            format!("no such ruleset; {}", did_you_mean(name, known, &all))
        })
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "auto" => Ok(Self::Auto),
            _ => name.parse().map(|NamedRuleset(rules)| Self::Fixed(rules)),
        }
    }
}

impl fmt::Display for NamedRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.id)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Fixed(rules) => f.write_str(&rules.id),
        }
    }
}

written_as_words!(Choice, NamedRuleset);

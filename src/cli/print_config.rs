//! `sgf-audit config`.

use clap::Args;
use serde::Serialize;

use super::config::{CheckTable, ConfigArgs, FILE, FixTable, Override, SCHEMA, Severities};
use super::{Failure, terminal};
use sgf_audit_core::printable::Shown;

/// Print the settings of a run in this directory, as a configuration.
#[derive(Args)]
#[command(after_help = "Example:\n  sgf-audit config --schema > sgf-audit.schema.json")]
pub(super) struct Config {
    #[command(flatten)]
    configuration: ConfigArgs,
    /// Print the JSON Schema of configurations, which editors use to complete and check them.
    #[arg(long, exclusive = true)]
    schema: bool,
}

#[derive(Serialize)]
struct Printed {
    check: CheckTable,
    fix: FixTable,
    severity: Severities,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    overrides: Vec<Override>,
    event: Option<toml::Value>,
    aliases: Option<toml::Value>,
}

impl Config {
    pub fn run(self) -> Result<u8, Failure> {
        if self.schema {
            return terminal::print(SCHEMA);
        }
        let configuration = self.configuration.read()?;
        let path = configuration.path.as_deref().map(|path| Shown::Path(path).to_string());
        let head = format!("# {}\n", path.unwrap_or_else(|| format!("There is no {FILE}.")));
        let mut tables: toml::Table = configuration.text.parse().unwrap_or_default();
        let printed = Printed {
            check: configuration.check,
            fix: configuration.fix,
            overrides: configuration.overrides,
            severity: configuration.severity,
            event: tables.remove("event"),
            aliases: tables.remove("aliases"),
        };
        let text = toml::to_string(&printed).map_err(|error| Failure::new(error.to_string()))?;
        terminal::print(&(head + &text))
    }
}

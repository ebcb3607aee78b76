//! The Data Package of a report: what its tables hold, and where they come from.

use serde_json::{Value, json};

use super::summary::Summary;
use crate::own_files::PACKAGE_NAME;
use sgf_audit_core::audit::{Family, Safety, Severity, Verdict, WhiteLastPass};
use sgf_audit_core::event::Mark;
use sgf_audit_core::record::{Ending, ValueSource};
use sgf_audit_core::score::Evidence;
use sgf_audit_core::table::{Field, SCHEMA_VERSION, Table, file_name, tables};

/// The table that `--compare` adds.
pub(super) const RULESETS: &str = "rulesets.csv";

/// The table that an event adds.
pub(super) const PAIRINGS: &str = "pairings.csv";

/// The optional tables that are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct OptionalTables {
    pub rulesets: bool,
    pub pairings: bool,
    /// The draft of `[aliases]` beside them, if there is anything to draft.
    pub aliases: bool,
}

impl OptionalTables {
    /// Whether a run has this table: it isn't an optional one, or it is written.
    pub(super) fn has(self, file: &str) -> bool {
        self.names().into_iter().all(|(name, is_written)| is_written || name != file)
    }

    /// Their names, each with whether it is written.
    pub(super) fn names(self) -> [(&'static str, bool); 2] {
        [(RULESETS, self.rulesets), (PAIRINGS, self.pairings)]
    }
}

/// Where a report comes from, besides the program. It is the same for the same input, options and day.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The day, `YYYY-MM-DD`.
    pub date: String,
    pub inputs: Vec<String>,
    /// The options that decide what the tables say, by their names.
    pub options: Value,
    /// The judge of dead stones; `None` if there was none.
    pub estimator: Option<String>,
    pub files: u64,
    /// The files that the walks left out.
    pub not_read: Value,
}

/// Options whose defaults need no mention.
const DEFAULTS: [(&str, &str); 3] =
    [("rules", "auto"), ("ko", "rules"), ("territory-from", "marks")];

impl Provenance {
    /// Returns when and how the run was made, for people: the version, the day and the options that were given.
    pub fn in_words(&self) -> String {
        let mut words = format!("sgf-audit {} on {}", env!("CARGO_PKG_VERSION"), self.date);
        let options = self.options.as_object().into_iter().flatten();
        let is_default = |name: &String, value: &Value| {
            DEFAULTS.iter().any(|(of, default)| name == of && value == default)
        };
        let decisive =
            options.filter(|(name, value)| !name.starts_with("max-") && !is_default(name, value));
        let given = decisive.filter_map(|(name, value)| match value {
            Value::String(value) if !value.is_empty() => {
                let file = value.rsplit(['/', '\\']).next().unwrap_or(value);
                Some(format!("{name} {file}"))
            }
            Value::Number(value) => Some(format!("{name} {value}")),
            Value::Bool(true) => Some(name.clone()),
            _ => None,
        });
        for option in given {
            words.push_str(&format!("; {option}"));
        }
        words
    }
}

/// Returns the description of the tables of a run; `optional`: the optional tables that it writes.
pub(super) fn data_package(
    optional: OptionalTables,
    provenance: &Provenance,
    summary: &Summary,
) -> Value {
    let tables = tables();
    let written = tables.iter().filter(|table| optional.has(&format!("{}.csv", table.name)));
    let Provenance { date, inputs, options, estimator, files, not_read } = provenance;
    let of_severity = |it: Severity| (format!("{it}s"), summary.findings.total().get(it));
    let of_verdict = |it: &Verdict| (it.name(), summary.verdict(*it));
    json!({
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": PACKAGE_NAME,
        "title": "Audit of Go game records",
        "version": SCHEMA_VERSION,
        "created": format!("{date}T00:00:00Z"),
        "sgf-audit": {
            "version": env!("CARGO_PKG_VERSION"),
            "inputs": inputs,
            "options": options,
            "estimator": estimator,
            "files": files,
            "not_read": not_read,
            "games": summary.games,
            "findings": Severity::worst_first().map(of_severity).collect::<Value>(),
            "verdicts": Verdict::ALL.iter().map(of_verdict).collect::<Value>(),
        },
        "resources": written.map(resource).collect::<Vec<_>>(),
    })
}

/// The columns whose values are a few words, with these.
fn words_of(column: &str) -> Option<Value> {
    fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Value {
        all.iter().map(|&value| name(value)).collect()
    }
    Some(match column {
        "verdict" => names(Verdict::ALL, Verdict::name),
        "severity" => names(Severity::ALL, Severity::name),
        "fix" => names(Safety::ALL, Safety::name),
        "family" => names(Family::ALL, Family::name),
        "ending" => names(Ending::ALL, Ending::name),
        "dead_source" => names(Evidence::ALL, Evidence::name),
        "ruleset_source" | "komi_source" => names(ValueSource::ALL, ValueSource::name),
        "white_last_pass" => names(WhiteLastPass::ALL, WhiteLastPass::name),
        "winner" => json!(["B", "W", "draw"]),
        "color" | "last_mover" | "to_move" => json!(["B", "W"]),
        "differs" => json!(["same", "margin", "winner"]),
        "mark" => names(Mark::ALL, Mark::name),
        _ => return None,
    })
}

/// The schema of a table: its fields and keys. Findings of a file have game 0, which `games.csv` lacks.
fn schema(table: &Table, fields: Vec<Value>) -> Value {
    let to = |fields: &[&str], table: &str| {
        let reference = json!({ "resource": table, "fields": fields });
        json!([{ "fields": fields, "reference": reference }])
    };
    let of_game = ["path", "game"];
    match table.name {
        "games" => json!({ "fields": fields, "primaryKey": of_game }),
        "findings" => json!({ "fields": fields, "foreignKeys": to(&["finding"], "summary") }),
        "summary" => json!({ "fields": fields, "primaryKey": ["finding"] }),
        "rulesets" => {
            let key = ["path", "game", "ruleset"];
            json!({ "fields": fields, "primaryKey": key, "foreignKeys": to(&of_game, "games") })
        }
        _ => json!({ "fields": fields, "foreignKeys": to(&of_game, "games") }),
    }
}

fn resource(table: &Table) -> Value {
    let field = |field: &Field| {
        let mut value = json!({
            "name": field.name,
            "type": field.kind.name(),
            "description": field.meaning,
        });
        if field.required {
            value["constraints"]["required"] = json!(true);
        }
        if let Some(words) = words_of(field.name) {
            value["constraints"]["enum"] = words;
        }
        if !field.unit.is_empty() {
            value["unit"] = json!(field.unit);
        }
        value
    };
    json!({
        "name": table.name,
        "path": file_name(table),
        "description": table.rows,
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "dialect": { "lineTerminator": "\r\n", "delimiter": ",", "doubleQuote": true },
        "schema": schema(table, table.fields.iter().map(field).collect()),
    })
}

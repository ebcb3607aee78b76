//! The JSON Schema of configurations, made from the options of the subcommands, the findings and the terms of events.

use std::any::TypeId;

use clap::{Arg, Command};
use serde_json::{Map, Value, json};

use super::option::{Takes, is_path, takes};
use super::{SUBCOMMANDS, is_configurable};
use crate::cli::selectors::FindingKinds;
use sgf_audit_core::audit::{Family, FindingKind};
use sgf_audit_core::rules::BUILT_IN;

/// The schemas of the tables that are read as a whole, made from the types that read them.
/// `UPDATE_DOCS=1 cargo test --lib schema` rewrites the file.
const TABLES: &str = include_str!("tables.json");

/// Returns the schema as text. `command` has the subcommands with their options.
pub(in crate::cli) fn schema(command: &Command) -> String {
    let mut tables = Map::new();
    for name in SUBCOMMANDS {
        let subcommand = command.find_subcommand(name).expect("there is one");
        tables.insert(name.to_owned(), options(subcommand));
    }
    let severity = json!({
        "description": "Findings, or families of findings, with a severity other than their own.",
        "type": "object",
        "additionalProperties": false,
        "properties": severities(),
    });
    let overrides = json!({
        "description": "What is different in some files.",
        "type": "array",
        "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["paths"],
            "properties": {
                "paths": words(
                    "Patterns for the files, relative to the directory of the configuration.",
                    json!({ "type": "string" }),
                ),
                "ignore": words("Findings that aren't reported.", finding_names()),
                "severity": severity,
            },
        },
    });
    tables.insert("overrides".to_owned(), overrides);
    tables.insert("severity".to_owned(), severity);
    tables.extend(serde_json::from_str::<Map<String, Value>>(TABLES).expect("it is JSON"));
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "sgf-audit.toml",
        "description": "The configuration of sgf-audit.",
        "type": "object",
        "additionalProperties": false,
        "properties": tables,
    });
    serde_json::to_string_pretty(&schema).expect("it can be written") + "\n"
}

fn options(subcommand: &Command) -> Value {
    let options = subcommand.get_arguments().filter(|option| is_configurable(option));
    let properties: Map<String, Value> = options.map(property).collect();
    json!({
        "description": format!("Options of `sgf-audit {}`.", subcommand.get_name()),
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

fn property(option: &Arg) -> (String, Value) {
    let name = option.get_long().unwrap_or_default().to_owned();
    let help = option.get_long_help().or(option.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut property = match takes(option) {
        Takes::Nothing => json!({ "description": help, "type": "boolean", "default": false }),
        Takes::Many => words(&help, value(option)),
        Takes::One => {
            let mut property = value(option);
            property["description"] = json!(help);
            property
        }
    };
    if let [default] = option.get_default_values() {
        let word = default.to_string_lossy();
        property["default"] = word.parse::<i64>().map_or(json!(word), Value::from);
    }
    (name, property)
}

/// Returns the schema of one value of an option.
fn value(option: &Arg) -> Value {
    let kind = option.get_value_parser().type_id();
    let known = option.get_possible_values();
    let numbers = [TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<usize>()];
    if !known.is_empty() {
        let names: Vec<&str> = known.iter().map(|value| value.get_name()).collect();
        json!({ "enum": names })
    } else if numbers.iter().any(|number| kind == *number) {
        json!({ "type": "integer", "minimum": 0 })
    } else if kind == TypeId::of::<FindingKinds>() {
        finding_names()
    } else if kind == TypeId::of::<FindingKind>() {
        json!({ "enum": FindingKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>() })
    } else if option.get_long().is_some_and(|long| ["rules", "default-rules"].contains(&long)) {
        // Names in other spellings are known, too.
        let ids: Vec<&str> = BUILT_IN.iter().map(|rules| &*rules.id).collect();
        json!({ "anyOf": [{ "enum": ids }, { "type": "string" }] })
    } else if is_path(option) {
        json!({ "type": "string" })
    } else {
        json!({ "type": ["string", "number"] })
    }
}

/// Returns the schema of a list of words, or of one.
fn words(description: &str, word: Value) -> Value {
    json!({ "description": description, "anyOf": [word, { "type": "array", "items": word }] })
}

fn names() -> impl Iterator<Item = &'static str> {
    let families = Family::ALL.iter().map(|family| family.name());
    families.chain(FindingKind::ALL.iter().map(|kind| kind.as_str()))
}

fn finding_names() -> Value {
    json!({ "enum": std::iter::once("all").chain(names()).collect::<Vec<_>>() })
}

fn severities() -> Map<String, Value> {
    let severity = |name: &str| {
        let mut severity = json!({ "enum": ["error", "warning", "note"] });
        if let Some(kind) = FindingKind::find(name) {
            severity["description"] = json!(kind.info().meaning);
            severity["default"] = json!(kind.info().severity.name());
        }
        (name.to_owned(), severity)
    };
    std::iter::once("all").chain(names()).map(severity).collect()
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use schemars::generate::SchemaSettings;

    use super::*;
    use sgf_audit_core::audit::Aliases;
    use sgf_audit_core::event::Terms;

    #[test]
    fn tables_are_those_that_the_types_read() {
        let made = json!({ "event": table::<Terms>(), "aliases": table::<Aliases>() });
        let made = serde_json::to_string_pretty(&made).expect("it can be written") + "\n";
        if std::env::var_os("UPDATE_DOCS").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/cli/config/tables.json");
            std::fs::write(path, &made).expect("it can be written");
        } else {
            assert_eq!(made, TABLES);
        }
    }

    fn table<T: JsonSchema>() -> Value {
        let generator =
            SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
        let mut schema = generator.into_generator().into_root_schema_for::<T>().to_value();
        without_null(&mut schema);
        if let Some(schema) = schema.as_object_mut() {
            schema.remove("$schema");
            schema.remove("title");
        }
        schema
    }

    /// Removes null from the types of optional values, since TOML has none, and formats that editors don't know.
    fn without_null(value: &mut Value) {
        match value {
            Value::Object(object) => {
                object.remove("format");
                if let Some(Value::Array(types)) = object.get("type") {
                    let types: Vec<&Value> = types.iter().filter(|kind| *kind != "null").collect();
                    if let [only] = types[..] {
                        let only = only.clone();
                        object.insert("type".to_owned(), only);
                    }
                }
                if let Some(Value::Array(any)) = object.get_mut("anyOf") {
                    any.retain(|kind| kind != &json!({ "type": "null" }));
                }
                if object.get("default").is_some_and(Value::is_null) {
                    object.remove("default");
                }
                object.values_mut().for_each(without_null);
            }
            Value::Array(values) => values.iter_mut().for_each(without_null),
            _ => {}
        }
    }
}

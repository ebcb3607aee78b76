//! The JSON Schema of configurations, made from the types that read them.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::SCHEMA;
use super::tables::{CheckTable, FixTable, Override, Severities};
use crate::cli::judging_args::{Choice, Komi, NamedRuleset};
use crate::cli::selectors::{FindingKinds, PathPattern};
use sgf_audit_core::audit::{Aliases, Family, FindingKind};
use sgf_audit_core::event::Terms;
use sgf_audit_core::rules::BUILT_IN;

#[test]
fn the_schema_is_that_of_the_types() {
    let made = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "sgf-audit.toml",
        "description": "The configuration of sgf-audit.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "check": table::<CheckTable>(),
            "fix": table::<FixTable>(),
            "severity": table::<Severities>(),
            "overrides": { "type": "array", "items": table::<Override>() },
            "event": table::<Terms>(),
            "aliases": table::<Aliases>(),
        },
    });
    let made = serde_json::to_string_pretty(&made).expect("it can be written") + "\n";
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/sgf-audit.schema.json");
        std::fs::write(path, &made).expect("it can be written");
    } else {
        assert!(made == SCHEMA.replace("\r\n", "\n"), "UPDATE_DOCS=1 cargo test --lib schema");
    }
}

fn table<T: JsonSchema>() -> Value {
    let generator = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    let mut schema = generator.into_generator().into_root_schema_for::<T>().to_value();
    as_toml_has_it(&mut schema);
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("$schema");
        schema.remove("title");
    }
    schema
}

/// Removes null, since TOML has none, and formats that editors don't know.
fn as_toml_has_it(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if object.get("format").is_some_and(Value::is_string) {
                object.remove("format");
            }
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|kind| kind != "null");
                if let [only] = &types[..] {
                    let only = only.clone();
                    object.insert("type".to_owned(), only);
                }
            }
            for list in ["anyOf", "enum"] {
                if let Some(Value::Array(any)) = object.get_mut(list) {
                    any.retain(|kind| !kind.is_null() && kind != &json!({ "type": "null" }));
                }
            }
            if object.get("default").is_some_and(Value::is_null) {
                object.remove("default");
            }
            object.values_mut().for_each(as_toml_has_it);
        }
        Value::Array(values) => values.iter_mut().for_each(as_toml_has_it),
        _ => {}
    }
}

fn finding_names() -> Vec<&'static str> {
    let families = Family::ALL.iter().map(|family| family.name());
    let kinds = FindingKind::ALL.iter().map(|kind| kind.as_str());
    std::iter::once("all").chain(families).chain(kinds).collect()
}

/// Names in other spellings are known, too.
fn rulesets(others: &[&'static str]) -> Schema {
    let ids: Vec<&str> = BUILT_IN.iter().map(|rules| &*rules.id).chain(others.to_vec()).collect();
    json_schema!({ "anyOf": [{ "enum": ids }, { "type": "string" }] })
}

/// Gives types their schemas.
macro_rules! schemas {
    ($($type:ident: $schema:expr;)+) => {$(
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    )+};
}

schemas! {
    Choice: rulesets(&["auto"]);
    NamedRuleset: rulesets(&[]);
    Komi: json_schema!({ "type": ["number", "string"] });
    PathPattern: json_schema!({ "type": "string" });
    FindingKinds: json_schema!({ "enum": finding_names() });
    Severities: {
        let level = |name: &str| (name.to_owned(), json!({ "enum": ["error", "warning", "note"] }));
        let levels: serde_json::Map<_, _> = finding_names().into_iter().map(level).collect();
        json_schema!({ "type": "object", "additionalProperties": false, "properties": levels })
    };
}

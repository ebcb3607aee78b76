//! A result as counted, in the place of the recorded one.

use super::property::order;
use super::tree::{Property, Tree};
use crate::audit::Audit;
use crate::rules::{Ruleset, from_record};
use crate::sgf::{Outcome, escaped};

/// The names that `FF[4]` prescribes for rulesets (RU).
const STANDARD_NAMES: [&str; 4] = ["AGA", "GOE", "Japanese", "NZ"];

/// Writes the counted result and its ruleset where they differ from what is recorded, which the root's
/// comment then keeps. `recorded_rules` is RU as recorded. Nothing happens where the game can't be
/// counted.
pub(super) fn recount(tree: &mut Tree, audit: &Audit, recorded_rules: &str) {
    let Some(outcome) = audit.recounted() else { return };
    let named = from_record(recorded_rules).is_some_and(|rules| rules.id == audit.rules.id);
    let rules = name(audit.rules);
    let same_rules = named || recorded_rules == rules;
    if outcome == audit.outcome && same_rules {
        return;
    }
    if !same_rules {
        set(tree, "RU", escaped(&rules));
    }
    if outcome != audit.outcome {
        set(tree, "RE", outcome.to_string());
    }
    let line = recorded(audit, recorded_rules);
    let Some(root) = tree.nodes.first_mut() else { return };
    match root.props.iter_mut().find(|prop| prop.id == "C").and_then(|prop| prop.values.first_mut())
    {
        Some(comment) if comment.is_empty() => *comment = line,
        Some(comment) => {
            comment.push('\n');
            comment.push_str(&line);
        }
        None => root.props.push(Property { id: "C".to_owned(), values: vec![line] }),
    }
    order(&mut root.props, true, audit.size);
}

fn recorded(audit: &Audit, rules: &str) -> String {
    let result = match audit.outcome {
        Outcome::Missing => "none",
        _ => audit.recorded_result.trim(),
    };
    let rules = if rules.is_empty() { "no ruleset named" } else { rules };
    escaped(&format!("Result as recorded: {result} ({rules})"))
}

/// How a record names a ruleset.
fn name(rules: &Ruleset) -> String {
    let standard =
        STANDARD_NAMES.iter().find(|name| from_record(name).is_some_and(|of| of.id == rules.id));
    standard.map_or(rules.name, |name| name).to_owned()
}

/// Gives the first property of this name on the main line this value; the root gets one where there is
/// none.
fn set(tree: &mut Tree, id: &str, value: String) {
    let main_line = &mut tree.nodes[..tree.main_line];
    let found = main_line.iter_mut().flat_map(|node| &mut node.props).find(|prop| prop.id == id);
    if let Some(prop) = found {
        prop.values = vec![value];
    } else if let Some(root) = main_line.first_mut() {
        root.props.push(Property { id: id.to_owned(), values: vec![value] });
    }
}

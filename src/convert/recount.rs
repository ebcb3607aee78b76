//! A result as counted, in the place of the recorded one.

use super::header::rules_name;
use super::property::order;
use super::tree::{Property, Tree};
use crate::audit::{Audit, ValueSource};
use crate::rules::parse_ru;
use crate::sgf::{Outcome, escaped};

/// Writes the counted result and its ruleset where they differ from what is recorded, which the root's
/// comment then keeps. `recorded_rules` is RU as recorded. Nothing happens where the game can't be
/// counted.
pub(super) fn recount(tree: &mut Tree, audit: &Audit, recorded_rules: &str) {
    let Some(outcome) = audit.recounted() else { return };
    let named = parse_ru(recorded_rules).is_some_and(|rules| rules.id == audit.rules.id);
    let rules = rules_name(&audit.rules);
    let same_rules = named || recorded_rules == rules;
    if outcome == audit.outcome && same_rules {
        return;
    }
    if !same_rules {
        set(tree, "RU", escaped(rules));
    }
    if outcome != audit.outcome {
        set(tree, "RE", outcome.to_string());
    }
    // What the result was counted with; a KM that can't be read stays for a person to read.
    if audit.komi_source == ValueSource::Default && main_line(tree).all(|prop| prop.id != "KM") {
        set(tree, "KM", audit.komi.to_string());
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

fn main_line(tree: &mut Tree) -> impl Iterator<Item = &mut Property> {
    tree.nodes[..tree.main_line].iter_mut().flat_map(|node| &mut node.props)
}

/// Gives the first property of this name on the main line this value; the root gets one where there is
/// none.
fn set(tree: &mut Tree, id: &str, value: String) {
    if let Some(prop) = main_line(tree).find(|prop| prop.id == id) {
        prop.values = vec![value];
    } else if let Some(root) = tree.nodes.first_mut() {
        root.props.push(Property { id: id.to_owned(), values: vec![value] });
    }
}

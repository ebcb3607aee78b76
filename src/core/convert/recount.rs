//! Replaces the recorded result by the counted one.

use super::normal_form::{Strip, normal_form};
use super::property::{Property, Tree, add_comment, order};
use super::sgf::push_tree;
use crate::audit::{Audit, AuditOptions, Auditor, FileAudit, GameInfo, ValueSource, Verdict};
use crate::record::RecordedGame;
use crate::rules::ru_value;
use crate::sgf::{GameMemory, Limits, LineIndex, Outcome, SourceFile, Text, escaped};

/// Counts a game in its normal form and writes the result into `tree`. The count of a damaged record may differ from that of
/// its normal form, so the normal form is what is counted. Returns why the game can't be counted, if its result was decided by
/// counting.
pub(super) fn recount_written(
    tree: &mut Tree,
    record: &RecordedGame,
    auditor: &mut Auditor,
    options: &AuditOptions,
) -> Option<String> {
    let mut written = String::new();
    push_tree(&normal_form(record, Strip::default()), &mut written);
    let file = SourceFile::new(Text::new(written.as_bytes()), options.limits);
    let mut memory = GameMemory::default();
    let game = file.game(1, &mut memory)?;
    let options = AuditOptions { estimate: false, ..options.clone() };
    let audit = auditor.audit_game(&game, &options, &mut LineIndex::default());
    let FileAudit::Game(audit) = audit else { return None };
    set_result(tree, &audit, options.limits);
    (audit.verdict == Verdict::Undecided).then_some(audit.explanation)
}

/// Writes the counted result and its ruleset if they differ from the recorded ones, which are then kept in the root's comment.
/// Does nothing if the game can't be counted.
fn set_result(tree: &mut Tree, audit: &Audit, limits: Limits) {
    let Some(outcome) = audit.possible_or_counted() else { return };
    let GameInfo { rules: recorded_rules, named_rules, .. } = &audit.info;
    let named = named_rules.is_some_and(|rules| rules.id == audit.rules.id);
    let rules = ru_value(&audit.rules);
    let same_rules = named || recorded_rules == rules;
    if outcome == audit.outcome && same_rules {
        return;
    }
    if !same_rules {
        set(tree, "RU", escaped(rules));
    }
    // The komi of the count. A KM that can't be read stays, so that a person can read it.
    let assumed = matches!(audit.komi_source, ValueSource::Default | ValueSource::Inferred);
    if assumed && main_line(tree).all(|prop| prop.id != "KM") {
        set(tree, "KM", audit.komi.to_string());
    }
    set_outcome(tree, outcome, limits);
    let line = comment_line(audit, recorded_rules);
    let Some(root) = tree.nodes.first_mut() else { return };
    add_comment(&mut root.props, line);
    order(&mut root.props, true, audit.size);
}

/// Writes RE unless it is read as this outcome. Fox states margins in zi, so a margin in points may be read as another one,
/// also if only the ruleset that is written makes it one in zi.
fn set_outcome(tree: &mut Tree, outcome: Outcome, limits: Limits) {
    let is_stated = |tree: &Tree| stated_outcome(tree, limits) == Some(outcome);
    if is_stated(tree) {
        return;
    }
    set(tree, "RE", outcome.to_string());
    if is_stated(tree) {
        return;
    }
    set(tree, "RE", outcome.with_margin_in_zi().to_string());
    if !is_stated(tree) {
        set(tree, "RE", outcome.to_string());
    }
}

/// Returns the outcome that a record states once it is written.
fn stated_outcome(tree: &Tree, limits: Limits) -> Option<Outcome> {
    let mut written = String::new();
    push_tree(tree, &mut written);
    let file = SourceFile::new(Text::new(written.as_bytes()), limits);
    file.only_game().map(|game| RecordedGame::read(file.text(), game).result.outcome)
}

fn comment_line(audit: &Audit, rules: &str) -> String {
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

/// Sets the first property of this name on the main line, or adds one to the root.
fn set(tree: &mut Tree, id: &str, value: String) {
    if let Some(prop) = main_line(tree).find(|prop| prop.id == id) {
        prop.values = vec![value];
    } else if let Some(root) = tree.nodes.first_mut() {
        root.props.push(Property { id: id.to_owned(), values: vec![value] });
    }
}

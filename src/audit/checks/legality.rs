//! Findings about moves and setup.

use crate::audit::checks::syntax::quote;
use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::audit::finding::{Finding, Severity};
use crate::go::Size;
use crate::plural::pluralize;
use crate::replay::{Replay, Violation, ViolationKind};
use crate::rules::{Counting, Ruleset, Superko, is_of_rules_string};
use crate::sgf::{Game, NodeId, ROOT, Span, Text};

/// Whether a violation is of a rule of play that rulesets differ in or forbid outright.
pub(in crate::audit) fn is_forbidden(kind: ViolationKind) -> bool {
    !matches!(
        kind,
        ViolationKind::OddPass
            | ViolationKind::OddPoint
            | ViolationKind::Repetition { .. }
            | ViolationKind::ExtraPass
    )
}

/// Findings about each violation of a replay, in order. Where the record names a ruleset that isn't known,
/// what rulesets differ in is only a warning.
pub(in crate::audit) fn violations(
    text: &Text,
    game: &Game,
    replay: &Replay,
    rules: &Ruleset,
    unknown_rules: bool,
    size: Size,
    findings: &mut FindingList,
) {
    let all = replay.violations.iter().chain(&replay.in_variations);
    for (i, violation) in all.enumerate() {
        let mut finding = of_violation(text, violation, rules, size);
        let kind = violation.kind;
        let by_rules = matches!(kind, ViolationKind::Suicide(_) | ViolationKind::Superko { .. });
        let says_what_happened = kind == ViolationKind::Unreadable && resigns(text, violation);
        if by_rules && unknown_rules || says_what_happened {
            finding = finding.severity(Severity::Warning);
        }
        if kind == ViolationKind::OutOfTurn && follows_nothing(game, violation.ply.node) {
            finding.message.push_str("; the empty node before may have been a pass");
        }
        if i >= replay.violations.len() {
            finding.message.push_str(" (in a variation)");
        }
        findings.push(finding);
    }
    if let Some((node, start)) = replay.not_replayed {
        let message =
            "too many changes of the board lead here; variations not replayed from here on";
        let span = Span { start, end: start + 1 };
        findings.push(Finding::new(FindingKind::TooLarge, span, message).at_node(node));
    }
    setups(replay, findings);
}

/// Whether the node before has no properties, as some programs of the 1990s wrote a pass.
fn follows_nothing(game: &Game, node: NodeId) -> bool {
    let before = game.nodes()[node as usize].parent;
    before != ROOT && game.props(before).next().is_none()
}

/// Whether what stands in place of a move says that the player resigns.
fn resigns(text: &Text, violation: &Violation) -> bool {
    is_resignation(&text.simple_text(violation.ply.span))
}

/// Whether this, in place of a move, says that the player resigns.
pub(in crate::audit) fn is_resignation(value: &str) -> bool {
    value.trim().eq_ignore_ascii_case("resign")
}

/// The finding about a violation.
fn of_violation(text: &Text, violation: &Violation, rules: &Ruleset, size: Size) -> Finding {
    let Violation { kind, ply } = violation;
    let color = ply.color;
    let point = ply.point.map(|point| point.name(size)).unwrap_or_default();
    let value = || quote(text, ply.span);
    let (name, source, message) = match *kind {
        ViolationKind::OccupiedPoint => (
            FindingKind::OccupiedPoint,
            None,
            format!("{color} plays {point}, where there is a stone already; taken as a pass"),
        ),
        ViolationKind::OffBoard => (
            FindingKind::OffBoard,
            None,
            format!(
                "{color}'s move [{}] is outside the board of {size} lines; taken as a pass",
                value()
            ),
        ),
        ViolationKind::Unreadable if resigns(text, violation) => (
            FindingKind::MalformedValue,
            None,
            format!(
                "{color}'s move [{}] is no move: RE is where a resignation stands; taken as a pass",
                value()
            ),
        ),
        ViolationKind::Unreadable => (
            FindingKind::MalformedValue,
            None,
            format!("{color}'s move [{}] names no point; taken as a pass", value()),
        ),
        ViolationKind::OddPass => (
            FindingKind::OddPass,
            None,
            format!("{color}'s move [{}] is taken as a pass, which is written []", value()),
        ),
        ViolationKind::OddPoint => (
            FindingKind::HumanCoordinates,
            None,
            format!("{color}'s move [{}] isn't in SGF's notation; taken as {point}", value()),
        ),
        ViolationKind::Suicide(stones) => (
            FindingKind::Suicide,
            Some(rules.suicide.source),
            format!(
                "{color} plays {point} and leaves {} without a liberty; off and given to {}",
                if stones == 1 { "the stone".to_owned() } else { format!("{stones} stones") },
                color.opponent()
            ),
        ),
        ViolationKind::Ko => (
            FindingKind::Ko,
            Some(if rules.ko.value { rules.ko.source } else { rules.superko.source }),
            format!("{color} retakes the ko at {point} at once"),
        ),
        ViolationKind::Superko { since } => (
            FindingKind::Superko,
            Some(rules.superko.source),
            format!(
                "{color}'s play at {point} recreates {} ({})",
                position_after(since),
                match rules.superko.value {
                    Superko::Positional => "positional superko",
                    Superko::NaturalSituational => "natural situational superko",
                    Superko::AfterCycle => "a cycle gone on with; read as a disturbing ko",
                    _ => "situational superko",
                }
            ),
        ),
        ViolationKind::Repetition { since } => (
            FindingKind::Repetition,
            Some(rules.long_cycle.source),
            format!("{color}'s play at {point} recreates {}", position_after(since)),
        ),
        ViolationKind::OutOfTurn => (
            FindingKind::OutOfTurn,
            None,
            if ply.number == 1 {
                format!("{color} moves first, where {} should", color.opponent())
            } else {
                format!("{color} moves, where it is {}'s turn", color.opponent())
            },
        ),
        ViolationKind::AfterEnd => (
            FindingKind::PlayAfterEnd,
            Some(rules.resumption.source),
            format!("{color} moves after the game has ended"),
        ),
        ViolationKind::ExtraPass => (
            FindingKind::ExtraPass,
            None,
            format!("{color} passes once more than the rules ask for"),
        ),
    };
    let mut finding = Finding::new(name, ply.span, message).at_move(ply);
    // KataGo's own games go on in clean-up phases, where the dead stones are taken.
    let cleans_up = rules.counting.value == Counting::Territory && is_of_rules_string(rules);
    if name == FindingKind::PlayAfterEnd && cleans_up {
        finding = finding.severity(Severity::Info);
    }
    match source {
        Some(source) => finding.rule(source),
        None => finding,
    }
}

/// Findings about setup after the first move, and such as changes nothing.
fn setups(replay: &Replay, findings: &mut FindingList) {
    for setup in &replay.setups {
        let span = Span { start: setup.start, end: setup.start + 2 };
        let message = match setup.changed {
            0 => "setup after the first move, which changes nothing".to_owned(),
            1 if setup.takes_dead => {
                "a stone is taken off after the last pass: taken as dead, a prisoner".to_owned()
            }
            n if setup.takes_dead => {
                format!("{n} stones are taken off after the last pass: taken as dead, prisoners")
            }
            n => format!("setup after the first move: {} changed", pluralize(n, "point")),
        };
        let finding = Finding::new(FindingKind::MidGameSetup, span, message).at_node(setup.node);
        let harmless = setup.changed == 0 || setup.takes_dead;
        findings.push(if harmless { finding.severity(Severity::Info) } else { finding });
    }
    for setup in replay.first_setups.iter().chain(&replay.setups).filter(|setup| setup.idle > 0) {
        let span = Span { start: setup.start, end: setup.start + 2 };
        let message = match setup.idle {
            1 => "1 point is set up as it is already, or twice".to_owned(),
            n => format!("{n} points are set up as they are already, or twice"),
        };
        findings
            .push(Finding::new(FindingKind::SetupWithoutEffect, span, message).at_node(setup.node));
    }
}

fn position_after(moves: u32) -> String {
    if moves == 0 {
        "the initial position".to_owned()
    } else {
        format!("the position after move {moves}")
    }
}

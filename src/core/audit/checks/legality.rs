//! Findings about moves and setup.

use super::syntax::quote;
use crate::audit::finding::{Condition, Finding, FindingKind, FindingList};
use crate::go::Size;
use crate::plural::pluralize;
use crate::record::{ChosenRules, Field, RecordedGame, ValueSource};
use crate::replay::{InVariations, Replay, Setup, Violation, ViolationKind};
use crate::rules::{Counting, Ruleset, Superko, is_of_rules_string};
use crate::sgf::{Game, Ident, LineIndex, NodeId, ROOT, Span, Text, Values};

/// KO: the move is to be carried out even if it is illegal.
const KO: Ident = Ident::new("KO");

/// Reports each violation of a replay, in order, and setup after the first move.
pub(crate) fn check(
    record: &RecordedGame,
    replay: &Replay,
    rules: &ChosenRules,
    findings: &mut FindingList,
) {
    let &RecordedGame { text, game, size, .. } = record;
    let is_study = is_study(record, replay);
    let variations = replay.in_variations.violations.iter().map(|violation| (violation, true));
    let all = replay.violations.iter().map(|violation| (violation, false)).chain(variations);
    let is_out_of_turn = |violation: &&Violation| violation.kind == ViolationKind::OutOfTurn;
    let count = replay.violations.iter().filter(is_out_of_turn).count();
    // Nearly all moves that list a position are out of turn, since each colour's stones stand together.
    let is_position = count >= LISTED_MOVES && 10 * count >= 8 * replay.moves as usize;
    let (mut is_said, mut is_open) = (false, findings.has(FindingKind::UnclosedTree));
    for (violation, in_variation) in all {
        let out_of_turn = violation.kind == ViolationKind::OutOfTurn;
        if is_position && out_of_turn && !in_variation && std::mem::replace(&mut is_said, true) {
            continue;
        }
        let report = ViolationReport { text, violation, rules: &rules.rules, size };
        let mut finding = report.finding();
        finding = finding.when(report.condition(rules, in_variation || is_study));
        if out_of_turn && is_position && !in_variation {
            finding.message =
                format!("{count} of {} moves are out of turn: they list a position", replay.moves);
        } else if out_of_turn && follows_empty_node(game, violation.ply.node) {
            finding.message.push_str("; the empty node before it may have been a pass");
        }
        if violation.kind == ViolationKind::Ko && game.find(violation.ply.node, KO).is_some() {
            finding.message.push_str("; KO says that the move is meant");
        }
        use ViolationKind::{AfterEnd, OccupiedPoint};
        let is_impossible = matches!(violation.kind, OccupiedPoint | AfterEnd) && !in_variation;
        if is_impossible && std::mem::take(&mut is_open) {
            finding.message.push_str(&missing_parenthesis(text, game, violation.ply.node));
        }
        findings.push(located(finding, in_variation));
    }
    if let Some((node, start)) = replay.not_replayed {
        let message = "too many board changes lead here; variations aren't replayed from here on";
        let span = Span { start, end: start + 1 };
        findings.push(Finding::new(FindingKind::TooLarge, span, message).at_node(node));
    }
    let InVariations { setups, first_setups, .. } = &replay.in_variations;
    check_setups(&replay.setups, &replay.first_setups, false, findings);
    check_setups(setups, first_setups, true, findings);
}

/// Returns a clause that says a `)` is missing before a node; empty unless the node begins a variation on a line of its own.
fn missing_parenthesis(text: &Text, game: &Game, node: NodeId) -> String {
    let of = |id: NodeId| &game.nodes()[id as usize];
    let before = text.bytes()[..of(node).start as usize].trim_ascii_end();
    let Some(before) = before.strip_suffix(b"(") else { return String::new() };
    let ends = [before.trim_ascii_end().len().saturating_sub(1), of(node).start as usize];
    let mut lines = LineIndex::default();
    let [last, next] = ends.map(|at| lines.locate(text, at).0);
    let is_pass =
        |values: Values| values.iter().any(|it| matches!(it.of(text.bytes()), b"" | b"tt"));
    let passes =
        |id| Ident::all(["B", "W"]).iter().any(|of| game.find(id, *of).is_some_and(is_pass));
    match passes(of(node).parent) && passes(of(of(node).parent).parent) {
        _ if last == next => String::new(),
        true => format!("; the game ended at line {last}; a `)` is missing before line {next}"),
        false => format!("; a `)` is missing before line {next}"),
    }
}

/// Number of moves of a position that is listed as moves, at least.
const LISTED_MOVES: usize = 8;

/// A finding whose message has the location unless it is on the main line.
fn located(mut finding: Finding, in_variation: bool) -> Finding {
    if in_variation {
        finding.message.push_str(" (in a variation)");
    }
    finding
}

/// Whether a record is a study rather than a game, such as a lesson, a problem or a dictionary of joseki: it has variations,
/// or a position set up without a handicap, and neither a result nor the names of both players.
fn is_study(record: &RecordedGame, replay: &Replay) -> bool {
    let states = |field| record.header.place(field).is_some_and(|place| !place.span.is_empty());
    let has_variations = record.game.nodes().len() > record.game.main_line() as usize;
    let has_setup = replay.initial != [0, 0] && replay.handicap.stones < 2;
    (has_variations || has_setup)
        && !states(Field::Result)
        && !(record.is_named(Field::Black) && record.is_named(Field::White))
}

/// Whether the node before has no properties, which is how some programs of the 1990s wrote a pass.
fn follows_empty_node(game: &Game, node: NodeId) -> bool {
    let before = game.nodes()[node as usize].parent;
    before != ROOT && game.props(before).next().is_none()
}

/// Whether the value of a move is a resignation.
pub(crate) fn is_resignation(value: &str) -> bool {
    value.trim().eq_ignore_ascii_case("resign")
}

/// A violation with the context that its finding needs.
struct ViolationReport<'a> {
    text: &'a Text<'a>,
    violation: &'a Violation,
    rules: &'a Ruleset,
    size: Size,
}

impl ViolationReport<'_> {
    fn finding(&self) -> Finding {
        let ply = &self.violation.ply;
        let finding = Finding::new(self.kind(), ply.span, self.message()).at_move(ply);
        self.rule().into_iter().fold(finding, Finding::rule)
    }

    fn kind(&self) -> FindingKind {
        match self.violation.kind {
            ViolationKind::OccupiedPoint => FindingKind::OccupiedPoint,
            ViolationKind::OffBoard => FindingKind::OffBoard,
            ViolationKind::Unreadable => FindingKind::MalformedValue,
            ViolationKind::OddPass => FindingKind::OddPass,
            ViolationKind::OddPoint => FindingKind::HumanCoordinates,
            ViolationKind::Suicide(_) => FindingKind::Suicide,
            ViolationKind::Ko => FindingKind::Ko,
            ViolationKind::Superko { .. } => FindingKind::Superko,
            ViolationKind::Repetition { .. } => FindingKind::Repetition,
            ViolationKind::OutOfTurn => FindingKind::OutOfTurn,
            ViolationKind::AfterEnd => FindingKind::PlayAfterEnd,
            ViolationKind::ExtraPass => FindingKind::ExtraPass,
        }
    }

    /// The paragraph of the ruleset that was violated.
    fn rule(&self) -> Option<&'static str> {
        let rules = self.rules;
        match self.violation.kind {
            ViolationKind::Suicide(_) => Some(rules.suicide.source),
            ViolationKind::Ko if rules.ko.value => Some(rules.ko.source),
            ViolationKind::Ko | ViolationKind::Superko { .. } => Some(rules.superko.source),
            ViolationKind::Repetition { .. } => Some(rules.long_cycle.source),
            ViolationKind::AfterEnd => Some(rules.resumption.source),
            _ => None,
        }
    }

    /// The condition that changes the severity. `is_study`: whether the moves needn't be those of a game, so that players may
    /// play elsewhere, or twice.
    fn condition(&self, rules: &ChosenRules, is_study: bool) -> Option<Condition> {
        // KataGo's own games go on in clean-up phases, where the dead stones are taken.
        let cleans_up =
            self.rules.counting.value == Counting::Territory && is_of_rules_string(self.rules);
        match self.violation.kind {
            ViolationKind::Ko
            | ViolationKind::Superko { .. }
            | ViolationKind::Repetition { .. }
            | ViolationKind::OutOfTurn
            | ViolationKind::AfterEnd
                if is_study =>
            {
                Some(Condition::NotPlay)
            }
            ViolationKind::Suicide(_) | ViolationKind::Superko { .. } => match rules.source {
                _ if rules.unknown => Some(Condition::UnknownRuleset),
                ValueSource::Default => Some(Condition::NoRuleset),
                _ => None,
            },
            ViolationKind::Unreadable if self.resigns() => Some(Condition::Resignation),
            ViolationKind::AfterEnd if cleans_up => Some(Condition::CleanUpPhase),
            _ => None,
        }
    }

    fn resigns(&self) -> bool {
        is_resignation(&self.text.simple_text(self.violation.ply.span))
    }

    fn message(&self) -> String {
        let Violation { kind, ply } = self.violation;
        let (color, opponent) = (ply.color, ply.color.opponent());
        let point = ply.point.map(|point| point.name(self.size)).unwrap_or_default();
        match *kind {
            ViolationKind::OccupiedPoint => {
                format!("{color} plays at {point}, which is occupied; taken as a pass")
            }
            ViolationKind::OffBoard
            | ViolationKind::Unreadable
            | ViolationKind::OddPass
            | ViolationKind::OddPoint => self.message_about_value(&point),
            ViolationKind::Suicide(stones) => {
                let stones = match stones {
                    1 => "the stone".to_owned(),
                    stones => format!("{stones} stones"),
                };
                format!(
                    "{color} plays at {point} and leaves {stones} without liberties; removed as {opponent}'s prisoners"
                )
            }
            ViolationKind::Ko => format!("{color} retakes the ko at {point} immediately"),
            ViolationKind::Superko { since } => format!(
                "{color}'s play at {point} recreates {} ({})",
                position_after(since),
                superko_name(self.rules.superko.value)
            ),
            ViolationKind::Repetition { since } => {
                format!("{color}'s play at {point} recreates {}", position_after(since))
            }
            ViolationKind::OutOfTurn if ply.number == 1 => {
                format!("{color} moves first, but it is {opponent}'s turn")
            }
            ViolationKind::OutOfTurn => format!("{color} moves, but it is {opponent}'s turn"),
            ViolationKind::AfterEnd => format!("{color} moves after the game has ended"),
            ViolationKind::ExtraPass => {
                format!("one more pass by {color} than the rules require")
            }
        }
    }

    /// The message about a value that isn't a point of the board in SGF's notation.
    fn message_about_value(&self, point: &str) -> String {
        let Violation { kind, ply } = self.violation;
        let begin = format!("{}'s move [{}]", ply.color, quote(self.text, ply.span));
        match kind {
            ViolationKind::OffBoard => {
                let board = self.size.by();
                format!(
                    "{begin} is outside the {board} board, or the size is wrong; taken as a pass"
                )
            }
            ViolationKind::OddPass => format!("{begin} is taken as a pass, which is written []"),
            ViolationKind::OddPoint => format!("{begin} isn't in SGF's notation; taken as {point}"),
            _ if self.resigns() => {
                format!("{begin} isn't a move: a resignation belongs in RE; taken as a pass")
            }
            _ => format!("{begin} names no point; taken as a pass"),
        }
    }
}

fn superko_name(superko: Superko) -> &'static str {
    match superko {
        Superko::Positional => "positional superko",
        Superko::NaturalSituational => "natural situational superko",
        Superko::AfterCycle => "continuing a cycle, taken as a disturbing ko",
        _ => "situational superko",
    }
}

/// Reports setup after the first move, and setup that changes nothing.
fn check_setups(
    setups: &[Setup],
    first_setups: &[Setup],
    in_variation: bool,
    findings: &mut FindingList,
) {
    for setup in setups {
        let span = Span { start: setup.start, end: setup.start + 2 };
        let message = match setup.changed {
            0 => "setup after the first move that changes nothing".to_owned(),
            1 if setup.takes_dead => {
                "a stone is removed after the last pass, so it counts as dead".to_owned()
            }
            n if setup.takes_dead => {
                format!("{n} stones are removed after the last pass, so they count as dead")
            }
            n => format!("setup after the first move: {} changed", pluralize(n, "point")),
        };
        let finding = Finding::new(FindingKind::MidGameSetup, span, message).at_node(setup.node);
        let condition = match setup.changed {
            0 => Some(Condition::ChangesNothing),
            _ => setup.takes_dead.then_some(Condition::TakesDeadStones),
        };
        findings.push(located(finding.when(condition), in_variation));
    }
    for setup in first_setups.iter().chain(setups).filter(|setup| setup.idle > 0) {
        let span = Span { start: setup.start, end: setup.start + 2 };
        let message = format!("setup of {} changes nothing", pluralize(setup.idle, "point"));
        let finding = Finding::new(FindingKind::SetupWithoutEffect, span, message);
        findings.push(located(finding.at_node(setup.node), in_variation));
    }
}

fn position_after(moves: u32) -> String {
    match moves {
        0 => "the initial position".to_owned(),
        _ => format!("the position after move {moves}"),
    }
}

//! Findings of cleaners of game records: passes, lengths, handicaps and komi that games between people don't have.

use crate::audit::finding::{FindingKind, FindingList};
use crate::go::{Color, Points, Size};
use crate::plural::{fmt_points, pluralize};
use crate::record::{Field, HandicapBy, NodeSpan, RecordedGame};
use crate::replay::Replay;
use crate::sgf::{Ident, Outcome, WinBy, move_value};

const B: Ident = Ident::new("B");
const W: Ident = Ident::new("W");

/// Reports what is unusual in a game.
pub(crate) fn check(record: &RecordedGame, replay: &Replay, findings: &mut FindingList) {
    one_stone_handicap(record, replay, findings);
    // A position to play from shows nothing about the game before it.
    if replay.is_set_up() {
        return;
    }
    zero_komi(record, replay, findings);
    early_pass(record, replay, findings);
    length(record, replay, findings);
}

/// `early-pass`: the first pass of the main line, where play continues after it.
fn early_pass(record: &RecordedGame, replay: &Replay, findings: &mut FindingList) {
    let last = last_early_pass(record.size).min(replay.moves.saturating_sub(replay.final_passes));
    let has_handicap = record.stated_handicap.is_some_and(|stones| stones >= 2)
        || replay.handicap.by == HandicapBy::Moves;
    // Where handicap stones are played as moves, White passes between them.
    if replay.first_pass.is_none() || last == 0 || has_handicap {
        return;
    }
    let Some((number, color, place)) = lone_pass(record, last) else { return };
    let message = match number {
        1 => format!(
            "{color} passes, so that {} begins: the colours may be swapped",
            color.opponent()
        ),
        _ => format!(
            "{color} passes, and play goes on; a pass up to move {} is unusual",
            last_early_pass(record.size)
        ),
    };
    let mut finding = place.finding(FindingKind::EarlyPass, message);
    (finding.move_number, finding.color) = (Some(number), Some(color));
    findings.push(finding);
}

/// The first pass of the main line that a play follows, up to a move. Two in a row end a game, or begin a dispute.
fn lone_pass(record: &RecordedGame, last: u32) -> Option<(u32, Color, NodeSpan)> {
    let game = record.game;
    let mut number = 0;
    let mut pending = None;
    let mut passes_in_a_row = 0;
    for node in 0..game.main_line() {
        for (prop, values) in game.props(node) {
            let (color, &span) = match prop.id {
                B => (Color::Black, values.first()?),
                W => (Color::White, values.first()?),
                _ => continue,
            };
            number += 1;
            let is_pass = move_value(record.text, span, record.size).is_pass();
            if !is_pass && passes_in_a_row == 1 {
                return pending;
            }
            if number > last {
                return None;
            }
            passes_in_a_row = if is_pass { passes_in_a_row + 1 } else { 0 };
            if is_pass && passes_in_a_row == 1 {
                pending = Some((number, color, NodeSpan { span, node }));
            }
        }
    }
    None
}

/// `unusual-length`: too few or too many moves for a game with a result.
fn length(record: &RecordedGame, replay: &Replay, findings: &mut FindingList) {
    let outcome = record.result.outcome;
    let moves = replay.moves.saturating_sub(replay.final_passes);
    let (fewest, most) = (fewest_moves(record.size), most_moves(record.size));
    let is_decided = matches!(
        outcome,
        Outcome::Draw | Outcome::Win(_, WinBy::Points(_) | WinBy::Resignation | WinBy::Time)
    );
    // A record that names nobody may be an example or a problem.
    let has_players = [Field::Black, Field::White]
        .iter()
        .all(|&player| record.header.place(player).is_some_and(|place| !place.span.is_empty()));
    let message = if moves < fewest && is_decided && has_players {
        format!(
            "{outcome} after {}; a game on {} has {fewest} or more as a rule",
            pluralize(moves, "move"),
            record.size.by()
        )
    } else if replay.moves > most {
        format!(
            "{}; a game on {} has {most} at most as a rule",
            pluralize(replay.moves, "move"),
            record.size.by()
        )
    } else {
        return;
    };
    findings.push(record.result_at().finding(FindingKind::UnusualLength, message));
}

/// `one-stone-handicap`: HA\[1\], and no stone of Black's before the first move.
fn one_stone_handicap(record: &RecordedGame, replay: &Replay, findings: &mut FindingList) {
    let Some(place) = record.header.place(Field::Handicap) else { return };
    if record.stated_handicap != Some(1) || replay.initial.black > 0 {
        return;
    }
    let even = record.komi.filter(|&komi| komi >= Points::whole(MIN_EVEN_KOMI));
    let message = match even {
        Some(komi) => {
            format!(
                "HA[1], but no stone is placed, and a komi of {} is an even game's",
                fmt_points(komi)
            )
        }
        None => "HA[1], but no stone is placed: Black begins, as in an even game".to_owned(),
    };
    findings.push(place.finding(FindingKind::OneStoneHandicap, message));
}

/// `zero-komi`: KM\[0\] in an even game of Fox's.
fn zero_komi(record: &RecordedGame, replay: &Replay, findings: &mut FindingList) {
    let Some(place) = record.header.place(Field::Komi) else { return };
    if !record.has_komi_of_fox(replay.handicap) {
        return;
    }
    let is_japanese = record.named_rules.is_some_and(|rules| rules.id == "japanese");
    let meant = if is_japanese { ", which has a komi of 6.5" } else { "" };
    let message = format!("KM[0], as Fox writes it in an even game{meant}");
    findings.push(place.finding(FindingKind::ZeroKomi, message));
}

/// The last move that can be called an early pass: `disallowEarlyPassesTurns`, reason `MovesSemiEarlyPass`. 50 on 19x19, 22 on 9x9.
pub(super) const fn last_early_pass(size: Size) -> u32 {
    14 + size.area() as u32 / 10
}

/// The fewest moves before the final passes: `minGameLenToWrite`, reason `MovesTooShort`. 60 on 19x19, 25 on 9x9.
pub(super) const fn fewest_moves(size: Size) -> u32 {
    15 + size.area() as u32 / 8
}

/// The most moves: reason `MovesTooManyMoves`. 581 on 19x19, 161 on 9x9.
pub(super) const fn most_moves(size: Size) -> u32 {
    size.area() as u32 * 3 / 2 + 40
}

/// Seconds by which a clock may rise or exceed its limit, since programs round.
pub(super) const CLOCK_TOLERANCE: f64 = 1.0;

/// From this komi on, in points, HA\[1\] contradicts it: a game with a handicap of one stone has a komi of half a point or
/// none (reason `GameHandicap1MismatchKomi`).
pub(super) const MIN_EVEN_KOMI: i64 = 2;

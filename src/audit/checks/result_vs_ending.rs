//! `result-contradicts-end`: the recorded result against how the record ends.

use crate::audit::checks::header::Place;
use crate::audit::checks::legality::is_resignation;
use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::audit::finding::Severity;
use crate::go::{BitBoard, Color, Grid, Points};
use crate::plural::pluralize;
use crate::replay::{Replay, ViolationKind};
use crate::score::thresholds::OPEN_BOARD_DIVISOR;
use crate::sgf::{Game, Ident, Outcome, Text, WinBy};

/// A record and the result that stands in it.
pub(in crate::audit) struct GameEnd<'a> {
    pub text: &'a Text<'a>,
    pub game: &'a Game,
    pub replay: &'a Replay,
    /// The final position.
    pub grid: &'a dyn Fn() -> &'a Grid,
    pub outcome: Outcome,
    /// Where the result stands.
    pub at: Place,
}

/// Says where the recorded result can't come of this end.
pub(in crate::audit) fn check(recorded: &GameEnd, findings: &mut FindingList) {
    let mut push = |severity, message: String| {
        let finding = recorded.at.finding(FindingKind::ResultContradictsEnd, message);
        findings.push(finding.severity(severity));
    };
    match recorded.outcome {
        Outcome::Win(winner, WinBy::Time) => on_time(recorded, winner, &mut push),
        Outcome::Win(winner, WinBy::Resignation) => resigned(recorded, winner, &mut push),
        outcome if outcome.white_margin().is_some() => counted(recorded, &mut push),
        _ => {}
    }
}

fn moved_last(replay: &Replay, player: Color) -> bool {
    // What can't be read as a move needn't be one.
    let unread = replay.violations.last().is_some_and(|violation| {
        violation.kind == ViolationKind::Unreadable && violation.ply.number == replay.moves
    });
    replay.last_mover == Some(player) && replay.final_passes == 0 && !unread
}

fn resigned(recorded: &GameEnd, winner: Color, push: &mut impl FnMut(Severity, String)) {
    let loser = winner.opponent();
    let passes = recorded.replay.final_passes;
    if resigned_in_comment(recorded) == Some(winner) {
        push(
            Severity::Warning,
            format!(
                "{winner} is said to have won by resignation, but the last comment says that {winner} resigned"
            ),
        );
    } else if resigned_as_move(recorded) == Some(winner) {
        push(
            Severity::Warning,
            format!(
                "{winner} is said to have won by resignation, but resigns in place of the last move"
            ),
        );
    } else if passes >= 2 {
        // During the count one may still resign.
        push(
            Severity::Info,
            format!("{loser} is said to have resigned, but {passes} passes end the game"),
        );
    } else if moved_last(recorded.replay, loser) {
        // One may resign while the other thinks.
        push(Severity::Info, format!("{loser} is said to have resigned, but moved last"));
    }
}

fn on_time(recorded: &GameEnd, winner: Color, push: &mut impl FnMut(Severity, String)) {
    let loser = winner.opponent();
    let GameEnd { text, game, replay, .. } = recorded;
    if replay.final_passes >= 2 {
        // Some servers end every record with a pass of the player whose turn it was.
        let added = replay.final_passes == 2 && replay.last_mover == Some(loser);
        push(
            if added { Severity::Info } else { Severity::Warning },
            format!("{loser} is said to have lost on time, but passes end the game: no clock ran"),
        );
    } else if moved_last(replay, loser) {
        push(
            Severity::Warning,
            format!("{loser} is said to have lost on time, but moved last: {winner}'s clock ran"),
        );
    }
    let (clock, periods) = match winner {
        Color::Black => (Ident::new("BL"), Ident::new("OB")),
        Color::White => (Ident::new("WL"), Ident::new("OW")),
    };
    let last_clock = (0..game.main_line()).rev().find_map(|node| {
        let left = text.simple_text(*game.find(node, clock)?.first()?).parse::<f64>().ok()?;
        Some((left, game.find(node, periods).is_some()))
    });
    if let Some((left, false)) = last_clock
        && left <= 0.0
    {
        push(
            Severity::Warning,
            format!(
                "{winner} is said to have won on time, but {winner}'s own clock stands at {left}"
            ),
        );
    }
}

fn counted(recorded: &GameEnd, push: &mut impl FnMut(Severity, String)) {
    let GameEnd { replay, outcome, .. } = recorded;
    let said = resigned_in_comment(recorded).map(|loser| {
        format!("{outcome} is recorded, but the last comment says that {loser} resigned")
    });
    let said = said.or_else(|| {
        let loser = resigned_as_move(recorded)?;
        Some(format!("{outcome} is recorded, but {loser} resigns in place of the last move"))
    });
    if let Some(message) = said {
        push(Severity::Warning, message);
        return;
    }
    // Many sources record no passes, so their absence says nothing; the board does.
    if replay.final_passes >= 2 || replay.moves == 0 {
        return;
    }
    let grid = (recorded.grid)();
    let area = grid.cells().len();
    // No board has more points than this can count, and vectors of it are quick.
    let empty: u16 = grid.cells().iter().map(|cell| u16::from(cell.is_none())).sum();
    if usize::from(empty) < area.div_ceil(OPEN_BOARD_DIVISOR) {
        return;
    }
    if let Some(open) = open_points(grid, area.div_ceil(OPEN_BOARD_DIVISOR)) {
        // A margin was counted somewhere, on a board that the record doesn't come to. A draw in mid-game
        // is more often no result at all.
        let draw = outcome.white_margin() == Some(Points::ZERO);
        let severity = if draw { Severity::Warning } else { Severity::Info };
        let moves = pluralize(replay.moves, "move");
        let message = format!(
            "{outcome} is recorded, but after {moves} {open} of {area} points lie open between the \
             players: the game wasn't over, or its end isn't recorded"
        );
        push(severity, message);
    }
}

/// The size of the largest region of empty points that isn't one player's alone, if it has at least so
/// many points. Where only one player has stones, nothing was played out.
fn open_points(grid: &Grid, least: usize) -> Option<usize> {
    let [black, white, mut left] = BitBoard::by_stone(grid);
    let alone = black.count() == 0 || white.count() == 0;
    let mut most = None;
    while left.count() >= least
        && let Some(first) = left.first()
    {
        let region = first.flood(&left);
        left = left.difference(&region);
        let near = region.dilate();
        if region.count() >= least && (alone || near.intersects(&black) == near.intersects(&white))
        {
            most = most.max(Some(region.count()));
        }
    }
    most
}

/// Who resigned in place of a move, in the last node of the main line: `B[resign]`.
fn resigned_as_move(recorded: &GameEnd) -> Option<Color> {
    let GameEnd { text, game, .. } = recorded;
    let last = game.main_line().checked_sub(1)?;
    // Nearly every game ends with a point or a pass.
    if game.nodes()[last as usize].only_move().is_some() {
        return None;
    }
    Color::BOTH.into_iter().find(|color| {
        let id = Ident::new(if *color == Color::Black { "B" } else { "W" });
        let value = game.find(last, id).and_then(|values| values.first().copied());
        value.is_some_and(|value| is_resignation(&text.simple_text(value)))
    })
}

/// Who resigned, as the first or the last line of the last node's comment says, and nothing else.
fn resigned_in_comment(recorded: &GameEnd) -> Option<Color> {
    let GameEnd { text, game, .. } = recorded;
    let last = game.main_line().checked_sub(1)?;
    let comment = text.decode(*game.find(last, Ident::new("C"))?.first()?);
    let comment = comment.trim();
    let last_line = comment.lines().next_back()?.trim_start();
    [comment.lines().next()?, last_line].into_iter().find_map(|line| {
        let mut words = line.split(|c: char| !c.is_ascii_alphabetic()).filter(|w| !w.is_empty());
        let who = match words.next()? {
            "Black" | "black" | "B" => Color::Black,
            "White" | "white" | "W" => Color::White,
            _ => return None,
        };
        let says = matches!(words.next()?, "resigns" | "resigned" | "Resigns" | "Resigned");
        // Nothing may follow but a full stop: "White resigned himself to a small life".
        (says && words.next().is_none()).then_some(who)
    })
}

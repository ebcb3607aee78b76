//! `result-contradicts-end` and `impossible-margin`: the recorded result against how the record ends, and against the komi.

use super::clocks::CLOCKS;
use super::legality::is_resignation;
use crate::audit::finding::{Condition, FindingKind, FindingList};
use crate::go::{Color, Grid, Points, Regions, Size};
use crate::plural::pluralize;
use crate::record::NodeSpan;
use crate::replay::{Replay, ViolationKind};
use crate::rules::{Counting, FirstPass, Ruleset};
use crate::score::thresholds::OPEN_BOARD_DIVISOR;
use crate::sgf::{Game, Ident, Outcome, ROOT, Text, WinBy, result};

const COMMENT: Ident = Ident::new("C");

/// How a record ends, and its result.
pub(crate) struct GameEnd<'a> {
    pub text: &'a Text<'a>,
    pub game: &'a Game,
    pub replay: &'a Replay,
    pub grid: &'a Grid,
    pub outcome: Outcome,
    pub at: NodeSpan,
}

/// A contradiction and the condition that changes its severity.
type Contradiction = (String, Option<Condition>);

/// Reports a recorded result that can't come from this end.
pub(crate) fn check(end: &GameEnd, findings: &mut FindingList) {
    let mut contradictions: Vec<Contradiction> = match end.outcome {
        Outcome::Win(winner, WinBy::Time) => {
            end.of_move_on_time(winner).into_iter().chain(end.of_clock(winner)).collect()
        }
        Outcome::Win(winner, WinBy::Resignation) => {
            end.of_resignation(winner).into_iter().collect()
        }
        outcome if outcome.white_margin().is_some() => {
            end.of_margin().or_else(|| end.of_open_board()).into_iter().collect()
        }
        _ => return,
    };
    contradictions.extend(end.of_stated_result());
    for (message, condition) in contradictions {
        let finding = end.at.finding(FindingKind::ResultContradictsEnd, message);
        findings.push(finding.when(condition));
    }
}

impl GameEnd<'_> {
    fn moved_last(&self, player: Color) -> bool {
        let replay = self.replay;
        // A value that can't be read as a move needn't be one.
        let unread = replay.violations.last().is_some_and(|violation| {
            violation.kind == ViolationKind::Unreadable && violation.ply.number == replay.moves
        });
        replay.last_mover == Some(player) && replay.final_passes == 0 && !unread
    }

    fn of_resignation(&self, winner: Color) -> Option<Contradiction> {
        let loser = winner.opponent();
        let passes = self.replay.final_passes;
        let recorded = format!("{winner} is recorded as winning by resignation");
        if self.resigned_in_comment() == Some(winner) {
            let message = format!("{recorded}, but the last comment says that {winner} resigned");
            return Some((message, None));
        }
        if self.resigned_as_move() == Some(winner) {
            let message = format!("{recorded}, but resigns in place of the last move");
            return Some((message, None));
        }
        if passes >= 2 {
            // A player may still resign during the count.
            let message =
                format!("{loser} is recorded as resigning, but {passes} passes end the game");
            return Some((message, Some(Condition::ResignedAfterPasses)));
        }
        // A player may resign while the opponent thinks.
        let message = || format!("{loser} is recorded as resigning, but moved last");
        self.moved_last(loser).then(|| (message(), Some(Condition::ResignedAfterMoving)))
    }

    /// A loss on time while the opponent's clock ran, or no clock at all.
    fn of_move_on_time(&self, winner: Color) -> Option<Contradiction> {
        let loser = winner.opponent();
        let replay = self.replay;
        if replay.final_passes >= 2 {
            // Some servers end every record with a pass of the player whose turn it was.
            let added = replay.final_passes == 2 && replay.last_mover == Some(loser);
            let message = format!(
                "{loser} is recorded as losing on time, but passes end the game, so no clock was running"
            );
            return Some((message, added.then_some(Condition::PassAddedOnTime)));
        }
        let message = || {
            format!(
                "{loser} is recorded as losing on time, but {loser} moved last, so {winner}'s clock was running"
            )
        };
        self.moved_last(loser).then(|| (message(), None))
    }

    /// A win on time of a player whose own clock is at 0.
    fn of_clock(&self, winner: Color) -> Option<Contradiction> {
        let (game, (clock, periods)) = (self.game, CLOCKS[winner.index()]);
        let (left, has_periods) = (0..game.main_line()).rev().find_map(|node| {
            let value = self.text.simple_text(*game.find(node, clock)?.first()?);
            Some((value.parse::<f64>().ok()?, game.find(node, periods).is_some()))
        })?;
        let message = || {
            format!(
                "{winner} is recorded as winning on time, but {winner}'s own clock stands at {left}"
            )
        };
        (!has_periods && left <= 0.0).then(|| (message(), None))
    }

    /// A margin, though a player resigned.
    fn of_margin(&self) -> Option<Contradiction> {
        let why = match self.resigned_in_comment() {
            Some(loser) => format!("the last comment says that {loser} resigned"),
            None => format!("{} resigns in place of the last move", self.resigned_as_move()?),
        };
        Some((format!("{} is recorded, but {why}", self.outcome), None))
    }

    /// A margin, though a large part of the board lies open.
    fn of_open_board(&self) -> Option<Contradiction> {
        let &Self { replay, grid, outcome, .. } = self;
        // Many sources record no passes, so only the board shows it.
        if replay.final_passes >= 2 || replay.moves == 0 {
            return None;
        }
        let area = grid.cells().len();
        let open = open_points(grid, area.div_ceil(OPEN_BOARD_DIVISOR))?;
        let moves = pluralize(replay.moves, "move");
        let message = format!(
            "{outcome} is recorded, but after {moves} {open} of {area} points are still open: \
             the game wasn't over, or its end isn't recorded"
        );
        // A margin was counted on some later board that the record doesn't reach. A draw in mid-game more often
        // means no result at all.
        let draw = outcome.white_margin() == Some(Points::ZERO);
        Some((message, (!draw).then_some(Condition::EndMayBeMissing)))
    }

    /// Another result in the first or the last comment: "Result: W+21.5". Programs that play matches write what each of them
    /// has counted, so that one that agrees is enough.
    fn of_stated_result(&self) -> Option<Contradiction> {
        let nodes = [ROOT, self.game.main_line().checked_sub(1)?];
        let mut stated = Vec::new();
        for value in
            nodes.iter().filter_map(|&node| self.game.find(node, COMMENT)?.first().copied())
        {
            stated.extend(self.text.decode(value).lines().filter_map(result_in_line));
        }
        let differs = |other: &Outcome| match (self.outcome, other) {
            (Outcome::Win(winner, how), &Outcome::Win(other, by)) => {
                winner != other
                    || how != by && matches!((how, by), (WinBy::Points(_), WinBy::Points(_)))
            }
            _ => false,
        };
        let message = || format!("{} is recorded, but a comment says {}", self.outcome, stated[0]);
        (!stated.is_empty() && stated.iter().all(differs)).then(|| (message(), None))
    }

    /// The player whose last move on the main line is a resignation: `B[resign]`.
    fn resigned_as_move(&self) -> Option<Color> {
        let game = self.game;
        let last = game.main_line().checked_sub(1)?;
        // Nearly every game ends with a point or a pass.
        if game.nodes()[last as usize].only_move().is_some() {
            return None;
        }
        Color::BOTH.into_iter().find(|color| {
            let id = Ident::new(if *color == Color::Black { "B" } else { "W" });
            let value = game.find(last, id).and_then(|values| values.first().copied());
            value.is_some_and(|value| is_resignation(&self.text.simple_text(value)))
        })
    }

    /// The player who resigned, if the first or the last line of the last node's comment is nothing else.
    fn resigned_in_comment(&self) -> Option<Color> {
        let last = self.game.main_line().checked_sub(1)?;
        let comment = self.text.decode(*self.game.find(last, COMMENT)?.first()?);
        let comment = comment.trim();
        let last_line = comment.lines().next_back()?.trim_start();
        [comment.lines().next()?, last_line].into_iter().find_map(resigned_in_line)
    }
}

/// The result that a line states behind the word: "Result: W+3.5", "Result[Black]: White wins by 3.5".
fn result_in_line(line: &str) -> Option<Outcome> {
    let (head, stated) = line.split_once(':')?;
    let word = head.trim().split(|c: char| !c.is_ascii_alphabetic()).next()?;
    let outcome = word.eq_ignore_ascii_case("result").then(|| result(stated.trim()).outcome)?;
    matches!(outcome, Outcome::Win(..)).then_some(outcome)
}

/// The player who resigned, if a line is "Black resigns" or the like.
fn resigned_in_line(line: &str) -> Option<Color> {
    let mut words = line.split(|c: char| !c.is_ascii_alphabetic()).filter(|w| !w.is_empty());
    let player = match words.next()? {
        "Black" | "black" | "B" => Color::Black,
        "White" | "white" | "W" => Color::White,
        _ => return None,
    };
    let resigns = matches!(words.next()?, "resigns" | "resigned" | "Resigns" | "Resigned");
    // Only a full stop may follow: "White resigned himself to a small life".
    (resigns && words.next().is_none()).then_some(player)
}

/// The size of the largest empty region of at least `least` points that touches both players' stones or none. Where
/// only one player has stones, every region counts, since nothing was played out.
fn open_points(grid: &Grid, least: usize) -> Option<usize> {
    let alone = Color::BOTH.iter().any(|&color| !grid.cells().contains(&Some(color)));
    let regions = Regions::new(grid);
    let is_open = |region: &usize| alone || regions.owner(*region).is_none();
    let sizes = (0..regions.points.len()).filter(is_open).map(|at| regions.points[at].len());
    sizes.filter(|&points| points >= least).max()
}

/// Reports a recorded margin that the komi can't give. Points on the board are whole, so a margin has the fraction of
/// the komi and of the button. No more than two points can be won per point of the board, by a stone that dies there.
pub(crate) fn check_margin(
    outcome: Outcome,
    at: NodeSpan,
    komi: Option<Points>,
    rules: &Ruleset,
    size: Size,
    findings: &mut FindingList,
) {
    let Some(margin) = outcome.white_margin() else { return };
    let most = Points::whole(2 * size.area() as i64) + komi.unwrap_or_default().abs();
    if margin.abs() > most {
        let message = format!("no {} game can end with {outcome}", size.by());
        findings.push(at.finding(FindingKind::ImpossibleMargin, message));
        return;
    }
    let Some(komi) = komi.filter(|&komi| contradicts_komi(outcome, komi, rules)) else { return };
    let message =
        format!("{outcome} is impossible with komi {komi}: points on the board are whole");
    findings.push(at.finding(FindingKind::ImpossibleMargin, message));
}

/// Whether the recorded margin has another fraction than this komi gives.
pub(crate) fn contradicts_komi(outcome: Outcome, komi: Points, rules: &Ruleset) -> bool {
    let by_area = rules.counting.value != Counting::Territory;
    let button = by_area && rules.first_pass.value == FirstPass::Button;
    let given = if button { komi + Points::HALF } else { komi };
    outcome.white_margin().is_some_and(|margin| (margin - given).fraction() != 0)
}

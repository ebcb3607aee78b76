//! The card of a result to look at: the board, both countings, all rulesets, the findings, and the game.

use std::fmt::Write;

use crate::audit::{Audit, Finding, FindingKind};
use crate::go::{Color, Grid, Point, Size};
use crate::printable::printable_path;
use crate::replay::{Ply, Positions};
use crate::report::count_breakdown::explain_difference;
use crate::report::count_items::{CountItem, area_items, territory_items};
use crate::report::disputed::disputed_stones;
use crate::report::escape::Escaped;
use crate::report::item::ReportItem;
use crate::report::move_numbers::number_moves;
use crate::report::picture::BoardPicture;
use crate::score::Score;
use crate::sgf::{Game, Text};

/// Maximum number of moves that a card lets one step through.
const MAX_MOVES: u32 = 2000;

/// Number of moves before the end that have their numbers on the counted board.
const NUMBERED: u32 = 10;

/// Maximum number of findings on a card.
const MAX_FINDINGS: usize = 12;

/// Returns a card. `game` is the game as read from `text`.
pub(super) fn card(item: ReportItem, audit: &Audit, text: &Text, game: &Game) -> String {
    let mut out = String::with_capacity(16 << 10);
    let search = super::rows::search_text(item, audit);
    let _ = write!(
        out,
        "<article class=\"card\" data-verdict=\"{}\" data-text=\"{}\"",
        audit.verdict.name(),
        Escaped(&search)
    );
    let numbers = push_moves(&mut out, audit, text, game);
    out.push_str("><figure>");
    if let Some(grid) = &audit.position {
        push_board(&mut out, audit, grid, &numbers);
    }
    out.push_str("</figure><div>");
    push_heading(&mut out, item, audit);
    push_verdict(&mut out, audit);
    if let Some(score) = &audit.score {
        push_counts(&mut out, audit, score);
    }
    push_rulesets(&mut out, audit);
    push_findings(&mut out, item);
    out.push_str("</div></article>\n");
    out
}

/// Appends the counted board and its legend.
fn push_board(out: &mut String, audit: &Audit, grid: &Grid, numbers: &[Option<u32>]) {
    let picture = BoardPicture {
        counted: audit.score.as_ref().map(|score| &score.count),
        dead: audit.dead.as_ref().map_or(&[][..], |dead| &dead.stones),
        disputed: &disputed_stones(audit, grid),
        numbers,
        ..BoardPicture::new(grid, "The counted position")
    };
    picture.push_to_page(out);
    out.push_str("<figcaption>");
    for (sign, meaning) in picture.key() {
        let _ = write!(out, "<span>{sign}{meaning}</span>");
    }
    out.push_str("</figcaption>");
}

/// Appends the size, the setup and the moves as attributes, for stepping through the game. Returns, by point, the
/// numbers of the last moves.
fn push_moves(out: &mut String, audit: &Audit, text: &Text, game: &Game) -> Vec<Option<u32>> {
    let size = audit.size;
    let last = audit.replay.moves;
    let mut positions = Positions::new(text, game, size, &audit.replay.assumed);
    let grid = positions.grid();
    let mut moves = String::new();
    let push = |ply: Ply| push_stone(&mut moves, ply.color, ply.point);
    let mut numbers = number_moves(&mut positions, size, last, push).unwrap_or_default();
    for number in &mut numbers {
        *number = number.filter(|number| number + NUMBERED > last);
    }
    if audit.replay.setups.is_empty() && last <= MAX_MOVES {
        let _ = write!(out, " data-size=\"{}x{}\" data-setup=\"", size.cols(), size.rows());
        for (point, cell) in size.points().zip(grid.cells()) {
            if let Some(color) = cell {
                push_stone(out, *color, Some(point));
            }
        }
        let _ = write!(out, "\" data-moves=\"{moves}\"");
    }
    numbers
}

/// Appends a stone as three characters, its colour and SGF's letters; a pass as `B--`.
fn push_stone(out: &mut String, color: Color, point: Option<Point>) {
    out.push(color.letter());
    let letter = |n: u8| match n {
        0..26 => char::from(b'a' + n),
        _ => char::from(b'A' + n - 26),
    };
    match point {
        Some(Point { col, row }) => out.extend([letter(col), letter(row)]),
        None => out.push_str("--"),
    }
}

fn push_heading(out: &mut String, item: ReportItem, audit: &Audit) {
    let name =
        |name: &str| if name.is_empty() { "?".to_owned() } else { Escaped(name).to_string() };
    let _ = write!(
        out,
        "<h3><i class=\"dot b\"></i>{} <small>Black</small> <i class=\"dot w\"></i>{} <small>White</small></h3>\
         <p class=\"meta\">",
        name(&audit.black),
        name(&audit.white)
    );
    for text in [&audit.event, &audit.date] {
        if !text.is_empty() {
            let _ = write!(out, "{} \u{b7} ", Escaped(text));
        }
    }
    let _ = write!(
        out,
        "{}, komi {}, {} moves<br><code>{}</code>",
        Escaped(&audit.rules.name),
        audit.komi,
        audit.replay.moves,
        Escaped(&printable_path(item.path))
    );
    if audit.game > 1 {
        let _ = write!(out, " game {}", audit.game);
    }
    out.push_str("</p>");
}

fn push_verdict(out: &mut String, audit: &Audit) {
    let counted = audit.counted().map_or_else(|| "?".to_owned(), |outcome| outcome.to_string());
    let _ = write!(
        out,
        "<p class=\"verdict\"><span class=\"rec\">recorded <b>{}</b></span> <span class=\"cnt\">counted <b>{}</b></span></p>",
        Escaped(&audit.recorded_result),
        Escaped(&counted)
    );
    if let Some(cause) = &audit.cause {
        let _ = write!(out, "<p class=\"why\">{}</p>", Escaped(&sentence(&cause.sentence)));
        if !cause.arithmetic.is_empty() {
            let _ = write!(out, "<p class=\"how\">{}</p>", Escaped(&cause.arithmetic));
        }
    } else if !audit.explanation.is_empty() {
        let _ = write!(out, "<p class=\"why\">{}</p>", Escaped(&sentence(&audit.explanation)));
    }
    if let Some(dead) = &audit.dead {
        let evidence = dead.describe_evidence();
        let _ = write!(out, "<p class=\"conf\">Dead stones: {}</p>", Escaped(&evidence));
    }
}

/// Returns a clause with a capital and a full stop.
fn sentence(clause: &str) -> String {
    let mut chars = clause.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = first.chain(chars).collect();
    if !sentence.ends_with(['.', '?', '!']) {
        sentence.push('.');
    }
    sentence
}

fn push_counts(out: &mut String, audit: &Audit, score: &Score) {
    out.push_str("<div class=\"cols\">");
    for items in [territory_items(audit, score), area_items(score)] {
        out.push_str(
            "<table class=\"count\"><thead><tr><td></td><th scope=\"col\">Black</th><th scope=\"col\">White</th></tr></thead><tbody>",
        );
        for CountItem { what, points, is_sum } in items {
            let class = if is_sum { " class=\"sum\"" } else { "" };
            let _ = write!(
                out,
                "<tr{class}><th scope=\"row\">{what}</th><td>{}</td><td>{}</td></tr>",
                points.black, points.white
            );
        }
        out.push_str("</tbody></table>");
    }
    let _ =
        write!(out, "</div><p class=\"conf\">{}</p>", Escaped(&explain_difference(audit, score)));
}

/// Appends each result that the rulesets give, with the rulesets that give it.
fn push_rulesets(out: &mut String, audit: &Audit) {
    let mut results: Vec<(String, Vec<&str>)> = Vec::new();
    for comparison in &audit.comparisons {
        let outcome = comparison.outcome();
        let result = outcome.map_or_else(|| "undecided".to_owned(), |outcome| outcome.to_string());
        let rules = &comparison.rules;
        match results.iter_mut().find(|(other, _)| *other == result) {
            Some((_, names)) => names.push(&rules.id),
            None => results.push((result, vec![&rules.id])),
        }
    }
    if results.is_empty() {
        return;
    }
    out.push_str("<table class=\"rules\"><caption>The result under each ruleset</caption><tbody>");
    for (result, names) in results {
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
            Escaped(&result),
            Escaped(&names.join(", "))
        );
    }
    out.push_str("</tbody></table>");
}

fn push_findings(out: &mut String, item: ReportItem) {
    out.push_str("<ul class=\"finds\">");
    let findings = item.findings();
    for finding in findings.iter().take(MAX_FINDINGS) {
        push_finding(out, finding, item.size());
    }
    if findings.len() > MAX_FINDINGS {
        let _ = write!(out, "<li>and {} more in findings.csv</li>", findings.len() - MAX_FINDINGS);
    }
    out.push_str("</ul>");
}

fn push_finding(out: &mut String, finding: &Finding, size: Size) {
    let severity = finding.severity.name();
    let mut place = String::new();
    if let Some(number) = finding.move_number {
        let _ = write!(place, "move {number}");
        if let Some(point) = finding.point {
            let _ = write!(place, " at {}", point.name(size));
        }
        place.push_str(", ");
    }
    let _ = write!(place, "line {}", finding.line);
    let number = finding.move_number.unwrap_or(0);
    let is_result = matches!(finding.kind, FindingKind::WrongWinner | FindingKind::WrongMargin);
    let _ = write!(
        out,
        "<li data-move=\"{number}\"><span class=\"sev {severity}\">{severity}</span> <b>{}</b> {} <small>{place}</small>",
        finding.kind.as_str(),
        Escaped(&finding.message)
    );
    if !is_result {
        out.push_str("</li>");
        return;
    }
    // The verdict above has the cause and its arithmetic.
    let shown = ["likely cause", "arithmetic"];
    for detail in finding.details.iter().filter(|detail| !shown.contains(&detail.label)) {
        let _ = write!(out, "<br><small>{}: {}</small>", detail.label, Escaped(&detail.text));
    }
    out.push_str("</li>");
}

//! The card of a game: the board, both countings, all rulesets, the findings, and the moves to step through.

use std::cmp::Reverse;
use std::fmt::Write;

use super::rows::{game_id, in_words, kinds, search_text};
use crate::report::count_breakdown::{CountItem, area_items, explain_difference, territory_items};
use crate::report::escape::Escaped;
use crate::report::item::ReportItem;
use crate::report::picture::{BoardPicture, disputed_stones};
use crate::report::position_view::number_moves;
use sgf_audit_core::audit::{Audit, Family, Finding, FindingKind, Verdict};
use sgf_audit_core::go::{Color, Grid, Point, Size};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::path_text;
use sgf_audit_core::replay::{Ply, Positions};
use sgf_audit_core::score::thresholds::{CONTRADICTING_MARK_OWNERSHIP, SURE_OWNERSHIP};
use sgf_audit_core::score::{Dead, Score};
use sgf_audit_core::sgf::{Game, Text, two_letters};

/// Maximum number of findings on a card.
const MAX_FINDINGS: usize = 12;

/// Returns a card. `game` is the game as read from `text`.
pub(super) fn card(item: ReportItem, audit: &Audit, text: &Text, game: &Game) -> String {
    let mut out = String::with_capacity(16 << 10);
    let _ = write!(
        out,
        "<article class=\"card\" data-verdict=\"{}\" data-round=\"{}\" data-f=\"{}\" data-text=\"{}\" data-path=\"{}\" data-game=\"{}\" id=\"{}\"",
        audit.verdict.name(),
        Escaped(&audit.info.round),
        kinds(audit),
        Escaped(&search_text(item, audit)),
        Escaped(&path_text(item.path)),
        audit.game,
        game_id(&path_text(item.path), audit.game),
    );
    push_dead(&mut out, audit);
    let moves = push_moves(&mut out, audit, text, game);
    out.push_str("><figure>");
    let position = audit.position.as_ref().unwrap_or(&moves.position);
    let mut numbers = moves.numbers;
    if let Some(dead) = &audit.dead {
        // That a stone is dead matters more than when it was played.
        numbers
            .iter_mut()
            .zip(&dead.stones)
            .filter(|(_, dead)| **dead)
            .for_each(|(number, _)| *number = None);
    }
    push_board(&mut out, audit, position, &numbers);
    out.push_str("</figure><div>");
    push_heading(&mut out, item, audit);
    push_verdict(&mut out, audit);
    if let Some(score) = &audit.score {
        push_counts(&mut out, audit, score);
    }
    push_rulesets(&mut out, audit);
    push_findings(&mut out, item);
    push_lines_to_sign(&mut out, audit);
    out.push_str("</div></article>\n");
    out
}

/// Appends what a printed card is signed on: the rule of counting, the decision, and the names.
fn push_lines_to_sign(out: &mut String, audit: &Audit) {
    let rules = &audit.rules;
    let _ = write!(
        out,
        "<div class=\"sign\"><p>{}: the count by {}</p><dl><dt>Result</dt><dd></dd><dt>Black</dt><dd></dd><dt>White</dt><dd></dd><dt>Referee</dt><dd></dd><dt>Date</dt><dd></dd></dl></div>",
        Escaped(&rules.name),
        Escaped(rules.counting.source)
    );
}

/// Appends the dead stones as an attribute, in SGF's letters.
fn push_dead(out: &mut String, audit: &Audit) {
    let (Some(dead), Some(_)) = (&audit.dead, &audit.position) else { return };
    out.push_str(" data-dead=\"");
    for (point, _) in audit.size.points().zip(&dead.stones).filter(|(_, dead)| **dead) {
        push_point(out, Some(point));
    }
    out.push('"');
}

/// Appends the counted board and its legend.
fn push_board(out: &mut String, audit: &Audit, grid: &Grid, numbers: &[Option<u32>]) {
    let title = if audit.score.is_some() { "The counted position" } else { "The final position" };
    let picture = BoardPicture {
        counted: audit.score.as_ref().map(|score| &score.count),
        dead: audit.dead.as_ref().map_or(&[][..], |dead| &dead.stones),
        disputed: &disputed_stones(audit),
        numbers,
        ..BoardPicture::new(grid, title)
    };
    picture.push_to_page(out);
    out.push_str("<figcaption>");
    for (sign, meaning) in picture.key() {
        let _ = write!(out, "<span>{sign}{meaning}</span>");
    }
    if numbers.iter().any(Option::is_some) {
        out.push_str("<span>numbers: the last moves</span>");
    }
    out.push_str("</figcaption>");
}

fn push_heading(out: &mut String, item: ReportItem, audit: &Audit) {
    out.push_str("<h3>");
    let players = [
        (Color::Black, &audit.black, &audit.info.black_rank),
        (Color::White, &audit.white, &audit.info.white_rank),
    ];
    for (color, name, rank) in players {
        let class = if color == Color::Black { "b" } else { "w" };
        let name = if name.is_empty() { "?" } else { name.as_str() };
        let _ = write!(
            out,
            "<i class=\"dot {class}\"></i><span class=\"player\">{}</span> ",
            Escaped(name)
        );
        if !rank.is_empty() {
            let _ = write!(out, "<small>{}</small> ", Escaped(rank));
        }
        let of_event = &audit.event_names[usize::from(color == Color::White)];
        if !of_event.is_empty() {
            let _ = write!(out, "<small class=\"of-event\">{}</small> ", Escaped(of_event));
        }
        let _ = write!(out, "<small>({color})</small> ");
    }
    out.push_str("</h3><p class=\"meta\">");
    let round = match audit.info.round.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("Round {}", audit.info.round),
        false => audit.info.round.clone(),
    };
    for text in [&audit.event, &round, &audit.date] {
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
        Escaped(&path_text(item.path))
    );
    if audit.game > 1 {
        let _ = write!(out, " game {}", audit.game);
    }
    out.push_str("</p>");
}

fn push_verdict(out: &mut String, audit: &Audit) {
    let recorded = match audit.recorded_result.is_empty() {
        true => "nothing",
        false => &audit.recorded_result,
    };
    let class = match audit.verdict {
        verdict if verdict.is_wrong() => "bad",
        Verdict::Confirmed => "ok",
        _ => "open",
    };
    let _ = write!(
        out,
        "<p class=\"verdict {class}\"><span class=\"rec\">recorded <b>{}</b></span>",
        Escaped(recorded)
    );
    if let Some(counted) = audit.counted() {
        let _ = write!(
            out,
            " <span class=\"cnt\">counted <b>{}</b></span>",
            Escaped(&counted.to_string())
        );
    }
    let decision = audit.decision.as_ref();
    if let Some(outcome) = decision.and_then(|decision| decision.result) {
        let _ = write!(
            out,
            " <span class=\"dec\">decided <b>{}</b></span>",
            Escaped(&outcome.to_string())
        );
    }
    let _ = write!(out, " <span class=\"is\">{}</span></p>", in_words(audit.verdict));
    if let Some(decision) = decision {
        let _ = write!(out, "<p class=\"why\">{}</p>", Escaped(&sentence(&decision.words)));
    }
    let of_table = |finding: &&Finding| finding.kind == FindingKind::ResultDiffersFromTable;
    if let Some(finding) = audit.findings.iter().find(of_table) {
        let _ = write!(out, "<p class=\"why\">{}</p>", Escaped(&sentence(&finding.message)));
    }
    if let Some(cause) = audit.cause.as_ref().filter(|cause| cause.likely) {
        let _ = write!(out, "<p class=\"why\">{}</p>", Escaped(&sentence(&cause.sentence)));
        if !cause.arithmetic.is_empty() {
            let _ = write!(out, "<p class=\"how\">{}</p>", Escaped(&cause.arithmetic));
        }
    } else if !audit.explanation.is_empty() && decision.is_none() {
        let _ = write!(out, "<p class=\"why\">{}</p>", Escaped(&sentence(&audit.explanation)));
    }
    if let Some(dead) = &audit.dead {
        let evidence = dead.describe_evidence();
        let _ = write!(
            out,
            "<p class=\"conf\">Dead stones: {}. {}</p>",
            Escaped(&evidence),
            confidence(dead)
        );
    }
}

/// Returns how far an estimate of the dead stones can be trusted; nothing for other evidence.
fn confidence(dead: &Dead) -> &'static str {
    let Some(sure) = dead.weakest().and_then(|chain| chain.confidence) else { return "" };
    match sure {
        CONTRADICTING_MARK_OWNERSHIP.. => "The estimate is almost certain.",
        SURE_OWNERSHIP.. => "The estimate is fairly sure.",
        _ => "The estimate isn\u{2019}t sure: look at that group first.",
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
    let countings =
        [("By territory", territory_items(audit, score)), ("By area", area_items(audit, score))];
    for (name, items) in countings {
        let _ = write!(
            out,
            "<table class=\"count\"><thead><tr><th scope=\"col\">{name}</th><th scope=\"col\">Black</th><th scope=\"col\">White</th></tr></thead><tbody>"
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
    let mut results: Vec<(String, Vec<String>)> = Vec::new();
    for comparison in &audit.comparisons {
        let outcome = comparison.outcome();
        let result = outcome.map_or_else(|| "undecided".to_owned(), |outcome| outcome.to_string());
        let id = Escaped(&comparison.rules.name).to_string();
        let own = comparison.rules.id == audit.rules.id;
        let name = if own { format!("<b>{id}</b>") } else { id };
        match results.iter_mut().find(|(other, _)| *other == result) {
            Some((_, names)) => names.push(name),
            None => results.push((result, vec![name])),
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
            names.join(", ")
        );
    }
    out.push_str("</tbody></table>");
}

/// Appends the findings in the order of their weight for the result; those about the notation are folded.
fn push_findings(out: &mut String, item: ReportItem) {
    let findings = item.findings().iter().filter(|finding| finding.follows.is_none());
    let mut findings: Vec<&Finding> = findings.collect();
    findings.sort_by_key(|finding| (weight(finding), Reverse(finding.severity)));
    let of_file = findings.partition_point(|finding| weight(finding) < NOTATION);
    let (of_game, notation) = findings.split_at(of_file);
    push_list(out, of_game, item.size());
    if !notation.is_empty() {
        let number = pluralize(notation.len() as u64, "finding");
        let _ = write!(out, "<details><summary>{number} about the notation</summary>");
        push_list(out, notation, item.size());
        out.push_str("</details>");
    }
}

/// The weight of findings that have nothing to do with the game.
const NOTATION: u8 = 4;

/// The rank of a finding in a card: findings that decide the result come first.
fn weight(finding: &Finding) -> u8 {
    match (finding.kind, finding.kind.info().family) {
        (FindingKind::OccupiedPoint | FindingKind::OffBoard, _) => 0,
        (FindingKind::ResultDiffersFromTable, _) => 0,
        (_, Family::Result) => 1,
        (_, Family::Legality | Family::End | Family::Setup) => 2,
        (_, Family::Event) => 3,
        _ => NOTATION,
    }
}

fn push_list(out: &mut String, findings: &[&Finding], size: Size) {
    if findings.is_empty() {
        return;
    }
    out.push_str("<ul class=\"finds\">");
    for finding in findings.iter().take(MAX_FINDINGS) {
        push_finding(out, finding, size);
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
    let _ = write!(place, "line {}, column {}", finding.line, finding.column);
    let number = finding.move_number.unwrap_or(0);
    let is_result = matches!(finding.kind, FindingKind::WrongWinner | FindingKind::WrongMargin);
    let _ = write!(
        out,
        "<li data-move=\"{number}\" data-severity=\"{severity}\"><span class=\"sev {severity}\">{severity}</span> <b>{}</b> {} <small>{place}</small>",
        finding.kind.as_str(),
        Escaped(&(finding.message.clone() + &finding.following()))
    );
    if is_result {
        // The verdict above has the cause and its arithmetic.
        let in_title = ["likely cause", "arithmetic"];
        for detail in finding.details.iter().filter(|detail| !in_title.contains(&detail.label)) {
            let _ = write!(out, "<br><small>{}: {}</small>", detail.label, Escaped(&detail.text));
        }
    }
    out.push_str("</li>");
}

/// Maximum number of moves that a card lets one step through.
const MAX_MOVES: u32 = 2000;

/// Number of moves before the end that have their numbers on the counted board.
const NUMBERED: u32 = 10;

/// The moves that a card shows.
pub(super) struct FinalMoves {
    /// By point: the number of the move, if it is one of the last.
    pub numbers: Vec<Option<u32>>,
    /// The position after the last move.
    pub position: Grid,
}

/// Appends the size, the setup and the moves as attributes. A game with stones set up later, or with very many moves, has
/// none.
pub(super) fn push_moves(out: &mut String, audit: &Audit, text: &Text, game: &Game) -> FinalMoves {
    let (size, last) = (audit.size, audit.replay.moves);
    let mut positions = Positions::new(text, game, size, &audit.replay.assumed);
    let grid = positions.grid();
    let mut moves = String::new();
    let push = |ply: Ply| push_stone(&mut moves, ply.color, ply.point);
    let mut numbers = number_moves(&mut positions, size, last, push).unwrap_or_default();
    for number in &mut numbers {
        *number = number.filter(|number| number + NUMBERED > last);
    }
    let _ = write!(out, " data-size=\"{}x{}\"", size.cols(), size.rows());
    if audit.replay.setups.is_empty() && last <= MAX_MOVES {
        out.push_str(" data-setup=\"");
        for (point, cell) in size.points().zip(grid.cells()) {
            if let Some(color) = cell {
                push_stone(out, *color, Some(point));
            }
        }
        let _ = write!(out, "\" data-moves=\"{moves}\"");
    }
    positions.finish();
    FinalMoves { numbers, position: positions.grid() }
}

/// Appends a stone as three characters, its colour and SGF's letters; a pass as `B--`.
fn push_stone(out: &mut String, color: Color, point: Option<Point>) {
    out.push(color.letter());
    push_point(out, point);
}

/// Appends a point in SGF's letters; `--` for none.
pub(super) fn push_point(out: &mut String, point: Option<Point>) {
    out.extend(point.map_or([b'-'; 2], Point::sgf).map(char::from));
}

/// Reads points as [`push_point`] writes them.
pub(super) fn read_points(letters: &str) -> Vec<Point> {
    let pairs = letters.as_bytes().chunks_exact(2);
    pairs.filter_map(|pair| two_letters(pair[0], pair[1])).collect()
}

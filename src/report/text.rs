//! Findings as text for people.

use std::path::Path;

use super::context::{ContextRenderer, diagnostic};
use super::count_breakdown::set_up;
use super::interface::{Collapsible, Format, Fragment, Report};
use super::item::ReportItem;
use super::summary::Summary;
use super::totals::totals;
use super::worst_first::WorstFirst;
use super::{ContextStyle, ReportOptions};
use sgf_audit_core::audit::{Audit, FileAudit, Finding};
use sgf_audit_core::go::Color;
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::{Shown, push_printable};
use sgf_audit_core::score::Score;
use sgf_audit_core::sgf::Outcome;

pub(super) static FORMAT: Format = Format {
    is_text: true,
    ..Format::new("text", |options| Box::new(TextReport(options.clone())))
};

/// Findings as a line each, or with the line of the file and the board; the totals follow.
#[derive(Debug)]
struct TextReport(ReportOptions);

impl Report for TextReport {
    fn render(&self, item: ReportItem, out: &mut Fragment) {
        let options = &self.0;
        if options.only_totals {
            return;
        }
        let Fragment { text, context, collapsible, .. } = out;
        if let FileAudit::Game(audit) = item.audit
            && options.counts
            && let Some(score) = &audit.score
        {
            push_count(text, item.path, audit, score);
        }
        let mut findings: Vec<&Finding> =
            item.cause_rows(options.min_severity).map(|row| row.finding).collect();
        if findings.is_empty() {
            return;
        }
        findings.sort_by_key(|finding| !finding.kind.is_wrong_result());
        if options.context == ContextStyle::Off {
            let lines = findings.into_iter();
            let lines = lines.map(|it| diagnostic(item, it));
            return lines.for_each(|line| line.push_to(text));
        }
        let context = context.get_or_insert_with(|| Box::new(ContextRenderer::new(options)));
        for (finding, range) in context.push_findings(text, item, findings) {
            if options.collapse {
                let (severity, name) = (finding.severity.name(), finding.kind.as_str());
                let mut message = format!("{severity}[{name}] ");
                push_printable(&mut message, &finding.message);
                message.push_str(&finding.following());
                collapsible.push(Collapsible { range, message });
            }
        }
    }

    fn footer(&self, files: u64, summary: &Summary, _: &WorstFirst) -> String {
        totals(files, summary, &self.0)
    }
}

/// Appends the book-keeping of a counted game (BGA appendix B): what each player's moves became, and the
/// margins both ways.
fn push_count(out: &mut String, path: &Path, audit: &Audit, score: &Score) {
    out.push_str(&Shown::Path(path).to_string());
    if audit.game > 1 {
        out.push_str(&format!(", game {}", audit.game));
    }
    out.push_str(": count:");
    for color in Color::BOTH {
        push_player(out, audit, score, color);
    }
    out.push_str(&format!(
        " area {}, territory {}",
        Outcome::from_white_margin(score.area_margin),
        Outcome::from_white_margin(score.territory_margin_completed)
    ));
    if let Some(dead) = audit.dead.as_ref().filter(|dead| dead.source.is_judgement()) {
        out.push_str(&format!("; dead stones: {}", dead.describe_evidence()));
    }
    out.push('\n');
}

fn push_player(out: &mut String, audit: &Audit, score: &Score, color: Color) {
    let (tally, count) = (&audit.replay.tally, &score.count);
    out.push_str(&format!(
        " {color} {} = {} + {} lost + {} passed",
        pluralize(score.moves[color], "move"),
        pluralize(count.stones[color], "stone"),
        tally.captured_from[color] + count.dead[color],
        tally.passes[color] + tally.illegal_moves[color] + score.added_passes[color],
    ));
    if color == Color::Black && audit.replay.handicap.stones >= 2 {
        out.push_str(&format!(" - {} handicap", audit.replay.handicap.stones - 1));
    }
    match set_up(audit, score)[color] {
        0 => {}
        added @ 1.. => out.push_str(&format!(" - {added} set up")),
        removed => out.push_str(&format!(" + {} taken off", -removed)),
    }
    out.push_str(&format!(", territory {};", count.territory[color]));
}

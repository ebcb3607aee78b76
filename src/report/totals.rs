//! The totals at the end of a report for people.

use std::cmp::Reverse;

use anstyle::{AnsiColor, Style};

use super::summary::Summary;
use super::{ContextStyle, ReportOptions};
use sgf_audit_core::audit::{FindingKind, Safety, Severity, Verdict};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::table::Count;

/// Returns the totals: the results to look at, files and games, verdicts, and the findings that are shown, by severity.
pub(super) fn totals(files: u64, summary: &Summary, options: &ReportOptions) -> String {
    let mut out = String::new();
    if summary.games > 1 && !options.only_totals {
        summary.wrong_results.push_to(&mut out, options.width);
        if !out.is_empty() {
            out.push('\n');
        }
    }
    let of = |verdict| summary.verdict(verdict);
    let wrong = of(Verdict::WrongWinner) + of(Verdict::WrongMargin);
    out.push_str(&format!(
        "{}, {}. Scored results: {} confirmed, {wrong} wrong, {} undecided.",
        pluralize(files, "file"),
        pluralize(summary.games, "game"),
        of(Verdict::Confirmed),
        of(Verdict::Undecided),
    ));
    match [of(Verdict::NotCounted), of(Verdict::NoResult)] {
        [0, 0] => {}
        [not_counted, 0] => out.push_str(&format!(" Not scored: {not_counted}.")),
        [0, none] => out.push_str(&format!(" Without a result: {none}.")),
        [not_counted, none] => {
            out.push_str(&format!(" Not scored: {not_counted}; without a result: {none}."));
        }
    }
    out.push('\n');
    let doubt = summary.kinds_of_doubt();
    if !doubt.is_empty() {
        out.push_str(&format!("{doubt}\n"));
    }
    let other_games = summary.findings.found().find(|(kind, _)| *kind == FindingKind::OtherGame);
    if let (0, Some((_, count))) = (summary.games, other_games) {
        let records = pluralize(count.found.at_least(Severity::Note), "record");
        out.push_str(&format!("No game of Go: {records} of other games.\n"));
    }
    summary.push_inferred(&mut out);
    summary.conventions.hints().iter().for_each(|hint| out.push_str(&format!("Hint: {hint}\n")));
    let is_shown = |severity: &Severity| *severity >= options.min_severity;
    let number =
        |severity: Severity| pluralize(summary.findings.total().get(severity), severity.name());
    let visible = Severity::worst_first().filter(is_shown);
    out.push_str(&visible.map(number).collect::<Vec<_>>().join(", "));
    let found = |severity: &Severity| summary.findings.total().get(*severity);
    let hidden = Severity::worst_first().filter(|it| !is_shown(it) && found(it) > 0);
    let hidden: Vec<String> = hidden.map(number).collect();
    if !hidden.is_empty() {
        out.push_str(&format!(" ({} not shown)", hidden.join(", ")));
    }
    out.push('\n');
    let changed = summary.changed_by_settings();
    if !changed.is_empty() {
        out.push_str(&format!("By the settings: {changed}.\n"));
    }
    let width = summary.findings.found().map(|(kind, _)| kind.as_str().len()).max().unwrap_or(0);
    for severity in Severity::worst_first().filter(is_shown) {
        let mut rows: Vec<(FindingKind, Count)> =
            summary.findings.found().filter(|(_, count)| count.found.get(severity) > 0).collect();
        let times = |count: &Count| count.found.get(severity);
        rows.sort_by_key(|(kind, count)| (!kind.is_wrong_result(), Reverse(times(count))));
        let style =
            if options.context == ContextStyle::Colored { style(severity) } else { Style::new() };
        for (kind, count) in rows {
            out.push_str(&format!(
                "  {style}{:7}{style:#}  {:width$}  {:>7}{}\n",
                severity.name(),
                kind.as_str(),
                times(&count),
                places(&count),
            ));
        }
    }
    push_fixable(&mut out, summary, options);
    out.push_str(&summary.wrong.to_string());
    out
}

/// Appends how many of the findings that are shown `fix` fixes, by the class of the fix, and in bare totals how many others.
fn push_fixable(out: &mut String, summary: &Summary, options: &ReportOptions) {
    let number_from = |class: Safety, least: Severity| -> u64 {
        summary
            .findings
            .found()
            .map(|(_, count)| count.fixable[class as usize].at_least(least))
            .sum()
    };
    let number = |class| number_from(class, options.min_severity);
    let safe = number(Safety::Safe);
    let others = [Safety::Rules, Safety::Judgement].map(|class| (number(class), class.name()));
    let others: Vec<_> = others.into_iter().filter(|(number, _)| *number > 0).collect();
    let mut parts = Vec::new();
    if safe > 0 {
        parts.push(format!("{safe} fixable with `sgf-audit fix`"));
    }
    if !others.is_empty() {
        let all: u64 = others.iter().map(|(number, _)| number).sum();
        let what = if safe > 0 { "more" } else { "fixable" };
        let each: Vec<String> = others.iter().map(|(n, class)| format!("{n} {class}")).collect();
        parts.push(format!("{all} {what} with `sgf-audit fix --unsafe` ({})", each.join(", ")));
    }
    let all: u64 = Safety::ALL.iter().map(|&class| number_from(class, Severity::Note)).sum();
    let hidden = all - Safety::ALL.iter().copied().map(number).sum::<u64>();
    if options.only_totals && hidden > 0 {
        parts.push(format!("{hidden} fixable of those not shown"));
    }
    if !parts.is_empty() {
        out.push_str(&format!("{}\n", parts.join(", ")));
    }
}

/// Where a finding of one severity was found: ` in 3 games`. Empty where it has several severities, whose places aren't
/// counted apart.
fn places(count: &Count) -> String {
    if Severity::ALL.iter().filter(|&&severity| count.found.get(severity) > 0).count() > 1 {
        return String::new();
    }
    match (count.games, count.files) {
        (games, 0) => format!(" in {}", pluralize(games, "game")),
        (0, files) => format!(" in {}", pluralize(files, "file")),
        (games, files) => {
            format!(" in {} and {}", pluralize(games, "game"), pluralize(files, "file"))
        }
    }
}

fn style(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::BrightRed,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Note => AnsiColor::BrightCyan,
    };
    color.on_default().bold()
}

//! The head of the page: the title, counts and charts of verdicts and findings, and the filter bar.

use std::fmt::Write;

use super::rows::in_words;
use crate::report::escape::Escaped;
use crate::report::summary::Summary;
use sgf_audit_core::audit::{FindingKind, Severity, Verdict};
use sgf_audit_core::event::Conclusion;
use sgf_audit_core::plural::pluralize;

/// The verdicts with their classes and words, in the order of the page.
const VERDICTS: [(&str, &str, &[Verdict]); 5] = [
    ("no", "Wrong", &[Verdict::WrongWinner, Verdict::WrongMargin]),
    ("un", "Undecided", &[Verdict::Undecided]),
    ("ok", "Confirmed", &[Verdict::Confirmed]),
    ("nc", "Not counted", &[Verdict::NotCounted]),
    ("nr", "No result", &[Verdict::NoResult]),
];

/// Number of findings in the chart.
const CHARTED: usize = 8;

/// Returns the title of the page: the event's name, or what there is to look at. `wrong`: number of results to look at.
pub(super) fn title(summary: &Summary, wrong: u64, event: Option<&Conclusion>) -> String {
    match event {
        Some(event) if !event.name.is_empty() => event.name.clone(),
        _ => statement(summary, wrong),
    }
}

/// Returns the results to look at. "No wrong results" is printed only if results were compared.
fn statement(summary: &Summary, wrong: u64) -> String {
    match wrong {
        0 if summary.games == 0 => "No games".to_owned(),
        // Wrong ones were decided.
        0 if count(summary, VERDICTS[0].2) > 0 => "No results to look at".to_owned(),
        0 if count(summary, VERDICTS[2].2) == 0 => {
            format!("0 of {} could be counted", pluralize(summary.games, "result"))
        }
        0 => "No wrong results".to_owned(),
        wrong => format!("{} to look at", pluralize(wrong, "result")),
    }
}

fn count(summary: &Summary, verdicts: &[Verdict]) -> u64 {
    verdicts.iter().map(|&verdict| summary.verdict(verdict)).sum()
}

/// Returns the head: the title, the verdicts as numbers and as a bar, and the most frequent findings.
pub(super) fn header(
    files: u64,
    summary: &Summary,
    wrong: u64,
    event: Option<&Conclusion>,
    run: &str,
) -> String {
    let mut out = String::new();
    let title = title(summary, wrong, event);
    let mut about: Vec<String> = Vec::new();
    about.extend(event.map(|event| event.dates.clone()).filter(|dates| !dates.is_empty()));
    about.extend(Some(statement(summary, wrong)).filter(|statement| *statement != title));
    let about: String = about.iter().map(|part| format!("{}; ", Escaped(part))).collect();
    let number = summary.at_least(Severity::Error);
    let warned = summary.at_least(Severity::Warning) - number;
    let run = match run {
        "" => String::new(),
        run => format!("<p class=\"sub run\">{}</p>", Escaped(run)),
    };
    let _ = write!(
        out,
        "<header class=\"top\"><div><p class=\"brand\">sgf-audit</p><h1>{}</h1><p class=\"sub\">{about}{}, {}; {}, {}</p>{run}</div><dl class=\"tiles\">",
        Escaped(&title),
        pluralize(files, "file"),
        pluralize(summary.games, "game"),
        pluralize(number, "error"),
        pluralize(warned, "warning"),
    );
    if let Some(files) = &summary.configurations {
        let at = out.find("</p></div><dl").unwrap_or(out.len());
        out.insert_str(at, &format!("<br>Configuration: {}", Escaped(files)));
    }
    let changed = summary.changed_by_settings();
    if !changed.is_empty() {
        let at = out.find("</p></div><dl").unwrap_or(out.len());
        out.insert_str(at, &format!("<br>By the settings: {changed}"));
    }
    for (class, words, verdicts) in VERDICTS {
        let number = count(summary, verdicts);
        let class = if number == 0 { "none" } else { class };
        let _ = write!(out, "<div class=\"{class}\"><dt>{words}</dt><dd>{number}</dd></div>");
    }
    out.push_str("</dl>");
    let doubt = summary.kinds_of_doubt();
    if !doubt.is_empty() {
        let _ = write!(out, "<p class=\"sub doubt\">{}</p>", Escaped(&doubt));
    }
    for hint in summary.conventions.hints() {
        let _ = write!(out, "<p class=\"sub hint\">Hint: {}</p>", Escaped(&hint));
    }
    push_bar(&mut out, summary);
    push_chart(&mut out, summary);
    out.push_str("</header>\n");
    out
}

/// Appends the share of each verdict.
fn push_bar(out: &mut String, summary: &Summary) {
    let width = summary.games.max(1);
    let _ = write!(
        out,
        "<svg class=\"bar\" viewBox=\"0 0 {width} 8\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Share of each verdict\">"
    );
    let mut x = 0;
    for (class, _, verdicts) in VERDICTS {
        let share = count(summary, verdicts);
        if share > 0 {
            let _ =
                write!(out, "<rect x=\"{x}\" width=\"{share}\" height=\"8\" class=\"{class}\"/>");
        }
        x += share;
    }
    out.push_str("</svg>");
}

/// Returns the kinds of errors and warnings with their numbers, the most frequent first.
fn frequent(summary: &Summary) -> Vec<(FindingKind, u64)> {
    let rows = summary.rows();
    let mut kinds: Vec<(FindingKind, u64)> = rows
        .map(|row| (row.finding, row.count.found.at_least(Severity::Warning)))
        .filter(|(_, number)| *number > 0)
        .collect();
    kinds.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    kinds
}

/// Appends the most frequent findings as a chart.
fn push_chart(out: &mut String, summary: &Summary) {
    let kinds = frequent(summary);
    let Some((_, most)) = kinds.first() else { return };
    out.push_str("<details class=\"chart\"><summary>What was found</summary><table><tbody>");
    for (kind, number) in kinds.iter().take(CHARTED) {
        let _ = write!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{number}</td><td><svg viewBox=\"0 0 {most} 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"{number}\" height=\"8\"/></svg></td></tr>",
            kind.as_str()
        );
    }
    out.push_str("</tbody></table>");
    if kinds.len() > CHARTED {
        let _ = write!(out, "<p class=\"conf\">and {} other kinds</p>", kinds.len() - CHARTED);
    }
    out.push_str("</details>");
}

/// Returns the bar of filters, which the script shows.
pub(super) fn filter(summary: &Summary) -> String {
    let mut out = String::from(
        "<nav class=\"filter\" aria-label=\"Filters\" hidden><input type=\"search\" name=\"text\" placeholder=\"Event, file, any text\" aria-label=\"Search\">\
         <input type=\"search\" name=\"player\" list=\"players\" placeholder=\"Player\" aria-label=\"Player\"><datalist id=\"players\"></datalist>\
         <select name=\"verdict\" aria-label=\"Verdict\"><option value=\"\">All verdicts</option>",
    );
    for &verdict in VERDICTS.iter().flat_map(|(_, _, verdicts)| *verdicts) {
        let (name, words) = (verdict.name(), in_words(verdict));
        let _ = write!(out, "<option value=\"{name}\">{words}</option>");
    }
    out.push_str("</select><select name=\"finding\" aria-label=\"Finding\"><option value=\"\">All findings</option>");
    for (kind, _) in frequent(summary) {
        let _ = write!(out, "<option value=\"{}\">{}</option>", kind as usize, kind.as_str());
    }
    out.push_str(
        "</select><select name=\"round\" aria-label=\"Round\" hidden><option value=\"\">All rounds</option></select>\
         <button type=\"button\" name=\"clear\" hidden>Show all</button><span class=\"shown\" role=\"status\"></span></nav>\n",
    );
    out
}

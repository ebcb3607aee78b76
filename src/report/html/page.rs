//! The page: its head, the summary, and the sections.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::part::{GAMES_BYTES, ILLEGAL_BYTES, PagePart, UNDECIDED_BYTES, WRONG_BYTES};
use crate::audit::{FindingKind, Severity, Verdict};
use crate::plural::pluralize;
use crate::report::escape::Escaped;
use crate::report::picture::{BOARD_STYLE, STONE_COLORS};
use crate::report::summary::Summary;

/// How the page begins. A file that begins so may be replaced by a later run.
pub(in crate::report) const BEGINNING: &str = "<!doctype html><!-- sgf-audit report -->";

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The verdicts with their classes and words, in the order of the page.
const VERDICTS: [(&str, &str, &[Verdict]); 5] = [
    ("no", "Wrong", &[Verdict::WrongWinner, Verdict::WrongMargin]),
    ("un", "Undecided", &[Verdict::Undecided]),
    ("ok", "Confirmed", &[Verdict::Confirmed]),
    ("nc", "Not counted", &[Verdict::NotCounted]),
    ("nr", "No result", &[Verdict::NoResult]),
];

/// The page of a run.
#[derive(Debug, Default)]
pub struct Page {
    part: PagePart,
}

impl Page {
    /// Adds the part of later files.
    pub fn add(&mut self, part: PagePart) {
        self.part.merge(part);
    }

    /// Writes the page.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn write(self, to: &mut impl Write, files: u64, summary: &Summary) -> io::Result<()> {
        let PagePart { wrong, undecided, illegal, other, games, .. } = self.part;
        let title = match wrong.total {
            0 => "No wrong results".to_owned(),
            total => format!("{} to look at", pluralize(total, "result")),
        };
        writeln!(
            to,
            "{BEGINNING}<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <title>{title} - sgf-audit</title><style>{BOARD_STYLE}{STYLE}</style></head>\
             <body><svg width=\"0\" height=\"0\" class=\"colors\" aria-hidden=\"true\">{STONE_COLORS}</svg>"
        )?;
        to.write_all(header(&title, files, summary).as_bytes())?;
        to.write_all(FILTER.as_bytes())?;
        to.write_all(b"<main>\n")?;
        let (cards, left_out) = wrong.finish(WRONG_BYTES);
        section(to, "wrong", "Results to look at", cards.len() as u64 + left_out, |to| {
            cards.iter().try_for_each(|card| to.write_all(card.as_bytes()))?;
            more(to, left_out, "wrong results", "games.csv")
        })?;
        let (rows, left_out) = undecided.finish(UNDECIDED_BYTES);
        section(to, "undecided", "Undecided", rows.len() as u64 + left_out, |to| {
            table(to, GAME_HEAD, &rows)?;
            more(to, left_out, "undecided games", "games.csv")
        })?;
        let (rows, left_out) = illegal.finish(ILLEGAL_BYTES);
        section(to, "illegal", "Moves against the rules", rows.len() as u64 + left_out, |to| {
            table(to, FINDING_HEAD, &rows)?;
            more(to, left_out, "findings", "findings.csv")
        })?;
        let total = other.len() as u64;
        section(to, "other", "Other findings", total, |to| {
            let totals: Vec<_> = summary.rows().collect();
            for (kind, rows) in &other {
                let kind = FindingKind::ALL[*kind];
                let count = totals.iter().find(|row| row.finding == kind);
                let count = count
                    .map_or(rows.len() as u64, |row| row.count.found.at_least(Severity::Warning));
                write!(
                    to,
                    "<details><summary><b>{}</b> <small>{count}</small> {}</summary>",
                    kind.as_str(),
                    Escaped(kind.info().meaning)
                )?;
                table(to, FINDING_HEAD, rows)?;
                more(to, count.saturating_sub(rows.len() as u64), "of them", "findings.csv")?;
                write!(to, "<p class=\"conf\">{}</p></details>", Escaped(kind.info().advice))?;
            }
            Ok(())
        })?;
        let (rows, left_out) = games.finish(GAMES_BYTES);
        section(to, "games", "All games", rows.len() as u64 + left_out, |to| {
            table(to, GAME_HEAD, &rows)?;
            more(to, left_out, "games", "games.csv")
        })?;
        writeln!(to, "</main><script>{SCRIPT}</script></body></html>")
    }
}

const GAME_HEAD: &[&str] =
    &["Black", "White", "Event", "Date", "Recorded", "Counted", "Verdict", "File", "Why"];
const FINDING_HEAD: &[&str] = &["Severity", "Place", "Move", "Point", "Finding"];

/// The bar of filters, which the script shows.
const FILTER: &str = "<nav class=\"filter\" hidden><input type=\"search\" placeholder=\"Player, event, file\" aria-label=\"Search\">\
    <select aria-label=\"Verdict\"><option value=\"\">All verdicts</option><option>wrong-winner</option><option>wrong-margin</option>\
    <option>undecided</option><option>confirmed</option><option>not-counted</option><option>no-result</option></select>\
    <span class=\"shown\" role=\"status\"></span></nav>\n";

fn header(title: &str, files: u64, summary: &Summary) -> String {
    let mut out = String::new();
    let [errors, warnings] = [(Severity::Error, "error"), (Severity::Warning, "warning")];
    let number = summary.at_least(errors.0);
    let warned = summary.at_least(warnings.0) - number;
    let _ = write!(
        out,
        "<header class=\"top\"><div><p class=\"brand\">sgf-audit</p><h1>{title}</h1><p class=\"sub\">{}, {}; {}, {}</p></div><dl class=\"tiles\">",
        pluralize(files, "file"),
        pluralize(summary.games, "game"),
        pluralize(number, errors.1),
        pluralize(warned, warnings.1),
    );
    let count =
        |verdicts: &[Verdict]| -> u64 { verdicts.iter().map(|&v| summary.verdict(v)).sum() };
    for (class, words, verdicts) in VERDICTS {
        let _ = write!(
            out,
            "<div class=\"{class}\"><dt>{words}</dt><dd>{}</dd></div>",
            count(verdicts)
        );
    }
    let width = summary.games.max(1);
    let _ = write!(
        out,
        "</dl><svg class=\"bar\" viewBox=\"0 0 {width} 8\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Share of each verdict\">"
    );
    let mut x = 0;
    for (class, _, verdicts) in VERDICTS {
        let share = count(verdicts);
        let _ = write!(out, "<rect x=\"{x}\" width=\"{share}\" height=\"8\" class=\"{class}\"/>");
        x += share;
    }
    out.push_str("</svg></header>\n");
    out
}

/// Writes a section, unless it is empty.
fn section<W: Write>(
    to: &mut W,
    id: &str,
    heading: &str,
    total: u64,
    content: impl FnOnce(&mut W) -> io::Result<()>,
) -> io::Result<()> {
    if total == 0 {
        return Ok(());
    }
    write!(to, "<section id=\"{id}\"><h2>{heading} <small>{total}</small></h2>")?;
    content(to)?;
    writeln!(to, "</section>")
}

fn table(to: &mut impl Write, head: &[&str], rows: &[String]) -> io::Result<()> {
    write!(to, "<div class=\"scroll\" tabindex=\"0\"><table class=\"wide\"><thead><tr>")?;
    for name in head {
        write!(to, "<th scope=\"col\">{name}</th>")?;
    }
    writeln!(to, "</tr></thead><tbody>")?;
    rows.iter().try_for_each(|row| to.write_all(row.as_bytes()))?;
    write!(to, "</tbody></table></div>")
}

/// Says how many entries aren't shown and which table has them.
fn more(to: &mut impl Write, left_out: u64, what: &str, table: &str) -> io::Result<()> {
    if left_out == 0 {
        return Ok(());
    }
    write!(to, "<p class=\"conf\">{left_out} more {what} are in <code>{table}</code>.</p>")
}

//! The page: its head, the summary, and the sections.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

use super::cross_table::cross_table;
use super::head::{filter, header, title};
use super::part::{List, PageCuts, PagePart};
use crate::own_files::PAGE_BEGINNING;
use crate::report::escape::Escaped;
use crate::report::explain::DOCS;
use crate::report::picture::{BOARD_STYLE, STONE_COLORS};
use crate::report::summary::Summary;
use sgf_audit_core::audit::{FindingKind, Severity};
use sgf_audit_core::event::Conclusion;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Returns a page with the card of a game alone, on one sheet to print and sign.
pub fn sheet(card: &str) -> String {
    let head = head("Dispute sheet");
    format!(
        "{head}<body class=\"sheet\">{}<main class=\"sections\">{card}</main></body></html>\n",
        stone_colors()
    )
}

/// Returns the beginning of a page, up to its body.
fn head(title: &str) -> String {
    format!(
        "{PAGE_BEGINNING}<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{} - sgf-audit</title><style>{BOARD_STYLE}{STYLE}</style></head>",
        Escaped(title)
    )
}

fn stone_colors() -> String {
    format!(
        "<svg width=\"0\" height=\"0\" class=\"colors\" aria-hidden=\"true\">{STONE_COLORS}</svg>"
    )
}

#[derive(Debug, Default)]
pub struct Page {
    part: PagePart,
    cuts: Arc<PageCuts>,
    event: Option<Conclusion>,
    /// When and how the run was made; empty where that isn't known.
    run: String,
}

impl Page {
    /// Adds the part of later files.
    pub fn add(&mut self, part: PagePart) {
        self.part.merge(part);
        self.cuts.update(&self.part);
    }

    /// Returns what there is no more room for, which changes with each part that is added.
    #[must_use]
    pub fn cuts(&self) -> Arc<PageCuts> {
        Arc::clone(&self.cuts)
    }

    /// Adds what all records of an event together show.
    pub fn conclude(&mut self, event: Conclusion) {
        self.event = Some(event);
    }

    /// Says when and how the run was made.
    pub fn describe_run(&mut self, run: String) {
        self.run = run;
    }

    /// Writes the page as a file of its own. Fails if it can't be written.
    pub fn write(&self, to: &mut impl Write, files: u64, summary: &Summary) -> io::Result<()> {
        writeln!(
            to,
            "{}<body><main>",
            head(&title(summary, self.part.total(List::Wrong), self.event.as_ref()))
        )?;
        to.write_all(self.body(files, summary).as_bytes())?;
        writeln!(
            to,
            "</main><script>{SCRIPT}\nSgfAuditReport.enhance(document.body);</script></body></html>"
        )
    }

    /// Returns what the page shows, without scripts and style.
    pub fn body(&self, files: u64, summary: &Summary) -> String {
        let mut out = stone_colors();
        out.push_str(&header(
            files,
            summary,
            self.part.total(List::Wrong),
            self.event.as_ref(),
            &self.run,
        ));
        out.push_str(&filter(summary));
        out.push_str("<div class=\"sections\">\n");
        let why_undecided = format!(
            "<p class=\"conf\"><a href=\"{DOCS}/undecided.md\">Why is a game undecided?</a></p>"
        );
        // Worst first.
        let sections = [
            self.cards(List::Wrong, "wrong", "Results to look at", ""),
            self.event(),
            self.cards(List::Undecided, "undecided", "Undecided", &why_undecided),
            self.cards(List::Decided, "decided", "Decisions", ""),
            self.illegal(),
            self.other(summary),
            self.games(),
        ];
        sections.iter().for_each(|section| section.push_to(&mut out));
        out.push_str("</div>");
        out
    }

    /// The cross table of an event.
    fn event(&self) -> Section {
        let games = self.event.as_ref().map_or(0, |event| event.pairings.len());
        let mut section = Section::new("event", "Results and records", games as u64);
        section.content.extend(self.event.as_ref().map(cross_table));
        section
    }

    /// The cards of a list, after an introduction.
    fn cards(&self, list: List, id: &'static str, heading: &'static str, intro: &str) -> Section {
        let (cards, left_out) = self.part.shown(list);
        let mut section = Section::new(id, heading, self.part.total(list));
        section.content.push_str(intro);
        section.content.extend(cards);
        let what = if list == List::Wrong { "wrong results" } else { &format!("{id} games") };
        section.push_more(left_out, what, "games.csv");
        section
    }

    fn illegal(&self) -> Section {
        let heading = "Moves against the rules";
        let (rows, left_out) = self.part.shown(List::Illegal);
        let mut section = Section::new("illegal", heading, self.part.total(List::Illegal));
        section.push_table(heading, FINDING_HEAD, &rows, false);
        section.push_more(left_out, "findings", "findings.csv");
        section
    }

    fn other(&self, summary: &Summary) -> Section {
        let other = &self.part.other;
        let mut section = Section::new("other", "Other findings", 0);
        let totals: Vec<_> = summary.rows().collect();
        for (kind, rows) in other {
            let kind = FindingKind::ALL[*kind];
            let count = totals.iter().find(|row| row.finding == kind);
            let count =
                count.map_or(rows.len() as u64, |row| row.count.found.at_least(Severity::Warning));
            section.total += count;
            let (name, info) = (kind.as_str(), kind.info());
            let _ = write!(
                section.content,
                "<details id=\"f-{name}\"><summary><b>{name}</b> <small>{count}</small> {}</summary>",
                Escaped(info.meaning)
            );
            section.push_table(name, FINDING_HEAD, rows, false);
            section.push_more(count.saturating_sub(rows.len() as u64), "of them", "findings.csv");
            let _ =
                write!(section.content, "<p class=\"conf\">{}</p></details>", Escaped(info.advice));
        }
        section
    }

    fn games(&self) -> Section {
        let (rows, left_out) = self.part.shown(List::Games);
        let mut section = Section::new("games", "All games", self.part.total(List::Games));
        section.push_table("All games", GAME_HEAD, &rows, self.event.is_some());
        section.push_more(left_out, "games", "games.csv");
        section
    }
}

const GAME_HEAD: &[&str] =
    &["Black", "White", "Event", "Round", "Date", "Recorded", "Counted", "Verdict", "File", "Why"];
const FINDING_HEAD: &[&str] = &["Severity", "File", "Black", "White", "Move", "Point", "Finding"];

struct Section {
    id: &'static str,
    heading: &'static str,
    /// Number of its entries. A section without entries isn't shown.
    total: u64,
    content: String,
}

impl Section {
    fn new(id: &'static str, heading: &'static str, total: u64) -> Self {
        Self { id, heading, total, content: String::new() }
    }

    fn push_to(&self, out: &mut String) {
        let Self { id, heading, total, content } = self;
        if *total > 0 {
            let _ = writeln!(
                out,
                "<section id=\"{id}\"><h2>{heading} <small>{total}</small></h2>{content}</section>"
            );
        }
    }

    fn push_table(&mut self, name: &str, head: &[&str], rows: &[impl AsRef<str>], one_event: bool) {
        let out = &mut self.content;
        // The title has the event's name, once for all.
        let class = if one_event { " one-event" } else { "" };
        let _ = write!(
            out,
            "<div class=\"scroll\" role=\"region\" aria-label=\"Table: {name}\" tabindex=\"0\"><table class=\"wide{class}\"><thead><tr>"
        );
        for name in head {
            let _ = write!(out, "<th scope=\"col\">{name}</th>");
        }
        out.push_str("</tr></thead><tbody>\n");
        rows.iter().for_each(|row| out.push_str(row.as_ref()));
        out.push_str("</tbody></table></div>");
    }

    /// Says how many entries aren't shown and which table has them.
    fn push_more(&mut self, left_out: u64, what: &str, table: &str) {
        if left_out > 0 {
            let _ = write!(
                self.content,
                "<p class=\"conf\">{left_out} more {what} are in <code>{table}</code>.</p>"
            );
        }
    }
}

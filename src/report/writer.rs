//! Reports to a stream.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};

use super::html::Page;
use super::interface::{Collapsible, Fragment, Report};
use super::summary::Summary;
use super::worst_first::WorstFirst;
use sgf_audit_core::event::Conclusion;

/// Writes a report: its header, the fragments, and its footer.
pub struct ReportWriter<'r, W> {
    to: W,
    report: &'r dyn Report,
    /// Whether the header has been written.
    started: bool,
    /// Whether a fragment has been written.
    has_fragment: bool,
    /// Texts of collapsible parts with the number of repetitions, in the order of the first.
    messages: Vec<(String, u64)>,
    places: HashMap<String, usize>,
    /// The results so far, if the report has limits.
    worst: WorstFirst,
    /// The page, if that is the report.
    page: Page,
}

/// Maximum number of texts whose repetitions are left out. It bounds the memory of a long run.
const MAX_MESSAGES: usize = 10_000;

impl<'r, W: Write> ReportWriter<'r, W> {
    /// Creates a writer. Nothing is written until there is something to write.
    pub fn new(to: W, report: &'r dyn Report) -> Self {
        Self {
            to,
            report,
            started: false,
            has_fragment: false,
            messages: Vec::new(),
            places: HashMap::new(),
            worst: WorstFirst::default(),
            page: Page::default(),
        }
    }

    /// Writes a fragment. Fails if it can't be written.
    pub fn write(&mut self, fragment: &mut Fragment) -> io::Result<()> {
        if self.report.is_page() {
            self.page.add(std::mem::take(&mut fragment.page));
        }
        if let Some(limits) = self.report.limits() {
            self.worst.append(limits, std::mem::take(&mut fragment.worst));
        }
        let text = self.without_repetitions(fragment);
        self.write_part(&text)
    }

    /// Writes a part of the report, if it isn't empty.
    fn write_part(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.start()?;
        if std::mem::replace(&mut self.has_fragment, true) {
            self.to.write_all(self.report.separator().as_bytes())?;
        }
        self.to.write_all(text.as_bytes())
    }

    /// Returns the text without the parts that repeat an earlier one.
    fn without_repetitions<'f>(&mut self, fragment: &'f Fragment) -> Cow<'f, str> {
        let (mut kept, mut from) = (String::new(), 0);
        for Collapsible { range, message } in &fragment.collapsible {
            if let Some(&place) = self.places.get(message) {
                self.messages[place].1 += 1;
                kept.push_str(&fragment.text[from..range.start]);
                from = range.end;
            } else if self.messages.len() < MAX_MESSAGES {
                self.places.insert(message.clone(), self.messages.len());
                self.messages.push((message.clone(), 0));
            }
        }
        if from == 0 {
            return Cow::Borrowed(&fragment.text);
        }
        kept.push_str(&fragment.text[from..]);
        Cow::Owned(kept)
    }

    /// Writes how often a part was left out.
    fn write_repetitions(&mut self) -> io::Result<()> {
        let mut lines = String::new();
        for (message, more) in self.messages.iter().filter(|&&(_, more)| more > 0) {
            lines.push_str(&format!(
                "{message}\n  ... and {more} more like this (--show-all prints them)\n"
            ));
        }
        if !lines.is_empty() {
            lines.push('\n');
        }
        self.to.write_all(lines.as_bytes())
    }

    /// Adds to a page what all records of an event together show.
    pub fn conclude(&mut self, event: &Conclusion) {
        if self.report.is_page() {
            self.page.conclude(event.clone());
        }
    }

    /// Says on a page when and how the run was made.
    pub fn describe_run(&mut self, run: String) {
        self.page.describe_run(run);
    }

    /// Writes the footer, and what is to follow it. Fails if it can't be written.
    pub fn finish(mut self, files: u64, summary: &Summary, after: &str) -> io::Result<()> {
        self.start()?;
        self.write_repetitions()?;
        let worst = std::mem::take(&mut self.worst);
        if let Some(limits) = self.report.limits() {
            let results = worst.results(limits);
            results.iter().flatten().try_for_each(|result| self.write_part(result))?;
        }
        if self.report.is_page() {
            self.page.write(&mut self.to, files, summary)?;
        }
        self.to.write_all(self.report.footer(files, summary, &worst).as_bytes())?;
        self.to.write_all(after.as_bytes())?;
        self.to.flush()
    }

    fn start(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        self.to.write_all(self.report.header().as_bytes())
    }
}

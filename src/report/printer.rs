//! Findings to a stream, in one of several formats.
//!
//! A [`Printer`] renders the findings of one audit after another, on any thread; a [`Printout`] joins
//! what it made, in order, with what a format wants at the beginning and the end.

use std::io::{self, Write};
use std::path::Path;

use super::columns::FindingRow;
use super::context::{Context, Place};
use super::text::{count_line, finding_line};
use super::{csv, github, jsonl, sarif};
use crate::audit::{FileAudit, Severity};
use crate::go::Size;
use crate::sgf::Text;

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people: a line each, or with the line of the file and the board.
    Text,
    /// The rows of `findings.csv`.
    Csv,
    /// A JSON object a line.
    Jsonl,
    /// SARIF 2.1.0, which code scanning services read.
    Sarif,
    /// Workflow commands of GitHub Actions, which become annotations.
    Github,
}

impl Format {
    fn header(self) -> String {
        match self {
            Self::Csv => csv::header(),
            Self::Sarif => sarif::header(),
            Self::Text | Self::Jsonl | Self::Github => String::new(),
        }
    }

    /// What stands between findings.
    fn separator(self) -> &'static str {
        if self == Self::Sarif { sarif::SEPARATOR } else { "" }
    }

    fn footer(self) -> &'static str {
        if self == Self::Sarif { sarif::FOOTER } else { "" }
    }
}

/// Renders findings.
#[derive(Clone, Copy, Debug)]
pub struct Printer {
    format: Format,
    least: Severity,
    /// Whether [`Format::Text`] has context, and if so, whether in colours.
    context: Option<bool>,
    counts: bool,
}

/// Rendered findings of some files.
#[derive(Debug, Default)]
pub struct Printed {
    out: String,
    context: Option<Box<Context>>,
}

impl Printed {
    /// What was rendered before.
    #[must_use]
    pub fn of(text: String) -> Self {
        Self { out: text, context: None }
    }

    /// What is to be written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.out
    }
}

impl Printer {
    /// A printer of findings of at least this severity.
    #[must_use]
    pub fn new(format: Format, least: Severity) -> Self {
        Self { format, least, context: None, counts: false }
    }

    /// With the line of the file and the board around the move, where the format has them.
    #[must_use]
    pub fn with_context(mut self, color: bool) -> Self {
        self.context = Some(color);
        self
    }

    /// With the book-keeping of each counted game, in text.
    #[must_use]
    pub fn with_counts(mut self, counts: bool) -> Self {
        self.counts = counts;
        self
    }

    /// Renders the findings of an audit. The games of a file come in order.
    pub fn add(&self, to: &mut Printed, path: &Path, audit: &FileAudit, text: Option<&Text>) {
        let (game, size, replay, findings) = match audit {
            FileAudit::Game(audit) => {
                (audit.game, audit.size, Some(&audit.replay), &audit.findings)
            }
            FileAudit::Findings { game, findings } => (*game, Size::STANDARD, None, findings),
        };
        let mut rows = findings
            .iter()
            .filter(|finding| finding.severity >= self.least)
            .map(|finding| FindingRow { path, game, size, finding })
            .peekable();
        if let FileAudit::Game(audit) = audit
            && self.counts
            && self.format == Format::Text
        {
            count_line(&mut to.out, path, audit);
        }
        if rows.peek().is_none() {
            return;
        }
        match (self.format, self.context) {
            (Format::Text, Some(color)) => {
                let context = to.context.get_or_insert_with(|| Box::new(Context::new(color)));
                context.add(&mut to.out, Place { path, text, game, size, replay }, rows);
            }
            (Format::Text, None) => {
                rows.for_each(|row| finding_line(&mut to.out, path, game, row.finding));
            }
            (Format::Csv, _) => csv::rows(&mut to.out, rows),
            (Format::Jsonl, _) => rows.for_each(|row| jsonl::line(&mut to.out, &row)),
            (Format::Sarif, _) => rows.for_each(|row| {
                if !to.out.is_empty() {
                    to.out.push_str(sarif::SEPARATOR);
                }
                sarif::result(&mut to.out, &row, text);
            }),
            (Format::Github, _) => rows.for_each(|row| github::command(&mut to.out, &row)),
        }
    }
}

/// A stream of findings in one format.
#[derive(Debug)]
pub struct Printout<W> {
    to: W,
    format: Format,
    begun: bool,
    any: bool,
}

impl<W: Write> Printout<W> {
    /// A stream to which nothing has been written yet.
    pub fn new(to: W, format: Format) -> Self {
        Self { to, format, begun: false, any: false }
    }

    /// Writes what was rendered.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn add(&mut self, printed: &Printed) -> io::Result<()> {
        if printed.out.is_empty() {
            return Ok(());
        }
        self.begin()?;
        if std::mem::replace(&mut self.any, true) {
            self.to.write_all(self.format.separator().as_bytes())?;
        }
        self.to.write_all(printed.out.as_bytes())
    }

    /// Writes what a format ends with, and in text the totals.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn finish(mut self, totals: &str) -> io::Result<()> {
        self.begin()?;
        self.to.write_all(self.format.footer().as_bytes())?;
        if self.format == Format::Text {
            self.to.write_all(totals.as_bytes())?;
        }
        self.to.flush()
    }

    fn begin(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        self.to.write_all(self.format.header().as_bytes())
    }
}

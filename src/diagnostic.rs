//! The line that reports a problem of a record.

use std::path::Path;

use sgf_audit_core::audit::{Detail, Finding};
use sgf_audit_core::printable::{Shown, push_printable};

/// One line about a record: `path:line:column: label[name] game 2: move 12: message`.
#[derive(Clone, Debug)]
pub(crate) struct Diagnostic<'a> {
    pub path: &'a Path,
    /// The line of the file, from 1; 0 if the problem has no location.
    pub line: u32,
    /// The column in that line, from 1, in characters.
    pub column: u32,
    /// The severity, or what was done about it.
    pub label: &'a str,
    /// The kebab-case name of the problem.
    pub name: &'a str,
    /// The game's number in the file; shown from 2.
    pub game: u32,
    /// The move's number, from 1.
    pub move_number: Option<u32>,
    pub message: &'a str,
    /// Supporting facts, an indented line each.
    pub details: &'a [Detail],
    /// How many findings follow from this one, in words.
    pub following: String,
    /// The class of the fix that there may be.
    pub fix: Option<&'static str>,
}

impl<'a> Diagnostic<'a> {
    /// Creates a diagnostic without a place.
    pub fn about_file(path: &'a Path, label: &'a str, name: &'a str, message: &'a str) -> Self {
        Self {
            path,
            line: 0,
            column: 0,
            label,
            name,
            game: 0,
            move_number: None,
            message,
            details: &[],
            following: String::new(),
            fix: None,
        }
    }

    pub fn of_finding(path: &'a Path, game: u32, finding: &'a Finding) -> Self {
        Self {
            path,
            line: finding.line,
            column: finding.column,
            label: finding.severity.name(),
            name: finding.kind.as_str(),
            game,
            move_number: finding.move_number,
            message: &finding.message,
            details: &finding.details,
            following: finding.following(),
            fix: None,
        }
    }

    /// Appends the line and its details, each with its line break. Unprintable characters are escaped.
    pub fn push_to(&self, out: &mut String) {
        out.push_str(&Shown::Path(self.path).to_string());
        if self.line > 0 {
            out.push_str(&format!(":{}:{}", self.line, self.column));
        }
        out.push_str(&format!(": {}[{}] ", self.label, self.name));
        self.push_title(out);
        out.push('\n');
        for Detail { label, text, .. } in self.details {
            out.push_str(&format!("    {label}: "));
            push_printable(out, text);
            out.push('\n');
        }
    }

    pub fn push_title(&self, out: &mut String) {
        if self.game > 1 {
            out.push_str(&format!("game {}: ", self.game));
        }
        if let Some(number) = self.move_number {
            out.push_str(&format!("move {number}: "));
        }
        push_printable(out, self.message);
        out.push_str(&self.following);
        if let Some(class) = self.fix {
            out.push_str(&format!(" [fixable: {class}]"));
        }
    }
}

//! What a conversion says of a record: what it leaves out, and why it refuses.

use std::path::Path;

use crate::audit::LineIndex;
use crate::report::Diagnostic;
use crate::sgf::Text;

/// Something that a conversion has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whether the file is refused because of it.
    pub refuses: bool,
    /// Its kebab-case name; a finding's where there is one of this kind.
    pub name: &'static str,
    /// The line of the file, from 1; 0 where it is about no place.
    pub line: u32,
    /// The column in that line, from 1, in characters.
    pub column: u32,
    /// What a person should know.
    pub message: String,
}

impl Notice {
    /// A notice about a file.
    #[must_use]
    pub fn about_file(name: &'static str, message: String) -> Self {
        Self { refuses: true, name, line: 0, column: 0, message }
    }

    /// Returns the line that reports the notice.
    #[must_use]
    pub(crate) fn diagnostic<'a>(&'a self, path: &'a Path) -> Diagnostic<'a> {
        let label = if self.refuses { "error" } else { "warning" };
        Diagnostic {
            line: self.line,
            column: self.column,
            ..Diagnostic::about_file(path, label, self.name, &self.message)
        }
    }
}

/// Most notices of a file that are listed.
const MOST: usize = 20;

/// The notices of a file while they are gathered.
#[derive(Default)]
pub(super) struct Notices {
    listed: Vec<Notice>,
    /// How many there are beyond those, and whether one of them refuses.
    more: usize,
    more_refuse: bool,
    locator: LineIndex,
}

impl Notices {
    /// Adds a notice about a place, with the message that `message` makes if it is listed.
    pub fn push(
        &mut self,
        text: &Text,
        place: usize,
        name: &'static str,
        refuses: bool,
        message: impl FnOnce() -> String,
    ) {
        if self.listed.len() == MOST {
            self.more += 1;
            self.more_refuse |= refuses;
            return;
        }
        let (line, column) = self.locator.locate(text, place);
        self.listed.push(Notice { refuses, name, line, column, message: message() });
    }

    /// All that are listed; the last one says how many more there are.
    pub fn finish(mut self) -> Vec<Notice> {
        if self.more > 0 {
            let last = Notice::about_file("more", format!("{} more like these", self.more));
            self.listed.push(Notice { refuses: self.more_refuse, ..last });
        }
        self.listed
    }
}

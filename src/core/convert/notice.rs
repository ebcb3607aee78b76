//! Notices about the parts of a file that a conversion leaves out or may carry over wrongly, and why it refuses a game or a file.

use crate::audit::{Severity, begins_file, damages_play, finding_of};
use crate::formats::begins_unread;
use crate::plural::pluralize;
use crate::record::{MissingStones, RecordedGame, TooManySetupPoints};
use crate::sgf::{Confidence, Declared, Fault, FaultKind, Game, LineIndex, Misread, Span, Text};

/// A problem with the conversion of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Notice {
    /// Whether the file is refused because of it.
    pub refuses: bool,
    /// Its kebab-case name, which is the name of the finding of the same kind if there is one.
    pub name: &'static str,
    /// The line of the file, from 1; 0 if it is about no place.
    pub line: u32,
    /// The column in that line, from 1, in characters.
    pub column: u32,
    /// The message for people.
    pub message: String,
}

impl Notice {
    /// Creates the notice that refuses a file as a whole.
    pub fn about_file(name: &'static str, message: String) -> Self {
        Self { refuses: true, name, line: 0, column: 0, message }
    }
}

/// Maximum number of notices that are listed for a file.
const MAX_LISTED: usize = 20;

/// Collects the notices of a file.
pub(super) struct Notices {
    listed: Vec<Notice>,
    /// Number of notices that aren't listed.
    dropped: usize,
    dropped_refuses: bool,
    /// Whether something was read otherwise than strict SGF.
    pub departs: bool,
    lossy: bool,
    index: LineIndex,
}

/// The effect of a problem on its file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// The file is converted all the same.
    Warns,
    /// The file is converted all the same, but it was read otherwise than strict SGF.
    Departs,
    /// The file is refused unless losses are allowed.
    Loses,
    Refuses,
}

impl Notices {
    pub(super) fn new(lossy: bool) -> Self {
        let index = LineIndex::default();
        Self {
            listed: Vec::new(),
            dropped: 0,
            dropped_refuses: false,
            departs: false,
            lossy,
            index,
        }
    }

    /// Adds a notice about an offset. `message` is called only if the notice is listed.
    pub(super) fn push(
        &mut self,
        text: &Text,
        at: usize,
        effect: Effect,
        name: &'static str,
        message: impl FnOnce() -> String,
    ) {
        self.departs |= effect == Effect::Departs;
        let refuses = match effect {
            Effect::Warns | Effect::Departs => false,
            Effect::Loses => !self.lossy,
            Effect::Refuses => true,
        };
        if self.listed.len() == MAX_LISTED {
            self.dropped += 1;
            self.dropped_refuses |= refuses;
            return;
        }
        let (line, column) = self.index.locate(text, at);
        self.listed.push(Notice { refuses, name, line, column, message: message() });
    }

    /// Returns the listed notices; the last one gives the number of the others.
    pub(super) fn finish(mut self) -> Vec<Notice> {
        if self.dropped > 0 {
            let last = Notice::about_file("more", format!("{} more like these", self.dropped));
            self.listed.push(Notice { refuses: self.dropped_refuses, ..last });
        }
        self.listed
    }
}

/// Why a game can't be converted.
pub(super) struct NotConvertible {
    /// The kebab-case name of a finding, or `not-representable`.
    pub name: &'static str,
    /// The reason for people.
    pub reason: String,
}

impl NotConvertible {
    /// Creates the error of a game that the target can't express.
    pub(super) fn not_representable(reason: impl Into<String>) -> Self {
        Self { name: "not-representable", reason: reason.into() }
    }

    /// Creates the error of a game that isn't Go, as the property `what` shows.
    pub(super) fn other_game(what: &str) -> Self {
        Self { name: "other-game", reason: format!("{what} isn't Go") }
    }
}

impl From<TooManySetupPoints> for NotConvertible {
    fn from(error: TooManySetupPoints) -> Self {
        Self::not_representable(error.to_string())
    }
}

/// Reports what the scanner read otherwise than strict SGF: bytes that it left out, texts that it joined, games that
/// it split or joined. Only moves that are left out are a loss, since no form keeps junk.
pub(super) fn faults(text: &Text, faults: &[Fault], notices: &mut Notices) {
    for fault in faults {
        let span = fault.span;
        let is_left_out = matches!(
            fault.kind,
            FaultKind::TextOutsideTree
                | FaultKind::MisplacedParenthesis(_)
                | FaultKind::Junk
                | FaultKind::ValueWithoutProperty
                | FaultKind::PropertyWithoutValue
                | FaultKind::TooManyNodes
                | FaultKind::TooDeep
                | FaultKind::TooManyGames
                | FaultKind::ConflictMarker
        );
        let effect = match fault.kind {
            FaultKind::ConflictMarker
            | FaultKind::TooManyNodes
            | FaultKind::TooDeep
            | FaultKind::TooManyGames => Effect::Loses,
            FaultKind::TextOutsideTree if fault.loses_moves(text.bytes()) => Effect::Loses,
            // FF[4] lets text be before the first game.
            FaultKind::TextOutsideTree if begins_file(text, span) => Effect::Warns,
            FaultKind::PropertyInText => Effect::Warns,
            FaultKind::LowerCaseIdent | FaultKind::LiteralNewline => continue,
            _ => Effect::Departs,
        };
        let finding = finding_of(text, fault);
        let effect = if finding.severity == Severity::Note { Effect::Warns } else { effect };
        let message = || match is_left_out {
            true => {
                let beginning = Span { end: span.end.min(span.start + 40), ..span };
                let bytes = pluralize(span.end - span.start, "byte");
                format!("left out: {:?} ({bytes})", text.decode(beginning))
            }
            false => finding.message,
        };
        notices.push(text, span.start as usize, effect, finding.kind.as_str(), message);
    }
}

/// Reports handicap stones that the record states and doesn't place: they are written where they are assumed, or left out.
pub(super) fn missing_stones(record: &RecordedGame, number: u32, notices: &mut Notices) {
    let RecordedGame { text, size, missing, .. } = record;
    if *missing == MissingStones::default() {
        return;
    }
    let message = || {
        let stated = record.stated_handicap.unwrap_or_default();
        let names: Vec<String> = missing.assumed.iter().map(|point| point.name(*size)).collect();
        let done = match missing.unknown {
            true => "the position at the start isn't known, and none are written".to_owned(),
            false => format!("written as assumed, on {}", names.join(", ")),
        };
        format!("game {number}: HA[{stated}], but no handicap stones are recorded: {done}")
    };
    let at = record.handicap_at().span.start as usize;
    notices.push(text, at, Effect::Warns, "handicap-mismatch", message);
}

/// Reports the lines of another format that aren't read.
pub(super) fn unread_lines(text: &Text, notices: &mut Notices) {
    if !text.is_converted() {
        return;
    }
    let mut at = 0;
    for number in 1.. {
        let Some(line) = text.source_line(number) else { return };
        if let Some(unread) = begins_unread(line) {
            notices.push(text, at, Effect::Warns, "left-out", || format!("left out: {unread}"));
        }
        let rest = text.bytes().get(at..).unwrap_or_default();
        at += rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |end| end + 1);
    }
}

/// Reports bytes that mean no characters. They are a loss, unless U+FFFD is to replace them and they are in nothing but text.
pub(super) fn undecodable_bytes(text: &Text, game: &Game, replace: bool, notices: &mut Notices) {
    const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();
    let span = game.span;
    let first = if text.is_decoded() {
        let offset = memchr::memmem::find(span.of(text.bytes()), REPLACEMENT);
        offset.map(|at| span.start as usize + at)
    } else {
        text.undecodable_in(span, 1).first().map(|bad| bad.start as usize)
    };
    let Some(at) = first else { return };
    let is_text = !damages_play(text, game);
    let (effect, what) = match replace && is_text {
        true => (Effect::Departs, "; written as U+FFFD"),
        false if is_text => (Effect::Loses, " (--replace-damaged-text writes U+FFFD for them)"),
        false => (
            Effect::Loses,
            " in a move or in a value that decides the result (--lossy writes U+FFFD)",
        ),
    };
    notices.push(text, at, effect, "undecodable-bytes", || {
        format!("bytes that are not valid {}{what}", text.encoding().name())
    });
}

/// Reports that characters may be wrong: the encoding is uncertain, or part of the text is in another one.
pub(super) fn uncertain_encoding(text: &Text, span: Span, notices: &mut Notices) {
    let odd = span.of(text.bytes()).iter().position(|byte| !byte.is_ascii());
    // Under the name of a charset that shifts, ASCII may mean other characters.
    let is_shifted = text.is_ascii() && text.confidence().is_some();
    let name = text.declared().name().filter(|_| is_shifted).map(|name| name.start as usize);
    let Some(at) = odd.map(|at| span.start as usize + at).or(name) else { return };
    let name = text.encoding().name();
    if let Some((part, Misread::Utf8)) = text.first_misread(span) {
        notices.push(text, part.start as usize, Effect::Loses, "wrong-encoding", || {
            format!("most of the text is in {name}, but some in UTF-8")
        });
    }
    let finding = match text.declared() {
        Declared::Nothing => "undeclared-encoding",
        _ => "wrong-encoding",
    };
    match text.confidence() {
        Some(Confidence::Doubtful) => {
            notices.push(text, at, Effect::Loses, finding, || format!("the text may be in {name}"));
        }
        Some(Confidence::Likely) => {
            notices.push(text, at, Effect::Warns, finding, || {
                format!("the text is likely to be in {name}")
            });
        }
        Some(Confidence::Sure) | None => {}
    }
}

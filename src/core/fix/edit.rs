//! Edits of a record's bytes, and where the bytes of an edited record come from.

use std::collections::BTreeMap;

use crate::sgf::Span;

/// Replaces the bytes of a span by others; an empty span inserts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub span: Span,
    /// Their replacement, in the encoding of the file: ASCII, which every encoding that is edited contains, or text that
    /// [`crate::sgf::Text::encode`] returned.
    pub with: Vec<u8>,
}

impl Edit {
    pub fn insert(at: usize, with: impl Into<Vec<u8>>) -> Self {
        Self { span: Span::new(at, at), with: with.into() }
    }

    pub fn replace(span: Span, with: impl Into<Vec<u8>>) -> Self {
        Self { span, with: with.into() }
    }

    pub fn remove(span: Span) -> Self {
        Self::replace(span, "")
    }

    /// Removes a property, and the blanks before it where others follow, so that no empty line is left.
    pub fn remove_with_line(bytes: &[u8], span: Span) -> Self {
        let is_followed = bytes.get(span.end as usize).is_some_and(u8::is_ascii_whitespace);
        let before = bytes[..span.start as usize].trim_ascii_end().len() as u32;
        Self::remove(Span { start: if is_followed { before } else { span.start }, ..span })
    }
}

/// Returns a value's span with its brackets, or `None` if one of them is missing.
pub(super) fn with_brackets(bytes: &[u8], value: Span) -> Option<Span> {
    let (start, end) = ((value.start as usize).checked_sub(1)?, value.end as usize);
    (bytes[start] == b'[' && bytes.get(end) == Some(&b']')).then(|| Span::new(start, end + 1))
}

/// Applies edits, which must be sorted and must not overlap.
pub fn apply(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    apply_within(bytes, Span::new(0, bytes.len()), edits)
}

/// Applies edits to a part of a text, which they count from the beginning of. Returns the edited part.
pub(super) fn apply_within(bytes: &[u8], part: Span, edits: &[Edit]) -> Vec<u8> {
    let added: usize = edits.iter().map(|edit| edit.with.len()).sum();
    let mut out = Vec::with_capacity((part.end - part.start) as usize + added);
    let mut at = part.start;
    for edit in edits {
        out.extend_from_slice(Span { start: at, end: edit.span.start }.of(bytes));
        out.extend_from_slice(&edit.with);
        at = edit.span.end;
    }
    out.extend_from_slice(Span { start: at, end: part.end }.of(bytes));
    out
}

/// Edits that neither overlap nor touch in a way that would make their order matter.
#[derive(Debug, Default)]
pub struct EditSet(BTreeMap<u32, Edit>);

impl EditSet {
    /// Adds all of these edits, or none if one of them conflicts with an edit of the set or with another of them.
    /// Returns whether they were added.
    pub fn try_add(&mut self, edits: &[Edit]) -> bool {
        let fits = edits.iter().all(|edit| {
            let before = self.0.range(..=edit.span.start).next_back();
            let after = self.0.range(edit.span.start..).next();
            before.into_iter().chain(after).all(|(_, other)| are_apart(other.span, edit.span))
        });
        let is_sorted = edits.windows(2).all(|pair| {
            pair[0].span.start < pair[1].span.start && pair[0].span.end <= pair[1].span.start
        });
        if fits && is_sorted {
            self.0.extend(edits.iter().map(|edit| (edit.span.start, edit.clone())));
        }
        fits && is_sorted
    }

    /// Returns the edits in the order of the file.
    pub fn into_edits(self) -> Vec<Edit> {
        self.0.into_values().collect()
    }
}

/// Two replacements may touch; an insertion may touch neither an insertion nor a replacement.
fn are_apart(a: Span, b: Span) -> bool {
    if a.is_empty() || b.is_empty() {
        a.end < b.start || b.end < a.start
    } else {
        a.end <= b.start || b.end <= a.start
    }
}

/// Leads from an edited text back to the one that it was made of. The first byte of a replacement counts as kept from the first
/// byte of the span that it replaces.
#[derive(Clone, Debug, Default)]
pub struct EditHistory {
    /// In the order of the edited text; none if nothing was edited.
    runs: Vec<Run>,
}

/// Bytes that were kept in a row, or inserted at one place.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// Where it starts in the edited text.
    start: usize,
    /// Where its first byte comes from, or all were inserted.
    from: usize,
    is_inserted: bool,
}

impl EditHistory {
    /// Creates the history of a text that edits made of the end of another one, which begins at `base`.
    pub fn new(base: u32, edits: &[Edit]) -> Self {
        let mut runs = vec![Run { from: base as usize, ..Run::default() }];
        // Where the next edit is applied in the edited text, and the end of the last one in the other.
        let (mut at, mut end) = (0, base);
        for edit in edits {
            at += (edit.span.start - end) as usize;
            let kept = usize::from(!edit.span.is_empty()).min(edit.with.len());
            let from = edit.span.start as usize;
            runs.push(Run { start: at + kept, from, is_inserted: true });
            (at, end) = (at + edit.with.len(), edit.span.end);
            runs.push(Run { start: at, from: end as usize, is_inserted: false });
        }
        Self { runs }
    }

    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the part of a run from a byte on.
    fn run(&self, at: usize) -> Run {
        let next = self.runs.partition_point(|run| run.start <= at);
        let run = next.checked_sub(1).map_or(Run::default(), |last| self.runs[last]);
        let from = if run.is_inserted { run.from } else { run.from + at - run.start };
        Run { start: at, from, ..run }
    }

    /// Returns where a byte was; for an inserted byte, where it was inserted.
    pub fn nearest_original(&self, at: usize) -> usize {
        self.run(at).from
    }

    /// Returns where a byte was, `None` for an inserted byte.
    pub fn original(&self, at: usize) -> Option<usize> {
        let run = self.run(at);
        (!run.is_inserted).then_some(run.from)
    }

    /// Adds what was done to the edited text.
    #[must_use]
    pub fn followed_by(self, next: Self) -> Self {
        if self.is_empty() || next.is_empty() {
            return if self.is_empty() { next } else { self };
        }
        let mut runs = Vec::with_capacity(self.runs.len() + next.runs.len());
        for (index, &Run { start, from, is_inserted }) in next.runs.iter().enumerate() {
            let run = self.run(from);
            runs.push(Run { start, is_inserted: is_inserted || run.is_inserted, ..run });
            if is_inserted {
                continue;
            }
            let end = next.runs.get(index + 1).map_or(usize::MAX, |next| next.start);
            let within = self.runs.partition_point(|run| run.start <= from);
            let moved = self.runs[within..]
                .iter()
                .map(|run| Run { start: start + (run.start - from), ..*run });
            runs.extend(moved.take_while(|run| run.start < end));
        }
        Self { runs }
    }

    /// Adds a part that is kept from an offset on, and an edited one behind it: where they start in the edited text.
    pub(super) fn push_part(&mut self, kept: usize, from: usize, edited: usize, part: &Self) {
        self.runs.push(Run { start: kept, from, is_inserted: false });
        self.runs.extend(part.runs.iter().map(|run| Run { start: edited + run.start, ..*run }));
    }
}

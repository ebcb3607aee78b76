//! Edits of a record's bytes, and where the bytes of an edited record come from.
//!
//! Fixes are applied in steps, so there are three kinds of offsets: in the file as it was read ([`OriginalOffset`]), in the
//! text that a step starts from, and in the text that it makes. A [`StepMap`] leads from the third to the second, an
//! [`EditHistory`] from the text after all steps to the original.

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
    let added: usize = edits.iter().map(|edit| edit.with.len()).sum();
    let mut out = Vec::with_capacity(bytes.len() + added);
    let mut at = 0;
    for edit in edits {
        out.extend_from_slice(&bytes[at..edit.span.start as usize]);
        out.extend_from_slice(&edit.with);
        at = edit.span.end as usize;
    }
    out.extend_from_slice(&bytes[at..]);
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

/// An offset in the file as it was read, before any step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OriginalOffset(pub u32);

/// Where a byte of an edited text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrigin {
    /// It was at this offset before the step.
    Kept(usize),
    /// It belongs to text that the step inserted at this offset.
    Inserted(usize),
}

impl ByteOrigin {
    /// Returns the offset of a byte that was there before the step.
    pub fn kept(self) -> Option<usize> {
        match self {
            Self::Kept(at) => Some(at),
            Self::Inserted(_) => None,
        }
    }
}

/// Leads from the text that a step made back to the text that it started from.
#[derive(Clone, Debug)]
pub struct StepMap {
    replacements: Vec<Replacement>,
}

#[derive(Clone, Copy, Debug)]
struct Replacement {
    /// Where the new text starts in the edited text.
    start: usize,
    length: usize,
    /// The span that it replaces in the text before the step.
    replaced: Span,
}

impl StepMap {
    /// Creates the map of a step that applied these edits.
    pub fn new(edits: &[Edit]) -> Self {
        let mut shift = 0isize;
        let replacements = edits
            .iter()
            .map(|edit| {
                let start = (edit.span.start as isize + shift) as usize;
                let (length, replaced) = (edit.with.len(), edit.span);
                shift += length as isize - (replaced.end - replaced.start) as isize;
                Replacement { start, length, replaced }
            })
            .collect();
        Self { replacements }
    }

    /// Returns where the byte at an offset comes from. The first byte of a replacement counts as kept from the first byte
    /// of the span that it replaces.
    pub fn origin(&self, at: usize) -> ByteOrigin {
        let next = self.replacements.partition_point(|replacement| replacement.start <= at);
        let Some(last) = next.checked_sub(1).map(|last| self.replacements[last]) else {
            return ByteOrigin::Kept(at);
        };
        let Replacement { start, length, replaced } = last;
        if at == start && length > 0 && !replaced.is_empty() {
            return ByteOrigin::Kept(replaced.start as usize);
        }
        match (at - start).checked_sub(length) {
            Some(behind) => ByteOrigin::Kept(replaced.end as usize + behind),
            None => ByteOrigin::Inserted(replaced.start as usize),
        }
    }
}

/// The steps that have been applied to a file, in order.
#[derive(Clone, Debug, Default)]
pub struct EditHistory {
    steps: Vec<StepMap>,
}

impl EditHistory {
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub fn push(&mut self, step: StepMap) {
        self.steps.push(step);
    }

    /// Adds what was done to the result.
    pub(super) fn append(&mut self, next: Self) {
        self.steps.extend(next.steps);
    }

    /// Returns where a byte of the current text was in the original file; for an inserted byte, where it was inserted.
    pub fn nearest_original(&self, at: usize) -> OriginalOffset {
        let nearest = self.steps.iter().rev().fold(at, |at, step| match step.origin(at) {
            ByteOrigin::Kept(at) | ByteOrigin::Inserted(at) => at,
        });
        OriginalOffset(nearest as u32)
    }

    /// Returns where a byte of the current text was in the original file, `None` for an inserted byte.
    pub fn original(&self, at: usize) -> Option<OriginalOffset> {
        let at = self.steps.iter().rev().try_fold(at, |at, step| step.origin(at).kept())?;
        Some(OriginalOffset(at as u32))
    }
}

/// The steps of a file whose parts went through steps of their own: its first step consists of their first steps, and so on.
#[derive(Debug, Default)]
pub(super) struct JoinedSteps {
    steps: Vec<StepMap>,
    /// For each step, how far the text after the parts has moved once it is done.
    shifts: Vec<isize>,
}

impl JoinedSteps {
    /// Adds the steps of a part that begins at an offset of the file as it was read, behind all other parts.
    pub(super) fn add(&mut self, base: u32, part: EditHistory) {
        let base = base as isize;
        let missing = part.steps.len().saturating_sub(self.steps.len());
        let moved = self.shifts.last().copied().unwrap_or(0);
        self.shifts.extend(std::iter::repeat_n(moved, missing));
        self.steps.resize_with(self.shifts.len(), || StepMap { replacements: Vec::new() });
        let mut of_part = part.steps.into_iter();
        // Where the part begins before a step, and by how much it has grown.
        let (mut before, mut growth) = (base, 0);
        for (step, shift) in self.steps.iter_mut().zip(&mut self.shifts) {
            let after = base + *shift;
            let replacements = of_part.next().map(|step| step.replacements).unwrap_or_default();
            for Replacement { start, length, replaced } in replacements {
                let in_file = |at: u32| (before + at as isize) as usize;
                step.replacements.push(Replacement {
                    start: (after + start as isize) as usize,
                    length,
                    replaced: Span::new(in_file(replaced.start), in_file(replaced.end)),
                });
                growth += length as isize - (replaced.end - replaced.start) as isize;
            }
            *shift += growth;
            before = after;
        }
    }

    /// Returns the steps of the whole file.
    pub(super) fn into_history(self) -> EditHistory {
        EditHistory { steps: self.steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_parts_are_steps_of_the_file() {
        // Parts of 4 bytes with 0, 1 and 3 steps, in an order that changes.
        let step = |span: Span, with: &str| StepMap::new(&[Edit::replace(span, with)]);
        for order in [[0, 1, 3], [3, 1, 0], [1, 3, 1], [0, 3, 0], [3, 3, 3]] {
            let mut joined = JoinedSteps::default();
            let (mut text, mut expected) = (Vec::new(), Vec::new());
            for (number, steps) in order.into_iter().enumerate() {
                let base = number * 4;
                let mut part = EditHistory::default();
                // The byte at 2 is replaced by two, then one is inserted before the first, and the last is removed.
                let all = [(Span::new(2, 3), "xy"), (Span::new(0, 0), "z"), (Span::new(5, 6), "")];
                for (span, with) in &all[..steps] {
                    part.push(step(*span, with));
                }
                let own: Vec<_> = match steps {
                    0 => vec![Some(0), Some(1), Some(2), Some(3)],
                    1 => vec![Some(0), Some(1), Some(2), None, Some(3)],
                    _ => vec![None, Some(0), Some(1), Some(2), None],
                };
                text.extend(own.iter().map(|_| b'.'));
                expected.extend(own.into_iter().map(|at| at.map(|at| (base + at) as u32)));
                joined.add(base as u32, part);
            }
            let history = joined.into_history();
            let original = |at| history.original(at).map(|original| original.0);
            let all: Vec<_> = (0..text.len()).map(original).collect();
            assert_eq!(all, expected, "{order:?}");
        }
    }
}

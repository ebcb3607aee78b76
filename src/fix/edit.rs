//! Edits of a file's bytes, and where a place lay before them.

use std::collections::BTreeMap;

use crate::sgf::Span;

/// Replaces a span by a text of ASCII; an empty span inserts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go.
    pub span: Span,
    /// What comes in their place: ASCII, which every encoding that is edited has.
    pub with: String,
}

impl Edit {
    /// An insertion.
    #[must_use]
    pub fn insert(at: usize, with: impl Into<String>) -> Self {
        Self { span: Span::new(at, at), with: with.into() }
    }

    /// A replacement.
    #[must_use]
    pub fn replace(span: Span, with: impl Into<String>) -> Self {
        Self { span, with: with.into() }
    }
}

/// Applies edits, which must be sorted and apart from each other.
#[must_use]
pub fn apply(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let added: usize = edits.iter().map(|edit| edit.with.len()).sum();
    let mut out = Vec::with_capacity(bytes.len() + added);
    let mut at = 0;
    for edit in edits {
        out.extend_from_slice(&bytes[at..edit.span.start as usize]);
        out.extend_from_slice(edit.with.as_bytes());
        at = edit.span.end as usize;
    }
    out.extend_from_slice(&bytes[at..]);
    out
}

/// Gathers edits that don't touch each other.
#[derive(Debug, Default)]
pub(super) struct Taken(BTreeMap<u32, Edit>);

impl Taken {
    /// Takes all of these edits, or none if one of them meets an edit taken before or another of them.
    pub fn take(&mut self, edits: &[Edit]) -> bool {
        let apart = |a: Span, b: Span| {
            let both = !a.is_empty() && !b.is_empty();
            if both {
                a.end <= b.start || b.end <= a.start
            } else {
                a.end < b.start || b.end < a.start
            }
        };
        let free = edits.iter().all(|edit| {
            let before = self.0.range(..=edit.span.start).next_back();
            let after = self.0.range(edit.span.start..).next();
            before.into_iter().chain(after).all(|(_, taken)| apart(taken.span, edit.span))
        });
        let own = edits.windows(2).all(|pair| {
            pair[0].span.start < pair[1].span.start && pair[0].span.end <= pair[1].span.start
        });
        if !free || !own {
            return false;
        }
        self.0.extend(edits.iter().map(|edit| (edit.span.start, edit.clone())));
        true
    }

    /// The edits in the order of the file.
    pub fn finish(self) -> Vec<Edit> {
        self.0.into_values().collect()
    }
}

/// Where places of an edited file lay before.
#[derive(Clone, Debug)]
pub(super) struct Mapping {
    /// By edit: where its text starts in the edited file, how long it is, and its span before.
    pieces: Vec<(usize, usize, Span)>,
}

/// Where a place of an edited file was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Was {
    /// Here.
    At(usize),
    /// Nowhere: it is in a text that was put in at this place.
    New(usize),
}

impl Mapping {
    pub fn new(edits: &[Edit]) -> Self {
        let mut shift = 0isize;
        let pieces = edits
            .iter()
            .map(|edit| {
                let start = edit.span.start as isize + shift;
                shift += edit.with.len() as isize - (edit.span.end - edit.span.start) as isize;
                (start as usize, edit.with.len(), edit.span)
            })
            .collect();
        Self { pieces }
    }

    /// Where a place was. The beginning of a replaced span counts as the same place.
    pub fn back(&self, at: usize) -> Was {
        let next = self.pieces.partition_point(|&(start, ..)| start <= at);
        let Some(&(start, length, span)) = next.checked_sub(1).map(|last| &self.pieces[last])
        else {
            return Was::At(at);
        };
        if at == start && length > 0 && !span.is_empty() {
            return Was::At(span.start as usize);
        }
        match (at - start).checked_sub(length) {
            Some(behind) => Was::At(span.end as usize + behind),
            None => Was::New(span.start as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_leave_the_rest_alone() {
        let edits = [
            Edit::insert(0, ">"),
            Edit::replace(Span::new(2, 4), "xyz"),
            Edit::replace(Span::new(5, 6), ""),
        ];
        let new = apply(b"abcdef", &edits);
        assert_eq!(new, b">abxyze");
        let mapping = Mapping::new(&edits);
        let was: Vec<Was> = (0..7).map(|at| mapping.back(at)).collect();
        use Was::{At, New};
        assert_eq!(was, [New(0), At(0), At(1), At(2), New(2), New(2), At(4)]);
    }

    #[test]
    fn edits_that_meet_wait() {
        let mut taken = Taken::default();
        let replace = |from, to| vec![Edit::replace(Span::new(from, to), "")];
        assert!(taken.take(&replace(5, 9)));
        assert!(!taken.take(&replace(8, 12)));
        assert!(!taken.take(&replace(2, 6)));
        assert!(!taken.take(&[Edit::insert(9, ")")]));
        assert!(taken.take(&replace(9, 12)));
        assert!(taken.take(&[Edit::insert(13, ")")]));
        assert!(!taken.take(&[Edit::insert(13, "]")]));
        assert_eq!(taken.finish().len(), 3);
    }
}

//! The values of a game by their places: findings name what they are about by where it stands, and a
//! record may have as many findings as it has values.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;

use crate::audit::{Finding, FindingKind};
use crate::convert::header::{first, format};
use crate::sgf::{Game, Ident, NodeId, Span, Text};

/// The values of a game, in the order of the file, listed when the first is asked for.
#[derive(Default)]
pub(super) struct Values {
    listed: OnceCell<Vec<Value>>,
    komi: OnceCell<bool>,
    format: OnceCell<i64>,
    /// The empty variations that are in no other so far.
    empty: RefCell<Vec<Span>>,
    escaped: Cell<Option<u32>>,
    foreign: OnceCell<Option<u32>>,
}

/// A value, and the property that it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub span: Span,
    pub node: NodeId,
    pub id: Ident,
    /// Where the property's identifier stands.
    pub prop: u32,
}

impl Values {
    /// All of them.
    pub fn all(&self, game: &Game) -> &[Value] {
        self.listed.get_or_init(|| {
            let of = |node| {
                game.props(node).flat_map(move |(prop, values)| {
                    let (id, prop) = (prop.id, prop.start);
                    values.into_iter().map(move |span| Value { span, node, id, prop })
                })
            };
            (0..game.nodes().len() as NodeId).flat_map(of).collect()
        })
    }

    /// The value that stands here.
    pub fn at(&self, game: &Game, span: Span) -> Option<&Value> {
        let all = self.all(game);
        let first = all.partition_point(|value| value.span.start < span.start);
        all.get(first).filter(|value| value.span == span)
    }

    /// The first value that ends here or behind.
    pub fn ending_from(&self, game: &Game, at: u32) -> Option<Span> {
        let all = self.all(game);
        all.get(all.partition_point(|value| value.span.end < at)).map(|value| value.span)
    }

    /// The values of the property that has this one.
    pub fn beside(&self, game: &Game, span: Span) -> &[Value] {
        let all = self.all(game);
        let Some(value) = self.at(game, span) else { return &[] };
        &all[same_property(all, value.prop)]
    }

    /// The values of the property whose identifier stands here.
    pub fn of_property(&self, game: &Game, start: u32) -> &[Value] {
        let all = self.all(game);
        &all[same_property(all, start)]
    }

    /// Whether the main line has a KM.
    pub fn have_komi(&self, game: &Game) -> bool {
        *self.komi.get_or_init(|| first(game, "KM").is_some())
    }

    /// The version of the format that the record says it is in.
    pub fn format(&self, text: &Text, game: &Game) -> i64 {
        *self.format.get_or_init(|| format(text, game))
    }

    /// The parts of the empty variation that ends here, without those of the empty variations in it, which
    /// have to be asked for before; none where something else is in it. Each byte is looked at once.
    pub fn empty_variation(&self, bytes: &[u8], close: u32) -> Vec<Span> {
        let mut known = self.empty.borrow_mut();
        let mut parts = Vec::new();
        // What is between the parentheses, from the end.
        let mut end = close;
        let mut before = bytes[..close as usize - 1].trim_ascii_end();
        while let Some(inner) = known.pop_if(|inner| inner.end as usize == before.len()) {
            parts.push(Span { start: inner.end, end });
            end = inner.start;
            before = bytes[..end as usize].trim_ascii_end();
        }
        if !before.ends_with(b"(") {
            return Vec::new();
        }
        let start = before.len() as u32 - 1;
        known.push(Span { start, end: close });
        parts.push(Span { start, end });
        parts.retain(|part| !part.is_empty());
        parts.reverse();
        parts
    }

    /// Where the first junk stands that is text: of other letters than those that identifiers are made of.
    pub fn first_text(&self, bytes: &[u8], found: &[(u32, Finding)]) -> Option<u32> {
        *self.foreign.get_or_init(|| {
            let junk = found.iter().map(|(_, finding)| finding);
            let junk = junk.filter(|finding| finding.kind == FindingKind::Junk);
            let is_text = |finding: &&Finding| {
                let word = |byte: &u8| {
                    byte.is_ascii_lowercase() || !byte.is_ascii() || b"<>&".contains(byte)
                };
                finding.span.of(bytes).iter().any(word)
            };
            junk.filter(is_text).map(|finding| finding.span.start).min()
        })
    }

    /// Whether the brackets of this value are asked for the first time in a row.
    pub fn is_next(&self, value: Span) -> bool {
        self.escaped.replace(Some(value.start)) != Some(value.start)
    }
}

fn same_property(all: &[Value], start: u32) -> Range<usize> {
    let first = all.partition_point(|value| value.prop < start);
    let behind = all.partition_point(|value| value.prop <= start);
    first..behind
}

//! The values of a game by position. A finding refers to a value by its span, and a record may have as many findings as
//! values, so each look-up must be fast.

use std::cell::{Cell, OnceCell, RefCell};

use crate::sgf::{Game, Ident, NodeId, Span};

/// The values of a game in the order of the file, listed at the first look-up.
pub(super) struct Values<'a> {
    game: &'a Game,
    list: OnceCell<Vec<Value>>,
    has_komi: OnceCell<bool>,
    /// Empty variations that no other empty variation is known to contain yet.
    empty_variations: RefCell<Vec<Span>>,
    last_escaped: Cell<Option<u32>>,
}

/// A value and the property that it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub span: Span,
    pub node: NodeId,
    pub id: Ident,
    /// Where the property's identifier starts.
    pub id_start: u32,
}

/// Whether a property is a move.
pub(super) fn is_move(id: Ident) -> bool {
    id == Ident::new("B") || id == Ident::new("W")
}

impl<'a> Values<'a> {
    pub fn new(game: &'a Game) -> Self {
        Self {
            game,
            list: OnceCell::new(),
            has_komi: OnceCell::new(),
            empty_variations: RefCell::default(),
            last_escaped: Cell::new(None),
        }
    }

    /// Returns all values.
    pub fn all(&self) -> &[Value] {
        self.list.get_or_init(|| {
            let of_node = |node| {
                self.game.props(node).flat_map(move |(prop, values)| {
                    let (id, id_start) = (prop.id, prop.start);
                    values.into_iter().map(move |span| Value { span, node, id, id_start })
                })
            };
            (0..self.game.nodes().len() as NodeId).flat_map(of_node).collect()
        })
    }

    /// Returns the value with this span.
    pub fn at(&self, span: Span) -> Option<&Value> {
        let all = self.all();
        let first = all.partition_point(|value| value.span.start < span.start);
        all.get(first).filter(|value| value.span == span)
    }

    /// Returns the span of the first value that ends at or behind an offset.
    pub fn ending_from(&self, at: u32) -> Option<Span> {
        let all = self.all();
        all.get(all.partition_point(|value| value.span.end < at)).map(|value| value.span)
    }

    /// Returns all values of the property that has the value with this span.
    pub fn of_same_property(&self, span: Span) -> &[Value] {
        self.at(span).map_or(&[], |value| self.of_property(value.id_start))
    }

    /// Returns the values of the property whose identifier starts at an offset.
    pub fn of_property(&self, id_start: u32) -> &[Value] {
        let all = self.all();
        let first = all.partition_point(|value| value.id_start < id_start);
        let end = all.partition_point(|value| value.id_start <= id_start);
        &all[first..end]
    }

    /// Whether the main line has a KM.
    pub fn has_komi(&self) -> bool {
        *self.has_komi.get_or_init(|| self.game.main_line_value(Ident::new("KM")).is_some())
    }

    /// Returns the parts of the empty variation that ends at `close` which lie outside the empty variations in it; these
    /// must have been asked for before. Returns nothing if the variation isn't empty. Each byte is looked at once.
    pub fn empty_variation(&self, bytes: &[u8], close: u32) -> Vec<Span> {
        let mut known = self.empty_variations.borrow_mut();
        let mut parts = Vec::new();
        // Goes backwards through what is between the parentheses.
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

    /// Whether this call is about another value than the last one. One fix escapes all brackets of a value, which may have a
    /// finding for each of them.
    pub fn is_new(&self, value: Span) -> bool {
        self.last_escaped.replace(Some(value.start)) != Some(value.start)
    }
}

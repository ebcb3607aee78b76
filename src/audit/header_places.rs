//! The locations of a record's header in its file.

use super::finding::{Finding, FindingKind};
use crate::record::RecordedGame;
use crate::sgf::{Ident, LineIndex, ROOT, Span};

/// Line, column and span of something in the file.
type Location = (u32, u32, Span);

/// The locations of a record's header in its file, for findings that are made once the audit is done.
#[derive(Clone, Debug, Default)]
pub struct HeaderPlaces {
    /// The properties of the header that the record has, in the order of the file.
    properties: Vec<(Ident, Location)>,
    /// The first byte of the game.
    root: Location,
    /// The game in the text that was audited.
    pub game: Span,
}

impl HeaderPlaces {
    /// Finds the places. `lines` may have been used only for what is before the game.
    pub(super) fn locate(record: &RecordedGame, lines: &mut LineIndex) -> Self {
        let &RecordedGame { text, game, ref header, .. } = record;
        let mut locate = |span: Span| {
            let (line, column) = lines.locate(text, span.start as usize);
            (line, column, lines.original(text, span))
        };
        let start = game.nodes()[ROOT as usize].start;
        let root = locate(Span { start, end: start + 1 });
        let mut places: Vec<_> =
            header.places().map(|(ident, place)| (ident, place.span)).collect();
        places.sort_by_key(|(_, span)| span.start);
        let places = places.into_iter();
        let properties = places.map(|(ident, span)| (ident, locate(span))).collect();
        Self { properties, root, game: game.span }
    }

    /// Returns a finding about a property of the header, or about the root if the record lacks it.
    pub(crate) fn finding(&self, of: Ident, kind: FindingKind, message: String) -> Finding {
        let property = self.properties.iter().find(|(ident, _)| *ident == of);
        let (line, column, span) = property.map_or(self.root, |(_, location)| *location);
        Finding { line, column, ..Finding::new(kind, span, message) }.at_node(ROOT)
    }
}

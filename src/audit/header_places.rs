//! Where a record says what: `HeaderPlaces`.

use super::finding::{Finding, FindingKind, SourceLocation};
use crate::record::RecordedGame;
use crate::sgf::{Ident, LineIndex, ROOT, Span};

/// The places of a record's header in its file, for findings that are made once the audit is done.
#[derive(Clone, Debug, Default)]
pub struct HeaderPlaces {
    /// The properties of the header that the record has, in the order of the file.
    properties: Vec<(Ident, SourceLocation)>,
    /// The first byte of the game.
    root: SourceLocation,
    /// The game in the text that was audited.
    pub game: Span,
}

impl HeaderPlaces {
    /// Finds the places. `lines` may have been used only for what is before the game.
    pub(super) fn locate(record: &RecordedGame, lines: &mut LineIndex) -> Self {
        let &RecordedGame { text, game, ref header, .. } = record;
        let start = game.nodes()[ROOT as usize].start;
        let mut root = SourceLocation::new(Span { start, end: start + 1 });
        root.locate(text, lines);
        let mut properties: Vec<_> = header
            .places()
            .map(|(ident, place)| (ident, SourceLocation::new(place.span)))
            .collect();
        properties.sort_by_key(|(_, location)| location.span.start);
        properties.iter_mut().for_each(|(_, location)| location.locate(text, lines));
        Self { properties, root, game: game.span }
    }

    /// Returns a finding about a property of the header; about the root where the record hasn't got it.
    pub(crate) fn finding(&self, of: Ident, kind: FindingKind, message: String) -> Finding {
        let found = self.properties.iter().find(|(ident, _)| *ident == of);
        let location = found.map_or(self.root, |(_, location)| *location);
        location.finding(kind, message).at_node(ROOT)
    }
}

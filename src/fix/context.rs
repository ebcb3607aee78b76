//! The data that a fix of a game is proposed from.

use std::cell::OnceCell;

use super::audited_file::GameFinding;
use super::values::Values;
use crate::audit::{Aliases, Audit, Finding, FindingKind};
use crate::go::Size;
use crate::record::RecordedGame;
use crate::sgf::{Confidence, EncodingSource, Game, Ident, NodeId, Span, Text};

/// A game whose findings are to be fixed.
pub(super) struct GameContext<'a> {
    pub text: &'a Text<'a>,
    pub game: &'a Game,
    /// `None` if the game isn't Go.
    pub audit: Option<&'a Audit>,
    /// All findings about the game.
    pub findings: &'a [GameFinding],
    pub values: Values<'a>,
    /// Names and ranks that stand for others.
    pub aliases: Option<&'a Aliases>,
    format: OnceCell<i64>,
    foreign_text: OnceCell<Option<u32>>,
}

impl<'a> GameContext<'a> {
    pub fn new(
        text: &'a Text<'a>,
        game: &'a Game,
        audit: Option<&'a Audit>,
        findings: &'a [GameFinding],
        aliases: Option<&'a Aliases>,
    ) -> Self {
        let (format, foreign_text) = (OnceCell::new(), OnceCell::new());
        let values = Values::new(game);
        Self { text, game, audit, findings, values, aliases, format, foreign_text }
    }

    pub fn bytes(&self) -> &[u8] {
        self.text.bytes()
    }

    /// Returns the size of the board, 19x19 for another game than Go.
    pub fn size(&self) -> Size {
        self.audit.map_or(Size::STANDARD, |audit| audit.size)
    }

    /// Returns how a pass is written between the brackets: `tt` in FF[1] to FF[3] on boards of up to 19 lines, else nothing.
    pub fn pass(&self) -> &'static str {
        let read = || RecordedGame::read(self.text, self.game).format();
        let format = *self.format.get_or_init(read);
        let is_small =
            self.audit.is_some_and(|audit| audit.size.cols() <= 19 && audit.size.rows() <= 19);
        if format < 4 && is_small { "tt" } else { "" }
    }

    /// Whether it is certain in which encoding the text is.
    pub fn is_encoding_certain(&self) -> bool {
        match self.text.source() {
            EncodingSource::Declared | EncodingSource::Bom => true,
            EncodingSource::Detected => self.text.confidence() == Some(Confidence::Sure),
            EncodingSource::Default => self.text.is_ascii(),
        }
    }

    /// Returns the identifier of the property that has this value, if the property is in this node.
    pub fn property_of(&self, node: NodeId, value: Span) -> Option<Ident> {
        self.values.at(value).filter(|value| value.node == node).map(|value| value.id)
    }

    /// Returns a value's span with its brackets, or `None` if one of them is missing.
    pub fn with_brackets(&self, value: Span) -> Option<Span> {
        let (start, end) = ((value.start as usize).checked_sub(1)?, value.end as usize);
        let bytes = self.bytes();
        (bytes[start] == b'[' && bytes.get(end) == Some(&b']')).then(|| Span::new(start, end + 1))
    }

    /// Returns the offset behind the `;` of the root, where a property can be inserted.
    pub fn root_start(&self) -> Option<usize> {
        let start = self.game.nodes().first()?.start as usize;
        (self.bytes().get(start) == Some(&b';')).then_some(start + 1)
    }

    /// Whether text that isn't SGF precedes a finding. What looks like SGF behind it may belong to that text: `foo();`
    pub fn follows_foreign_text(&self, finding: &Finding) -> bool {
        let foreign_text = *self.foreign_text.get_or_init(|| self.first_foreign_text());
        foreign_text.is_some_and(|at| at < finding.span.end)
    }

    /// Returns the start of the first junk with a character that no identifier has.
    fn first_foreign_text(&self) -> Option<u32> {
        let is_foreign =
            |byte: &u8| byte.is_ascii_lowercase() || !byte.is_ascii() || b"<>&".contains(byte);
        self.findings
            .iter()
            .filter(|found| found.finding.kind == FindingKind::Junk)
            .map(|found| found.finding.span)
            .filter(|span| span.of(self.bytes()).iter().any(is_foreign))
            .map(|span| span.start)
            .min()
    }
}

//! The data that a fix of a file as a whole is proposed from.

use encoding_rs::Encoding;

use super::context::GameContext;
use crate::sgf::{Confidence, Declared, EncodingSource, Ident, ROOT, Span, Text};

/// A file whose findings outside games are to be fixed.
pub(super) struct FileContext<'a> {
    pub text: &'a Text<'a>,
    games: Vec<GameCharset>,
    /// Whether a value has a NUL byte.
    pub has_nul_in_value: bool,
    /// Whether the audit finds characters that can't be read with certainty.
    pub has_ambiguous_text: bool,
}

/// The character encoding of a game, and where it is declared.
pub(super) struct GameCharset {
    span: Span,
    pub encoding: &'static Encoding,
    pub is_certain: bool,
    /// Where the root's properties start.
    pub root_start: Option<usize>,
    /// The value of the root's CA.
    pub declared: Option<Span>,
    /// The values of all CA, wherever they stand.
    pub all_declared: Vec<Span>,
}

impl<'a> FileContext<'a> {
    pub fn new(text: &'a Text<'a>) -> Self {
        Self { text, games: Vec::new(), has_nul_in_value: false, has_ambiguous_text: false }
    }

    /// Adds a game, in the order of the file.
    pub fn add_game(&mut self, context: &GameContext) {
        let bytes = context.bytes();
        self.games.push(GameCharset::new(context));
        self.has_nul_in_value |= memchr::memchr(0, context.game.span.of(bytes)).is_some()
            && context.values.all().iter().any(|value| value.span.of(bytes).contains(&0));
    }

    /// Returns the games that a finding about the encoding concerns: all, or the one around the finding if the games declare
    /// different encodings.
    pub fn games_concerned(&self, at: u32) -> &[GameCharset] {
        if !self.text.has_several_charsets() {
            return &self.games;
        }
        let first = self.games.partition_point(|game| game.span.end <= at);
        let end = self.games.partition_point(|game| game.span.start <= at);
        self.games.get(first..end).unwrap_or_default()
    }

    /// Whether part of the text may be in another encoding than the rest.
    pub fn may_be_mixed(&self) -> bool {
        let has_odd_part = |game: &GameCharset| !self.text.invalid_runs(game.span, 1).is_empty();
        !self.text.is_decoded()
            && !self.text.has_several_charsets()
            && self.games.iter().any(has_odd_part)
    }
}

impl GameCharset {
    fn new(context: &GameContext) -> Self {
        let GameContext { text, game, .. } = context;
        // Under a name that means no encoding, ASCII is ASCII.
        let is_plain_ascii = text.is_ascii() && matches!(text.declared(), Declared::Unknown(_));
        let is_detected =
            text.source() == EncodingSource::Bom || text.confidence() == Some(Confidence::Sure);
        let is_ca = |id| id == Ident::new("CA");
        let all_declared = (0..game.nodes().len() as u32)
            .flat_map(|node| game.props(node))
            .filter(|(prop, _)| is_ca(prop.id))
            .filter_map(|(_, values)| values.first().copied())
            .collect();
        Self {
            span: game.span,
            encoding: if is_plain_ascii { encoding_rs::UTF_8 } else { text.encoding() },
            is_certain: is_plain_ascii || is_detected,
            root_start: context.root_start(),
            declared: game.find(ROOT, Ident::new("CA")).and_then(|values| values.first().copied()),
            all_declared,
        }
    }
}

//! The data that fixes are proposed from: of a game, its values by position, and of a file.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashSet;

use encoding_rs::Encoding;

use super::edit::with_brackets;
use crate::audit::{Aliases, Audit, Family, Finding, FindingKind, Severity};
use crate::go::{Point, Size};
use crate::record::{RecordedGame, other_game};
use crate::sgf::{
    Confidence, Declared, EncodingSource, Fault, FaultKind, Game, GameMemory, Ident, MoveValue,
    Node, NodeId, PointsValue, ROOT, SourceFile, Span, Text, TornTree, ValueType, move_value,
    points_value,
};

/// A game whose findings are to be fixed.
pub(super) struct GameContext<'a> {
    pub text: &'a Text<'a>,
    pub game: &'a Game,
    /// `None` if the game isn't Go.
    pub audit: Option<&'a Audit>,
    pub findings: &'a [Finding],
    pub values: Values<'a>,
    pub aliases: Option<&'a Aliases>,
    /// The game before it that may lack a `)` which is between them.
    pub torn_before: Option<TornTree>,
    is_torn_within: OnceCell<bool>,
    is_size_doubtful: OnceCell<bool>,
    format: OnceCell<i64>,
    foreign_text: OnceCell<Option<u32>>,
}

impl<'a> GameContext<'a> {
    pub(super) fn new(
        text: &'a Text<'a>,
        game: &'a Game,
        audit: Option<&'a Audit>,
        findings: &'a [Finding],
        aliases: Option<&'a Aliases>,
    ) -> Self {
        Self {
            text,
            game,
            audit,
            findings,
            values: Values::of_first(game, game.nodes().len()),
            aliases,
            torn_before: None,
            is_torn_within: OnceCell::new(),
            is_size_doubtful: OnceCell::new(),
            format: OnceCell::new(),
            foreign_text: OnceCell::new(),
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.text.bytes()
    }

    /// Returns the size of the board, 19x19 for another game than Go.
    pub(super) fn size(&self) -> Size {
        self.audit.map_or(Size::STANDARD, |audit| audit.size)
    }

    /// Returns the audit, unless the tree is damaged or [`has_impossible_moves`](Self::has_impossible_moves): then nothing is
    /// certain that moves show.
    pub(super) fn sound_audit(&self) -> Option<&'a Audit> {
        let is_damage = |finding: &Finding| {
            use FindingKind::{EarlyEnd, UnclosedTree, UnclosedValue};
            matches!(finding.kind, EarlyEnd | UnclosedTree | UnclosedValue)
        };
        let is_sound = !self.has_impossible_moves() && !self.findings.iter().any(is_damage);
        self.audit.filter(|_| is_sound)
    }

    /// Whether a move is illegal or follows the end of the game.
    pub(super) fn has_impossible_moves(&self) -> bool {
        self.findings.iter().any(|finding| {
            let is_legality = finding.kind.info().family == Family::Legality;
            finding.kind == FindingKind::PlayAfterEnd
                || is_legality && finding.severity != Severity::Note
        })
    }

    /// Whether moves show that a `)` is missing before a variation rather than at the end of the game. Where isn't known.
    pub(super) fn is_torn_within(&self) -> bool {
        let before = |node: &Node| self.bytes()[..node.start as usize].trim_ascii_end();
        *self.is_torn_within.get_or_init(|| {
            self.findings.iter().any(|finding| finding.kind == FindingKind::UnclosedTree)
                && self.has_impossible_moves()
                && self.game.nodes().iter().skip(1).any(|node| before(node).ends_with(b"("))
        })
    }

    /// Whether moves or points are off the board, so that its size may be wrong.
    pub(super) fn is_size_doubtful(&self) -> bool {
        let size = self.size();
        let is_off_board = |value: &Value| match value.id.info().values {
            _ if is_move(value.id) => match move_value(self.text, value.span, size) {
                MoveValue::OffBoard => true,
                MoveValue::Malformed => {
                    let name = self.text.decode(value.span);
                    Point::from_name(name.trim(), Size::STANDARD).is_some()
                }
                _ => false,
            },
            // Views are often larger than the board, and `tt` isn't a point.
            ValueType::Points if value.id != Ident::new("VW") => {
                value.span.of(self.bytes()) != b"tt"
                    && points_value(self.text, value.span, size) == PointsValue::OffBoard
            }
            _ => false,
        };
        *self.is_size_doubtful.get_or_init(|| self.values.all().iter().any(is_off_board))
    }

    /// Returns how a pass is written between the brackets: `tt` in FF[1] to FF[3] on boards of up to 19 lines, else nothing.
    pub(super) fn pass(&self) -> &'static str {
        let read = || RecordedGame::read(self.text, self.game).format();
        let format = *self.format.get_or_init(read);
        let is_small =
            self.audit.is_some_and(|audit| audit.size.cols() <= 19 && audit.size.rows() <= 19);
        if format < 4 && is_small { "tt" } else { "" }
    }

    /// Whether it is certain in which encoding the text is.
    pub(super) fn is_encoding_certain(&self) -> bool {
        match self.text.source() {
            EncodingSource::Declared | EncodingSource::Bom => true,
            EncodingSource::Detected => self.text.confidence() == Some(Confidence::Sure),
            EncodingSource::Default => self.text.is_ascii(),
        }
    }

    /// Returns the identifier of the property that has this value, if the property is in this node.
    pub(super) fn property_of(&self, node: NodeId, value: Span) -> Option<Ident> {
        self.values.at(value).filter(|value| value.node == node).map(|value| value.id)
    }

    /// Returns a value's span with its brackets, or `None` if one of them is missing.
    pub(super) fn with_brackets(&self, value: Span) -> Option<Span> {
        with_brackets(self.bytes(), value)
    }

    /// Returns the offset behind the last bracket of a property's values, or `None` if the bracket is missing.
    pub(super) fn end_of_values(&self, values: &[Span]) -> Option<usize> {
        Some(self.with_brackets(*values.last()?)?.end as usize)
    }

    /// Returns the offset after the root's `;`, to insert a property there.
    pub(super) fn root_start(&self) -> Option<usize> {
        let start = self.game.nodes().first()?.start as usize;
        (self.bytes().get(start) == Some(&b';')).then_some(start + 1)
    }

    /// Whether text that isn't SGF precedes a finding. What looks like SGF behind it may belong to that text: `foo();`
    pub(super) fn follows_foreign_text(&self, finding: &Finding) -> bool {
        let is_foreign =
            |byte: &u8| byte.is_ascii_lowercase() || !byte.is_ascii() || b"<>&".contains(byte);
        // The start of the first junk with a character that no identifier has.
        let first = self.foreign_text.get_or_init(|| {
            let junk = self.findings.iter().filter(|finding| finding.kind == FindingKind::Junk);
            let spans = junk.map(|finding| finding.span);
            let foreign = spans.filter(|span| span.of(self.bytes()).iter().any(is_foreign));
            foreign.map(|span| span.start).min()
        });
        first.is_some_and(|at| at < finding.span.end)
    }
}

// A finding refers to a value by its span, and a record may have as many findings as values, so each look-up must be fast.

/// The values of a game in the order of the file, listed at the first look-up.
pub(super) struct Values<'a> {
    game: &'a Game,
    /// Number of nodes whose values are listed.
    nodes: usize,
    list: OnceCell<Vec<Value>>,
    /// Those of the root, which are most of what is looked up.
    of_root: OnceCell<Vec<Value>>,
    main_line: OnceCell<HashSet<Ident>>,
    lists: RefCell<Option<(NodeId, Vec<u32>)>>,
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
    pub id_start: u32,
}

pub(super) fn is_move(id: Ident) -> bool {
    id == Ident::new("B") || id == Ident::new("W")
}

impl<'a> Values<'a> {
    /// The values of the first nodes of a game.
    pub(super) fn of_first(game: &'a Game, nodes: usize) -> Self {
        Self {
            game,
            nodes,
            list: OnceCell::new(),
            of_root: OnceCell::new(),
            main_line: OnceCell::new(),
            lists: RefCell::default(),
            empty_variations: RefCell::default(),
            last_escaped: Cell::new(None),
        }
    }

    pub(super) fn all(&self) -> &[Value] {
        self.list.get_or_init(|| self.of_nodes(self.nodes))
    }

    /// Returns all values, or those of the root where nothing else is at an offset.
    fn around(&self, at: u32) -> &[Value] {
        match self.game.nodes().get(1) {
            Some(second) if at < second.start => {
                self.of_root.get_or_init(|| self.of_nodes(self.nodes.min(1)))
            }
            _ => self.all(),
        }
    }

    fn of_nodes(&self, nodes: usize) -> Vec<Value> {
        let mut list = Vec::with_capacity(nodes + 16);
        for node in 0..nodes as NodeId {
            for (prop, values) in self.game.props(node) {
                let (id, id_start) = (prop.id, prop.start);
                let value = |span| Value { span, node, id, id_start };
                list.extend(values.into_iter().map(value));
            }
        }
        list
    }

    pub(super) fn at(&self, span: Span) -> Option<&Value> {
        self.starting_at(span.start).filter(|value| value.span == span)
    }

    /// Returns the value that starts at an offset.
    pub(super) fn starting_at(&self, start: u32) -> Option<&Value> {
        let all = self.around(start);
        let first = all.partition_point(|value| value.span.start < start);
        all.get(first).filter(|value| value.span.start == start)
    }

    /// Returns the span of the first value that ends at or behind an offset.
    pub(super) fn ending_from(&self, at: u32) -> Option<Span> {
        let all = self.all();
        all.get(all.partition_point(|value| value.span.end < at)).map(|value| value.span)
    }

    /// Returns the values of the property whose identifier starts at an offset.
    pub(super) fn of_property(&self, id_start: u32) -> &[Value] {
        let all = self.around(id_start);
        let first = all.partition_point(|value| value.id_start < id_start);
        let end = all.partition_point(|value| value.id_start <= id_start);
        &all[first..end]
    }

    /// Whether a node of the main line has this property.
    pub(super) fn on_main_line(&self, id: Ident) -> bool {
        let ids = self.main_line.get_or_init(|| {
            let nodes = 0..self.game.main_line();
            nodes.flat_map(|node| self.game.props(node)).map(|(prop, _)| prop.id).collect()
        });
        ids.contains(&id)
    }

    /// Returns where the lists of a node begin in which a point may occur only once, `None` if there are too many.
    pub(super) fn lists_of(&self, node: NodeId) -> Option<Vec<u32>> {
        const MAX_LISTS: usize = 64;
        let mut last = self.lists.borrow_mut();
        if last.as_ref().is_none_or(|(of, _)| *of != node) {
            let lists = self.game.props(node).filter(|(prop, _)| prop.id.info().group.is_some());
            *last = Some((node, lists.map(|(prop, _)| prop.start).take(MAX_LISTS + 1).collect()));
        }
        last.as_ref().map(|(_, lists)| lists.clone()).filter(|lists| lists.len() <= MAX_LISTS)
    }

    /// Returns the parts of the empty variation that ends at `close` which lie outside the empty variations in it; these
    /// must have been asked for before. Returns nothing if the variation isn't empty. Each byte is looked at once.
    pub(super) fn empty_variation(&self, bytes: &[u8], close: u32) -> Vec<Span> {
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
    pub(super) fn is_new(&self, value: Span) -> bool {
        self.last_escaped.replace(Some(value.start)) != Some(value.start)
    }
}

/// A file whose findings outside games are to be fixed.
pub(super) struct FileContext<'a> {
    pub text: &'a Text<'a>,
    games: Vec<DeclaredCharset>,
    /// Whether one of the games isn't Go.
    pub has_other_game: bool,
    /// Whether a value has a NUL byte.
    pub has_nul_in_value: bool,
    /// Whether the audit finds characters that can't be read with certainty.
    pub has_ambiguous_text: bool,
    /// The game that may lack a `)` which is after the last one. Nothing if fixes of the last game may change which parentheses
    /// are in it.
    pub torn_last: Option<Option<TornTree>>,
}

/// The character encoding of a game, and where it is declared.
pub(super) struct DeclaredCharset {
    pub span: Span,
    pub encoding: &'static Encoding,
    pub is_certain: bool,
    pub root_start: Option<usize>,
    pub declared: Option<Span>,
    /// The values of all CA, wherever they stand.
    pub all_declared: Vec<Span>,
}

impl<'a> FileContext<'a> {
    pub(super) fn new(file: &'a SourceFile, findings: &[Finding]) -> Self {
        let mut context = Self {
            text: file.text(),
            games: Vec::new(),
            has_other_game: false,
            has_nul_in_value: false,
            has_ambiguous_text: findings.iter().any(|it| it.kind == FindingKind::UndecodableBytes),
            torn_last: None,
        };
        let mut is_doubtful = false;
        file.for_each_game(&mut GameMemory::default(), |source| {
            use FaultKind::{EarlyEnd, UnclosedValue};
            let is_open = |fault: &Fault| matches!(fault.kind, UnclosedValue | EarlyEnd);
            is_doubtful = source.faults.iter().any(is_open);
            let game = GameContext::new(&source.text, source.game, None, &[], None);
            context.games.push(DeclaredCharset::new(&game));
            context.has_other_game |= other_game(&source.text, source.game).is_some();
            context.has_nul_in_value |= memchr::memchr(0, game.game.span.of(game.bytes()))
                .is_some()
                && game.values.all().iter().any(|value| value.span.of(game.bytes()).contains(&0));
        });
        context.torn_last = (!is_doubtful).then(|| file.torn_beside(file.games() + 1));
        context
    }

    /// Returns the games that a finding about the encoding concerns: all, or the one around the finding if the games declare
    /// different encodings.
    pub(super) fn games_concerned(&self, at: u32) -> &[DeclaredCharset] {
        if !self.text.has_several_charsets() {
            return &self.games;
        }
        let first = self.games.partition_point(|game| game.span.end <= at);
        let end = self.games.partition_point(|game| game.span.start <= at);
        self.games.get(first..end).unwrap_or_default()
    }

    /// Whether a fix leaves all that the audit reads: it declares how the only game is decoded anyway.
    pub(super) fn respells(&self, finding: &Finding) -> bool {
        finding.kind == FindingKind::UndeclaredEncoding
            // The syntax isn't in doubt.
            && self.torn_last.is_some()
            && matches!(&self.games[..], [game] if game.all_declared.is_empty())
    }

    /// Whether part of the text may be in another encoding than the rest.
    pub(super) fn may_be_mixed(&self) -> bool {
        !self.text.is_decoded()
            && !self.text.has_several_charsets()
            && self.games.iter().any(|game| self.text.may_be_misread(game.span))
    }
}

impl DeclaredCharset {
    fn new(context: &GameContext) -> Self {
        let GameContext { text, game, .. } = context;
        // Under a name that means no encoding, ASCII is ASCII.
        let is_plain_ascii = text.is_ascii() && matches!(text.declared(), Declared::Unknown(_));
        let is_detected =
            text.source() == EncodingSource::Bom || text.confidence() == Some(Confidence::Sure);
        let all_declared = (game.other_nodes().iter())
            .flat_map(|&node| game.props(node))
            .filter(|(prop, _)| prop.id == Ident::new("CA"))
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

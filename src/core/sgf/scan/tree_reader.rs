//! Reads one game tree. After a fault it continues as a person would: a missing bracket costs what is
//! missing, not the rest of the file.

use std::ops::ControlFlow;

use super::fault::{Fault, FaultKind, Limits, Marker, marker_line, push_fault};
use super::game_bytes::{GameBytes, MAX_PROPERTIES, RawValue};
use super::game_start::{Balance, root_without_open};
use super::lookahead::{NewlineSearch, starts_property, starts_something};
use super::plain_moves::read_plain_moves;
use super::unclosed::{BracketLookahead, LABELS, is_text};
use crate::sgf::tree::{FfVersions, Game, Ident, NodeId, PropertyKind, ROOT, Span, ValueType};
use crate::sgf::value::{Swallowed, SwallowedKind, follows_escaped_end, open_bracket};

/// State of the recovery from faults that is kept from one game of a file to the next.
#[derive(Default)]
pub(super) struct Recovery {
    pub balance: Balance,
    pub newlines: NewlineSearch,
}

/// A variation that isn't closed yet.
struct OpenVariation {
    /// The node before it. `None` for the game itself.
    parent: Option<NodeId>,
    /// Number of nodes before it.
    nodes: usize,
}

struct IdentPlace {
    /// The offset behind it.
    end: usize,
    /// The offset of the `[` of its first value.
    value: usize,
}

/// Whether an identifier is known to some version of SGF.
fn is_known_ident(spelling: &[u8]) -> bool {
    Ident::read(spelling).info().formats != FfVersions::None
}

pub(super) struct TreeReader<'r, 'a> {
    source: &'r GameBytes<'a>,
    limits: Limits,
    recovery: &'r mut Recovery,
    game: &'r mut Game,
    faults: &'r mut Vec<Fault>,
    start: usize,
    at: usize,
    /// The node before the next one.
    last: Option<NodeId>,
    open: Vec<OpenVariation>,
    /// Whether a node has begun since the last `(` or `)`.
    in_node: bool,
    /// Whether the next node follows a variation.
    after_variation: bool,
    /// Whether nodes follow the tree's last `)`.
    early_end: bool,
    /// Whether something was beyond a limit.
    skipped: bool,
    /// Where the last property ended, including white space behind it.
    resume: usize,
    brackets: BracketLookahead,
    noted_newlines: bool,
}

impl<'r, 'a> TreeReader<'r, 'a> {
    /// A reader of the tree that begins at `start`.
    pub(super) fn new(
        source: &'r GameBytes<'a>,
        limits: Limits,
        recovery: &'r mut Recovery,
        game: &'r mut Game,
        faults: &'r mut Vec<Fault>,
        start: usize,
    ) -> Self {
        Self {
            source,
            limits,
            recovery,
            game,
            faults,
            start,
            at: start,
            last: None,
            open: vec![OpenVariation { parent: None, nodes: 0 }],
            in_node: false,
            after_variation: false,
            early_end: false,
            skipped: false,
            resume: usize::MAX,
            brackets: BracketLookahead::default(),
            noted_newlines: false,
        }
    }

    /// Reads the tree. Returns the offset behind it.
    pub(super) fn read(mut self) -> usize {
        if !self.read_nodes() {
            self.note_missing_end();
            self.game.end_main_line();
        }
        self.game.span = Span::new(self.start, self.at);
        self.at
    }

    /// Notes that the tree's last `)` is missing. If its `(` is missing as well, that is one fault.
    fn note_missing_end(&mut self) {
        let start = self.start as u32;
        let is_opening =
            |fault: &&mut Fault| fault.kind == FaultKind::MissingNode && fault.span.start == start;
        if self.early_end {
            return;
        }
        match self.faults.iter_mut().rfind(is_opening) {
            Some(opening) if self.source.bytes[self.start] != b'(' => {
                opening.kind = FaultKind::MissingParentheses;
            }
            _ => self.note(FaultKind::UnclosedTree, self.at, self.at),
        }
    }

    /// Reads up to the tree's last `)`, or to where another game or the end of the file comes before it.
    /// Returns whether the `)` was found.
    fn read_nodes(&mut self) -> bool {
        let start = self.start;
        match self.source.bytes[start] {
            b'(' => self.at += 1,
            b';' => self.note(FaultKind::MissingNode, start, start),
            // The `;` of its first property is missing as well, which is noted there.
            _ => {}
        }
        while let Some(&byte) = self.source.bytes.get(self.at) {
            match byte {
                b';' if self.is_next_headless_game() => return false,
                b';' => self.node(),
                b'A'..=b'Z' | b'a'..=b'z' => self.property_or_text(),
                b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'(' if self.at > start && self.is_new_game() => return false,
                b'(' => self.open_variation(),
                b')' => {
                    if self.close_variation().is_break() {
                        return true;
                    }
                }
                b'[' => self.stray_value(),
                _ => self.junk(),
            }
        }
        false
    }

    fn node(&mut self) {
        if self.game.nodes().len() >= self.limits.nodes as usize {
            return self.skip_nodes();
        }
        self.note_node_after_variation();
        self.in_node = true;
        let parent = self.last.unwrap_or(ROOT);
        let (bytes, max_nodes) = (self.source.bytes, self.limits.nodes);
        match read_plain_moves(bytes, self.at, parent, max_nodes, self.game) {
            Some(moves) => {
                self.last = Some(moves.last);
                self.at = moves.end;
                self.resume = moves.end;
            }
            None => {
                self.last = Some(self.game.push_node(self.at, parent));
                self.at += 1;
            }
        }
    }

    fn note_node_after_variation(&mut self) {
        if std::mem::take(&mut self.after_variation) {
            self.note(FaultKind::NodeAfterVariation, self.at, self.at + 1);
        }
    }

    /// Skips all nodes that follow, since the game has as many as the limit allows.
    fn skip_nodes(&mut self) {
        let end = self.source.skip_variations(self.at, self.open.len());
        self.note(FaultKind::TooManyNodes, self.at, end);
        self.skipped = true;
        // Its `)` may end the game in the usual way.
        self.open.truncate(1);
        self.last = Some(ROOT);
        self.at = end;
    }

    fn property_or_text(&mut self) {
        if !self.in_node {
            if self.continue_text() {
                return;
            }
            self.note(FaultKind::MissingNode, self.at, self.at);
            self.note_node_after_variation();
            self.last = Some(self.game.push_node(self.at, self.last.unwrap_or(ROOT)));
            self.in_node = true;
        }
        self.property();
    }

    /// Reads an identifier and its values.
    fn property(&mut self) {
        let start = self.at;
        let Some(ident) = self.ident() else { return };
        let spelling = &self.source.bytes[start..ident.end];
        self.game.push_prop(Ident::read(spelling), Span::new(start, ident.end));
        self.at = ident.value;
        loop {
            let open = self.at;
            let value = self.source.value(open);
            if let Some(swallowed) = self.swallowed(&value) {
                return self.cut_value(open, swallowed);
            }
            self.game.push_value(value.content);
            self.at = value.end;
            if !value.is_closed {
                return self.note(FaultKind::UnclosedValue, open, value.end);
            }
            self.at = self.source.skip_white_space(value.end);
            if self.source.bytes.get(self.at) != Some(&b'[') {
                self.resume = self.at;
                return;
            }
        }
    }

    /// The end of a value of the last property, if the rest of the file shows that the value's `]` is missing or
    /// escaped. If that isn't certain, notes it.
    fn swallowed(&mut self, value: &RawValue) -> Option<Swallowed> {
        // Moves and points, by far the most values, are two letters.
        if value.content.end - value.content.start == 2 {
            return None;
        }
        let Some(swallowed) = Swallowed::read(value.content.of(self.source.bytes)) else {
            self.note_open_bracket(value);
            return None;
        };
        let is_certain = match swallowed.kind {
            SwallowedKind::Property(id) => self.is_missing_property(value, &swallowed, id),
            _ => self.source.swallowed_node(value).is_some(),
        };
        if !is_certain {
            let start = value.content.start as usize + swallowed.start;
            self.note(FaultKind::PropertyInText, start, value.end);
        }
        is_certain.then_some(swallowed)
    }

    /// Notes a bracket that opens in a text and isn't closed, if a property may be there whose identifier is damaged.
    fn note_open_bracket(&mut self, value: &RawValue) {
        let content = value.content.of(self.source.bytes);
        let Some(bracket) = open_bracket(content) else { return };
        let Some(id) = self.game.last_ident() else { return };
        let info = id.info();
        let is_header = matches!(info.kind, PropertyKind::Root | PropertyKind::GameInfo);
        let may_be_property = match info.values {
            _ if info.formats == FfVersions::None => false,
            ValueType::Text if !is_header || id == Ident::new("GC") => {
                follows_escaped_end(&content[..bracket])
            }
            ValueType::Text | ValueType::Composed => is_header,
            _ => false,
        };
        if may_be_property && starts_something(&self.source.bytes[value.end..]) {
            self.note(FaultKind::PropertyInText, value.content.start as usize + bracket, value.end);
        }
    }

    /// Whether what a value ends with is a property that its node lacks otherwise, and can't be part of the value.
    fn is_missing_property(&self, value: &RawValue, end: &Swallowed, id: Ident) -> bool {
        let Some(outer) = self.game.last_ident().map(|id| (id, id.info())) else { return false };
        let is_header = |kind| matches!(kind, PropertyKind::Root | PropertyKind::GameInfo);
        let is_certain = end.is_escaped
            || match outer.1.values {
                // GC may hold any text, a property in brackets as well.
                ValueType::Text => {
                    let is_free = outer.0 == Ident::new("GC");
                    !is_free && is_header(outer.1.kind) && is_header(id.info().kind)
                }
                ValueType::Composed => false,
                _ => outer.1.formats != FfVersions::None,
            };
        let node = self.last.unwrap_or(ROOT);
        is_certain
            && value.is_closed
            && starts_something(&self.source.bytes[value.end..])
            && !self.game.props(node).take(MAX_PROPERTIES).any(|(prop, _)| prop.id == id)
            && !self.source.node_has(id, value.end)
    }

    /// Ends the value at `open` before what it swallowed, and continues there.
    fn cut_value(&mut self, open: usize, swallowed: Swallowed) {
        let start = open + 1;
        let end = start + swallowed.value;
        let is_text = self.game.last_ident().is_some_and(is_text);
        // A text keeps the backslash.
        let content = if swallowed.is_escaped && !is_text { end - 1 } else { end };
        self.game.push_value(Span::new(start, content));
        self.at = start + swallowed.start;
        if swallowed.is_escaped {
            self.note(FaultKind::EscapedEnd, end - 1, end + 1);
        } else {
            self.note(FaultKind::UnclosedValue, open, end);
        }
    }

    /// The identifier here. If there is none, or it has no value, steps over it and returns `None`.
    fn ident(&mut self) -> Option<IdentPlace> {
        let length = match self.source.bytes[self.at..] {
            [b'A'..=b'Z', b'[', ..] => 1,
            [b'A'..=b'Z', b'A'..=b'Z', b'[', ..] => 2,
            _ => return self.unusual_ident(),
        };
        Some(IdentPlace { end: self.at + length, value: self.at + length })
    }

    /// The identifier here, in another form than one or two capitals with a value right behind them. If there is none, or
    /// it has no value, steps over it and returns `None`.
    #[cold]
    fn unusual_ident(&mut self) -> Option<IdentPlace> {
        let bytes = self.source.bytes;
        let start = self.at;
        let length = bytes[start..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        let end = start + length;
        let value = self.source.skip_white_space(end);
        let spelling = &bytes[start..end];
        // A word of a text whose `]` wasn't escaped looks like an identifier of an old format.
        let is_known = || is_known_ident(&spelling.to_ascii_uppercase());
        let is_word = spelling.iter().all(u8::is_ascii_lowercase)
            && (value > end || spelling.len() > 2 || !is_known());
        let has_value = bytes.get(value) == Some(&b'[');
        if (!has_value || is_word) && self.continue_text() {
            return None;
        }
        if !has_value {
            self.note(FaultKind::PropertyWithoutValue, start, end);
            self.at = end;
            return None;
        }
        if spelling.iter().any(u8::is_ascii_lowercase) {
            self.note(FaultKind::LowerCaseIdent, start, end);
        }
        Some(IdentPlace { end, value })
    }

    /// Whether the `;` here begins another game behind one without a `(`.
    fn is_next_headless_game(&self) -> bool {
        self.open.len() == 1
            && self.last.is_some()
            && self.source.bytes[self.start] != b'('
            && root_without_open(self.source.bytes, self.at).is_some()
    }

    /// Whether the `(` here begins another game, before this one has ended.
    fn is_new_game(&mut self) -> bool {
        self.last.is_some()
            && self.recovery.balance.is_new_game(self.source, self.game, self.start, self.at)
    }

    fn open_variation(&mut self) {
        if self.open.len() >= self.limits.depth as usize {
            let end = self.source.skip_variations(self.at + 1, 1);
            self.note(FaultKind::TooDeep, self.at, end);
            self.skipped = true;
            let has_end = self.source.bytes.get(end) == Some(&b')');
            self.at = end + usize::from(has_end);
            return;
        }
        self.open.push(OpenVariation { parent: self.last, nodes: self.game.nodes().len() });
        (self.in_node, self.after_variation) = (false, false);
        self.at += 1;
    }

    /// Reads a `)`. Breaks if it ends the game.
    fn close_variation(&mut self) -> ControlFlow<()> {
        if self.at == self.resume
            && !starts_something(&self.source.bytes[self.at + 1..])
            && self.continue_text()
        {
            return ControlFlow::Continue(());
        }
        let variation = self.open.pop();
        let nodes = self.game.nodes().len();
        // Something stood where a limit was exceeded.
        let is_empty = !self.skipped && variation.as_ref().is_some_and(|open| open.nodes == nodes);
        if is_empty {
            self.note(FaultKind::EmptyVariation, self.at, self.at + 1);
        }
        let leaf = self.last;
        // The main line continues in the first variation that has a node.
        if leaf.is_some() && !is_empty {
            self.game.end_main_line();
        }
        let parent = variation.and_then(|open| open.parent);
        self.last = parent.or(Some(ROOT).filter(|_| leaf.is_some()));
        (self.in_node, self.after_variation) = (false, true);
        self.at += 1;
        if !self.open.is_empty() {
            return ControlFlow::Continue(());
        }
        if !self.tree_continues() {
            return ControlFlow::Break(());
        }
        self.reopen_tree(leaf);
        ControlFlow::Continue(())
    }

    /// Whether nodes or properties follow the end of the tree, and not another tree.
    fn tree_continues(&self) -> bool {
        let rest = self.source.bytes[self.at..].trim_ascii_start();
        match rest.strip_prefix(b";") {
            Some([]) => false,
            Some(node) => {
                starts_something(node) && root_without_open(self.source.bytes, self.at).is_none()
            }
            None => starts_property(rest),
        }
    }

    /// Goes on behind a `)` that came too early.
    fn reopen_tree(&mut self, leaf: Option<NodeId>) {
        self.last = leaf;
        self.note(FaultKind::EarlyEnd, self.at - 1, self.at);
        self.early_end = true;
        self.open.push(OpenVariation { parent: None, nodes: 0 });
        self.after_variation = false;
        self.last = self.game.reopen_main_line().or(leaf);
        // Properties belong to the last node, if that ended.
        let nodes = self.game.nodes().len() as NodeId;
        self.in_node = self.last.is_some_and(|last| last + 1 == nodes);
    }

    /// Skips a value without an identifier.
    fn stray_value(&mut self) {
        let value = self.source.value(self.at);
        self.note(FaultKind::ValueWithoutProperty, self.at, value.end);
        if !value.is_closed {
            self.note(FaultKind::UnclosedValue, self.at, value.end);
        }
        self.at = value.end;
    }

    /// Skips what can't begin anything.
    fn junk(&mut self) {
        if self.conflict_marker() || self.literal_newlines() || self.nuls() || self.continue_text()
        {
            return;
        }
        let start = self.at;
        if self.is_separator() {
            self.note(FaultKind::WrongSeparator, start, start + 1);
            self.last = Some(self.game.push_node(start, self.last.unwrap_or(ROOT)));
            self.at = start + 1;
            return;
        }
        let is_junk = |b: &u8| {
            !b.is_ascii_whitespace()
                && !b.is_ascii_alphabetic()
                && !matches!(b, b';' | b'(' | b')' | b'[')
        };
        let bytes = &self.source.bytes[start + 1..];
        self.at = start + 1 + bytes.iter().take_while(|b| is_junk(b)).count();
        self.note(FaultKind::Junk, start, self.at);
    }

    /// Whether a comma or the like stands here for the `;` of a node with a move, behind a property.
    fn is_separator(&self) -> bool {
        let bytes = &self.source.bytes[self.at..];
        self.in_node
            && self.at == self.resume
            && matches!(bytes, [b',' | b':' | b'.', b'B' | b'W', b'[', ..])
    }

    /// Steps over a line with the marker of a merge conflict.
    fn conflict_marker(&mut self) -> bool {
        let Some(Marker { end, .. }) = marker_line(self.source.bytes, self.at) else {
            return false;
        };
        self.note(FaultKind::ConflictMarker, self.at, end);
        self.at = end;
        true
    }

    /// Steps over line breaks written in two characters each, if something begins behind them. They are
    /// noted once per game.
    #[cold]
    fn literal_newlines(&mut self) -> bool {
        let Some(end) = self.recovery.newlines.skip(self.source.bytes, self.at) else {
            return false;
        };
        if !std::mem::replace(&mut self.noted_newlines, true) {
            self.note(FaultKind::LiteralNewline, self.at, end);
        }
        self.step_over(end);
        true
    }

    /// Steps over NUL bytes, which mean nothing.
    fn nuls(&mut self) -> bool {
        let nuls = self.source.bytes[self.at..].iter().take_while(|&&byte| byte == 0).count();
        self.step_over(self.at + nuls);
        nuls > 0
    }

    /// Goes on at `end`, where text may go on as it might have here.
    fn step_over(&mut self, end: usize) {
        if self.resume == self.at {
            self.resume = end;
        }
        self.at = end;
    }

    /// If the last thing read was a value of text, and what follows can't begin anything, extends that
    /// value to the next `]` after which something can begin.
    fn continue_text(&mut self) -> bool {
        let at = self.at;
        let Some(id) = self.game.last_ident().filter(|&id| at == self.resume && is_text(id)) else {
            return false;
        };
        let Some(end) = self.brackets.text_end(self.source, at) else { return false };
        // Apparently several values are one text with brackets in it.
        if self.game.extend_value(end as u32, id != LABELS).is_none() {
            return false;
        }
        self.note(FaultKind::UnescapedBracket, at, end + 1);
        self.at = end + 1;
        self.resume = self.source.skip_white_space(self.at);
        true
    }

    fn note(&mut self, kind: FaultKind, from: usize, to: usize) {
        let fault = Fault { kind, span: Span::new(from, to), node: self.last.unwrap_or(ROOT) };
        push_fault(self.faults, self.source.bytes, fault);
    }
}

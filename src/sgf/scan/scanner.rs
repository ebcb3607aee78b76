//! The scanner: bytes to games, with every fault noted and nothing skipped in silence.
//!
//! It never recurses and looks at each byte a bounded number of times. After a fault it goes on
//! where a person would: a missing bracket costs what is missing, not the rest of the file.

use super::fault::{Fault, FaultKind};
use super::game_start::SplitGuess;
use super::limits::Limits;
use super::literal_newlines::Breaks;
use super::lookahead::{starts_something, strip_literal_newlines};
use super::unclosed::Ahead;
use crate::sgf::text::Declared;
use crate::sgf::text::Text;
use crate::sgf::tree::{Game, NodeId, Opened, ROOT, Span};

/// A place between two games of a file, at which a scanner can go on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bookmark {
    at: usize,
    pub(crate) games: u32,
    /// The game that the charset of those before this place was judged by, as far as that goes.
    aimed_at: Option<usize>,
}

/// Yields the games of a file one by one.
pub struct Scanner<'a> {
    text: &'a Text<'a>,
    /// The same text as the last game declares it, where the file's games differ in that.
    aimed: Option<Text<'a>>,
    /// The game that begins the bytes that the last game's charset was judged by, and where they end.
    aimed_at: Option<usize>,
    aimed_until: usize,
    pub(crate) bytes: &'a [u8],
    /// Whether a `]` may be a part of a character, as the text of the last game is encoded.
    pub(crate) unsafe_trails: bool,
    at: usize,
    pub(crate) games: u32,
    pub(crate) limits: Limits,
    /// Where the last property ended, white space after it included.
    pub(crate) resume: usize,
    pub(crate) ahead: Ahead,
    pub(crate) split_guess: SplitGuess,
    pub(crate) breaks: Breaks,
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of a file.
    #[must_use]
    pub fn new(text: &'a Text<'a>) -> Self {
        Self::with_limits(text, Limits::default())
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(text: &'a Text<'a>, limits: Limits) -> Self {
        Self {
            text,
            aimed: None,
            aimed_at: None,
            aimed_until: 0,
            bytes: text.bytes(),
            unsafe_trails: text.has_unsafe_trails(),
            at: text.bom_len(),
            games: text.chunk_offset().games,
            limits,
            resume: usize::MAX,
            ahead: Ahead::default(),
            split_guess: SplitGuess::default(),
            breaks: Breaks::default(),
        }
    }

    /// A scanner that goes on where another one of the same file was; at the beginning for the default.
    #[must_use]
    pub fn resume(text: &'a Text<'a>, from: Bookmark) -> Self {
        let at = from.at.max(text.bom_len()).min(text.bytes().len());
        let mut scanner = Self { at, games: from.games, ..Self::new(text) };
        if let Some(start) = from.aimed_at {
            scanner.aim_at(start);
        }
        scanner
    }

    /// The place just past the last game.
    #[must_use]
    pub fn bookmark(&self) -> Bookmark {
        Bookmark { at: self.at, games: self.games, aimed_at: self.aimed_at }
    }

    /// The text that the last game is to be read with: the file's, in the game's own charset where
    /// the file's games declare different ones.
    #[must_use]
    pub fn text(&self) -> &Text<'a> {
        self.aimed.as_ref().unwrap_or(self.text)
    }

    /// Reads the next game into `game`, adding what is wrong with it, and with what stands before it,
    /// to `faults`. False when there is none left.
    pub fn next_game(&mut self, game: &mut Game, faults: &mut Vec<Fault>) -> bool {
        game.clear();
        let from = self.at;
        let start = self.find_game(from);
        let gap_end = start.unwrap_or(self.bytes.len());
        self.note_text_outside(from, gap_end, faults);
        let Some(start) = start else {
            self.at = self.bytes.len();
            return false;
        };
        if self.games == self.limits.games {
            let end = self.bytes.len();
            self.note(faults, FaultKind::TooManyGames, start, end, None);
            self.at = end;
            return false;
        }
        self.games += 1;
        self.at = start;
        self.aim(start);
        let before = faults.len();
        self.split_guess.begin_tree();
        let closed = self.read_tree(game, faults);
        if self.split_guess.is_refuted(self.at, closed, self.bytes.len()) {
            game.clear();
            faults.truncate(before);
            self.at = start;
            self.read_tree(game, faults);
        }
        true
    }

    /// Whether a game was torn in two because the bytes end before it closes.
    pub fn ended_inside_game(&self) -> bool {
        self.split_guess.hung
    }

    /// Finds out the charset of the game that begins here, where the file's games differ in that.
    fn aim(&mut self, start: usize) {
        if !self.text.has_several_charsets() {
            return;
        }
        // Games in a row that declare nothing are judged together.
        let judged = self.aimed.as_ref().is_some_and(|text| match text.declared() {
            Declared::Nothing => true,
            Declared::Known(_, span) | Declared::Unknown(span) => span.start as usize > start,
        });
        if start >= self.aimed_until || !judged {
            self.aim_at(start);
        }
    }

    fn aim_at(&mut self, start: usize) {
        let text = self.text.for_game(start);
        self.unsafe_trails = text.has_unsafe_trails();
        self.aimed = Some(text);
        self.aimed_at = Some(start);
        self.aimed_until = self.text.charset_scope_end(start);
    }

    fn note_text_outside(&self, from: usize, to: usize, faults: &mut Vec<Fault>) {
        let gap = &self.bytes[from..to];
        let Some(first) = gap.iter().position(|b| !b.is_ascii_whitespace() && *b != 0) else {
            return;
        };
        let last = gap.iter().rposition(|b| !b.is_ascii_whitespace()).unwrap_or(first);
        let span = Span::new(from + first, from + last + 1);
        let kind = match strip_literal_newlines(span.of(self.bytes)) {
            Some([]) => FaultKind::LiteralNewline,
            _ => FaultKind::TextOutsideTree,
        };
        faults.push(Fault { kind, span, node: ROOT });
    }

    /// Whether its `)` was found.
    fn read_tree(&mut self, game: &mut Game, faults: &mut Vec<Fault>) -> bool {
        (self.resume, self.ahead) = (usize::MAX, Ahead::default());
        self.breaks.noted = false;
        // For each open variation, the node that it hangs on; `None` outside the root's tree.
        let mut open = std::mem::take(&mut game.open);
        open.clear();
        let closed = self.read_nodes(game, faults, &mut open);
        game.open = open;
        closed
    }

    fn read_nodes(
        &mut self,
        game: &mut Game,
        faults: &mut Vec<Fault>,
        open: &mut Vec<Opened>,
    ) -> bool {
        let bytes = self.bytes;
        let start = self.at;
        let mut last: Option<NodeId> = None;
        // Whether a node has begun since the last `(` or `)`, and whether the last of those was `)`.
        let mut in_node = false;
        let mut closed = false;
        let mut early_end = false;
        let mut skipped = false;
        let mut root_info = None;
        let mut at = start;
        open.push(Opened { behind: None, nodes: 0 });
        match bytes[at] {
            b'(' => at += 1,
            b';' => self.note(faults, FaultKind::MissingNode, at, at, last),
            // Its first property lacks a `;` as well, and is told of once.
            _ => {}
        }
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b';' if game.nodes().len() >= self.limits.nodes as usize => {
                    let end = self.skip(at, open.len());
                    self.note(faults, FaultKind::TooManyNodes, at, end, last);
                    skipped = true;
                    // Its `)` may end the game in the usual way.
                    open.truncate(1);
                    last = Some(ROOT);
                    at = end;
                }
                b';' => {
                    if closed {
                        self.note(faults, FaultKind::NodeAfterVariation, at, at + 1, last);
                        closed = false;
                    }
                    in_node = true;
                    let parent = last.unwrap_or(ROOT);
                    if let Some((node, end)) = self.read_moves(game, at, parent) {
                        last = Some(node);
                        self.resume = end;
                        at = end;
                    } else {
                        last = Some(game.push_node(at, parent));
                        at += 1;
                    }
                }
                b'A'..=b'Z' | b'a'..=b'z' => {
                    if !in_node {
                        if let Some(end) = self.unclosed_text(game, at) {
                            self.note(faults, FaultKind::UnescapedBracket, at, end, last);
                            at = end;
                            continue;
                        }
                        self.note(faults, FaultKind::MissingNode, at, at, last);
                        last = Some(game.push_node(at, last.unwrap_or(ROOT)));
                        in_node = true;
                    }
                    at = self.read_property(game, faults, at, last);
                }
                b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c => at += 1,
                b'(' => {
                    // A second game that begins before the first has ended.
                    if at > start && self.is_new_game(game, at, last, &mut root_info) {
                        break;
                    }
                    if open.len() >= self.limits.depth as usize {
                        let end = self.skip(at + 1, 1);
                        self.note(faults, FaultKind::TooDeep, at, end, last);
                        skipped = true;
                        at = end;
                        if bytes.get(at) == Some(&b')') {
                            at += 1;
                        }
                        continue;
                    }
                    open.push(Opened { behind: last, nodes: game.nodes().len() as NodeId });
                    (in_node, closed) = (false, false);
                    at += 1;
                }
                b')' => {
                    if let Some(end) = self.text_behind_tree(game, at) {
                        self.note(faults, FaultKind::UnescapedBracket, at, end, last);
                        at = end;
                        continue;
                    }
                    let opened = open.pop();
                    // What was too deep or too much to be read was something.
                    let empty = !skipped
                        && opened
                            .is_some_and(|opened| opened.nodes == game.nodes().len() as NodeId);
                    if empty {
                        self.note(faults, FaultKind::EmptyVariation, at, at + 1, last);
                    }
                    let leaf = last;
                    // The main line goes on in the first variation that has a node.
                    if last.is_some() && !empty {
                        game.end_main_line();
                    }
                    let behind = opened.and_then(|opened| opened.behind);
                    last = behind.or(Some(ROOT).filter(|_| last.is_some()));
                    (in_node, closed) = (false, true);
                    at += 1;
                    if !open.is_empty() {
                        continue;
                    }
                    if !self.goes_on(at) {
                        game.span = Span::new(start, at);
                        self.at = at;
                        return true;
                    }
                    // More nodes follow: this `)` came too early.
                    self.note(faults, FaultKind::EarlyEnd, at - 1, at, leaf);
                    early_end = true;
                    open.push(Opened { behind: None, nodes: 0 });
                    closed = false;
                    last = game.reopen_main_line().or(leaf);
                }
                b'[' => {
                    let (_, next, closed) = self.read_value(at);
                    self.note(faults, FaultKind::ValueWithoutProperty, at, next, last);
                    if !closed {
                        self.note(faults, FaultKind::UnclosedValue, at, next, last);
                    }
                    at = next;
                }
                _ => {
                    at = match self.read_written_breaks(faults, at, last) {
                        Some(end) => end,
                        None => self.read_junk(game, faults, at, last),
                    }
                }
            }
        }
        if !early_end {
            self.note(faults, FaultKind::UnclosedTree, at, at, last);
        }
        game.end_main_line();
        game.span = Span::new(start, at);
        self.at = at;
        early_end
    }

    /// The place of the `)` that closes so many variations, or where another game or the end of the
    /// file comes before it. Looks at each byte once.
    fn skip(&self, from: usize, mut levels: usize) -> usize {
        let mut at = from;
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'(' if self.is_root(at) => return at,
                b'(' => levels += 1,
                b')' if levels == 1 => return at,
                b')' => levels -= 1,
                b'[' => {
                    at = self.read_value(at).1;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// Whether nodes follow the end of a tree, and not another tree.
    fn goes_on(&self, at: usize) -> bool {
        let rest = self.bytes[at..].trim_ascii_start();
        rest.first() == Some(&b';') && rest.len() > 1 && starts_something(&rest[1..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a file, and its games as the values of their main lines' B and W.
    fn scan(bytes: &[u8]) -> (Vec<FaultKind>, Vec<String>) {
        let text = Text::new(bytes);
        let mut scanner = Scanner::new(&text);
        let (mut game, mut faults) = (Game::default(), Vec::new());
        let mut kinds = Vec::new();
        let mut games = Vec::new();
        loop {
            faults.clear();
            let more = scanner.next_game(&mut game, &mut faults);
            kinds.extend(faults.iter().map(|fault| fault.kind));
            if !more {
                return (kinds, games);
            }
            let mut line = String::new();
            for node in 0..game.main_line() {
                for (prop, values) in game.props(node) {
                    line.push_str(&prop.id.spelling());
                    for value in values {
                        line.push_str(&format!("[{}]", text.decode(value)));
                    }
                }
                line.push(';');
            }
            games.push(line);
        }
    }

    fn one(bytes: &[u8]) -> (Vec<FaultKind>, String) {
        let (faults, games) = scan(bytes);
        assert_eq!(games.len(), 1, "{games:?}");
        (faults, games[0].clone())
    }

    use FaultKind::*;

    #[test]
    fn clean_games_have_no_faults() {
        let (faults, line) = one(b"(;FF[4]AB[aa][bb:cc]\n[dd];B[ee](;W[ff];B[])(;W[gg]C[x\\]y]))");
        assert_eq!(faults, []);
        assert_eq!(line, "FF[4]AB[aa][bb:cc][dd];B[ee];W[ff];B[];");
        let (faults, games) = scan(b"(;B[aa])\n\n(;B[bb])\n");
        assert_eq!((faults.len(), games.len()), (0, 2));
    }

    #[test]
    fn brackets_in_text() {
        for (bytes, line) in [
            (&b"(;C[player [5d]: hi];B[pd])"[..], "C[player [5d]: hi];B[pd];"),
            (b"(;C[a [5d] b [6d] c];B[pd])", "C[a [5d] b [6d] c];B[pd];"),
            (b"(;C[x];) smile];B[pd])", "C[x];"),
            (b"(;GC[three (=6 [points])]\nUS[x]\n;B[pd])", "GC[three (=6 [points])]US[x];B[pd];"),
            (b"(;C[[5d] [3k] hi];B[pd])", "C[[5d] [3k] hi];B[pd];"),
            (b"(;C[nice :]) ok [sic] so];B[pd])", "C[nice :]) ok [sic] so];B[pd];"),
            (b"(;B[aa](;C[a]) b];B[pd])(;C[c]))", "B[aa];C[a]) b];B[pd];"),
        ] {
            let (faults, read) = one(bytes);
            assert_eq!(read.split(';').next(), line.split(';').next());
            if line.contains("pd") {
                assert!(faults.iter().all(|&fault| fault == UnescapedBracket), "{faults:?}");
                assert_eq!(read, line);
            }
        }
    }

    #[test]
    fn text_behind_a_tree_is_no_part_of_its_last_value() {
        for (bytes, games) in [
            (&b"(;C[x])\nSubject: [2]\n(;PB[y];B[pd])"[..], 2),
            (b"(;C[x])\nSubject (;PB[y];B[pd])", 2),
            (b"(;C[x])\nSubject ( GM[1]PB[y];B[pd])", 2),
            (b"(;C[x]) bye [me]", 1),
            (b"(;C[x]) bye]", 1),
        ] {
            let (faults, lines) = scan(bytes);
            assert_eq!(faults[0], TextOutsideTree, "{}", bytes.escape_ascii());
            assert_eq!((lines.len(), &lines[0][..]), (games, "C[x];"));
        }
    }

    #[test]
    fn missing_brackets() {
        assert_eq!(
            one(b"(;C[hello;B[pd];W[dd])"),
            (vec![UnclosedValue], "C[hello];B[pd];W[dd];".into())
        );
        assert_eq!(one(b"(;B[pd;W[dd];B[])"), (vec![UnclosedValue], "B[pd];W[dd];B[];".into()));
        assert_eq!(
            one(b"(;B[aa](;W[bb]C[)\n(;W[cc]C[x))"),
            (vec![UnclosedValue, UnclosedValue, UnclosedTree], "B[aa];W[bb]C[];".into())
        );
        assert_eq!(one(b"(;B[pd]C[the end").0, [UnclosedValue, UnclosedTree]);
    }

    #[test]
    fn missing_and_needless_parentheses() {
        assert_eq!(one(b"(;B[pd];W[dd]"), (vec![UnclosedTree], "B[pd];W[dd];".into()));
        assert_eq!(one(b"(;B[pd]);W[dd])"), (vec![EarlyEnd], "B[pd];W[dd];".into()));
        assert_eq!(one(b"((;B[pd]))"), (vec![TextOutsideTree, TextOutsideTree], "B[pd];".into()));
        let (faults, games) = scan(b"(;PB[a];B[pd](;PB[b];B[dd])");
        assert_eq!((faults, games.len()), (vec![UnclosedTree], 2));
        // Variations that say again what the root says, in a tree that closes.
        let (faults, games) = scan(b"(;KM[6.5];B[aa](;W[bb])(;KM[5];W[cc]))(;KM[0])");
        assert_eq!((faults.len(), games.len()), (0, 2));
        let torn = b"(;PB[a];B[pd](;W[dd](;PB[b];B[dd])(;PB[c])(;PB[d])";
        let (faults, games) = scan(torn);
        assert_eq!((faults, games.len()), (vec![UnclosedTree], 4));
        assert_eq!(
            one(b"(;B[aa](;W[bb])(;W[cc]);W[dd])"),
            (vec![NodeAfterVariation], "B[aa];W[bb];".into())
        );
    }

    #[test]
    fn missing_semicolons() {
        assert_eq!(one(b"(B[pd];W[dd])"), (vec![MissingNode], "B[pd];W[dd];".into()));
        assert_eq!(one(b";B[pd];W[dd]"), (vec![MissingNode, UnclosedTree], "B[pd];W[dd];".into()));
        assert_eq!(
            one(b"\n;SZ[9];B[ee];W[cc](;B[gg])(;B[cg])"),
            (vec![MissingNode, UnclosedTree], "SZ[9];B[ee];W[cc];B[gg];".into())
        );
        assert_eq!(scan(b";(;GM[1];B[aa])").0, [TextOutsideTree]);
        assert_eq!(
            one(b"\nSZ[9] RE[B+R]AB[aa]\n[bb];W[cc](;B[gg])(;B[cg])"),
            (vec![MissingNode, UnclosedTree], "SZ[9]RE[B+R]AB[aa][bb];W[cc];B[gg];".into())
        );
        assert_eq!(one(b"SZ[9];B[ee])"), (vec![MissingNode], "SZ[9];B[ee];".into()));
        assert_eq!(one(b"SZ[9;B[ee];W[cc])").0, [MissingNode, UnclosedValue]);
        // Neither a letter's head nor what stands before a game of its own is a root.
        for text in ["SZ[9]\n", "Re: [sgf] ;-)", "RE[x]: ", "SUB[x];", "GN[x];)"] {
            let bytes = format!("{text}(;GM[1];B[aa])");
            let (faults, games) = scan(bytes.as_bytes());
            assert_eq!((faults, games.len()), (vec![TextOutsideTree], 1), "{text}");
        }
        assert_eq!(one(b"(;B[pd](W[dd]))"), (vec![MissingNode], "B[pd];W[dd];".into()));
    }

    #[test]
    fn rubbish_in_a_row_is_one_fault() {
        assert_eq!(one(b"(;B[pd]</script> <p class='x'>;W[dd])").0, [Junk]);
        assert_eq!(one(b"(;B[pd]*;*W[dd])").0, [Junk, Junk]);
    }

    #[test]
    fn variations_without_a_node_do_not_end_the_main_line() {
        for rubbish in ["()", "( )", "(*)", "([x])", "(())", "(()*())", "(( ) )"] {
            let bytes = format!("(;B[ee]{rubbish}(;W[cc];B[gg]{rubbish})(;W[dd]))");
            let (faults, line) = one(bytes.as_bytes());
            assert_eq!(line, "B[ee];W[cc];B[gg];", "{rubbish}");
            assert!(faults.contains(&EmptyVariation), "{rubbish}: {faults:?}");
        }
        let (faults, line) = one(b"(;B[ee]((;W[cc]))(;W[dd]))");
        assert_eq!((faults, &line[..]), (vec![], "B[ee];W[cc];"));
    }

    #[test]
    fn other_rubbish() {
        assert_eq!(
            one(b"From: me\n(;B[pd]*; W[dd]) bye").0,
            [TextOutsideTree, Junk, TextOutsideTree]
        );
        assert_eq!(one(b"(;[aa]B[pd]KO;W [dd])").0, [ValueWithoutProperty, PropertyWithoutValue]);
        assert_eq!(
            one(b"(;Black[pd];w[dd]()())").0,
            [LowerCaseIdent, LowerCaseIdent, EmptyVariation, EmptyVariation]
        );
        assert_eq!(scan(b"").1.len() + scan(b"(((((").1.len() + scan(b"]]\\").1.len(), 0);
    }
}

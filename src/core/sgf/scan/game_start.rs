//! Where a game begins: in a file, and within another game that hasn't ended.

use memchr::{memchr, memrchr2};

use super::fault::marker_line;
use super::game_bytes::GameBytes;
use super::lookahead::{
    first_node, has_root_property, opens_game, starts_property, starts_something,
};
use crate::sgf::tree::{Game, Ident, ROOT};

/// Game information that a game has once.
const INFO: [Ident; 8] = Ident::all(["AP", "PB", "PW", "EV", "GN", "RE", "KM", "DT"]);

/// A tree is taken as unclosed if no `)` closes it within this many bytes of a variation that looks like a game.
const MAX_DOUBTFUL: usize = 16 << 20;

/// Maximum number of open parentheses whose places are kept.
const MAX_OPEN: usize = 1 << 20;

/// Decides whether a variation with properties that only a root has, or that the root has already, belongs to its tree or
/// is a game of its own after a missing `)`. It belongs to the tree if the parentheses outside values close the tree.
#[derive(Default)]
pub(super) struct Balance {
    /// The `(` up to `seen` that no `)` has closed.
    open: Vec<u32>,
    /// Number of further ones, beyond [`MAX_OPEN`].
    deeper: usize,
    seen: usize,
    /// Number of bytes that were read a second time.
    reread: usize,
    /// Where the current tree ends, if that is known.
    tree_end: Option<usize>,
    /// The [`INFO`] properties of the root of the current tree, once needed.
    root_info: Option<[bool; INFO.len()]>,
}

impl Balance {
    /// Begins a new tree. `end`: where it ends, if that is known.
    pub(super) fn begin_tree(&mut self, end: Option<usize>) {
        self.tree_end = end;
        self.root_info = None;
    }

    /// Whether the `(` at `at` begins another game, although the tree of `game`, which began at `start`, isn't closed.
    pub(super) fn is_new_game(
        &mut self,
        source: &GameBytes,
        game: &Game,
        start: usize,
        at: usize,
    ) -> bool {
        let Some(node) = first_node(&source.bytes[at..]) else { return false };
        if !has_root_property(node) && !self.repeats_info(game, node) {
            return false;
        }
        if self.tree_end.is_none() {
            self.tree_end = self.find_end(source, start, at);
        }
        self.tree_end.is_none_or(|end| at >= end)
    }

    /// Whether a node begins with game information that the root has.
    fn repeats_info(&mut self, game: &Game, node: &[u8]) -> bool {
        let Some([a, b, b'[']) = node.get(..3) else { return false };
        let root_has =
            self.root_info.get_or_insert_with(|| INFO.map(|id| game.find(ROOT, id).is_some()));
        let id = Ident::read(&[*a, *b]);
        INFO.iter().position(|&info| info == id).is_some_and(|info| root_has[info])
    }

    /// The offset behind the `)` of the tree that begins at `start`. `None` if it has none within [`MAX_DOUBTFUL`] bytes of
    /// `from`. All calls together read each byte a bounded number of times.
    fn find_end(&mut self, source: &GameBytes, start: usize, from: usize) -> Option<usize> {
        if source.bytes[start] != b'(' {
            return None;
        }
        if start >= self.seen {
            self.open.clear();
            (self.deeper, self.seen) = (0, start);
        } else if self.open.binary_search(&(start as u32)).is_err() {
            return self.find_known_end(source, start);
        }
        while let Some(&byte) = source.bytes.get(self.seen)
            && self.seen <= from.saturating_add(MAX_DOUBTFUL)
        {
            let at = self.seen;
            self.seen = source.skip_token(at);
            match byte {
                b'(' if self.open.len() < MAX_OPEN => self.open.push(at as u32),
                b'(' => self.deeper += 1,
                b')' if self.deeper > 0 => self.deeper -= 1,
                b')' if self.open.pop() == Some(start as u32) => return Some(self.seen),
                _ => {}
            }
        }
        None
    }

    /// The end of a tree that was closed before `seen`.
    fn find_known_end(&mut self, source: &GameBytes, start: usize) -> Option<usize> {
        let (mut at, mut open) = (start, 0usize);
        while let Some(&byte) = source.bytes.get(at)
            && self.reread <= 2 * source.bytes.len()
        {
            let next = source.skip_token(at);
            self.reread += next - at;
            at = next;
            match byte {
                b'(' => open += 1,
                b')' if open == 1 => return Some(at),
                b')' => open -= 1,
                _ => {}
            }
        }
        None
    }
}

/// The offset at which the next game begins: its `(`. Before the file's first `(`, a game may begin with
/// a `;` that a property follows, if that is the first thing in the file or the file has no `(` at all. It
/// may also begin with the root's properties, if they are the first thing in the file. Behind a game, another one may begin
/// with a `;` that a root property follows.
pub(super) fn find_game(source: &GameBytes, from: usize, is_first: bool) -> Option<usize> {
    let bytes = source.bytes;
    if is_first
        && let Some(first) = bytes[from..].iter().position(|b| !b.is_ascii_whitespace())
        && is_headless(source, from + first)
    {
        return Some(from + first);
    }
    if !is_first && let Some(at) = root_without_open(bytes, from) {
        return Some(at);
    }
    let mut at = from;
    while let Some(open) = memchr(b'(', &bytes[at..]).map(|skip| at + skip) {
        let is_game = opens_game(&bytes[open..]);
        at = match marker_around(bytes, open).filter(|_| is_game) {
            Some(end) => end,
            None if is_game => return Some(open),
            None => open + 1,
        };
    }
    if !is_first {
        return None;
    }
    let semicolon = from + memchr(b';', &bytes[from..])?;
    let next = semicolon + 1;
    (bytes.get(next).is_some_and(|b| !b.is_ascii_whitespace() || *b == b'\n')
        && starts_something(&bytes[next..]))
    .then_some(semicolon)
}

/// The end of the line of a merge conflict that an offset is in: git writes the name of a branch or of a commit into it.
fn marker_around(bytes: &[u8], at: usize) -> Option<usize> {
    const MAX_NAME: usize = 256;
    let from = at.saturating_sub(MAX_NAME);
    let line = memrchr2(b'\n', b'\r', &bytes[from..at]).map_or(from, |end| from + end + 1);
    marker_line(bytes, line).map(|marker| marker.end)
}

/// The offset of the `;` of a root that comes next, without the `(` before it.
pub(super) fn root_without_open(bytes: &[u8], from: usize) -> Option<usize> {
    let at = bytes.len() - bytes[from..].trim_ascii_start().len();
    let node = bytes[at..].strip_prefix(b";")?;
    has_root_property(node.trim_ascii_start()).then_some(at)
}

/// Whether a root without its `(` begins here: `;` and a property. Its `;` may be missing too.
fn is_headless(source: &GameBytes, at: usize) -> bool {
    match source.bytes[at..].strip_prefix(b";") {
        Some(root) => starts_property(root),
        None => is_bare_root(source, at),
    }
}

/// Whether properties with values begin here and a node with a property follows: a root that has lost
/// its `(;`. Reads each byte once.
fn is_bare_root(source: &GameBytes, mut at: usize) -> bool {
    let bytes = source.bytes;
    loop {
        let letters = bytes[at..].iter().take(3).take_while(|b| b.is_ascii_uppercase()).count();
        if !(1..=2).contains(&letters) {
            return false;
        }
        at += letters;
        if bytes.get(at) != Some(&b'[') {
            return false;
        }
        while bytes.get(at) == Some(&b'[') {
            let Some(end) = source.closing_bracket(at + 1) else { return false };
            at = source.skip_white_space(end + 1);
        }
        if bytes.get(at) == Some(&b';') {
            return starts_property(&bytes[at + 1..]);
        }
    }
}

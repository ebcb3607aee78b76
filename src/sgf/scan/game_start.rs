//! Where a game begins: in a file, and within another game that hasn't ended.

use memchr::{memchr, memchr_iter};

use super::game_bytes::GameBytes;
use super::lookahead::{
    first_node, has_root_property, opens_game, starts_property, starts_something,
};
use crate::sgf::tree::{Game, Ident, ROOT};

/// Game information that a game has once.
const INFO: [Ident; 8] = [
    Ident::new("AP"),
    Ident::new("PB"),
    Ident::new("PW"),
    Ident::new("EV"),
    Ident::new("GN"),
    Ident::new("RE"),
    Ident::new("KM"),
    Ident::new("DT"),
];

/// A tree that hasn't closed within this many bytes of variations that look like games lacks its `)`.
const MAX_DOUBTFUL: usize = 1 << 16;

/// Decides whether variations that repeat the root's game information belong to their tree, or are games
/// of their own after a missing `)`. A tree is read with them first, and again without them if it doesn't
/// close.
#[derive(Default)]
pub(super) struct SplitGuess {
    /// The first such variation that was read as a part of its tree.
    since: Option<usize>,
    /// Up to here they are games, so that no byte is read more than a few times.
    pub split_until: usize,
    /// Which of [`INFO`] the root has, once that was needed.
    root_info: Option<[bool; INFO.len()]>,
}

impl SplitGuess {
    /// Begins a new tree.
    pub fn begin_tree(&mut self) {
        self.since = None;
        self.root_info = None;
    }

    /// Whether the `(` at `at` begins another game, although the tree of `game` isn't closed: it does if a
    /// `;` and a property that only a root has follow.
    pub fn is_new_game(&mut self, bytes: &[u8], game: &Game, at: usize) -> bool {
        let Some(node) = first_node(&bytes[at..]) else { return false };
        if has_root_property(node) || self.since.is_some_and(|since| at - since > MAX_DOUBTFUL) {
            return true;
        }
        // Game information may stand in a variation, but hardly where the root has the same already.
        let Some([a, b, b'[']) = node.get(..3) else { return false };
        let root_has =
            self.root_info.get_or_insert_with(|| INFO.map(|id| game.find(ROOT, id).is_some()));
        let id = Ident::read(&[*a, *b]);
        let repeats = INFO.iter().position(|&info| info == id).is_some_and(|info| root_has[info]);
        repeats && self.splits(at)
    }

    /// Whether a variation that repeats the root's information is a game, as far as is known.
    fn splits(&mut self, at: usize) -> bool {
        if at >= self.split_until {
            self.since.get_or_insert(at);
        }
        at < self.split_until
    }

    /// Whether a tree that ended at `at` is to be read again without such variations. `closed`: whether its
    /// `)` was found.
    pub fn is_refuted(&mut self, at: usize, closed: bool) -> bool {
        let Some(since) = self.since.take() else { return false };
        let too_far = at - since > MAX_DOUBTFUL;
        let refuted = too_far || !closed;
        if refuted {
            self.split_until = at;
        }
        refuted
    }
}

/// The offset at which the next game begins: its `(`. Before the file's first `(`, a game may begin with
/// a `;` that a property follows, if that is the first thing in the file or the file has no `(` at all. It
/// may also begin with the root's properties, if they are the first thing in the file.
pub(super) fn find_game(source: &GameBytes, from: usize, is_first: bool) -> Option<usize> {
    let bytes = source.bytes;
    if is_first
        && let Some(first) = bytes[from..].iter().position(|b| !b.is_ascii_whitespace())
        && is_headless(source, from + first)
    {
        return Some(from + first);
    }
    let mut opens = memchr_iter(b'(', &bytes[from..]).map(|at| from + at);
    if let Some(open) = opens.find(|&open| opens_game(&bytes[open..])) {
        return Some(open);
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

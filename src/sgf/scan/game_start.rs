//! Where a game begins: in a file, and within another that hasn't ended.

use memchr::memchr;

use super::lookahead::starts_something;
use super::lookahead::strip_literal_newlines;
use super::scanner::Scanner;
use crate::sgf::tree::Ident;
use crate::sgf::tree::{Game, NodeId, ROOT};

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

/// Behind so many bytes of variations that look like other games, a tree that hasn't closed lacks its `)`.
const REACH: usize = 1 << 16;

/// Whether variations that say again what the root says belong to their tree, or are games of their own, since a
/// `)` is missing before them. A tree is read with them first, and read again without them if it doesn't close.
#[derive(Default)]
pub(crate) struct SplitGuess {
    /// The first such variation that was read as one.
    since: Option<usize>,
    /// Up to here they are games. So no byte is read more than a few times.
    torn_until: usize,
    /// Whether the text's end decided it, which may be that of a part.
    pub(crate) hung: bool,
}

impl SplitGuess {
    /// Forgets the tree before.
    pub fn begin_tree(&mut self) {
        self.since = None;
    }

    fn goes_too_far(&self, at: usize) -> bool {
        self.since.is_some_and(|since| at - since > REACH)
    }

    /// Whether the variation here is another game as far as is known.
    fn decides(&mut self, at: usize) -> bool {
        if at >= self.torn_until {
            self.since.get_or_insert(at);
        }
        at < self.torn_until
    }

    /// Whether a tree that ended here, perhaps with its `)`, is to be read again without such variations.
    pub fn is_refuted(&mut self, at: usize, closed: bool, end: usize) -> bool {
        let Some(since) = self.since.take() else { return false };
        let far = at - since > REACH;
        self.hung |= at == end && !closed && !far;
        let refuted = far || !closed;
        if refuted {
            self.torn_until = at;
        }
        refuted
    }
}

/// Whether a property comes next.
fn starts_property(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    rest.first().is_some_and(u8::is_ascii_uppercase) && starts_something(rest)
}

impl Scanner<'_> {
    /// The next `(` that begins a game. Before a file's first one, a `;` that a property follows serves
    /// where it is the first thing in the file, and anywhere where there is no such `(` at all. So do a
    /// root's properties with neither, where a file begins with them.
    pub(crate) fn find_game(&self, from: usize) -> Option<usize> {
        if self.games == 0
            && let Some(first) = self.bytes[from..].iter().position(|b| !b.is_ascii_whitespace())
            && self.is_headless(from + first)
        {
            return Some(from + first);
        }
        let mut opens = memchr::memchr_iter(b'(', &self.bytes[from..]).map(|at| from + at);
        if let Some(open) = opens.find(|&open| self.opens_game(open)) {
            return Some(open);
        }
        if self.games > 0 {
            return None;
        }
        let semicolon = from + memchr(b';', &self.bytes[from..])?;
        let next = semicolon + 1;
        (self.bytes.get(next).is_some_and(|b| !b.is_ascii_whitespace() || *b == b'\n')
            && starts_something(&self.bytes[next..]))
        .then_some(semicolon)
    }

    /// Whether this `(` begins a game: a `;` or a property follows.
    pub(crate) fn opens_game(&self, open: usize) -> bool {
        let mut next = self.bytes[open + 1..].trim_ascii_start();
        next = strip_literal_newlines(next).unwrap_or(next);
        match next.first() {
            Some(b';') => true,
            Some(b'A'..=b'Z') => starts_something(next),
            _ => false,
        }
    }

    /// Whether here is a root whose `(` is missing: `;` and a property. Its `;` may be missing too.
    fn is_headless(&self, at: usize) -> bool {
        let Some(root) = self.bytes[at..].strip_prefix(b";") else { return self.is_bare_root(at) };
        starts_property(root)
    }

    /// Whether properties with values are here, and then a node with one: a root that has lost its `(;`. Looks at
    /// each byte once.
    fn is_bare_root(&self, mut at: usize) -> bool {
        loop {
            let letters =
                self.bytes[at..].iter().take(3).take_while(|b| b.is_ascii_uppercase()).count();
            if !(1..=2).contains(&letters) {
                return false;
            }
            at += letters;
            if self.bytes.get(at) != Some(&b'[') {
                return false;
            }
            while self.bytes.get(at) == Some(&b'[') {
                let Some(end) = self.value_end(at + 1) else { return false };
                at = self.skip_blanks(end + 1);
            }
            if self.bytes.get(at) == Some(&b';') {
                return starts_property(&self.bytes[at + 1..]);
            }
        }
    }

    fn skip_blanks(&self, from: usize) -> usize {
        self.bytes.len() - self.bytes[from..].trim_ascii_start().len()
    }

    /// Whether `(`, `;` and a property that only a root has are here.
    pub(crate) fn is_root(&self, at: usize) -> bool {
        let rest = self.bytes[at + 1..].trim_ascii_start();
        let Some(rest) = rest.strip_prefix(b";") else { return false };
        let rest = rest.trim_ascii_start();
        [&b"GM["[..], b"FF[", b"SZ[", b"CA["].iter().any(|root| rest.starts_with(root))
    }

    /// Whether the `(` here begins another game although `open` is not empty: it does if `;` and a
    /// property that only a root has follow.
    pub(crate) fn is_new_game(
        &mut self,
        game: &Game,
        at: usize,
        last: Option<NodeId>,
        root_info: &mut Option<[bool; INFO.len()]>,
    ) -> bool {
        if last.is_none() {
            return false;
        }
        let rest = self.bytes[at + 1..].trim_ascii_start();
        let Some(rest) = rest.strip_prefix(b";") else { return false };
        let rest = rest.trim_ascii_start();
        if self.is_root(at) || self.split_guess.goes_too_far(at) {
            return true;
        }
        // Game information may stand in a variation, but hardly where the root has the same already.
        let Some([a, b, b'[']) = rest.get(..3) else { return false };
        // The root has been read: it is looked through only once.
        let has = root_info.get_or_insert_with(|| INFO.map(|id| game.find(ROOT, id).is_some()));
        let id = Ident::read(&[*a, *b]);
        let again = INFO.iter().position(|&info| info == id).is_some_and(|info| has[info]);
        again && self.split_guess.decides(at)
    }
}

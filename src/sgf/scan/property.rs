//! The scanner's part that reads properties and their values, and what is none.

use memchr::memchr2;

use super::fault::{Fault, FaultKind};
use super::scanner::Scanner;
use crate::sgf::tree::Ident;
use crate::sgf::tree::{Game, NodeId, ROOT, Span};
use crate::sgf::value::swallowed_node;

/// The length of an identifier of one or two capitals that its value follows at once, as nearly all are.
fn plain_ident(bytes: &[u8]) -> Option<usize> {
    match *bytes {
        [b'A'..=b'Z', b'[', ..] => Some(1),
        [b'A'..=b'Z', b'A'..=b'Z', b'[', ..] => Some(2),
        _ => None,
    }
}

/// The place of the first `]` or `\\` in eight bytes.
fn bracket_or_backslash(eight: [u8; 8]) -> Option<usize> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // They differ in the lowest bit: a byte is 0 where one of them is. Below the first 0 nothing is borrowed.
    let differs = (u64::from_le_bytes(eight) | EACH) ^ (b']' as u64 * EACH);
    let found = differs.wrapping_sub(EACH) & !differs & (0x80 * EACH);
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

impl Scanner<'_> {
    pub(crate) fn note(
        &self,
        faults: &mut Vec<Fault>,
        kind: FaultKind,
        from: usize,
        to: usize,
        node: Option<NodeId>,
    ) {
        // A page of rubbish is one fault, not one a word.
        let rubbish = matches!(
            kind,
            FaultKind::Junk | FaultKind::PropertyWithoutValue | FaultKind::ValueWithoutProperty
        );
        if rubbish
            && let Some(last) = faults.last_mut()
            && last.kind == FaultKind::Junk
            && let Some(between) = self.bytes.get(last.span.end as usize..from)
            && between.trim_ascii().is_empty()
        {
            last.span.end = to as u32;
            return;
        }
        faults.push(Fault { kind, span: Span::new(from, to), node: node.unwrap_or(ROOT) });
    }

    /// Reads an identifier and its values; returns where to go on.
    pub(crate) fn read_property(
        &mut self,
        game: &mut Game,
        faults: &mut Vec<Fault>,
        start: usize,
        node: Option<NodeId>,
    ) -> usize {
        let bytes = self.bytes;
        let plain = plain_ident(&bytes[start..]).map(|length| (start + length, start + length));
        let (ident_end, mut at) = match plain {
            Some(ends) => ends,
            None => match self.odd_ident(game, faults, start, node) {
                Ok(ends) => ends,
                Err(end) => return end,
            },
        };
        game.push_prop(Ident::read(&bytes[start..ident_end]), Span::new(start, ident_end));
        loop {
            let (span, next, closed) = self.read_value(at);
            if let Some(length) = swallowed_node(span.of(bytes)) {
                let cut = span.start as usize + length;
                game.push_value(Span::new(span.start as usize, cut));
                self.note(faults, FaultKind::UnclosedValue, at, cut, node);
                return cut;
            }
            game.push_value(span);
            if !closed {
                self.note(faults, FaultKind::UnclosedValue, at, next, node);
                return next;
            }
            at = next;
            // A further value, perhaps after white space.
            let mut peek = at;
            while bytes.get(peek).is_some_and(u8::is_ascii_whitespace) {
                peek += 1;
            }
            if bytes.get(peek) != Some(&b'[') {
                self.resume = peek;
                return peek;
            }
            at = peek;
        }
    }

    /// Reads an identifier of any other kind: where it ends, and where its first value begins. An error
    /// says where to go on if it is none, or has no value.
    #[cold]
    fn odd_ident(
        &mut self,
        game: &mut Game,
        faults: &mut Vec<Fault>,
        start: usize,
        node: Option<NodeId>,
    ) -> Result<(usize, usize), usize> {
        let bytes = self.bytes;
        let mut at = start + 1;
        while bytes.get(at).is_some_and(u8::is_ascii_alphanumeric) {
            at += 1;
        }
        let raw = &bytes[start..at];
        let ident_end = at;
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        // A word of a text whose `]` wasn't escaped looks like an old identifier.
        let word = raw.iter().all(u8::is_ascii_lowercase) && (at > ident_end || raw.len() > 2);
        if (bytes.get(at) != Some(&b'[') || word)
            && let Some(end) = self.unclosed_text(game, start)
        {
            self.note(faults, FaultKind::UnescapedBracket, start, end, node);
            return Err(end);
        }
        if bytes.get(at) != Some(&b'[') {
            self.note(faults, FaultKind::PropertyWithoutValue, start, ident_end, node);
            return Err(ident_end);
        }
        if raw.iter().any(u8::is_ascii_lowercase) {
            self.note(faults, FaultKind::LowerCaseIdent, start, ident_end, node);
        }
        Ok((ident_end, at))
    }

    /// Reads a value from its `[`: its content, where to go on, and whether its `]` was found.
    pub(crate) fn read_value(&self, open: usize) -> (Span, usize, bool) {
        let bytes = self.bytes;
        let start = open + 1;
        // Moves and points, by far the most values, are two letters.
        if let Some(&[a, b, b']']) = bytes.get(start..start + 3)
            && a.is_ascii_alphanumeric()
            && b.is_ascii_alphanumeric()
        {
            return (Span::new(start, start + 2), start + 3, true);
        }
        let end = self.value_end(start);
        match end {
            Some(end) => (Span::new(start, end), end + 1, true),
            None => (Span::new(start, bytes.len()), bytes.len(), false),
        }
    }

    /// The next `]` that is neither escaped nor the second half of a character.
    pub(crate) fn value_end(&self, from: usize) -> Option<usize> {
        let bytes = self.bytes;
        if self.unsafe_trails {
            return self.text().find_bracket(from);
        }
        let mut at = from;
        // Most values are short.
        if let Some(eight) = bytes.get(from..)?.first_chunk() {
            match bracket_or_backslash(*eight) {
                Some(length) if eight[length] == b']' => return Some(from + length),
                Some(_) => {}
                None => at += eight.len(),
            }
        }
        loop {
            let found = at + memchr2(b']', b'\\', bytes.get(at..)?)?;
            if bytes[found] == b']' {
                return Some(found);
            }
            at = found + 2;
        }
    }

    /// Skips what can't begin anything; returns where to go on.
    pub(crate) fn read_junk(
        &mut self,
        game: &mut Game,
        faults: &mut Vec<Fault>,
        start: usize,
        node: Option<NodeId>,
    ) -> usize {
        let nuls = self.bytes[start..].iter().take_while(|&&byte| byte == 0).count();
        if nuls > 0 {
            // They mean nothing, and text may go on behind them.
            if self.resume == start {
                self.resume += nuls;
            }
            return start + nuls;
        }
        if let Some(end) = self.unclosed_text(game, start) {
            self.note(faults, FaultKind::UnescapedBracket, start, end, node);
            return end;
        }
        let mut at = start + 1;
        while self.bytes.get(at).is_some_and(|b| {
            !b.is_ascii_whitespace()
                && !b.is_ascii_alphabetic()
                && !matches!(b, b';' | b'(' | b')' | b'[')
        }) {
            at += 1;
        }
        if self.bytes[start..at].iter().any(|&b| b != 0) {
            self.note(faults, FaultKind::Junk, start, at, node);
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_of_both_is_found(
            eight in prop::array::uniform8(prop_oneof![any::<u8>(), b'Z'..=b'^', 0xdb..=0xdeu8]),
        ) {
            let first = eight.iter().position(|byte| matches!(byte, b']' | b'\\'));
            prop_assert_eq!(bracket_or_backslash(eight), first);
        }
    }
}

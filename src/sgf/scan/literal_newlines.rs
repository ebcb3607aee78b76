//! Line breaks that are written as `\r\n`, in four letters, as a program leaves them that takes a record out of JSON or a
//! script and doesn't decode it.

use memchr::memchr;

use super::fault::{Fault, FaultKind};
use super::lookahead::{starts_something, strip_literal_newlines};
use super::scanner::Scanner;
use crate::sgf::tree::NodeId;

/// What is known of a game's.
#[derive(Default)]
pub(crate) struct Breaks {
    /// Whether they were told of.
    pub noted: bool,
    /// Up to here nothing begins behind any, so that none is looked at twice.
    none_until: usize,
}

/// The runs of such breaks in a piece of a file, behind which something begins: where each begins and ends. Linear.
pub(crate) fn literal_newlines(bytes: &[u8], from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut at = from;
    while let Some(found) = bytes.get(at..to).and_then(|gap| memchr(b'\\', gap)) {
        let start = at + found;
        at = start + 1;
        if let Some(behind) = strip_literal_newlines(&bytes[start..]) {
            at = bytes.len() - behind.len();
            if starts_something(behind) {
                runs.push((start, at));
            }
        }
    }
    runs
}

impl Scanner<'_> {
    /// Steps over such breaks, where something begins behind them. They are told of once a game.
    #[cold]
    pub(crate) fn read_written_breaks(
        &mut self,
        faults: &mut Vec<Fault>,
        at: usize,
        last: Option<NodeId>,
    ) -> Option<usize> {
        if at < self.breaks.none_until {
            return None;
        }
        let behind = strip_literal_newlines(&self.bytes[at..])?;
        let end = self.bytes.len() - behind.len();
        if !starts_something(behind) {
            self.breaks.none_until = end;
            return None;
        }
        if !std::mem::replace(&mut self.breaks.noted, true) {
            self.note(faults, FaultKind::LiteralNewline, at, end, last);
        }
        if self.resume == at {
            self.resume = end;
        }
        Some(end)
    }
}

#[cfg(test)]
mod tests {
    use FaultKind::{LiteralNewline, MissingNode, TextOutsideTree, UnescapedBracket};

    use super::*;
    use crate::sgf::{Game, Text};

    /// What is wrong with a file, and the properties of its main line.
    fn scan(bytes: &[u8]) -> (Vec<FaultKind>, String) {
        let text = Text::new(bytes);
        let mut scanner = Scanner::new(&text);
        let (mut game, mut faults) = (Game::default(), Vec::new());
        let mut line = String::new();
        while scanner.next_game(&mut game, &mut faults) {
            for node in 0..game.main_line() {
                for (prop, values) in game.props(node) {
                    line.push_str(&prop.id.spelling());
                    values
                        .into_iter()
                        .for_each(|value| line += &format!("[{}]", text.decode(value)));
                }
                line.push(';');
            }
        }
        (faults.iter().map(|fault| fault.kind).collect(), line)
    }

    #[test]
    fn something_begins_behind_them() {
        let (faults, line) =
            scan(br"(;SZ[9]\r\nPB[a]\r\nPW[b [5d] c]\nAB[aa]\r\n;B[ee]\r\n(;W[cc]\r\n)\n)");
        assert_eq!(faults, [LiteralNewline, UnescapedBracket]);
        assert_eq!(line, "SZ[9]PB[a]PW[b [5d] c]AB[aa];B[ee];W[cc];");
        let (faults, line) = scan(br"(\r\nEV[x]\r\nKO[6.5]\r\n;B[pd])\r\n");
        assert_eq!(faults, [LiteralNewline, MissingNode, LiteralNewline]);
        assert_eq!(line, "EV[x]KO[6.5];B[pd];");
        for bytes in [&br"(;B[pd]\t;W[dd])"[..], br"(;B[pd]\rx;W[dd])", br"(;B[pd]\;W[dd])"] {
            assert!(!scan(bytes).0.contains(&LiteralNewline), "{}", bytes.escape_ascii());
        }
        assert_eq!(scan(br"\r\n text (;B[pd])").0, [TextOutsideTree]);
    }

    #[test]
    fn runs_of_a_piece() {
        let bytes = br"\nx\r\n\n;\n)\r";
        assert_eq!(literal_newlines(bytes, 0, bytes.len()), [(3, 9), (10, 12), (13, 15)]);
        assert_eq!(literal_newlines(bytes, 0, 8), [(3, 9)]);
        assert_eq!(literal_newlines(bytes, 3, 3), []);
    }
}

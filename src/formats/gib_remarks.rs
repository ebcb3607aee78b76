//! What is said of a game of GIB behind it.
//!
//! A block between `\RS` and `\RE` holds `\[REFSUSUN=N\]`, the number of moves after which it stands, passes
//! included, and either a text, `\[REFEXPLAIN=...\]` over several lines, or a diagram, `\[REFGIBO=...\]`, which
//! repeats all moves before its own. Without a number it stands before the first move. So an independent
//! description of what Tygem's site hands out has it. Diagrams aren't read, like PandaNET's variations.

use std::collections::VecDeque;

use super::sheet::Sheet;

/// The remarks of a game.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    /// After which move, in order, and the text.
    texts: VecDeque<(usize, String)>,
    /// Where the first one begins, and no game's moves are expected any more.
    from: Option<usize>,
    /// The lines from there on that mean nothing, in order.
    odd: VecDeque<usize>,
}

/// What a field that was begun is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Text,
    Diagram,
    None,
}

impl Remarks {
    /// The remarks in the lines of a game, of which the header takes the first.
    pub fn collect(lines: &[&str], header: usize) -> Self {
        let begins = |line: &&str| line.starts_with(r"\RS");
        let Some(from) = lines[header..].iter().position(begins) else { return Self::default() };
        let from = header + from;
        let mut texts: Vec<(usize, String)> = Vec::new();
        let mut odd = Vec::new();
        let (mut at, mut open) = (0, Open::None);
        for (number, line) in lines.iter().enumerate().skip(from) {
            if line.is_empty() {
                continue;
            }
            if begins(line) || line.starts_with(r"\RE") {
                (at, open) = (0, Open::None);
                continue;
            }
            let (mut text, closed) = match line.strip_suffix(r"\]") {
                Some(text) => (text, true),
                None => (*line, false),
            };
            let field = text.strip_prefix(r"\[").and_then(|field| field.split_once('='));
            match field {
                Some(("REFSUSUN", moves)) => {
                    (at, open) = (moves.trim().parse().unwrap_or(0), Open::None);
                    continue;
                }
                Some(("REFEXPLAIN", said)) => {
                    texts.push((at, String::new()));
                    (text, open) = (said, Open::Text);
                }
                Some(("REFGIBO", _)) => open = Open::Diagram,
                Some(_) => {
                    open = Open::None;
                    odd.push(number);
                }
                None if open == Open::None => odd.push(number),
                None => {}
            }
            if open == Open::Text
                && let Some((_, remark)) = texts.last_mut()
                && let text = text.trim()
                && !text.is_empty()
            {
                if !remark.is_empty() {
                    remark.push_str(" / ");
                }
                remark.push_str(text);
            }
            if closed {
                open = Open::None;
            }
        }
        texts.sort_by_key(|&(at, _)| at);
        Self { texts: texts.into(), from: Some(from), odd: odd.into() }
    }

    /// Writes what is said after so many moves, and what was said before.
    pub fn upto(&mut self, moves: usize, sheet: &mut Sheet) {
        while self.texts.front().is_some_and(|&(at, _)| at <= moves) {
            self.texts.pop_front().into_iter().for_each(|(_, text)| sheet.note(&text));
        }
    }

    /// Whether a line is one of the remarks'; `None` for the moves', else whether it means anything.
    pub fn line(&mut self, number: usize) -> Option<bool> {
        self.from.filter(|&from| number >= from)?;
        let odd = self.odd.front() == Some(&number);
        if odd {
            self.odd.pop_front();
        }
        Some(!odd)
    }
}

//! Remarks behind a game of GIB.
//!
//! A block between `\RS` and `\RE` holds `\[REFSUSUN=N\]`, the number of moves before it, passes included, and
//! either a text, `\[REFEXPLAIN=...\]` over several lines, or a diagram, `\[REFGIBO=...\]`, which repeats all
//! moves before its own. Without a number it stands before the first move. The source is an independent
//! description of the files of Tygem's site. Diagrams aren't read, like PandaNET's variations.

use std::collections::VecDeque;

use super::sgf_writer::SgfWriter;

/// The remarks of a game.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    /// The number of moves before each, in order, and the text.
    texts: VecDeque<(usize, String)>,
    /// The line at which the first one begins.
    from: Option<usize>,
    /// The lines from there on that can't be read, in order.
    odd: VecDeque<usize>,
}

/// The field that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Text,
    Diagram,
    None,
}

impl Remarks {
    /// The remarks in the lines of a game. `header`: the number of lines of its header.
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
                Some(("REFEXPLAIN", first_line)) => {
                    texts.push((at, String::new()));
                    (text, open) = (first_line, Open::Text);
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

    /// Writes the remarks that stand after at most `moves` moves, and aren't written yet.
    pub fn emit_until(&mut self, moves: usize, writer: &mut SgfWriter) {
        while self.texts.front().is_some_and(|&(at, _)| at <= moves) {
            self.texts.pop_front().into_iter().for_each(|(_, text)| writer.comment(&text));
        }
    }

    /// For a line of the remarks, whether it could be read. `None` for a line of the game.
    pub fn line(&mut self, number: usize) -> Option<bool> {
        self.from.filter(|&from| number >= from)?;
        let odd = self.odd.front() == Some(&number);
        if odd {
            self.odd.pop_front();
        }
        Some(!odd)
    }
}

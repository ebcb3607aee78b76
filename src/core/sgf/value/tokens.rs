//! Free text taken to pieces: words of the table, numbers with their units, and marks.

use super::quantity::Quantity;
use super::words::{Field, Role, Word, word_at};

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token {
    Word(Word),
    Quantity(Quantity),
    /// A bracket, a quotation mark, or a mark at the end of a clause.
    Mark,
}

impl Token {
    /// The role of a word.
    pub(super) fn role(self) -> Option<Role> {
        match self {
            Self::Word(word) => Some(word.role),
            _ => None,
        }
    }
}

/// Takes a normalized text to pieces. `None` if it has anything else.
pub(super) fn tokens(field: Field, text: &str) -> Option<Vec<Token>> {
    const MARKS: &str = ".,;!()[]\"。、「」";
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches([' ', ':']);
    while let Some(first) = rest.chars().next() {
        if let Some((quantity, after)) = Quantity::read(field, rest) {
            tokens.push(Token::Quantity(quantity));
            rest = after;
        } else if let Some(word) = word_at(field, rest) {
            tokens.push(Token::Word(word));
            rest = &rest[word.len..];
        } else if MARKS.contains(first) {
            tokens.push(Token::Mark);
            rest = &rest[first.len_utf8()..];
        } else {
            return None;
        }
        rest = rest.trim_start_matches([' ', ':']);
    }
    Some(tokens)
}

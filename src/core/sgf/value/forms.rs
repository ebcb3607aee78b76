//! The forms in which values are read: a text is taken to pieces, and read if a form spans all of them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::quantity::{Piece, is_unit, number_at};
use super::words::{MAX_LENGTH, normalized, word_at};
use crate::go::Points;

/// The top of the file describes its form.
const TABLE: &str = include_str!("forms.txt");

/// A text in a form, and what the form means.
#[derive(Clone, Debug)]
pub(super) struct Reading<'p> {
    pub meaning: &'static str,
    pub pieces: &'p [Piece],
}

impl Reading<'_> {
    /// The number at an index among the pieces that are numbers.
    pub(super) fn number(&self, index: usize) -> Option<Points> {
        self.numbers().nth(index)
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = Points> {
        let is_number =
            |piece: &&Piece| matches!(piece.name, "number" | "year" | "month" | "time" | "stones");
        self.pieces.iter().filter(is_number).map(|piece| piece.value)
    }
}

struct Form {
    items: Vec<Item>,
    meaning: &'static str,
}

/// What may come at one place of a form.
struct Item {
    names: Vec<&'static str>,
    is_optional: bool,
}

impl Form {
    /// Whether the form spans all of these pieces.
    fn spans(&self, pieces: &[Piece]) -> bool {
        // A bit for each number of items that may have been passed.
        let skip = |mut passed: u64| {
            for (at, item) in self.items.iter().enumerate() {
                if item.is_optional && passed & (1 << at) != 0 {
                    passed |= 1 << (at + 1);
                }
            }
            passed
        };
        let mut passed = skip(1);
        for piece in pieces {
            let mut next = 0;
            for (at, item) in self.items.iter().enumerate() {
                if passed & (1 << at) != 0 && item.names.contains(&piece.name) {
                    next |= 1 << (at + 1);
                }
            }
            passed = skip(next);
        }
        passed & (1 << self.items.len()) != 0
    }
}

/// The forms by section of the table.
static FORMS: LazyLock<HashMap<&str, Vec<Form>>> = LazyLock::new(|| {
    let mut forms: HashMap<_, Vec<Form>> = HashMap::new();
    let mut groups: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut section = "";
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        } else if let Some((form, rest)) = line.split_once(" | ") {
            let item = |text: &'static str| {
                let plain = text.strip_suffix('?').filter(|plain| !plain.is_empty());
                let names = plain
                    .unwrap_or(text)
                    .split('|')
                    .flat_map(|name| groups.get(name).cloned().unwrap_or_else(|| vec![name]));
                Item { names: names.collect(), is_optional: plain.is_some() }
            };
            let items = form.split(' ').map(item).collect();
            let meaning = rest.split(" | ").next().unwrap_or_default();
            forms.entry(section).or_default().push(Form { items, meaning });
        } else if let Some((name, names)) = line.split_once(" = ") {
            groups.insert(name, names.split('|').collect());
        }
    }
    forms
});

/// Reads pieces by the first form of a section that spans them.
pub(super) fn reading<'p>(section: &str, pieces: &'p [Piece]) -> Option<Reading<'p>> {
    let form = FORMS.get(section)?.iter().find(|form| form.spans(pieces))?;
    Some(Reading { meaning: form.meaning, pieces })
}

/// Takes a text to pieces with the words of a property. A word that isn't known is `other`. `None` if the text is too long, or has
/// a sign that no form has.
pub(super) fn pieces(property: &'static str, text: &str) -> Option<Vec<Piece>> {
    const SIGNS: [&str; 19] = [
        "+", "-", "/", ":", ".", ",", ";", "!", "(", ")", "{", "}", "[", "]", "年", "月", "日",
        "。", "、",
    ];
    if text.len() > MAX_LENGTH {
        return None;
    }
    let plain = normalized(text);
    let mut pieces = Vec::new();
    let mut rest = plain.trim();
    while let Some(first) = rest.chars().next() {
        let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
        let (piece, after) = if let Some(read) = number_at(property, rest) {
            read
        } else if let Some(word) = word_at(property, rest) {
            // A unit is part of a number.
            let name = if is_unit(word.role) { "others" } else { word.role };
            (Piece { name, value: word.value }, &rest[word.len..])
        } else if let Some(name) = sign {
            (Piece { name, value: Points::ZERO }, &rest[name.len()..])
        } else if first.is_alphabetic() {
            let end = rest.find(|c: char| !c.is_alphabetic() && c != '\'').unwrap_or(rest.len());
            // Letters that make no words may say anything.
            let name = if rest[..end].is_ascii() { "other" } else { "others" };
            (Piece { name, value: Points::ZERO }, &rest[end..])
        } else {
            return None;
        };
        pieces.push(piece);
        rest = after.trim_start();
    }
    Some(pieces)
}

//! A column of a table and the cells that it yields.

use crate::event::outcome_text;
use crate::go::{Color, Points};
use crate::printable::is_unprintable;
use crate::sgf::Outcome;
use serde_json::Value;
use std::borrow::Cow;

/// The type of a column's values, in the terms of Data Package v2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    String,
    Integer,
    Number,
    Boolean,
}

impl Type {
    /// Returns the name in the standard.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
        }
    }
}

/// Description of a column.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The column's name, which never changes.
    pub name: &'static str,
    pub kind: Type,
    /// Whether every row has a value.
    pub required: bool,
    /// Whether text that looks like a number is written as it is.
    pub plain: bool,
    /// The unit of a number; empty where it has none.
    pub unit: &'static str,
    pub meaning: &'static str,
}

/// A column of a table with rows of type `T`.
#[derive(Debug)]
pub struct Column<T> {
    pub field: Field,
    /// Returns the value for a row.
    pub value: for<'a> fn(&'a T) -> Cell<'a>,
}

/// One value of a table, before it is written as CSV or JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// The value doesn't apply or isn't known.
    Empty,
    /// Text, as recorded.
    Text(Cow<'a, str>),
    Integer(u64),
    Boolean(bool),
    /// Points, to hundredths.
    Points(Points),
    /// A number from 0 to 1, written with two decimals.
    Fraction(f32),
    /// Another number, as recorded.
    Number(f64),
}

macro_rules! cell_from {
    ($($of:ty => |$value:ident| $cell:expr;)*) => {$(
        impl<'a> From<$of> for Cell<'a> {
            fn from($value: $of) -> Self {
                $cell
            }
        }
    )*};
}

cell_from! {
    &'a str => |text| Self::Text(Cow::Borrowed(text));
    String => |text| Self::Text(Cow::Owned(text));
    Cow<'a, str> => |text| Self::Text(text);
    Color => |color| if color == Color::Black { "B".into() } else { "W".into() };
    bool => |value| Self::Boolean(value);
    u32 => |number| Self::Integer(number.into());
    u64 => |number| Self::Integer(number);
    Points => |points| Self::Points(points);
    Outcome => |outcome| outcome_text(outcome).into();
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

impl Cell<'_> {
    /// Returns the number that CSV writes for a cell with decimals; `None` for other cells.
    pub fn decimal(&self) -> Option<f64> {
        let hundredths = match self {
            Self::Points(points) => points.as_hundredths() as f64,
            // A product of 24 and 7 bits is exact.
            Self::Fraction(number) => (f64::from(*number) * 100.0).round_ties_even(),
            Self::Number(number) => return Some(*number),
            _ => return None,
        };
        Some(hundredths / 100.0)
    }
}

impl From<Cell<'_>> for Value {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Empty => Self::Null,
            Cell::Text(text) => Self::from(text),
            Cell::Integer(number) => Self::from(number),
            Cell::Boolean(value) => Self::from(value),
            cell @ (Cell::Points(_) | Cell::Fraction(_) | Cell::Number(_)) => {
                Self::from(cell.decimal())
            }
        }
    }
}

macro_rules! is_word {
    (required required) => {
        true
    };
    (plain plain) => {
        true
    };
    ($asked:ident $($word:ident)?) => {
        false
    };
}

/// The columns of a table: `"name" Type "unit" "meaning" => |row| value,`. After the type, `required` means that every row has a
/// value, and `plain` that text which looks like a number is written as it is.
macro_rules! columns {
    ($($name:literal $kind:ident $($word:ident)? $unit:literal $meaning:literal => |$row:ident| $value:expr,)*) => {
        &[$(Column {
            field: Field {
                name: $name,
                kind: Type::$kind,
                required: is_word!(required $($word)?),
                plain: is_word!(plain $($word)?),
                unit: $unit,
                meaning: $meaning,
            },
            value: |$row| Cell::from($value),
        }),*]
    };
}

pub(super) use {columns, is_word};

/// How text is written that a program would take for something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cells {
    /// With a `'` before what a spreadsheet would run as a formula, and before what a program that guesses the types of columns
    /// would take for a number, a truth value or a missing value.
    #[default]
    Table,
    /// With a `'` before formulas only.
    Spreadsheet,
    Raw,
}

impl Cells {
    /// Returns text as it is written.
    pub fn render(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Table if looks_typed(text) => format!("'{text}").into(),
            Self::Table | Self::Spreadsheet => neutralised(text),
            Self::Raw => text.into(),
        }
    }
}

/// Words that pandas takes for missing values, and DuckDB, in any case, for truth values.
const MISSING: [&str; 14] = [
    "#N/A", "#N/A N/A", "#NA", "1.#IND", "1.#QNAN", "-1.#IND", "-1.#QNAN", "<NA>", "N/A", "NA",
    "NULL", "None", "n/a", "null",
];
const TRUTH: [&str; 6] = ["true", "false", "yes", "no", "t", "f"];

/// Whether pandas, polars or DuckDB may take text for a number, a time of day, a truth value or a missing value. More `'` before
/// it make no difference, so that text with one is told from text that got one.
fn looks_typed(text: &str) -> bool {
    // Nothing typed begins with another letter.
    let is_other = |byte: &u8| byte.is_ascii_alphabetic() && !b"fintyFINTY".contains(byte);
    if text.as_bytes().first().is_none_or(is_other) {
        return false;
    }
    let text = text.trim_start_matches('\'').trim();
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    // Some take all digits of Unicode.
    let is_digit = |c: char| c.is_numeric() || matches!(c, '.' | ':' | '_');
    let bits = ["0x", "0X", "0b", "0B"].iter().find_map(|prefix| number.strip_prefix(prefix));
    number.starts_with(|c: char| c.is_numeric() || c == '.') && number.chars().all(is_digit)
        || text.parse::<f64>().is_ok()
        || bits.is_some_and(|bits| bits.chars().all(|c| c.is_ascii_hexdigit()))
        || MISSING.contains(&text)
        || TRUTH.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Returns text with a `'` where a cell of a spreadsheet may begin with a formula. A cell begins with the
/// text and, where a spreadsheet splits at other signs than commas, behind each `;`, tab and line break. It runs what begins
/// with `=`. At the beginning, behind `+`, `-` or `@` only a call (`(`), a command (`|`) or a reference (`!`) does harm, and
/// names begin so. Wide signs count too, since some locales take them. Blanks, invisible characters and quotes don't hide a
/// formula. Behind `'` the same text has one more, which distinguishes it from neutralised text.
fn neutralised(text: &str) -> Cow<'_, str> {
    // The wide signs begin with this byte.
    const WIDE: u8 = 0xef;
    let may_be_sign = |byte| matches!(byte, b'=' | b'+' | b'-' | b'@' | WIDE);
    if !text.bytes().any(may_be_sign) {
        return text.into();
    }
    let is_sign = |c| matches!(c, '+' | '-' | '@' | '＋' | '－' | '＠');
    let is_hidden = |c: char| matches!(c, '\'' | '"') || c.is_whitespace() || is_unprintable(c);
    let (mut begins, mut formulas) = (vec![0], Vec::new());
    for (at, c) in text.char_indices() {
        if is_sign(c) {
            // Later cells belong to the one after a separator.
            let is_harmless =
                |&begin: &usize| begin == 0 && !text[at..].contains(['(', '|', '!', '（', '！']);
            formulas.extend(begins.drain(..).filter(|begin| !is_harmless(begin)));
        } else if matches!(c, '=' | '＝') {
            formulas.append(&mut begins);
        } else if !begins.is_empty() && !is_hidden(c) {
            begins.clear();
        }
        if matches!(c, ';' | '\t' | '\n' | '\r') {
            begins.push(at + 1);
        }
    }
    if formulas.is_empty() {
        return text.into();
    }
    let (mut out, mut from) = (String::new(), 0);
    for at in formulas {
        out.push_str(&text[from..at]);
        out.push('\'');
        from = at;
    }
    out.push_str(&text[from..]);
    out.into()
}

/// Appends a value on one line. Every unprintable character is escaped, also if JSON doesn't require it, and so is the bracket
/// of `##[`, by which GitHub knows a command.
pub fn push_json(out: &mut String, value: &Value) {
    for c in value.to_string().chars() {
        let is_command = c == '[' && out.ends_with("##");
        if is_command || is_unprintable(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_neutralised() {
        for (text, written) in [
            ("=1", "'=1"),
            ("'=1", "''=1"),
            (" =1", "' =1"),
            ("＝1", "'＝1"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2+3+sheet!A1", "'-2+3+sheet!A1"),
            ("-", "-"),
            ("-1", "-1"),
            ("-oz-", "-oz-"),
            ("+1", "+1"),
            ("@home", "@home"),
            ("'t Hooft", "'t Hooft"),
            ("a;=1", "a;'=1"),
            ("a;=1;b; -2;=3", "a;'=1;b;' -2;'=3"),
            ("a; -b(c);d", "a;' -b(c);d"),
            ("a\t\u{feff}=1", "a\t'\u{feff}=1"),
            ("a;\"\"=1", "a;'\"\"=1"),
            ("a;'=1", "a;''=1"),
            ("\u{200b}=1", "'\u{200b}=1"),
            ("\n=1", "'\n'=1"),
            ("a\r=1", "a\r'=1"),
            ("a;b=c; d (e)", "a;b=c; d (e)"),
            ("a -b(c)", "a -b(c)"),
            ("-a;b", "-a;b"),
            ("-a;b(c)", "'-a;b(c)"),
            ("a;-oz-", "a;'-oz-"),
            ("a=b(c)", "a=b(c)"),
        ] {
            assert_eq!(Cells::Spreadsheet.render(text), written);
            assert_eq!(Cells::Raw.render(text), text);
        }
    }

    #[test]
    fn text_that_looks_typed_is_marked() {
        let typed = "0|1200| 1200 |-1|+1|7.5|.5|5.|1e5|inf|-Infinity|NaN|nan|10:30|1:02:03|1_000|0x1F|0b1|\
            \u{662}|\u{ff11}\u{ff12}|true|No|T|NA|N/A|None|null|<NA>|'1|''1";
        for text in typed.split('|') {
            assert_eq!(Cells::Table.render(text), format!("'{text}"));
            assert_eq!(Cells::Spreadsheet.render(text), text);
        }
        let plain =
            "|'|-|+|.x|B+3.5|5x30|3h|1200s|2001-02-03|2001-02|9p|none|one|Nat|0xg|a1|1a|-oz-";
        for text in plain.split('|') {
            assert_eq!(Cells::Table.render(text), text);
        }
        assert_eq!(Cells::Table.render("=1"), "'=1");
    }
}

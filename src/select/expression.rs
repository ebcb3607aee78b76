//! Reads a condition over the columns of `games.csv`, and checks the kinds of what it compares.

use super::values::column;
use sgf_audit_core::sgf::rank_strength;
use sgf_audit_core::similar_names::similar_names;
use sgf_audit_core::table::{Type, game_columns};

/// Maximum nesting of parentheses, `!` and functions, and so of the recursion that reads and evaluates a condition.
const MAX_DEPTH: u32 = 100;

/// A condition that has been read.
#[derive(Clone)]
pub(super) enum Expression {
    Any(Vec<Expression>),
    All(Vec<Expression>),
    Not(Box<Expression>),
    Compare(Operand, &'static str, Operand),
    IsIn(Operand, Vec<Operand>),
    /// A value that is true or false.
    Holds(Operand),
}

#[derive(Clone)]
pub(super) enum Operand {
    /// The place of a column of `games.csv`.
    Column(usize),
    Text(String),
    Number(f64),
    Truth(bool),
    Null,
    /// A function by its name, and what it takes.
    Call(&'static str, Vec<Operand>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Number,
    Truth,
    Rank,
    Null,
}

impl Kind {
    fn words(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "a number",
            Self::Truth => "true or false",
            Self::Rank => "a rank",
            Self::Null => "null",
        }
    }
}

impl Operand {
    fn kind(&self) -> Kind {
        match self {
            Self::Column(place) => match game_columns()[*place].field.kind {
                Type::String => Kind::Text,
                Type::Integer | Type::Number => Kind::Number,
                Type::Boolean => Kind::Truth,
            },
            Self::Text(_) | Self::Call("lowerAscii", _) => Kind::Text,
            Self::Number(_) => Kind::Number,
            Self::Call("rank", _) => Kind::Rank,
            Self::Truth(_) | Self::Call(..) => Kind::Truth,
            Self::Null => Kind::Null,
        }
    }

    fn column(&self) -> Option<&'static str> {
        match self {
            Self::Column(place) => Some(game_columns()[*place].field.name),
            _ => None,
        }
    }

    fn is_rank_column(&self) -> bool {
        self.column().is_some_and(|name| name.ends_with("_rank"))
    }
}

/// The functions by name, with the number of texts that they take.
const FUNCTIONS: [(&str, usize); 3] = [("rank", 1), ("contains", 2), ("lowerAscii", 1)];

const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Text(String),
    Number(f64),
    Sign(&'static str),
    End,
}

/// Signs, longer ones before their own beginnings.
const SIGNS: [&str; 15] =
    ["&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "(", ")", "[", "]", ",", "."];

pub(super) struct ExpressionReader<'t> {
    text: &'t str,
    /// Offset of the byte after `token`.
    at: usize,
    start: usize,
    token: Token,
    depth: u32,
    /// The names of the columns so far.
    columns: Vec<&'static str>,
}

impl<'t> ExpressionReader<'t> {
    /// Reads a whole text as one condition. Returns a message if it can't be read, names a column that doesn't exist, or compares
    /// what can't be compared; else the condition and the columns that it names.
    pub fn read(text: &'t str) -> Result<(Expression, Vec<&'static str>), String> {
        let (token, columns) = (Token::End, Vec::new());
        let mut reader = Self { text, at: 0, start: 0, token, depth: 0, columns };
        reader.advance()?;
        let expression = reader.any()?;
        match reader.token {
            Token::End => Ok((expression, reader.columns)),
            _ => Err(reader.syntax_error()),
        }
    }

    /// Reads the next token into `token`.
    fn advance(&mut self) -> Result<(), String> {
        let rest = self.text[self.at..].trim_start();
        self.start = self.text.len() - rest.len();
        let first = rest.chars().next();
        let (token, length) = if let Some(quote @ ('"' | '\'')) = first {
            let (content, length) = quoted(&rest[1..], quote).ok_or_else(|| self.syntax_error())?;
            (Token::Text(content), length + 1)
        } else if first.is_some_and(|c| c.is_alphabetic() || c == '_') {
            let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            let name = &rest[..length.unwrap_or(rest.len())];
            (Token::Name(name.to_owned()), name.len())
        } else if rest.strip_prefix('-').unwrap_or(rest).starts_with(|c: char| c.is_ascii_digit()) {
            let length = rest[1..].find(|c: char| !(c.is_ascii_digit() || c == '.'));
            let digits = &rest[..length.map_or(rest.len(), |length| length + 1)];
            let number = digits.parse().map_err(|_| self.syntax_error())?;
            (Token::Number(number), digits.len())
        } else if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            (Token::Sign(sign), sign.len())
        } else if rest.is_empty() {
            (Token::End, 0)
        } else {
            return Err(self.syntax_error());
        };
        self.token = token;
        self.at = self.start + length;
        Ok(())
    }

    /// Skips a sign if it comes next. Returns whether it did.
    fn takes(&mut self, sign: &str) -> Result<bool, String> {
        let is_next = matches!(self.token, Token::Sign(next) if next == sign);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        match self.takes(sign)? {
            true => Ok(()),
            false => Err(self.syntax_error()),
        }
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, String>,
    ) -> Result<T, String> {
        if self.depth == MAX_DEPTH {
            return Err(format!("it is nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        let read = read(self)?;
        self.depth -= 1;
        Ok(read)
    }

    fn any(&mut self) -> Result<Expression, String> {
        self.joined("||", Self::all, Expression::Any)
    }

    fn all(&mut self) -> Result<Expression, String> {
        self.joined("&&", Self::one, Expression::All)
    }

    /// Reads one condition, or several with a sign between.
    fn joined(
        &mut self,
        sign: &str,
        read: fn(&mut Self) -> Result<Expression, String>,
        join: fn(Vec<Expression>) -> Expression,
    ) -> Result<Expression, String> {
        let first = read(self)?;
        let mut all = vec![first];
        while self.takes(sign)? {
            all.push(read(self)?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { join(all) })
    }

    /// Reads a condition without `&&` and `||` but in parentheses.
    fn one(&mut self) -> Result<Expression, String> {
        if self.takes("!")? {
            return Ok(Expression::Not(Box::new(self.deeper(Self::one)?)));
        }
        if self.takes("(")? {
            let inside = self.deeper(Self::any)?;
            self.expect(")")?;
            return Ok(inside);
        }
        let left = self.operand()?;
        let sign = match &self.token {
            Token::Sign(sign) => COMPARISONS.into_iter().find(|known| known == sign),
            _ => None,
        };
        if let Some(sign) = sign {
            self.advance()?;
            let right = self.operand()?;
            return compare(left, sign, right);
        }
        if self.token == Token::Name("in".to_owned()) {
            self.advance()?;
            if !self.takes("[")? {
                return Err("in takes a list such as [\"a\", \"b\"]".to_owned());
            }
            let list = self.list("]")?;
            list.iter().try_for_each(|element| comparable(&left, element))?;
            return Ok(Expression::IsIn(left, list));
        }
        match left.kind() {
            Kind::Truth => Ok(Expression::Holds(left)),
            // What follows is more likely what is wrong.
            _ if !matches!(self.token, Token::End | Token::Sign("&&" | "||" | ")")) => {
                Err(self.syntax_error())
            }
            kind => Err(format!("a condition such as moves > 50 is needed, not {}", kind.words())),
        }
    }

    /// Reads a value and the functions that are called on it.
    fn operand(&mut self) -> Result<Operand, String> {
        if !matches!(self.token, Token::Text(_) | Token::Number(_) | Token::Name(_)) {
            return Err(self.syntax_error());
        }
        let token = self.token.clone();
        self.advance()?;
        let mut value = match token {
            Token::Text(text) => Operand::Text(text),
            Token::Number(number) => Operand::Number(number),
            Token::Name(name) if self.takes("(")? => call(&name, self.list(")")?)?,
            Token::Name(name) => self.named(&name)?,
            Token::Sign(_) | Token::End => Operand::Null,
        };
        while self.takes(".")? {
            let Token::Name(name) = self.token.clone() else { return Err(self.syntax_error()) };
            self.advance()?;
            if !self.takes("(")? {
                return Err(format!("there is no .{name}: columns have no parts"));
            }
            let mut arguments = vec![value];
            arguments.extend(self.list(")")?);
            value = call(&name, arguments)?;
        }
        Ok(value)
    }

    /// Reads values between commas, and the sign after the last.
    fn list(&mut self, close: &str) -> Result<Vec<Operand>, String> {
        let mut values = Vec::new();
        while !self.takes(close)? {
            if !values.is_empty() {
                self.expect(",")?;
            }
            values.push(self.deeper(Self::operand)?);
        }
        Ok(values)
    }

    fn named(&mut self, name: &str) -> Result<Operand, String> {
        match name {
            "true" | "false" => return Ok(Operand::Truth(name == "true")),
            "null" => return Ok(Operand::Null),
            _ => {}
        }
        if let Some(place) = column(name) {
            self.columns.push(game_columns()[place].field.name);
            return Ok(Operand::Column(place));
        }
        let known = game_columns().iter().map(|column| column.field.name);
        Err(match &similar_names(name, known)[..] {
            [] => format!("games.csv has no column {name}; docs/columns.md lists them"),
            near => format!("games.csv has no column {name}; did you mean {}?", near.join(" or ")),
        })
    }

    /// Returns the message about a text that isn't an expression from the current token on.
    fn syntax_error(&self) -> String {
        let (before, rest) = self.text.split_at(self.start);
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let hint = if rest.starts_with('=') {
            "; equality is =="
        } else if rest.starts_with(['+', '-', '*', '/', '%', '?']) {
            "; a condition doesn't compute, SQL over games.csv does"
        } else if ["and", "or", "not"].iter().any(|word| words.contains(word)) {
            "; and, or, not are written &&, ||, !"
        } else {
            ""
        };
        match rest.trim() {
            "" => format!("it isn't complete: {}{hint}", before.trim_end()),
            rest => {
                let column = before.chars().count() + 1;
                format!("can't be read from column {column} on: {rest}{hint}")
            }
        }
    }
}

/// Returns the text up to a quotation mark, and the number of bytes with that mark; `None` if it isn't closed. A backslash
/// takes the next character as it is.
fn quoted(text: &str, quote: char) -> Option<(String, usize)> {
    let mut content = String::new();
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            _ if c == quote => return Some((content, at + c.len_utf8())),
            '\\' => content.push(characters.next()?.1),
            _ => content.push(c),
        }
    }
    None
}

/// Compares two values. A column that is compared with a rank is read as a rank.
fn compare(left: Operand, sign: &'static str, right: Operand) -> Result<Expression, String> {
    let is_order = !matches!(sign, "==" | "!=");
    let kinds = [left.kind(), right.kind()];
    if is_order && kinds.contains(&Kind::Null) {
        return Err("null is neither less nor greater than a value".to_owned());
    }
    for (value, other) in [(&left, &right), (&right, &left)] {
        let Operand::Text(text) = other else { continue };
        // In the alphabet, 9k comes after 1d.
        if let Some(name) = value.column().filter(|_| is_order && value.is_rank_column()) {
            return Err(format!("a rank is compared with a rank: write {name} and rank({text:?})"));
        }
        if value.kind() == Kind::Rank {
            return Err(format!("a rank is compared with a rank: write rank({text:?})"));
        }
    }
    let are_ranks =
        kinds.contains(&Kind::Rank) || is_order && left.is_rank_column() && right.is_rank_column();
    let [left, right] = [left, right].map(|value| match value.kind() {
        Kind::Text if are_ranks => Operand::Call("rank", vec![value]),
        _ => value,
    });
    comparable(&left, &right)?;
    if is_order && left.kind() == Kind::Truth {
        return Err("true is neither less nor greater than false".to_owned());
    }
    Ok(Expression::Compare(left, sign, right))
}

/// Fails if two values can't be equal.
fn comparable(left: &Operand, right: &Operand) -> Result<(), String> {
    let is_nothing = |value: &Operand| matches!(value, Operand::Text(text) if text.is_empty());
    if is_nothing(left) || is_nothing(right) {
        return Err("an empty cell is null: write null instead of \"\"".to_owned());
    }
    let kinds = [left.kind(), right.kind()];
    if kinds[0] == kinds[1] || kinds.contains(&Kind::Null) {
        return Ok(());
    }
    let [one, other] = if left.column().is_none() && right.column().is_some() {
        [right, left]
    } else {
        [left, right]
    };
    let name = one.column().unwrap_or("one side");
    let (one, other) = (one.kind().words(), other.kind().words());
    Err(format!("{name} is {one}, which can't be compared with {other}"))
}

fn call(name: &str, arguments: Vec<Operand>) -> Result<Operand, String> {
    let Some((name, takes)) = FUNCTIONS.into_iter().find(|(known, _)| *known == name) else {
        let names = FUNCTIONS.map(|(known, _)| known);
        let near = similar_names(name, names.into_iter());
        let known = if near.is_empty() { names.join(", ") } else { near.join(" or ") };
        return Err(format!("there is no function {name}; there is {known}"));
    };
    if arguments.len() != takes {
        let (given, end) = (arguments.len(), if takes == 1 { "" } else { "s" });
        return Err(format!("{name} takes {takes} value{end}, not {given}"));
    }
    if let Some(other) = arguments.iter().find(|argument| argument.kind() != Kind::Text) {
        return Err(format!("{name} takes text, not {}", other.kind().words()));
    }
    if let ("rank", [Operand::Text(text)]) = (name, &arguments[..])
        && rank_strength(text).is_none()
    {
        return Err(format!("rank({text:?}): not a rank such as 5k, 3d or 9p"));
    }
    Ok(Operand::Call(name, arguments))
}

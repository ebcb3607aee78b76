//! Reads an expression over the columns of `games.csv`, checks its types, and compiles it for a stack machine.
//!
//! The code is flat, so that neither reading nor running a long expression needs a deep call stack.

use super::values::column;
use sgf_audit_core::sgf::rank_strength;
use sgf_audit_core::similar_names::similar_names;
use sgf_audit_core::table::{Type, game_columns};

/// Maximum nesting of parentheses, operators before a value, and lists.
const MAX_DEPTH: u32 = 100;

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    Truth,
    Rank,
    Null,
    List,
}

impl Kind {
    /// Returns the kind in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "a number",
            Self::Truth => "true or false",
            Self::Rank => "a rank",
            Self::Null => "null",
            Self::List => "a list",
        }
    }

    /// Whether values of two kinds can be equal.
    fn agrees(self, other: Self) -> bool {
        self == other || self == Self::Null || other == Self::Null
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Rank,
    Contains,
    LowerAscii,
}

/// The functions by name, with the number of texts that they take, and the kind that they give.
const FUNCTIONS: [(&str, Function, usize, Kind); 3] = [
    ("rank", Function::Rank, 1, Kind::Rank),
    ("contains", Function::Contains, 2, Kind::Truth),
    ("lowerAscii", Function::LowerAscii, 1, Kind::Text),
];

/// An operation. It takes its operands from the stack and leaves its result there.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operation {
    Text(String),
    Number(f64),
    Truth(bool),
    Null,
    /// The value of a column of `games.csv`, by its index.
    Column(usize),
    Not,
    And,
    Or,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// Whether a value equals one of this many others.
    IsIn(usize),
    Call(Function),
}

/// The operators between two values, with their precedence: the higher binds more strongly.
const OPERATORS: [(&str, u8, Operation); 9] = [
    ("||", 0, Operation::Or),
    ("&&", 1, Operation::And),
    ("==", 2, Operation::Equal),
    ("!=", 2, Operation::NotEqual),
    ("<", 2, Operation::Less),
    ("<=", 2, Operation::LessOrEqual),
    (">", 2, Operation::Greater),
    (">=", 2, Operation::GreaterOrEqual),
    ("in", 2, Operation::IsIn(0)),
];

/// A part of an expression that matters to messages about it.
#[derive(Clone, Debug)]
enum Form {
    Column(&'static str),
    Text(String),
    List(Vec<Term>),
    Other,
}

/// An expression that has been read.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub code: Vec<Operation>,
    pub kind: Kind,
    form: Form,
}

impl Term {
    fn new(operation: Operation, kind: Kind, form: Form) -> Self {
        Self { code: vec![operation], kind, form }
    }

    /// Appends the code of further operands and an operation on all of them.
    fn then(
        mut self,
        others: impl IntoIterator<Item = Self>,
        operation: Operation,
        kind: Kind,
    ) -> Self {
        self.code.extend(others.into_iter().flat_map(|other| other.code));
        self.code.push(operation);
        Self { code: self.code, kind, form: Form::Other }
    }

    fn is_rank_column(&self) -> bool {
        matches!(self.form, Form::Column(name) if name.ends_with("_rank"))
    }

    fn into_rank(self) -> Self {
        self.then([], Operation::Call(Function::Rank), Kind::Rank)
    }
}

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
}

impl<'t> ExpressionReader<'t> {
    /// Reads a whole text as one expression. Returns a message if it can't be read, names a column that doesn't exist, or computes what can't be computed.
    pub fn read(text: &'t str) -> Result<Term, String> {
        let mut reader = Self { text, at: 0, start: 0, token: Token::End, depth: 0 };
        reader.advance()?;
        let term = reader.expression()?;
        match reader.token {
            Token::End => Ok(term),
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

    /// Reads what may hold any operator: a whole expression, an argument, the content of parentheses.
    fn expression(&mut self) -> Result<Term, String> {
        self.deeper(|reader| reader.binary(0))
    }

    fn deeper(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Term, String>,
    ) -> Result<Term, String> {
        if self.depth == MAX_DEPTH {
            return Err(format!("it is nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        let term = read(self)?;
        self.depth -= 1;
        Ok(term)
    }

    /// Reads values and the operators between them that bind at least as strongly as `precedence`.
    fn binary(&mut self, precedence: u8) -> Result<Term, String> {
        let mut left = self.unary()?;
        loop {
            let sign = match &self.token {
                Token::Sign(sign) => *sign,
                Token::Name(name) => name,
                _ => return Ok(left),
            };
            let operator = OPERATORS.into_iter().find(|(known, ..)| *known == sign);
            let Some((sign, own, operation)) = operator.filter(|(_, own, _)| *own >= precedence)
            else {
                return Ok(left);
            };
            self.advance()?;
            let right = self.binary(own + 1)?;
            left = join(left, sign, operation, right)?;
        }
    }

    fn unary(&mut self) -> Result<Term, String> {
        if !self.takes("!")? {
            return self.value();
        }
        self.deeper(|reader| {
            let term = reader.unary()?;
            require(&term, Kind::Truth, "!")?;
            Ok(term.then([], Operation::Not, Kind::Truth))
        })
    }

    /// Reads a value and the functions that are called on it.
    fn value(&mut self) -> Result<Term, String> {
        let mut term = match std::mem::replace(&mut self.token, Token::End) {
            Token::Text(text) => {
                self.advance()?;
                Term::new(Operation::Text(text.clone()), Kind::Text, Form::Text(text))
            }
            Token::Number(number) => {
                self.advance()?;
                Term::new(Operation::Number(number), Kind::Number, Form::Other)
            }
            Token::Name(name) => {
                self.advance()?;
                match self.takes("(")? {
                    true => {
                        let arguments = self.list(")")?;
                        call(&name, arguments)?
                    }
                    false => Self::named(&name)?,
                }
            }
            Token::Sign("(") => {
                self.advance()?;
                let term = self.expression()?;
                self.expect(")")?;
                Term { form: Form::Other, ..term }
            }
            Token::Sign("[") => {
                self.advance()?;
                let elements = self.list("]")?;
                Term { code: Vec::new(), kind: Kind::List, form: Form::List(elements) }
            }
            token => {
                self.token = token;
                return Err(self.syntax_error());
            }
        };
        while self.takes(".")? {
            let Token::Name(name) = self.token.clone() else { return Err(self.syntax_error()) };
            self.advance()?;
            if !self.takes("(")? {
                return Err(format!("there is no .{name}: columns have no parts"));
            }
            let mut arguments = vec![term];
            arguments.extend(self.list(")")?);
            term = call(&name, arguments)?;
        }
        match self.token {
            Token::Sign("[") => Err("texts and lists have no parts in []".to_owned()),
            _ => Ok(term),
        }
    }

    /// Reads expressions between commas, and the sign after the last.
    fn list(&mut self, close: &str) -> Result<Vec<Term>, String> {
        let mut terms = Vec::new();
        while !self.takes(close)? {
            if !terms.is_empty() {
                self.expect(",")?;
            }
            terms.push(self.expression()?);
        }
        Ok(terms)
    }

    /// Returns the value of a name.
    fn named(name: &str) -> Result<Term, String> {
        match name {
            "true" | "false" => {
                let operation = Operation::Truth(name == "true");
                return Ok(Term::new(operation, Kind::Truth, Form::Other));
            }
            "null" => return Ok(Term::new(Operation::Null, Kind::Null, Form::Other)),
            _ => {}
        }
        let Some(place) = column(name) else {
            let known = game_columns().iter().map(|column| column.field.name);
            return Err(match &similar_names(name, known)[..] {
                [] => format!("games.csv has no column {name}; docs/columns.md lists them"),
                near => {
                    format!("games.csv has no column {name}; did you mean {}?", near.join(" or "))
                }
            });
        };
        let field = &game_columns()[place].field;
        let kind = match field.kind {
            Type::String => Kind::Text,
            Type::Integer | Type::Number => Kind::Number,
            Type::Boolean => Kind::Truth,
        };
        Ok(Term::new(Operation::Column(place), kind, Form::Column(field.name)))
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

/// Fails if an operand isn't of a kind.
fn require(term: &Term, kind: Kind, operator: &str) -> Result<(), String> {
    let given = term.kind.words();
    match kind {
        _ if term.kind == kind => Ok(()),
        Kind::Truth => Err(format!("{operator} takes conditions such as moves > 50, not {given}")),
        _ => Err(format!("{operator} takes {}, not {given}", kind.words())),
    }
}

/// Joins two operands by an operator.
fn join(left: Term, sign: &str, operation: Operation, right: Term) -> Result<Term, String> {
    match operation {
        Operation::Or | Operation::And => {
            require(&left, Kind::Truth, sign)?;
            require(&right, Kind::Truth, sign)?;
            Ok(left.then([right], operation, Kind::Truth))
        }
        Operation::IsIn(_) => is_in(left, right),
        _ => compare(left, operation, right),
    }
}

/// Compares two values. A column that is compared with a rank is read as a rank.
fn compare(mut left: Term, operation: Operation, mut right: Term) -> Result<Term, String> {
    let is_order = !matches!(operation, Operation::Equal | Operation::NotEqual);
    if is_order && [left.kind, right.kind].contains(&Kind::Null) {
        return Err("null is neither less nor greater than a value".to_owned());
    }
    for (column, other) in [(&left, &right), (&right, &left)] {
        if let Form::Text(text) = &other.form {
            // In the alphabet, 9k comes after 1d.
            if is_order
                && let Form::Column(name) = column.form
                && column.is_rank_column()
            {
                return Err(format!(
                    "a rank is compared with a rank: write {name} and rank({text:?})"
                ));
            }
            if column.kind == Kind::Rank {
                return Err(format!("a rank is compared with a rank: write rank({text:?})"));
            }
        }
    }
    let are_ranks = [left.kind, right.kind].contains(&Kind::Rank)
        || is_order && left.is_rank_column() && right.is_rank_column();
    if are_ranks {
        [left, right] = [left, right].map(|term| match term.kind {
            Kind::Text => term.into_rank(),
            _ => term,
        });
    }
    comparable(&left, &right)?;
    if is_order && left.kind == Kind::Truth {
        return Err("true is neither less nor greater than false".to_owned());
    }
    Ok(left.then([right], operation, Kind::Truth))
}

fn is_in(value: Term, list: Term) -> Result<Term, String> {
    let Form::List(elements) = list.form else {
        let kind = list.kind.words();
        return Err(format!("in takes a list such as [\"a\", \"b\"], not {kind}"));
    };
    elements.iter().try_for_each(|element| comparable(&value, element))?;
    let operation = Operation::IsIn(elements.len());
    Ok(value.then(elements, operation, Kind::Truth))
}

/// Fails if two values can't be equal.
fn comparable(left: &Term, right: &Term) -> Result<(), String> {
    let is_nothing = |term: &Term| matches!(&term.form, Form::Text(text) if text.is_empty());
    if is_nothing(left) || is_nothing(right) {
        return Err("an empty cell is null: write null instead of \"\"".to_owned());
    }
    if left.kind.agrees(right.kind) && left.kind != Kind::List && right.kind != Kind::List {
        return Ok(());
    }
    let (one, other) = match (&left.form, &right.form) {
        (Form::Other | Form::Text(_), Form::Column(_)) => (right, left),
        _ => (left, right),
    };
    let name = match one.form {
        Form::Column(name) => name,
        _ => "one side",
    };
    let (one, other) = (one.kind.words(), other.kind.words());
    Err(format!("{name} is {one}, which can't be compared with {other}"))
}

fn call(name: &str, arguments: Vec<Term>) -> Result<Term, String> {
    let Some(&(_, function, takes, gives)) = FUNCTIONS.iter().find(|(known, ..)| *known == name)
    else {
        let names: Vec<&str> = FUNCTIONS.iter().map(|(known, ..)| *known).collect();
        let near = similar_names(name, names.iter().copied());
        let known = if near.is_empty() { names.join(", ") } else { near.join(" or ") };
        return Err(format!("there is no function {name}; there is {known}"));
    };
    if arguments.len() != takes {
        let (given, end) = (arguments.len(), if takes == 1 { "" } else { "s" });
        return Err(format!("{name} takes {takes} value{end}, not {given}"));
    }
    arguments.iter().try_for_each(|argument| require(argument, Kind::Text, name))?;
    if let (Function::Rank, Form::Text(text)) = (function, &arguments[0].form)
        && rank_strength(text).is_none()
    {
        return Err(format!("rank({text:?}): not a rank such as 5k, 3d or 9p"));
    }
    let mut arguments = arguments.into_iter();
    let first = arguments.next().unwrap_or_else(|| unreachable!("every function takes a value"));
    Ok(first.then(arguments, Operation::Call(function), gives))
}

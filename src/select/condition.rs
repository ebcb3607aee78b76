//! A condition on games, over the columns of `games.csv`.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde_json::Value as Json;

use super::expression::{ExpressionReader, Function, Kind, Operation};
use super::values::Columns;
use sgf_audit_core::sgf::rank_strength;
use sgf_audit_core::table::game_columns;

/// A condition over the columns of `games.csv`, in a part of the Common Expression Language (CEL).
///
/// ```
/// use sgf_audit::select::Condition;
///
/// assert!(Condition::read("moves >= 50 && black_rank >= rank('1d')").is_ok());
/// let error = Condition::read("movs >= 50").err().unwrap_or_default();
/// assert!(error.ends_with("did you mean moves?"));
/// ```
pub struct Condition {
    code: Vec<Operation>,
    /// The columns that it names, by their places.
    pub(super) columns: Vec<usize>,
}

/// A value while a condition is evaluated. Ranks are numbers.
#[derive(Clone, Debug, PartialEq)]
enum Value<'a> {
    Text(Cow<'a, str>),
    Number(f64),
    Truth(bool),
    /// With the column that has no value; `None` for `null`.
    Null(Option<&'static str>),
    /// The value is missing, for this reason.
    Missing(String),
}

impl Condition {
    /// Reads a condition. Returns a message if it can't be read, names a column that doesn't exist, or computes what can't be computed.
    pub fn read(text: &str) -> Result<Self, String> {
        let term = ExpressionReader::read(text)?;
        if term.kind != Kind::Truth {
            let gives = term.kind.words();
            return Err(format!("it gives {gives}, not a condition such as moves > 50"));
        }
        let columns = term.code.iter().filter_map(|operation| match operation {
            Operation::Column(place) => Some(*place),
            _ => None,
        });
        Ok(Self { columns: columns.collect(), code: term.code })
    }

    /// Whether the condition holds for a game. Returns the reason if that can't be decided, usually because the game
    /// has no value in a column.
    pub(super) fn holds(&self, columns: &Columns, values: &[Json]) -> Result<bool, String> {
        let mut stack = Vec::new();
        for operation in &self.code {
            step(operation, &mut stack, columns, values);
        }
        match stack.pop() {
            Some(Value::Truth(holds)) => Ok(holds),
            other => Err(other.map_or(String::new(), reason)),
        }
    }
}

/// Returns why a value can't be used.
fn reason(value: Value) -> String {
    match value {
        Value::Null(Some(column)) => format!("no value in {column}"),
        Value::Missing(reason) => reason,
        _ => "no value".to_owned(),
    }
}

/// Executes an operation.
fn step<'a>(
    operation: &'a Operation,
    stack: &mut Vec<Value<'a>>,
    columns: &Columns,
    values: &'a [Json],
) {
    let mut pop = || stack.pop().unwrap_or(Value::Null(None));
    let result = match operation {
        Operation::Text(text) => Value::Text(text.into()),
        Operation::Number(number) => Value::Number(*number),
        Operation::Truth(truth) => Value::Truth(*truth),
        Operation::Null => Value::Null(None),
        Operation::Column(place) => {
            let name = game_columns()[*place].field.name;
            match columns.get(values, name) {
                Json::Bool(truth) => Value::Truth(*truth),
                Json::String(text) => Value::Text(text.into()),
                Json::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
                _ => Value::Null(Some(name)),
            }
        }
        Operation::Not => match pop() {
            Value::Truth(truth) => Value::Truth(!truth),
            other => Value::Missing(reason(other)),
        },
        Operation::And | Operation::Or => {
            let (right, left) = (pop(), pop());
            // One side may decide alone, as in CEL, even if the other has no value.
            let decides = Value::Truth(*operation == Operation::Or);
            match (left, right) {
                (left, right) if left == decides || right == decides => decides,
                (Value::Truth(_), Value::Truth(truth)) => Value::Truth(truth),
                (Value::Truth(_), other) | (other, _) => Value::Missing(reason(other)),
            }
        }
        Operation::IsIn(number) => {
            let elements: Vec<Value> = (0..*number).map(|_| pop()).collect();
            let value = pop();
            let mut equal = elements
                .into_iter()
                .map(|element| compare(value.clone(), &Operation::Equal, element));
            equal
                .clone()
                .find(|result| *result == Value::Truth(true))
                .or_else(|| equal.find(|result| matches!(result, Value::Missing(_))))
                .unwrap_or(Value::Truth(false))
        }
        Operation::Call(Function::Contains) => match (pop(), pop()) {
            (Value::Text(part), Value::Text(text)) => Value::Truth(text.contains(&*part)),
            (Value::Text(_), other) | (other, _) => Value::Missing(reason(other)),
        },
        Operation::Call(Function::LowerAscii) => match pop() {
            Value::Text(text) => Value::Text(text.to_ascii_lowercase().into()),
            other => Value::Missing(reason(other)),
        },
        Operation::Call(Function::Rank) => match pop() {
            Value::Text(text) => match rank_strength(&text) {
                Some(strength) => Value::Number(strength.into()),
                None => Value::Missing(format!("{text:?} isn't a rank")),
            },
            other => Value::Missing(reason(other)),
        },
        comparison => {
            let (right, left) = (pop(), pop());
            compare(left, comparison, right)
        }
    };
    stack.push(result);
}

/// Compares two values; `null` equals only itself.
fn compare<'a>(left: Value<'a>, operation: &Operation, right: Value<'a>) -> Value<'a> {
    let is_order = !matches!(operation, Operation::Equal | Operation::NotEqual);
    let order = match (left, right) {
        (missing @ Value::Missing(_), _) | (_, missing @ Value::Missing(_)) => return missing,
        (Value::Text(left), Value::Text(right)) => Some(left.cmp(&right)),
        (Value::Number(left), Value::Number(right)) => left.partial_cmp(&right),
        (Value::Truth(left), Value::Truth(right)) => Some(left.cmp(&right)),
        (Value::Null(_), Value::Null(_)) => Some(Ordering::Equal),
        (null @ Value::Null(_), _) | (_, null) if is_order => {
            return Value::Missing(reason(null));
        }
        _ => None,
    };
    Value::Truth(match operation {
        Operation::NotEqual => order != Some(Ordering::Equal),
        Operation::Less => order.is_some_and(Ordering::is_lt),
        Operation::LessOrEqual => order.is_some_and(Ordering::is_le),
        Operation::Greater => order.is_some_and(Ordering::is_gt),
        Operation::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
        _ => order == Some(Ordering::Equal),
    })
}

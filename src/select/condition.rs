//! A condition on games, over the columns of `games.csv`.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde_json::Value as Json;

use super::expression::{Expression, ExpressionReader, Operand};
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
#[derive(Clone)]
pub struct Condition {
    expression: Expression,
    /// The names of its columns.
    pub(super) columns: Vec<&'static str>,
}

/// A value while a condition is evaluated. Ranks are numbers.
#[derive(Clone, Debug, PartialEq)]
enum Value<'a> {
    Text(Cow<'a, str>),
    Number(f64),
    Truth(bool),
    /// With the column that has no value; `None` for `null`.
    Null(Option<&'static str>),
}

/// The values of a game, by their columns.
#[derive(Clone, Copy)]
struct Game<'a>(&'a Columns, &'a [Json]);

impl Condition {
    /// Reads a condition. Returns a message if it can't be read, names a column that doesn't exist, or compares what can't be compared.
    pub fn read(text: &str) -> Result<Self, String> {
        let (expression, columns) = ExpressionReader::read(text)?;
        Ok(Self { expression, columns })
    }

    /// Whether the condition holds for a game. Returns the reason if that can't be decided, usually because the game
    /// has no value in a column.
    pub(super) fn holds(&self, columns: &Columns, values: &[Json]) -> Result<bool, String> {
        Game(columns, values).holds(&self.expression)
    }
}

impl<'a> Game<'a> {
    fn holds(self, expression: &'a Expression) -> Result<bool, String> {
        match expression {
            Expression::Any(all) => first(all.iter().map(|one| self.holds(one)), true),
            Expression::All(all) => first(all.iter().map(|one| self.holds(one)), false),
            Expression::Not(other) => Ok(!self.holds(other)?),
            Expression::Compare(left, sign, right) => {
                compare(&self.value(left)?, sign, &self.value(right)?)
            }
            Expression::IsIn(value, list) => {
                let value = self.value(value)?;
                let equal = |element| compare(&value, "==", &self.value(element)?);
                first(list.iter().map(equal), true)
            }
            Expression::Holds(value) => match self.value(value)? {
                Value::Truth(holds) => Ok(holds),
                other => Err(missing(&other)),
            },
        }
    }

    fn value(self, operand: &'a Operand) -> Result<Value<'a>, String> {
        Ok(match operand {
            Operand::Text(text) => Value::Text(text.into()),
            Operand::Number(number) => Value::Number(*number),
            Operand::Truth(truth) => Value::Truth(*truth),
            Operand::Null => Value::Null(None),
            Operand::Column(place) => {
                let name = game_columns()[*place].field.name;
                match self.0.get(self.1, name) {
                    Json::Bool(truth) => Value::Truth(*truth),
                    Json::String(text) => Value::Text(text.into()),
                    Json::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
                    _ => Value::Null(Some(name)),
                }
            }
            Operand::Call(function, arguments) => {
                let texts = arguments.iter().map(|argument| self.text(argument));
                match (*function, &texts.collect::<Result<Vec<_>, _>>()?[..]) {
                    ("contains", [text, part]) => Value::Truth(text.contains(&**part)),
                    ("rank", [text]) => {
                        let strength = rank_strength(text);
                        let strength = strength.ok_or_else(|| format!("{text:?} isn't a rank"))?;
                        Value::Number(strength.into())
                    }
                    (_, texts) => Value::Text(texts.concat().to_ascii_lowercase().into()),
                }
            }
        })
    }

    fn text(self, operand: &'a Operand) -> Result<Cow<'a, str>, String> {
        match self.value(operand)? {
            Value::Text(text) => Ok(text),
            other => Err(missing(&other)),
        }
    }
}

/// Returns `decides` if one of several conditions is so. One may decide alone, as in CEL, even if another has no value.
fn first(
    conditions: impl Iterator<Item = Result<bool, String>>,
    decides: bool,
) -> Result<bool, String> {
    let mut result = Ok(!decides);
    for condition in conditions {
        match condition {
            Ok(holds) if holds == decides => return Ok(decides),
            Err(reason) if result.is_ok() => result = Err(reason),
            _ => {}
        }
    }
    result
}

fn missing(value: &Value) -> String {
    match value {
        Value::Null(Some(column)) => format!("no value in {column}"),
        _ => "no value".to_owned(),
    }
}

/// Compares two values. Only the word `null` compares with a column that has no value; no other comparison with one can be decided.
fn compare(left: &Value, sign: &str, right: &Value) -> Result<bool, String> {
    let order = match (left, right) {
        (Value::Null(None), other) | (other, Value::Null(None)) => {
            matches!(other, Value::Null(_)).then_some(Ordering::Equal)
        }
        (null @ Value::Null(_), _) | (_, null @ Value::Null(_)) => return Err(missing(null)),
        (Value::Text(left), Value::Text(right)) => Some(left.cmp(right)),
        (Value::Number(left), Value::Number(right)) => left.partial_cmp(right),
        (Value::Truth(left), Value::Truth(right)) => Some(left.cmp(right)),
        _ => None,
    };
    Ok(match sign {
        "!=" => order != Some(Ordering::Equal),
        "<" => order.is_some_and(Ordering::is_lt),
        "<=" => order.is_some_and(Ordering::is_le),
        ">" => order.is_some_and(Ordering::is_gt),
        ">=" => order.is_some_and(Ordering::is_ge),
        _ => order == Some(Ordering::Equal),
    })
}

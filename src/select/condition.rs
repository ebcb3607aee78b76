//! A condition on games in the Common Expression Language, over the columns of `games.csv`.

use std::sync::Arc;

use cel::common::ast::IdedExpr;
use cel::{Context, Env, ExecutionError, Program, Value, extensions};
use serde_json::Value as Json;

use super::kinds::{Kind, check};
use super::values::{Columns, column};
use crate::sgf::rank_strength;

/// A condition in the Common Expression Language (CEL), over the columns of `games.csv`.
///
/// ```
/// use sgf_audit::select::Condition;
///
/// assert!(Condition::read("moves >= 50 && black_rank >= rank('1d')").is_ok());
/// let error = Condition::read("movs >= 50").err().unwrap_or_default();
/// assert!(error.ends_with("did you mean moves?"));
/// ```
pub struct Condition {
    expression: IdedExpr,
    /// The functions.
    functions: Context<'static, 'static>,
    /// The columns that it names, by their places.
    pub(super) columns: Vec<usize>,
}

impl Condition {
    /// Reads a condition. Returns a message if it can't be read, names a column that doesn't exist, or compares what
    /// can't be compared.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut env = Env::stdlib();
        env.add_extension(extensions::strings).map_err(|error| error.to_string())?;
        let env = Arc::new(env);
        let program: Program = env.compile(text).map_err(|errors| {
            let place = errors.errors.first().map_or(1, |error| error.pos.1);
            syntax_error(text, usize::try_from(place).unwrap_or(1))
        })?;
        let mut expression = program.expression().clone();
        match check(&mut expression, &mut Vec::new())? {
            Kind::Truth | Kind::Unknown => {}
            kind => {
                let gives = kind.words();
                return Err(format!("it gives {gives}, not a condition such as moves > 50"));
            }
        }
        let references = program.references();
        let columns = references.variables().into_iter().filter_map(column).collect();
        let mut functions = Context::with_env(env);
        functions.add_function("rank", rank).map_err(|error| error.to_string())?;
        Ok(Self { expression, functions, columns })
    }

    /// Whether the condition holds for a game. Returns the reason if that can't be decided, usually because the game
    /// has no value in a column.
    pub(super) fn holds(&self, columns: &Columns, values: &[Json]) -> Result<bool, String> {
        let mut context = self.functions.new_inner_scope();
        let mut missing = Vec::new();
        for (name, value) in columns.named(values) {
            if !column(name).is_some_and(|place| self.columns.contains(&place)) {
                continue;
            }
            if value.is_null() {
                missing.push(name);
            }
            context.add_variable_from_value(name, cel_value(value));
        }
        match Value::resolve(&self.expression, &context) {
            Ok(Value::Bool(holds)) => Ok(holds),
            Ok(_) => Err("it gives neither true nor false".to_owned()),
            Err(ExecutionError::FunctionError { message, .. }) => Err(message),
            Err(_) if !missing.is_empty() => Err(format!("no value in {}", missing.join(", "))),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Returns a value as the language has it.
fn cel_value(value: &Json) -> Value {
    match value {
        Json::Bool(value) => Value::Bool(*value),
        Json::String(text) => Value::from(&**text),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Value::Int(number),
            None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        _ => Value::Null,
    }
}

/// The function `rank()`.
fn rank(text: Arc<String>) -> Result<Value, ExecutionError> {
    let number = rank_strength(&text).map(|number| Value::Int(number.into()));
    number.ok_or_else(|| ExecutionError::function_error("rank", format!("{text:?} isn't a rank")))
}

/// Returns the message about a text that isn't an expression. `column`: where reading stopped, from 1.
fn syntax_error(text: &str, column: usize) -> String {
    let before: String = text.chars().take(column.saturating_sub(1)).collect();
    let rest: String = text.chars().skip(column.saturating_sub(1)).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let hint = if rest.starts_with("= ") || rest.starts_with('=') && !rest.starts_with("==") {
        "; equality is =="
    } else if words.contains(&"and") || words.contains(&"or") || words.contains(&"not") {
        "; and, or, not are written &&, ||, !"
    } else {
        ""
    };
    match rest.trim().is_empty() {
        true => format!("it isn't complete: {}{hint}", before.trim_end()),
        false => format!("can't be read from column {column} on: {}{hint}", rest.trim()),
    }
}

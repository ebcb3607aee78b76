//! Whether the parts of a condition can be compared: what a table of columns tells before the first game is read.

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue, operators};

use super::values::column;
use crate::report::{Type, game_columns};
use crate::sgf::rank_strength;
use crate::similar_names::similar_names;

/// The type of an expression, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    Truth,
    /// What `rank()` gives.
    Rank,
    Null,
    Unknown,
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
            Self::Unknown => "a value",
        }
    }
}

/// The functions of a condition besides its operators.
pub(super) const FUNCTIONS: [&str; 13] = [
    "rank",
    "contains",
    "startsWith",
    "endsWith",
    "lowerAscii",
    "upperAscii",
    "trim",
    "size",
    "int",
    "double",
    "string",
    "exists",
    "all",
];

/// Checks an expression, and puts `rank()` around the columns that are compared with a rank. Returns what it gives.
/// Returns a message if it names a column or function that doesn't exist, or compares what can't be compared.
pub(super) fn check(expression: &mut IdedExpr, bound: &mut Vec<String>) -> Result<Kind, String> {
    match &mut expression.expr {
        Expr::Ident(name) if bound.contains(name) => Ok(Kind::Unknown),
        Expr::Ident(name) => column_kind(name),
        Expr::Literal(value) => Ok(match value {
            LiteralValue::Boolean(_) => Kind::Truth,
            LiteralValue::Double(_) | LiteralValue::Int(_) | LiteralValue::UInt(_) => Kind::Number,
            LiteralValue::String(_) => Kind::Text,
            LiteralValue::Null => Kind::Null,
            LiteralValue::Bytes(_) => Kind::Unknown,
        }),
        Expr::Call(call) => check_call(call, bound),
        Expr::List(list) => {
            list.elements.iter_mut().try_for_each(|element| check(element, bound).map(drop))?;
            Ok(Kind::Unknown)
        }
        Expr::Comprehension(macro_) => {
            check(&mut macro_.iter_range, bound)?;
            let outside = bound.len();
            bound.extend([macro_.iter_var.clone(), macro_.accu_var.clone()]);
            bound.extend(macro_.iter_var2.clone());
            for part in [
                &mut macro_.accu_init,
                &mut macro_.loop_cond,
                &mut macro_.loop_step,
                &mut macro_.result,
            ] {
                check(part, bound)?;
            }
            bound.truncate(outside);
            Ok(Kind::Unknown)
        }
        Expr::Select(select) => {
            Err(format!("there is no .{}: columns have no parts", select.field))
        }
        Expr::Map(_) | Expr::Struct(_) | Expr::Unspecified => {
            Err("it contains something that conditions don't support".to_owned())
        }
    }
}

/// Returns the kind of a column's values.
fn column_kind(name: &str) -> Result<Kind, String> {
    let Some(place) = column(name) else {
        let known = game_columns().iter().map(|column| column.field.name);
        return Err(match &similar_names(name, known)[..] {
            [] => format!("games.csv has no column {name}; docs/columns.md lists them"),
            near => format!("games.csv has no column {name}; did you mean {}?", near.join(" or ")),
        });
    };
    Ok(match game_columns()[place].field.kind {
        Type::String => Kind::Text,
        Type::Integer | Type::Number => Kind::Number,
        Type::Boolean => Kind::Truth,
    })
}

fn check_call(call: &mut CallExpr, bound: &mut Vec<String>) -> Result<Kind, String> {
    let mut kinds = Vec::new();
    for part in call.target.as_deref_mut().into_iter().chain(&mut call.args) {
        kinds.push(check(part, bound)?);
    }
    match &*call.func_name {
        operators::EQUALS | operators::NOT_EQUALS => {
            compares_with_nothing(call)?;
            comparable(call, &mut kinds)?;
            Ok(Kind::Truth)
        }
        operators::LESS
        | operators::LESS_EQUALS
        | operators::GREATER
        | operators::GREATER_EQUALS => {
            if kinds.contains(&Kind::Null) {
                return Err("null is neither less nor greater than a value".to_owned());
            }
            compares_ranks_as_text(call)?;
            comparable(call, &mut kinds)?;
            Ok(Kind::Truth)
        }
        operators::LOGICAL_AND | operators::LOGICAL_OR | operators::LOGICAL_NOT => {
            match kinds.iter().find(|kind| !matches!(kind, Kind::Truth | Kind::Unknown)) {
                None => Ok(Kind::Truth),
                Some(kind) => Err(format!(
                    "&&, || and ! join conditions such as moves > 50, not {}",
                    kind.words()
                )),
            }
        }
        operators::IN => {
            if let [Expr::Ident(name), Expr::List(list)] = [&call.args[0].expr, &call.args[1].expr]
            {
                let kind = kinds[0];
                for element in &list.elements {
                    let other = check(&mut element.clone(), bound)?;
                    if !agree(kind, other) {
                        return Err(mismatch(name, kind, other));
                    }
                }
            }
            Ok(Kind::Truth)
        }
        operators::ADD | operators::CONDITIONAL | operators::INDEX => Ok(Kind::Unknown),
        operators::SUBSTRACT
        | operators::MULTIPLY
        | operators::DIVIDE
        | operators::MODULO
        | operators::NEGATE => Ok(Kind::Number),
        "rank" => {
            for argument in &call.args {
                if let Expr::Literal(LiteralValue::String(text)) = &argument.expr
                    && rank_strength(text.inner()).is_none()
                {
                    let text = text.inner();
                    return Err(format!("rank({text:?}): not a rank such as 5k, 3d or 9p"));
                }
            }
            Ok(Kind::Rank)
        }
        "contains" | "startsWith" | "endsWith" => Ok(Kind::Truth),
        "size" | "int" | "double" => Ok(Kind::Number),
        "string" | "lowerAscii" | "upperAscii" | "trim" => Ok(Kind::Text),
        name if name.starts_with(|c: char| !c.is_alphabetic()) => Ok(Kind::Unknown),
        name => {
            let near = similar_names(name, FUNCTIONS.into_iter());
            let known = if near.is_empty() { FUNCTIONS.join(", ") } else { near.join(" or ") };
            Err(format!("there is no function {name}; there is {known}"))
        }
    }
}

/// Whether values of two kinds can be equal.
fn agree(one: Kind, other: Kind) -> bool {
    one == other || [one, other].iter().any(|kind| matches!(kind, Kind::Unknown | Kind::Null))
}

/// Checks that the two sides of a comparison can be compared. A column that is compared with a rank becomes its rank.
fn comparable(call: &mut CallExpr, kinds: &mut [Kind]) -> Result<(), String> {
    for (side, other) in [(0, 1), (1, 0)] {
        if kinds[other] == Kind::Rank && kinds[side] == Kind::Text {
            let argument = &mut call.args[side];
            if let Expr::Literal(LiteralValue::String(text)) = &argument.expr {
                let text = text.inner();
                return Err(format!("a rank is compared with a rank: write rank({text:?})"));
            }
            let (id, inner) = (argument.id, std::mem::take(argument));
            let wrapped =
                CallExpr { func_name: "rank".to_owned(), target: None, args: vec![inner] };
            *argument = IdedExpr { id, expr: Expr::Call(wrapped) };
            kinds[side] = Kind::Rank;
        }
    }
    if agree(kinds[0], kinds[1]) {
        return Ok(());
    }
    let name = |side: usize| match &call.args[side].expr {
        Expr::Ident(name) => name.clone(),
        _ => "one side".to_owned(),
    };
    let side = usize::from(matches!(call.args[1].expr, Expr::Ident(_)));
    Err(mismatch(&name(side), kinds[side], kinds[1 - side]))
}

/// Fails if a column of ranks is compared with text: in the alphabet, 9k comes after 1d.
fn compares_ranks_as_text(call: &CallExpr) -> Result<(), String> {
    for (side, other) in [(0, 1), (1, 0)] {
        if let (Expr::Ident(name), Expr::Literal(LiteralValue::String(text))) =
            (&call.args[side].expr, &call.args[other].expr)
            && name.ends_with("_rank")
        {
            let text = text.inner();
            return Err(format!("a rank is compared with a rank: write {name} and rank({text:?})"));
        }
    }
    Ok(())
}

/// Fails if a column is compared with an empty text, which no column has.
fn compares_with_nothing(call: &CallExpr) -> Result<(), String> {
    let is_empty = |side: &IdedExpr| matches!(&side.expr, Expr::Literal(LiteralValue::String(text)) if text.inner().is_empty());
    match call.args.iter().any(is_empty) {
        true => Err("an empty cell is null: write null instead of \"\"".to_owned()),
        false => Ok(()),
    }
}

fn mismatch(name: &str, kind: Kind, other: Kind) -> String {
    format!("{name} is {}, which can't be compared with {}", kind.words(), other.words())
}

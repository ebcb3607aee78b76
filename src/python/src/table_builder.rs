//! Rows of a table of the library, column by column.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::{StringBuilder, StringDictionaryBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int8Array, Int32Array, Int64Array, RecordBatch,
};
use arrow_schema::{DataType, Field as ArrowField, Schema, SchemaRef};
use sgf_audit_core::table::{Cell, Column, Field, Type};

/// Returns the schema of a table. Units and meanings of columns are their metadata. `compact`: for a table with many short rows,
/// with dictionaries of text and small integers.
pub fn schema<T>(columns: &[Column<T>], compact: bool) -> SchemaRef {
    let fields = columns.iter().map(|column| arrow_field(&column.field, compact));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn arrow_field(field: &Field, compact: bool) -> ArrowField {
    let kind = Values::new(field, compact).kind();
    let metadata = [("description", field.meaning), ("unit", field.unit)];
    let metadata = metadata.into_iter().filter(|(_, text)| !text.is_empty());
    let metadata = metadata.map(|(key, text)| (key.to_owned(), text.to_owned()));
    ArrowField::new(field.name, kind, !field.required)
        .with_metadata(metadata.collect::<BTreeMap<_, _>>())
}

pub struct TableBuilder {
    /// None before the first row.
    columns: Vec<Values>,
    rows: usize,
    compact: bool,
}

impl TableBuilder {
    /// `compact`: whether the table has a compact [`schema`].
    pub fn new(compact: bool) -> Self {
        Self { columns: Vec::new(), rows: 0, compact }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn push<T>(&mut self, columns: &[Column<T>], row: &T) {
        if self.columns.is_empty() {
            let values = columns.iter().map(|column| Values::new(&column.field, self.compact));
            self.columns = values.collect();
        }
        for (values, column) in self.columns.iter_mut().zip(columns) {
            values.push((column.value)(row), column.field.required);
        }
        self.rows += 1;
    }

    /// Adds the rows of another part of the same table.
    pub fn append(&mut self, other: Self) {
        if self.columns.is_empty() {
            *self = other;
            return;
        }
        self.rows += other.rows;
        for (own, other) in self.columns.iter_mut().zip(other.columns) {
            own.append(other);
        }
    }

    /// Returns all rows as a batch of Arrow's; none are left.
    pub fn finish(&mut self, schema: &SchemaRef) -> RecordBatch {
        let built = std::mem::replace(self, Self::new(self.compact));
        if built.columns.is_empty() {
            return RecordBatch::new_empty(SchemaRef::clone(schema));
        }
        let columns = built.columns.into_iter().map(Values::finish).collect();
        RecordBatch::try_new(SchemaRef::clone(schema), columns)
            .expect("the columns are those of the schema")
    }
}

enum Values {
    Text(StringBuilder),
    /// Text that many rows share.
    Shared(StringDictionaryBuilder<Int32Type>),
    Integer(Vec<Option<i64>>),
    /// Integers that aren't larger than a file has bytes.
    Short(Vec<Option<i32>>),
    /// Columns and rows of a board.
    Lines(Vec<Option<i8>>),
    Number(Vec<Option<f64>>),
    Boolean(Vec<Option<bool>>),
}

impl Values {
    fn new(field: &Field, compact: bool) -> Self {
        match (field.kind, field.name) {
            (Type::String, _) if compact => Self::Shared(StringDictionaryBuilder::new()),
            (Type::String, _) => Self::Text(StringBuilder::new()),
            (Type::Integer, "x" | "y") if compact => Self::Lines(Vec::new()),
            (Type::Integer, _) if compact => Self::Short(Vec::new()),
            (Type::Integer, _) => Self::Integer(Vec::new()),
            (Type::Number, _) => Self::Number(Vec::new()),
            (Type::Boolean, _) => Self::Boolean(Vec::new()),
        }
    }

    fn kind(&self) -> DataType {
        match self {
            Self::Text(_) => DataType::Utf8,
            Self::Shared(_) => {
                DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
            }
            Self::Integer(_) => DataType::Int64,
            Self::Short(_) => DataType::Int32,
            Self::Lines(_) => DataType::Int8,
            Self::Number(_) => DataType::Float64,
            Self::Boolean(_) => DataType::Boolean,
        }
    }

    /// Adds a value. Text that is empty isn't known, unless every row has the value.
    fn push(&mut self, cell: Cell, required: bool) {
        let text = match &cell {
            Cell::Text(text) => Some(&**text).filter(|text| required || !text.is_empty()),
            _ => None,
        };
        let integer = match cell {
            Cell::Integer(number) => Some(number),
            _ => None,
        };
        match self {
            Self::Text(texts) => texts.append_option(text),
            Self::Shared(texts) => texts.append_option(text),
            Self::Integer(numbers) => {
                numbers.push(integer.map(|number| i64::try_from(number).unwrap_or(i64::MAX)));
            }
            Self::Short(numbers) => {
                numbers.push(integer.map(|number| i32::try_from(number).unwrap_or(i32::MAX)));
            }
            Self::Lines(numbers) => {
                numbers.push(integer.map(|number| i8::try_from(number).unwrap_or(i8::MAX)));
            }
            Self::Number(numbers) => numbers.push(cell.decimal()),
            Self::Boolean(values) => values.push(match cell {
                Cell::Boolean(value) => Some(value),
                _ => None,
            }),
        }
    }

    /// Adds the values of another part. Compact tables are made in one part.
    fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Text(own), Self::Text(mut other)) => {
                own.append_array(&other.finish()).expect("a batch has less than 2 GiB of text");
            }
            (Self::Integer(own), Self::Integer(mut other)) => own.append(&mut other),
            (Self::Number(own), Self::Number(mut other)) => own.append(&mut other),
            (Self::Boolean(own), Self::Boolean(mut other)) => own.append(&mut other),
            _ => unreachable!("both are of the same column"),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Text(mut texts) => Arc::new(texts.finish()),
            Self::Shared(mut texts) => Arc::new(texts.finish()),
            Self::Integer(numbers) => Arc::new(Int64Array::from(numbers)),
            Self::Short(numbers) => Arc::new(Int32Array::from(numbers)),
            Self::Lines(numbers) => Arc::new(Int8Array::from(numbers)),
            Self::Number(numbers) => Arc::new(Float64Array::from(numbers)),
            Self::Boolean(values) => Arc::new(BooleanArray::from(values)),
        }
    }
}

//! Rows of a table of the library, column by column.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch};
use arrow_schema::{DataType, Field as ArrowField, Schema, SchemaRef};
use sgf_audit::report::{Cell, Column, Field, Type};

/// Returns the schema of a table. Units and meanings of columns are their metadata.
pub fn schema<T>(columns: &[Column<T>]) -> SchemaRef {
    let fields = columns.iter().map(|column| arrow_field(&column.field));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn arrow_field(field: &Field) -> ArrowField {
    let kind = match field.kind {
        Type::String => DataType::Utf8,
        Type::Integer => DataType::Int64,
        Type::Number => DataType::Float64,
        Type::Boolean => DataType::Boolean,
    };
    let metadata = [("description", field.meaning), ("unit", field.unit)];
    let metadata = metadata.into_iter().filter(|(_, text)| !text.is_empty());
    let metadata = metadata.map(|(key, text)| (key.to_owned(), text.to_owned()));
    ArrowField::new(field.name, kind, !field.required)
        .with_metadata(metadata.collect::<BTreeMap<_, _>>())
}

/// Rows of a table.
#[derive(Default)]
pub struct TableBuilder {
    /// None before the first row.
    columns: Vec<Values>,
    rows: usize,
}

impl TableBuilder {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row.
    pub fn push<T>(&mut self, columns: &[Column<T>], row: &T) {
        if self.columns.is_empty() {
            self.columns = columns.iter().map(|column| Values::new(column.field.kind)).collect();
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
        let built = std::mem::take(self);
        if built.columns.is_empty() {
            return RecordBatch::new_empty(SchemaRef::clone(schema));
        }
        let columns = built.columns.into_iter().map(Values::finish).collect();
        RecordBatch::try_new(SchemaRef::clone(schema), columns)
            .expect("the columns are those of the schema")
    }
}

/// The values of a column.
enum Values {
    Text(StringBuilder),
    Integer(Vec<Option<i64>>),
    Number(Vec<Option<f64>>),
    Boolean(Vec<Option<bool>>),
}

impl Values {
    fn new(kind: Type) -> Self {
        match kind {
            Type::String => Self::Text(StringBuilder::new()),
            Type::Integer => Self::Integer(Vec::new()),
            Type::Number => Self::Number(Vec::new()),
            Type::Boolean => Self::Boolean(Vec::new()),
        }
    }

    /// Adds a value. Text that is empty isn't known, unless every row has the value.
    fn push(&mut self, cell: Cell, required: bool) {
        match (self, cell) {
            (Self::Text(texts), Cell::Text(text)) => {
                texts.append_option(Some(text).filter(|text| required || !text.is_empty()));
            }
            (Self::Text(texts), _) => texts.append_null(),
            (Self::Integer(numbers), Cell::Integer(number)) => {
                numbers.push(Some(i64::try_from(number).unwrap_or(i64::MAX)));
            }
            (Self::Integer(numbers), _) => numbers.push(None),
            (Self::Number(numbers), cell) => numbers.push(cell.decimal()),
            (Self::Boolean(values), Cell::Boolean(value)) => values.push(Some(value)),
            (Self::Boolean(values), _) => values.push(None),
        }
    }

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
            Self::Integer(numbers) => Arc::new(Int64Array::from(numbers)),
            Self::Number(numbers) => Arc::new(Float64Array::from(numbers)),
            Self::Boolean(values) => Arc::new(BooleanArray::from(values)),
        }
    }
}

//! The Python package's half in Rust: tables for data frames, and the command.
//!
//! `sgf_audit/` beside this crate is the other half, which is what users see.

mod arrow;
mod collector;
mod command;
mod error;
mod input;
mod listing;
mod record;
mod run;
mod stream;
mod table;
mod table_builder;

use pyo3::pymodule;

/// What `sgf_audit` is made of. Use that instead.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::command::main;
    #[pymodule_export]
    use super::error::Error;
    #[pymodule_export]
    use super::listing::list_files;
    #[pymodule_export]
    use super::record::{convert, explain, fix, rulesets, score};
    #[pymodule_export]
    use super::stream::Stream;
    #[pymodule_export]
    use super::table::Table;
}

//! The page's half in Rust: what a worker and the report ask of the library.
//!
//! A panic ends the WebAssembly instance, so the guard of a file is the worker that holds it: the page starts another
//! one and reports the file with [`Auditing::unreadable`].

mod auditing;
mod event;
mod record_file;
mod report;

pub use auditing::{Auditing, Repair};
pub use event::{
    Draft, Event, event_file, field_problem, set_term, table_form, table_problems, terms_of,
};
pub use record_file::{content_key, printable, unpack, what_is};
pub use report::Report;
use sgf_audit_core::rulesets as built_in;
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the built-in rulesets, one per line: the id, a tab, and the name.
#[wasm_bindgen]
#[must_use]
pub fn rulesets() -> String {
    built_in().iter().map(|rules| format!("{}\t{}\n", rules.id, rules.name)).collect()
}

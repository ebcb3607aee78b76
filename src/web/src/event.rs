//! The event that records are compared with, and its files.

use std::path::Path;
use std::rc::Rc;

use sgf_audit::report::audit_items;
use sgf_audit_core::audit::{Audit, AuditOptions, Auditor, FileAudit};
use sgf_audit_core::event::{
    EventCheck, Results, Terms, check_field, draft, draft_results, table_rows, with_decisions,
    with_term,
};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::record_file::printable;

/// The name of an event's file that was made here.
const EVENT_FILE: &str = "event.toml";

/// The terms of an event and its table of results.
#[wasm_bindgen]
#[derive(Default)]
pub struct Event {
    terms: Option<(String, Terms)>,
    text: String,
    results: Option<Results>,
}

#[wasm_bindgen]
impl Event {
    /// Creates an event without terms and results.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the terms. Fails if it isn't the file of an event.
    pub fn terms(&mut self, path: &str, bytes: &[u8]) -> Result<(), JsError> {
        let text = std::str::from_utf8(bytes).map_err(|_| JsError::new("it isn't UTF-8"))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        self.terms = Some((printable(path), Terms::from_toml(text)?));
        text.clone_into(&mut self.text);
        Ok(())
    }

    /// Adds decisions, as JSON. Fails if one can't be read.
    pub fn decide(&mut self, decisions: &str) -> Result<(), JsError> {
        let terms = Terms::from_toml(&event_file(&self.text, decisions)?)?;
        let path = self.terms.take().map_or(EVENT_FILE.to_owned(), |(path, _)| path);
        self.terms = Some((path, terms));
        Ok(())
    }

    /// Reads the table of results. `encoding`: a name of it, if it isn't UTF-8 and the table doesn't state it; else empty.
    /// Fails if it can't be read.
    pub fn results(&mut self, path: &str, bytes: &[u8], encoding: &str) -> Result<(), JsError> {
        let encoding = match encoding {
            "" => None,
            name => Some(
                Results::encoding(name).ok_or_else(|| JsError::new("there is no such encoding"))?,
            ),
        };
        self.results = Some(Results::read(printable(path), bytes, encoding)?);
        Ok(())
    }
}

impl Event {
    /// Returns the check of records.
    pub(crate) fn into_check(self) -> Rc<EventCheck> {
        Rc::new(EventCheck::new(self.terms, self.results))
    }
}

/// Returns an event's file with decisions, which are JSON. Fails if a decision can't be read, or contradicts the file.
#[wasm_bindgen]
pub fn event_file(text: &str, decisions: &str) -> Result<String, JsError> {
    Ok(with_decisions(text, serde_json::from_str(decisions)?)?)
}

/// Returns an event's file with a value for a key, as a person types it. Fails if the key can't have this value.
#[wasm_bindgen]
pub fn set_term(text: &str, key: &str, value: &str) -> Result<String, JsError> {
    Ok(with_term(text, key, value)?)
}

/// Returns the terms of an event's file as JSON. Fails if it isn't TOML.
#[wasm_bindgen]
pub fn terms_of(text: &str) -> Result<String, JsError> {
    Ok(serde_json::to_string(&text.parse::<toml::Table>()?)?)
}

/// Returns why a field of a ruling or a penalty can't have a value; empty if it can.
#[wasm_bindgen]
pub fn field_problem(kind: &str, key: &str, value: &str) -> String {
    check_field(kind, key, value).err().map_or_else(String::new, |error| error.to_string())
}

/// Returns why rows of a table of results can't be read: JSON of pairs of the line, from 1, and the reason.
#[wasm_bindgen]
pub fn table_problems(text: &str) -> String {
    let problems: Vec<(u32, String)> = match Results::read(String::new(), text.as_bytes(), None) {
        Ok(results) => results.table.unread.into_iter().map(|row| (row.line, row.why)).collect(),
        Err(error) => vec![(0, error.to_string())],
    };
    serde_json::to_string(&problems).expect("text and numbers can be written")
}

/// Returns the rows of a table of results as a form shows them, as JSON. `encoding` as in [`Event::results`]. Fails if it
/// can't be read.
#[wasm_bindgen]
pub fn table_form(path: &str, bytes: &[u8], encoding: &str) -> Result<String, JsError> {
    let mut event = Event::default();
    event.results(path, bytes, encoding)?;
    let rows = event.results.as_ref().map(table_rows).unwrap_or_default();
    Ok(serde_json::to_string(&rows)?)
}

/// Collects what records say of their event.
#[wasm_bindgen]
#[derive(Default)]
pub struct Draft {
    games: Vec<Audit>,
    auditor: Auditor,
}

#[wasm_bindgen]
impl Draft {
    /// Creates an empty draft.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the games of a file.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        let options = AuditOptions { estimate: false, ..AuditOptions::default() };
        audit_items(Path::new(path), bytes, &options, &mut self.auditor, None, &mut |item| {
            if let FileAudit::Game(audit) = item.audit {
                let mut audit = (**audit).clone();
                // Only the header is looked at.
                (audit.position, audit.dead, audit.score) = (None, None, None);
                audit.findings = Vec::new();
                self.games.push(audit);
            }
        });
    }

    /// Returns the event's file.
    pub fn event(&self) -> String {
        draft(&self.games)
    }

    /// Returns the rows of the table of results, as JSON.
    pub fn results(&self) -> String {
        let rows = draft_results(&self.games);
        serde_json::to_string(&rows).expect("text can be written")
    }
}

//! The event that records are compared with.

use std::rc::Rc;

use sgf_audit::event::{EventCheck, Results, Terms};
use sgf_audit::report::push_printable;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// The terms of an event and its table of results.
#[wasm_bindgen]
#[derive(Default)]
pub struct Event {
    terms: Option<(String, Terms)>,
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
        self.results = Some(Results::read(printable(path), bytes, None, encoding)?);
        Ok(())
    }
}

impl Event {
    /// Returns the check of records.
    pub(crate) fn into_check(self) -> Rc<EventCheck> {
        Rc::new(EventCheck::new(self.terms, self.results))
    }
}

/// Returns a path as reports write it.
fn printable(path: &str) -> String {
    let mut printable = String::new();
    push_printable(&mut printable, path);
    printable
}

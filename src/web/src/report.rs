//! The report that grows.

use std::path::Path;
use std::rc::Rc;

use sgf_audit::report::{Page, Rendered, Renderer, Summary, TableRows, pairings_table};
use sgf_audit_core::event::{Entry, EventCheck, OutFormat};
use sgf_audit_core::table::{Cells, results_out};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::event::Event;

/// How the cells of tables are written.
const CELLS: Cells = Cells::Spreadsheet;

/// The files of results with the decisions.
const DECIDED: [(&str, OutFormat); 3] = [
    ("results-decided.csv", OutFormat::Csv),
    ("results-decided.h9", OutFormat::H9),
    ("results-decided.txt", OutFormat::Aga),
];

/// Returns what renders audits, as `check --out` does.
pub(crate) fn renderer() -> Renderer<'static> {
    Renderer { tables: Some(CELLS), ..Renderer::default() }
}

/// Returns what a file adds to a report, for [`Report::add`].
pub(crate) fn bytes_of(part: &Rendered) -> Vec<u8> {
    serde_json::to_vec(part).expect("text and numbers can be written")
}

/// Everything that was found so far.
#[wasm_bindgen]
#[derive(Default)]
pub struct Report {
    page: Page,
    rows: TableRows,
    summary: Summary,
    files: u32,
    event: Option<Rc<EventCheck>>,
    /// The games of the event.
    entries: Vec<Entry>,
    /// The names that the event doesn't know, as JSON, once all records of it are there.
    unknown_names: Option<String>,
    /// `pairings.csv`, once all records of the event are there.
    pairings: Option<String>,
    /// The results with the decisions, in each form.
    decided: Vec<(&'static str, String)>,
}

#[wasm_bindgen]
impl Report {
    /// Creates an empty report. `event`: the event that the records are compared with.
    #[wasm_bindgen(constructor)]
    pub fn new(event: Option<Event>) -> Self {
        Self { event: event.map(Event::into_check), ..Self::default() }
    }

    /// Adds what a file adds to a report. Files must come in order. Fails if these aren't the bytes that
    /// [`Auditing`](super::Auditing) returned.
    pub fn add(&mut self, part: &[u8]) -> Result<(), JsError> {
        let part = serde_json::from_slice(part);
        self.merge(part.map_err(|_| JsError::new("not a part of a report"))?);
        self.files += 1;
        Ok(())
    }

    /// Adds what only all records of an event together show. Nothing may be added later.
    pub fn conclude(&mut self) {
        let Some(event) = self.event.take() else { return };
        let mut conclusion = event.conclude(&self.entries);
        self.unknown_names = serde_json::to_string(&event.unknown_names(&self.entries)).ok();
        let findings = std::mem::take(&mut conclusion.findings);
        let nothing = |_: &Path, _: &mut _| {};
        self.merge(renderer().conclusion(findings, nothing));
        self.pairings = Some(pairings_table(&conclusion.pairings, CELLS));
        for (name, format) in DECIDED {
            self.decided
                .extend(results_out(&event, &conclusion, format).ok().map(|text| (name, text)));
        }
        self.page.conclude(conclusion);
    }

    /// Returns the names that the event doesn't know, as JSON, with the players who may be meant.
    pub fn unknown_names(&self) -> String {
        self.unknown_names.clone().unwrap_or_else(|| "[]".to_owned())
    }

    /// Number of games so far.
    #[wasm_bindgen(getter)]
    pub fn games(&self) -> u32 {
        self.summary.games as u32
    }

    /// Returns the report as the page shows it.
    pub fn body(&self) -> String {
        self.page.body(self.files.into(), &self.summary)
    }

    /// Returns the report as a file of its own, as `check --out` writes it.
    pub fn html(&self) -> String {
        let mut html = Vec::new();
        self.page
            .write(&mut html, self.files.into(), &self.summary)
            .expect("memory takes everything");
        String::from_utf8(html).expect("it is text")
    }

    /// Returns a table, such as `games.csv`. There is `pairings.csv` only once the report of an event is concluded.
    pub fn table(&self, name: &str) -> Option<String> {
        if name == "pairings.csv" {
            return self.pairings.clone();
        }
        if let Some((_, text)) = self.decided.iter().find(|(decided, _)| *decided == name) {
            return Some(text.clone());
        }
        let tables = self.rows.tables(&self.summary);
        tables.into_iter().find(|(table, _)| *table == name).map(|(_, text)| text)
    }
}

impl Report {
    fn merge(&mut self, mut part: Rendered) {
        self.page.add(part.page);
        self.rows.append(&part.rows);
        self.summary.merge(&part.summary);
        self.entries.append(&mut part.entries);
    }
}

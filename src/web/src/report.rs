//! The report that grows.

use sgf_audit::batch::Collector;
use sgf_audit::report::{Cells, Page, Renderer, Summary, TableRows};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// Everything that was found so far.
#[wasm_bindgen]
#[derive(Default)]
pub struct Report {
    page: Page,
    rows: TableRows,
    summary: Summary,
    files: u32,
}

#[wasm_bindgen]
impl Report {
    /// Creates an empty report.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds what a file adds to a report. Files must come in order.
    ///
    /// # Errors
    ///
    /// If these aren't the bytes that [`Auditing`](super::Auditing) returned.
    pub fn add(&mut self, part: &[u8]) -> Result<(), JsError> {
        let renderer = Renderer {
            report: None,
            tables: Some(Cells::Neutralised),
            compared: false,
            event: None,
        };
        let part = renderer.load(part).ok_or_else(|| JsError::new("not a part of a report"))?;
        self.page.add(part.page);
        self.rows.append(&part.rows);
        self.summary.merge(&part.summary);
        self.files += 1;
        Ok(())
    }

    /// Number of games so far.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn games(&self) -> u32 {
        self.summary.games as u32
    }

    /// Returns the report as the page shows it.
    #[must_use]
    pub fn body(&self) -> String {
        self.page.body(self.files.into(), &self.summary)
    }

    /// Returns the report as a file of its own, as `check --out` writes it.
    #[must_use]
    pub fn html(&self) -> String {
        let mut html = Vec::new();
        self.page
            .write(&mut html, self.files.into(), &self.summary)
            .expect("memory takes everything");
        String::from_utf8(html).expect("it is text")
    }

    /// Returns a table, such as `games.csv`.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<String> {
        let tables = self.rows.tables(&self.summary);
        tables.into_iter().find(|(table, _)| *table == name).map(|(_, text)| text)
    }
}

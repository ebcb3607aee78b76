//! The format `csv`.

use super::interface::{Format, Fragment, Report};
use super::item::ReportItem;
use sgf_audit_core::audit::Severity;
use sgf_audit_core::printable::Shown;
use sgf_audit_core::table::{Cells, finding_columns, push_header, push_records};

pub(super) static FORMAT: Format = Format::new("csv", |options| {
    Box::new(CsvReport { min_severity: options.min_severity, cells: options.cells })
});

/// Findings as the rows of `findings.csv`. Unlike in the table, control characters are escaped, as the
/// report can end on a terminal.
#[derive(Debug)]
struct CsvReport {
    min_severity: Severity,
    cells: Cells,
}

impl Report for CsvReport {
    fn header(&self) -> String {
        let mut header = String::new();
        push_header(&mut header, finding_columns());
        header
    }

    fn render(&self, item: ReportItem, out: &mut Fragment) {
        let rows = item.finding_rows(self.min_severity);
        push_records(&mut out.text, finding_columns(), rows, self.cells, |writer, field| {
            writer.write_field(Shown::Text(field).to_string())
        });
    }
}

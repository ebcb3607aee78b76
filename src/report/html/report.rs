//! The page as the report of a run.

use crate::report::interface::{Fragment, Report};
use crate::report::item::ReportItem;

/// The page, which is written whole at the end, since the worst comes first.
#[derive(Debug)]
pub(in crate::report) struct HtmlReport;

impl Report for HtmlReport {
    fn render(&self, item: ReportItem, out: &mut Fragment) {
        out.page.add(item);
    }

    fn is_page(&self) -> bool {
        true
    }
}

//! The format `html`: the page of `--out`, printed.

use super::html::PageCuts;
use super::interface::{Format, Fragment, Report};
use super::item::ReportItem;

/// The format of `--format html`.
pub(super) static FORMAT: Format =
    Format { compares: true, ..Format::new("html", |_| Box::new(HtmlReport)) };

/// The page, which is written whole at the end, since the worst comes first.
#[derive(Debug)]
struct HtmlReport;

impl Report for HtmlReport {
    fn render(&self, item: ReportItem, out: &mut Fragment) {
        out.page.add(item, &PageCuts::default());
    }

    fn is_page(&self) -> bool {
        true
    }
}

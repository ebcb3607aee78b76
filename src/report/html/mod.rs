//! `report.html`: one page that opens in a browser, without other files and without a server. The results
//! to look at come first, each with the counted board.

mod card;
mod cross_table;
mod game_card;
mod head;
mod page;
mod part;
mod rows;

pub use game_card::{DeadMarks, game_card};
pub use page::{Page, sheet};
pub use part::{PageCuts, PagePart};

use super::interface::{Format, Fragment, Report};
use super::item::ReportItem;

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

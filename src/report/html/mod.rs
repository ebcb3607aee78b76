//! `report.html`: one page that opens in a browser, without other files and without a server. The results
//! to look at come first, each with the counted board.

mod card;
mod cross_table;
mod game_card;
mod head;
mod moves;
mod page;
mod page_limits;
mod part;
mod ranked;
mod report;
mod rows;
mod verdict_words;

pub use game_card::{DeadMarks, game_card};
pub(super) use page::BEGINNING;
pub use page::Page;
pub use page_limits::PageLimits;
pub use part::PagePart;
pub(super) use report::HtmlReport;

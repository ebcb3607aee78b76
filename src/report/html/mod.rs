//! `report.html`: one page that opens in a browser, without other files and without a server. The results
//! to look at come first, each with the counted board.

mod card;
mod page;
mod part;
mod ranked;
mod rows;

pub(super) use page::BEGINNING;
pub use page::Page;
pub use part::PagePart;

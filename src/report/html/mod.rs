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
pub(crate) use page::BEGINNING;
pub use page::{Page, sheet};
pub use part::{PageCuts, PageLimits, PagePart};

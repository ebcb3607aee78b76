//! Floor 2: rulesets as data, and the judge of repetition.
//!
//! A [`Ruleset`] is one row of a table, each field with the paragraph it comes from. The code above asks
//! for fields, never for names, so a new ruleset is a new row.

mod file;
mod filter;
mod history;
mod katago;
mod ruleset;
mod simple_ko;
mod spelling;
mod table;

pub use history::{History, Mark, Repeat, Since};
pub use ruleset::{
    Compensation, Counting, DeadStones, Dispute, Field, FirstPass, LongCycle, Placement,
    Presentation, Resumption, Ruleset, Suicide, Superko,
};
pub use spelling::{called, from_record, is_of_rules_string, named, record_names};
pub use table::{BUILT_IN, find};

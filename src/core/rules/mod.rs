//! Floor 2: rulesets as data, and the judge of repetition.
//!
//! A [`Ruleset`] is one row of a table, each field with the paragraph it comes from. The code above asks
//! for fields, never for names, so a new ruleset is a new row.

mod file;
mod katago;
mod names;
mod repetition;
mod ruleset;
mod table;

pub use file::RulesFileError;
pub use katago::from_rules_string;
pub use names::{by_id, is_of_rules_string, lookup, parse_ru, record_names, respelt_ru, ru_value};
pub use repetition::{Checkpoint, History, PositionNumber, Repeat};
pub use ruleset::SharedRuleset;
pub use ruleset::{
    Compensation, Counting, DeadStones, Dispute, Field, FirstPass, LongCycle, Penalty, Placement,
    Presentation, Resumption, Rules, Ruleset, Suicide, Superko,
};
pub use table::{BUILT_IN, find};

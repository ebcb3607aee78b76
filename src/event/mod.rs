//! Floor 4: the terms of an event and its table of results, compared with the audits of records.
//!
//! [`EventCheck::check`] is a pure function of one audit, so records are checked on all threads;
//! [`EventCheck::conclude`] reports what only the whole run shows.

mod breaches;
mod check;
mod conclusion;
mod decisions;
mod event_file;
mod name_key;
mod near_words;
mod rating_class;
mod record_match;
mod results;
mod roster;
mod rows;
mod spellings;
mod terms;

pub use check::EventCheck;
pub use conclusion::{Conclusion, Entry, Mark, PairingRow, UnknownName};
pub use event_file::{EventFile, check_field, draft, draft_results, with_decisions, with_term};
pub use name_key::name_keys;
pub use rating_class::rating_class;
pub use results::{Results, ResultsError, ResultsFormat};
pub use roster::{Player, PlayerId, Roster};
pub use spellings::Spellings;
pub use terms::{Terms, TermsError};

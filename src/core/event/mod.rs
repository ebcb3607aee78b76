//! Floor 4: the terms of an event and its table of results, compared with the audits of records.
//!
//! [`audit_game`] is a pure function of one game, so records are checked on all threads;
//! [`EventCheck::conclude`] reports what only the whole run shows.

mod breaches;
mod check;
mod conclusion;
mod decisions;
mod entry;
mod event_file;
mod file_findings;
mod meetings;
mod name_key;
mod named_game;
mod nicknames;
mod people;
mod places;
mod rating_class;
mod record_match;
mod record_path;
mod results;
mod results_out;
mod roster;
mod round;
mod rows;
mod spellings;
mod team_match;
mod term_values;
mod terms;
mod unused;

pub use check::EventCheck;
pub use conclusion::{Conclusion, Mark, PairingRow, UnknownName};
pub use decisions::audit_game;
pub use entry::{DecisionId, Entry, Unapplied};
pub use event_file::{
    EventFile, check_field, draft, draft_results, table_rows, with_decisions, with_term,
};
pub use name_key::name_keys;
pub use rating_class::rating_class;
pub(crate) use results::written_result;
pub use results::{Header, ReadError, ResultTable, Results, Row, UnreadRow, outcome_text};
pub use results_out::{OutFormat, OutRow};
pub use roster::{Player, PlayerId, Roster};
pub use round::RoundId;
pub use spellings::Spellings;
pub use team_match::TeamMatch;
pub use term_values::{Day, EventRuleset, Komi, Overtime, PenaltyPoints, RuledResult, Stones};
pub use terms::{Penalty, Records, Round, Ruling, Side, Terms, Ties, Time};

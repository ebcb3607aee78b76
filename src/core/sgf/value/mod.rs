//! Property values: points, numbers, dates, results, text.

mod aliases;
mod clock;
mod date;
mod escape;
mod forms;
mod komi;
mod odd_blanks;
mod outcome;
mod point;
mod quantity;
mod rank;
mod result;
mod typed;
mod words;

pub use aliases::{alias_target, is_alias_candidate, overtime_of_periods};
pub use clock::{main_time, overtime, time_control};
pub use date::{DateForm, date_form, date_of_day, date_year, first_date, standard_date};
pub(crate) use escape::{
    Swallowed, SwallowedKind, escape_swallowed, escaped, follows_escaped_end, open_bracket,
};

pub use komi::{Komi, KomiUnit, handicap, komi, komi_of_ki};
pub use odd_blanks::odd_blanks;
pub(crate) use outcome::whole_quarter;
pub use outcome::{Agreement, Outcome, RecordedResult, WinBy};
pub use point::two_letters;
pub use point::{MoveValue, PointsValue, move_value, points_of, points_value, rectangle_fault};
pub use quantity::{SizeValue, size, small_number};
pub use rank::{Rank, RankUnit, is_country, oddly_written_rank, rank, rank_strength, respelt_rank};
pub use result::{named_color, result};
pub use typed::{Validity, name_and_version, validity};

//! Properties that some sources write instead of others: in roots from Nihon Ki-in, Sina, Cyberoro and MultiGo, KO holds
//! the komi, TE the event, RD the date and LT the overtime.

use super::clock::{main_time, overtime};
use super::date::{DateForm, date_form};
use super::komi::komi;
use super::outcome::Outcome;
use super::quantity::small_number;
use super::result::result;
use crate::sgf::tree::Ident;

const KO: Ident = Ident::new("KO");
const TE: Ident = Ident::new("TE");
const RD: Ident = Ident::new("RD");
const LT: Ident = Ident::new("LT");

/// Whether a property may mean another one, depending on its value.
pub fn is_alias_candidate(id: Ident) -> bool {
    matches!(id, KO | TE | RD | LT)
}

/// The property that a property of the root means by its value. `None` if the value is one of its own: in
/// `FF[4]` KO has no value, TE is 1 or 2, and RD and LT don't exist. `FF[3]` had an LT without a value.
pub fn alias_target(id: Ident, value: &str) -> Option<Ident> {
    match id {
        KO => komi(value).map(|_| Ident::new("KM")),
        // MultiGo writes the result of some games there: `White won by R`.
        TE => (!value.is_empty()
            && small_number(value).is_none()
            && matches!(result(value).outcome, Outcome::Unreadable | Outcome::Unknown))
        .then_some(Ident::new("EV")),
        RD => matches!(date_form(value), DateForm::Standard | DateForm::Odd)
            .then_some(Ident::new("DT")),
        LT => (main_time(value).is_some() || overtime(value).is_some()).then_some(Ident::new("OT")),
        _ => None,
    }
}

/// The overtime that MultiGo's LT means, which is the time of a period, with the number of periods in LC: `30S` and `3T`.
/// `None` if it can't be read.
pub fn overtime_of_periods(time: &str, periods: &str) -> Option<String> {
    let number = periods.trim().trim_end_matches(|c: char| !c.is_ascii_digit());
    let number = number.parse::<u32>().ok().filter(|&number| number > 0);
    match (number, main_time(time)) {
        (Some(number), Some(seconds)) => Some(format!("{number}x{seconds}")),
        _ => overtime(time),
    }
}

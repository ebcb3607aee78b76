//! Properties that some sources write instead of others: in roots from Nihon Ki-in, Sina and Cyberoro, KO holds the
//! komi, TE the event and RD the date.

use super::date::{DateForm, date_form};
use super::komi::komi;
use super::number::small_number;
use super::outcome::Outcome;
use super::result::result;
use crate::sgf::tree::Ident;

const KO: Ident = Ident::new("KO");
const TE: Ident = Ident::new("TE");
const RD: Ident = Ident::new("RD");

/// Whether a property may mean another one, depending on its value.
pub fn is_alias_candidate(id: Ident) -> bool {
    matches!(id, KO | TE | RD)
}

/// The property that a property of the root means by its value. `None` if the value is one of its own: in
/// `FF[4]` KO has no value, TE is 1 or 2, and RD doesn't exist.
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
        _ => None,
    }
}

//! Properties that some sources write in the root for others: Nihon Ki-in, Sina and Cyberoro have the komi
//! in KO, the event in TE, the date in RD.

use super::date::{DateForm, date_form};
use super::komi::komi;
use super::number::small_number;
use crate::sgf::tree::Ident;

const KO: Ident = Ident::new("KO");
const TE: Ident = Ident::new("TE");
const RD: Ident = Ident::new("RD");

/// Whether a property may stand for another one, as far as its name says.
#[must_use]
pub fn is_alias_candidate(id: Ident) -> bool {
    matches!(id, KO | TE | RD)
}

/// Which property a value of the root stands for, if it is none of its own: `FF[4]`'s KO has no value, its TE
/// is 1 or 2, and it has no RD.
#[must_use]
pub fn alias_target(id: Ident, value: &str) -> Option<Ident> {
    match id {
        KO => komi(value).map(|_| Ident::new("KM")),
        TE => (!value.is_empty() && small_number(value).is_none()).then_some(Ident::new("EV")),
        RD => matches!(date_form(value), DateForm::Standard | DateForm::Odd)
            .then_some(Ident::new("DT")),
        _ => None,
    }
}

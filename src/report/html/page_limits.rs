//! Leaves out the entries of a part of a run that the page of the whole run can't show.

use std::collections::BTreeMap;

use super::ranked::Ranked;

/// Sizes of the page's sections before a file.
#[derive(Debug, Default)]
pub struct PageLimits {
    pub(super) wrong: Shown,
    pub(super) undecided: Shown,
    pub(super) illegal: Shown,
    pub(super) games: Shown,
    /// Number of rows by the index of the kind.
    pub(super) other: BTreeMap<usize, usize>,
}

/// The bytes that are shown, by rank.
#[derive(Debug, Default)]
pub(super) struct Shown(BTreeMap<u32, usize>);

impl Shown {
    /// Leaves out entries that can't be shown: those before them are too many bytes already, whatever else there is. They
    /// still count.
    pub fn leave_out_hidden(&mut self, ranked: &mut Ranked, limit: usize) {
        ranked.retain(|rank, html| {
            let mut before = 0;
            let is_shown = self.0.range(..=rank).all(|(_, bytes)| {
                before += bytes;
                before <= limit
            });
            if is_shown {
                *self.0.entry(rank).or_default() += html.len();
            }
            is_shown
        });
    }
}

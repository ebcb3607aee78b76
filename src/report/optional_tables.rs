//! The tables that not every run writes.

/// The table that `--compare` adds.
pub(super) const RULESETS: &str = "rulesets.csv";

/// The table that an event adds.
pub(super) const PAIRINGS: &str = "pairings.csv";

/// Which tables are written that not every run has.
#[derive(Clone, Copy, Debug, Default)]
pub struct OptionalTables {
    /// `rulesets.csv`.
    pub rulesets: bool,
    /// `pairings.csv`.
    pub pairings: bool,
}

impl OptionalTables {
    /// Their names, each with whether it is written.
    pub(super) fn names(self) -> [(&'static str, bool); 2] {
        [(RULESETS, self.rulesets), (PAIRINGS, self.pairings)]
    }
}

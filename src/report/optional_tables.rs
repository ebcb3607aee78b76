//! The tables that not every run writes.

/// The table that `--compare` adds.
pub(super) const RULESETS: &str = "rulesets.csv";

/// The table that an event adds.
pub(super) const PAIRINGS: &str = "pairings.csv";

/// Which of the optional tables are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct OptionalTables {
    /// `rulesets.csv`.
    pub rulesets: bool,
    /// `pairings.csv`.
    pub pairings: bool,
}

impl OptionalTables {
    /// Whether a run has this table: it isn't an optional one, or it is written.
    pub(super) fn has(self, file: &str) -> bool {
        self.names().into_iter().all(|(name, is_written)| is_written || name != file)
    }

    /// Their names, each with whether it is written.
    pub(super) fn names(self) -> [(&'static str, bool); 2] {
        [(RULESETS, self.rulesets), (PAIRINGS, self.pairings)]
    }
}

//! The worst results of a run, for formats that hold a limited number.

use serde::{Deserialize, Serialize};

use super::ranked::{Cut, Ranked, Room};
use sgf_audit_core::audit::Severity;

/// How much a report holds.
#[derive(Clone, Copy, Debug)]
pub enum Limits {
    Total(Room),
    /// Numbers of errors, of warnings, and of notes.
    PerSeverity([usize; 3]),
}

impl Limits {
    /// Returns the room for all results together.
    fn whole(self) -> Room {
        match self {
            Self::Total(room) => room,
            Self::PerSeverity(_) => Room { entries: usize::MAX, bytes: usize::MAX },
        }
    }

    /// Returns the room for a severity, where the worse ones leave some.
    fn room(self, rank: usize, left: Room) -> Room {
        match self {
            Self::Total(_) => left,
            Self::PerSeverity(most) => Room { entries: most[rank], bytes: usize::MAX },
        }
    }
}

/// Results of a report, by severity.
///
/// Of the results in the order of severity, and of the run where that is the same, as many are held from the beginning as
/// the limits allow.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct WorstFirst([Ranked; Severity::ALL.len()]);

impl WorstFirst {
    /// Returns the number of bytes of the results that are kept.
    pub(super) fn size(&self) -> usize {
        self.0.iter().map(|results| results.bytes).sum()
    }

    pub(super) fn push(&mut self, limits: Limits, severity: Severity, result: String) {
        let rank = Severity::worst_first().position(|other| other == severity).unwrap_or_default();
        self.0[rank].push(0, &Cut::default(), || result, limits.room(rank, limits.whole()));
    }

    /// Adds the results of a later part of the run.
    pub(super) fn append(&mut self, limits: Limits, later: Self) {
        for (rank, (own, later)) in self.0.iter_mut().zip(later.0).enumerate() {
            own.append(later, limits.room(rank, limits.whole()));
        }
    }

    /// Returns the results that a report holds, by severity. What doesn't fit into a total ends the report, even if something
    /// shorter would.
    pub(super) fn results(&self, limits: Limits) -> [Vec<&str>; Severity::ALL.len()] {
        let mut left = limits.whole();
        std::array::from_fn(|rank| {
            let (results, left_out) = self.0[rank].within(limits.room(rank, left));
            left.entries =
                if left_out > 0 { 0 } else { left.entries.saturating_sub(results.len()) };
            left.bytes = left.bytes.saturating_sub(results.iter().map(|it| it.len()).sum());
            results
        })
    }

    /// Returns the number of results of each severity that there are any of, the worst first: how many are held, and how many
    /// there are. `None` if the report holds all.
    pub(super) fn cut(&self, limits: Limits) -> Option<Vec<(Severity, u64, u64)>> {
        let held = self.results(limits).map(|results| results.len() as u64);
        let found = self.0.iter().map(|results| results.total);
        let counts = Severity::worst_first().zip(held).zip(found);
        let counts: Vec<_> = counts
            .map(|((severity, held), found)| (severity, held, found))
            .filter(|(.., found)| *found > 0)
            .collect();
        counts.iter().any(|(_, held, found)| held < found).then_some(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_are_held_and_of_these_the_first() {
        use Severity::{Error, Note, Warning};
        // The results that are held if each has a severity and a length, in two parts.
        let held = |limits: Limits, results: &[(Severity, usize)]| -> Vec<usize> {
            let (mut whole, mut part) = (WorstFirst::default(), WorstFirst::default());
            for (number, &(severity, length)) in results.iter().enumerate() {
                let to = if number < 2 { &mut whole } else { &mut part };
                to.push(limits, severity, "x".repeat(length));
            }
            whole.append(limits, part);
            whole.results(limits).iter().flatten().map(|result| result.len()).collect()
        };
        let total = |entries, bytes| Limits::Total(Room { entries, bytes });
        let results = [(Note, 1), (Warning, 2), (Error, 3), (Warning, 4), (Error, 5), (Note, 6)];
        assert_eq!(held(total(3, 99), &results), [3, 5, 2]);
        assert_eq!(held(Limits::PerSeverity([1, 2, 1]), &results), [3, 2, 4, 1]);
        let results = [(Error, 5), (Error, 5), (Error, 1), (Warning, 1)];
        assert_eq!(held(total(9, 9), &results), [5]);
        assert_eq!(held(total(9, 10), &results), [5, 5]);
        let many = [(Error, 4), (Error, 4), (Error, 4), (Error, 4), (Warning, 1)];
        assert_eq!(held(total(9, 7), &many), [4]);
    }
}

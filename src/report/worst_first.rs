//! The worst results of a run, for formats that hold a limited number.

use serde::{Deserialize, Serialize};

use sgf_audit_core::audit::Severity;

/// How much a report holds.
#[derive(Clone, Copy, Debug)]
pub enum Limits {
    /// A number of results, and a length of all of them together in bytes.
    Total { results: usize, bytes: usize },
    /// Numbers of errors, of warnings, and of notes.
    PerSeverity([usize; 3]),
}

/// Severities in the order in which results are kept.
const ORDER: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

/// Results of a report, the worst first, within its limits.
///
/// Of the results in the order of severity, and of the run where that is the same, as many are kept from the beginning as
/// the limits allow. So memory is bounded, and it makes no difference how a run is divided into parts.
#[derive(Debug, Serialize, Deserialize)]
pub struct WorstFirst {
    /// The kept results of each severity, in the order of the run.
    kept: [Vec<String>; ORDER.len()],
    /// Number of results of each severity, those left out included.
    found: [u64; ORDER.len()],
    /// From this severity on nothing more is kept.
    closed: usize,
    bytes: usize,
}

impl Default for WorstFirst {
    fn default() -> Self {
        Self { kept: Default::default(), found: [0; ORDER.len()], closed: ORDER.len(), bytes: 0 }
    }
}

impl WorstFirst {
    /// Returns the number of bytes of the results that are kept.
    pub(super) fn size(&self) -> usize {
        self.kept.iter().flatten().map(String::len).sum()
    }

    pub(super) fn push(&mut self, limits: &Limits, severity: Severity, result: String) {
        let rank = rank(severity);
        self.found[rank] += 1;
        self.keep(limits, rank, result);
    }

    /// Adds the results of a later part of the run.
    pub(super) fn append(&mut self, limits: &Limits, later: Self) {
        for (rank, results) in later.kept.into_iter().enumerate() {
            self.found[rank] += later.found[rank];
            results.into_iter().for_each(|result| self.keep(limits, rank, result));
        }
        // Results that the later part left out come before everything less severe.
        self.closed = self.closed.min(later.closed);
        for less_severe in self.kept.iter_mut().skip(self.closed + 1) {
            self.bytes -= less_severe.drain(..).map(|result| result.len()).sum::<usize>();
        }
    }

    fn keep(&mut self, limits: &Limits, rank: usize, result: String) {
        match *limits {
            Limits::PerSeverity(most) if self.kept[rank].len() >= most[rank] => {}
            Limits::PerSeverity(_) => self.kept[rank].push(result),
            Limits::Total { .. } if rank >= self.closed => {}
            Limits::Total { results, bytes } => {
                self.bytes += result.len();
                self.kept[rank].push(result);
                while self.bytes > bytes || self.number_kept() > results as u64 {
                    self.drop_last();
                }
            }
        }
    }

    /// Drops the last result, and with it what would come later.
    fn drop_last(&mut self) {
        if let Some(last) = self.kept.iter().rposition(|results| !results.is_empty()) {
            self.bytes -= self.kept[last].pop().map_or(0, |result| result.len());
            self.closed = last;
        }
    }

    pub(super) fn results(&self) -> impl Iterator<Item = &str> {
        self.kept.iter().flatten().map(String::as_str)
    }

    /// Returns the number of results that are kept.
    pub(super) fn number_kept(&self) -> u64 {
        self.kept.iter().map(|results| results.len() as u64).sum()
    }

    /// Returns the number of all results.
    pub(super) fn number_found(&self) -> u64 {
        self.found.iter().sum()
    }

    /// Returns the number of results of each severity, the worst first: how many are kept, and how many there are.
    pub(super) fn by_severity(&self) -> impl Iterator<Item = (Severity, u64, u64)> {
        let numbers = self.kept.iter().zip(self.found);
        ORDER
            .into_iter()
            .zip(numbers)
            .map(|(severity, (kept, total))| (severity, kept.len() as u64, total))
    }
}

fn rank(severity: Severity) -> usize {
    ORDER.iter().position(|&other| other == severity).expect("all severities are listed")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results that are kept if each has a severity and a length. The parts begin at these places.
    fn kept(limits: &Limits, results: &[(Severity, usize)], parts: &[usize]) -> Vec<usize> {
        let mut whole = WorstFirst::default();
        let mut from = 0;
        for &to in parts.iter().chain([&results.len()]) {
            let mut part = WorstFirst::default();
            for &(severity, length) in &results[from..to] {
                part.push(limits, severity, "x".repeat(length));
            }
            whole.append(limits, part);
            from = to;
        }
        assert_eq!(whole.number_found(), results.len() as u64);
        whole.results().map(str::len).collect()
    }

    #[test]
    fn the_worst_are_kept_and_of_these_the_first() {
        use Severity::{Error, Note, Warning};
        let results = [(Note, 1), (Warning, 2), (Error, 3), (Warning, 4), (Error, 5), (Note, 6)];
        assert_eq!(kept(&Limits::Total { results: 3, bytes: 99 }, &results, &[]), [3, 5, 2]);
        assert_eq!(kept(&Limits::PerSeverity([1, 2, 1]), &results, &[]), [3, 2, 4, 1]);
        // What doesn't fit ends the report, even if something shorter would.
        let results = [(Error, 5), (Error, 5), (Error, 1), (Warning, 1)];
        assert_eq!(kept(&Limits::Total { results: 9, bytes: 9 }, &results, &[]), [5]);
        assert_eq!(kept(&Limits::Total { results: 9, bytes: 10 }, &results, &[]), [5, 5]);
    }

    #[test]
    fn the_parts_of_a_run_make_no_difference() {
        let severities = [Severity::Note, Severity::Error, Severity::Warning, Severity::Error];
        let results: Vec<(Severity, usize)> =
            (0..24).map(|i| (severities[i * 7 % 4], 1 + i * 5 % 9)).collect();
        let total = [(99, 9), (99, 17), (99, 30), (7, 200), (5, 40)];
        let limits = total.map(|(results, bytes)| Limits::Total { results, bytes });
        for limits in limits.into_iter().chain([Limits::PerSeverity([6, 2, 3])]) {
            let whole = kept(&limits, &results, &[]);
            for first in 0..results.len() {
                for second in first..results.len() {
                    assert_eq!(kept(&limits, &results, &[first, second]), whole, "{limits:?}");
                }
            }
        }
    }
}

//! How often each finding was found.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::audit::{Finding, FindingKind, Fixes, Safety, Severity};

/// Numbers of findings by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeverityCounts([u64; Severity::ALL.len()]);

impl SeverityCounts {
    /// Counts findings that don't follow from others, unlisted ones included.
    pub fn count(findings: &[Finding]) -> Self {
        let mut counts = Self::default();
        findings.iter().filter(|it| it.follows.is_none()).for_each(|it| counts.add(it));
        counts
    }

    /// Adds a finding and those like it that aren't listed.
    pub fn add(&mut self, finding: &Finding) {
        self.0[finding.severity as usize] += 1 + u64::from(finding.more);
    }

    /// Returns the number of findings of a severity.
    pub fn get(&self, severity: Severity) -> u64 {
        self.0[severity as usize]
    }

    /// Returns the number of findings of at least this severity.
    pub fn at_least(&self, severity: Severity) -> u64 {
        self.0[severity as usize..].iter().sum()
    }
}

impl AddAssign for SeverityCounts {
    fn add_assign(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }
}

/// The occurrences of one finding.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Count {
    pub found: SeverityCounts,
    /// Number of them that `fix` fixes, by class, with those that follow from them.
    pub fixable: [SeverityCounts; Safety::ALL.len()],
    /// Number of games that have it.
    pub games: u64,
    /// Number of files that have it themselves.
    pub files: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.found += other.found;
        for (own, other) in self.fixable.iter_mut().zip(other.fixable) {
            *own += other;
        }
        self.games += other.games;
        self.files += other.files;
    }
}

/// The occurrences of each finding, in the order of [`FindingKind::ALL`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "Vec<(String, Count)>", try_from = "Vec<(String, Count)>")]
pub struct FindingCounts(Box<[Count; FindingKind::ALL.len()]>);

impl Default for FindingCounts {
    fn default() -> Self {
        Self(Box::new([Count::default(); FindingKind::ALL.len()]))
    }
}

/// Those that occur, by name.
impl From<FindingCounts> for Vec<(String, Count)> {
    fn from(counts: FindingCounts) -> Self {
        counts.found().map(|(kind, count)| (kind.as_str().to_owned(), count)).collect()
    }
}

impl TryFrom<Vec<(String, Count)>> for FindingCounts {
    type Error = &'static str;

    fn try_from(named: Vec<(String, Count)>) -> Result<Self, Self::Error> {
        let mut counts = Self::default();
        for (name, count) in named {
            let kind = FindingKind::ALL.iter().find(|kind| kind.as_str() == name);
            counts.0[*kind.ok_or("no finding has this name")? as usize] = count;
        }
        Ok(counts)
    }
}

impl FindingCounts {
    /// Adds the findings of a game, or of a file as game 0.
    pub fn add(&mut self, game: u32, findings: &[Finding], fixes: Option<&Fixes>) {
        let mut seen = [false; FindingKind::ALL.len()];
        for finding in findings {
            let count = &mut self.0[finding.follows.unwrap_or(finding.kind) as usize];
            // `fix` repairs what follows from another finding, too.
            if let Some(class) = fixes.and_then(|fixes| fixes.of(finding)) {
                count.fixable[class as usize].add(finding);
            }
            if finding.follows.is_none() {
                count.found.add(finding);
                if !std::mem::replace(&mut seen[finding.kind as usize], true) {
                    let of = if game == 0 { &mut count.files } else { &mut count.games };
                    *of += 1;
                }
            }
        }
    }

    /// Returns the findings that occur, in the order of the documentation.
    pub fn found(&self) -> impl Iterator<Item = (FindingKind, Count)> {
        let all = FindingKind::ALL.iter().copied().zip(self.0.iter().copied());
        all.filter(|(_, count)| count.found != SeverityCounts::default())
    }

    /// Returns the numbers of all findings.
    pub fn total(&self) -> SeverityCounts {
        let mut total = SeverityCounts::default();
        self.0.iter().for_each(|count| total += count.found);
        total
    }
}

impl AddAssign<&Self> for FindingCounts {
    fn add_assign(&mut self, other: &Self) {
        // Few kinds occur in a few files.
        let all = self.0.iter_mut().zip(&*other.0);
        for (own, other) in all.filter(|(_, other)| other.found != SeverityCounts::default()) {
            *own += *other;
        }
    }
}

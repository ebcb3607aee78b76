//! The part of the page that some files add.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};

use super::card::card;
use super::rows::{finding_row, game_row};
use crate::report::item::ReportItem;
use sgf_audit_core::audit::{Audit, Family, FileAudit, Finding, FindingKind, Severity, Verdict};
use sgf_audit_core::go::Points;

/// The sizes of the page's sections in bytes. Together they keep the page below 5 MB.
pub(super) const WRONG_BYTES: usize = 2_000_000;
pub(super) const UNDECIDED_BYTES: usize = 1_000_000;
pub(super) const DECIDED_BYTES: usize = 500_000;
pub(super) const ILLEGAL_BYTES: usize = 400_000;
pub(super) const GAMES_BYTES: usize = 1_000_000;

/// Maximum number of rows per kind of the other findings.
const ROWS_PER_KIND: usize = 20;

/// The part of the page that some files add.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct PagePart {
    pub(super) wrong: Ranked,
    pub(super) undecided: Ranked,
    /// Cards of games that a referee or the terms of the event decided.
    pub(super) decided: Ranked,
    /// Rows of findings about illegal moves.
    pub(super) illegal: Ranked,
    /// Rows of the other errors and warnings, by the index of the kind in `FindingKind::ALL`.
    pub(super) other: BTreeMap<usize, Vec<String>>,
    pub(super) games: Ranked,
}

impl PagePart {
    /// Returns its memory in bytes, about.
    pub(in crate::report) fn size(&self) -> usize {
        let sections = [&self.wrong, &self.undecided, &self.decided, &self.illegal, &self.games];
        let others = self.other.values().flatten();
        sections.iter().map(|ranked| ranked.bytes).sum::<usize>()
            + others.map(String::len).sum::<usize>()
    }

    /// Adds an audit. What `earlier` files leave no room for is counted, but not drawn.
    pub fn add(&mut self, item: ReportItem, earlier: &PageCuts) {
        if let FileAudit::Game(audit) = item.audit {
            self.add_game(item, audit, earlier);
        }
        for finding in item.findings().iter().filter(|finding| finding.follows.is_none()) {
            if finding.severity < Severity::Warning {
                continue;
            }
            match finding.kind.info().family {
                // The cards have them.
                Family::Result => {}
                Family::Legality => {
                    let row = || finding_row(item, finding);
                    self.illegal.push(0, &earlier.illegal, row, ILLEGAL_BYTES);
                }
                _ => {
                    let rows = self.other.entry(finding.kind as usize).or_default();
                    if rows.len() < ROWS_PER_KIND {
                        rows.push(finding_row(item, finding));
                    }
                }
            }
        }
    }

    fn add_game(&mut self, item: ReportItem, audit: &Audit, earlier: &PageCuts) {
        // A result that isn't the table's is one to look at, too.
        let of_table = |finding: &Finding| finding.kind == FindingKind::ResultDiffersFromTable;
        let wrong = audit.reports_wrong_result() || audit.findings.iter().any(of_table);
        let undecided = audit.verdict == Verdict::Undecided;
        let decision = audit.decision.as_ref();
        let is_ruled = decision.is_some_and(|decision| decision.is_ruling);
        let source = item.text.zip(item.source);
        if let Some((text, game)) = source.filter(|_| wrong || undecided || decision.is_some()) {
            let card = || card(item, audit, text, game);
            // Somebody has looked at what is ruled.
            match (wrong && !is_ruled, undecided && !is_ruled) {
                (true, _) => self.wrong.push(rank(audit), &earlier.wrong, card, WRONG_BYTES),
                (false, true) => {
                    let rank = u32::from(!audit.stands_for_another());
                    self.undecided.push(rank, &earlier.undecided, card, UNDECIDED_BYTES);
                }
                (false, false) => self.decided.push(0, &earlier.decided, card, DECIDED_BYTES),
            }
        }
        // By round and board if an event has them; else wrong results first.
        let rank = match item.place {
            Some((round, board)) => 2 + round.min(1000) * 1000 + board.min(999),
            None => u32::from(!wrong),
        };
        let row = || game_row(item, audit);
        self.games.push(rank, &earlier.games, row, GAMES_BYTES);
    }

    /// Adds what later files add.
    pub fn merge(&mut self, later: Self) {
        self.wrong.merge(&later.wrong, WRONG_BYTES);
        self.undecided.merge(&later.undecided, UNDECIDED_BYTES);
        self.decided.merge(&later.decided, DECIDED_BYTES);
        self.illegal.merge(&later.illegal, ILLEGAL_BYTES);
        self.games.merge(&later.games, GAMES_BYTES);
        for (kind, rows) in later.other {
            let all = self.other.entry(kind).or_default();
            all.extend(rows);
            all.truncate(ROWS_PER_KIND);
        }
    }
}

/// The rank of a wrong result: sure ones before estimated ones, another winner before another margin, a large
/// difference before a small one.
fn rank(audit: &Audit) -> u32 {
    let is = |severity| {
        audit.findings.iter().any(|finding| {
            finding.severity == severity && finding.kind.info().family == Family::Result
        })
    };
    let doubtful = u32::from(!is(Severity::Error));
    let margin_only = u32::from(audit.verdict == Verdict::WrongMargin);
    let margins = audit.outcome.white_margin().zip(audit.counted().and_then(|c| c.white_margin()));
    let difference = margins.map_or(Points::ZERO, |(recorded, counted)| (recorded - counted).abs());
    let size = difference.as_hundredths().unsigned_abs().min(10_000) as u32;
    (doubtful * 2 + margin_only) * 20_000 + 10_000 - size
}

/// The ranks that no longer fit on the page after the files that it has so far. Threads that draw later files read it. By default
/// there is room for everything.
#[derive(Debug, Default)]
pub struct PageCuts {
    wrong: Cut,
    undecided: Cut,
    decided: Cut,
    illegal: Cut,
    games: Cut,
}

impl PageCuts {
    /// Learns what the files that a page has so far fill.
    pub(super) fn update(&self, page: &PagePart) {
        self.wrong.set(&page.wrong);
        self.undecided.set(&page.undecided);
        self.decided.set(&page.decided);
        self.illegal.set(&page.illegal);
        self.games.set(&page.games);
    }
}

/// The rank from which on no later entry is shown.
#[derive(Debug)]
struct Cut(AtomicU32);

impl Default for Cut {
    fn default() -> Self {
        Self(AtomicU32::new(u32::MAX))
    }
}

impl Cut {
    // An old value only makes a thread draw what isn't shown, so the order of reading and writing doesn't matter.
    fn set(&self, ranked: &Ranked) {
        self.0.store(ranked.cut.unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    fn may_show(&self, rank: u32) -> bool {
        rank < self.0.load(Ordering::Relaxed)
    }
}

/// Entries up to a size. Those of the lowest rank stay; of the same rank, the earlier ones.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Ranked {
    entries: Vec<(u32, String)>,
    bytes: usize,
    /// The rank of the first entry that didn't fit. A later one behind it isn't shown, however small it is.
    cut: Option<u32>,
    /// Number of entries that were added.
    pub total: u64,
}

impl Ranked {
    /// Adds an entry, which is drawn if it may be shown; `limit` is the size in bytes of what will be shown.
    fn push(&mut self, rank: u32, earlier: &Cut, draw: impl FnOnce() -> String, limit: usize) {
        self.total += 1;
        if self.may_show(rank) && earlier.may_show(rank) {
            let html = draw();
            self.bytes += html.len();
            self.entries.push((rank, html));
            self.trim(2 * limit, limit);
        }
    }

    /// Adds the entries of later files.
    pub fn merge(&mut self, later: &Self, limit: usize) {
        self.total += later.total;
        let entries = later.entries.iter().filter(|(rank, _)| self.may_show(*rank)).cloned();
        let entries: Vec<_> = entries.collect();
        self.entries.extend(entries);
        let cut = later.cut.unwrap_or(u32::MAX);
        self.cut = later.cut.map(|cut| cut.min(self.cut.unwrap_or(cut))).or(self.cut);
        self.entries.retain(|(rank, _)| *rank <= cut);
        self.bytes = self.entries.iter().map(|(_, html)| html.len()).sum();
        self.trim(2 * limit, limit);
    }

    /// Whether another entry of this rank may be shown.
    fn may_show(&self, rank: u32) -> bool {
        self.cut.is_none_or(|cut| rank < cut)
    }

    /// Returns the entries to show, and the number of entries left out.
    pub fn within(&self, limit: usize) -> (Vec<&str>, u64) {
        let mut entries: Vec<(u32, &str)> =
            self.entries.iter().map(|(rank, html)| (*rank, html.as_str())).collect();
        entries.sort_by_key(|(rank, _)| *rank);
        entries.truncate(fitting(&entries, limit));
        let left_out = self.total - entries.len() as u64;
        (entries.into_iter().map(|(_, html)| html).collect(), left_out)
    }

    /// Keeps the first entries in the order of ranks, `limit` bytes at most, if there are more than `above`.
    fn trim(&mut self, above: usize, limit: usize) {
        if self.bytes <= above {
            return;
        }
        self.entries.sort_by_key(|(rank, _)| *rank);
        let fitting = fitting(&self.entries, limit);
        self.cut = self.entries.get(fitting).map(|(rank, _)| *rank).or(self.cut);
        self.entries.truncate(fitting);
        self.bytes = self.entries.iter().map(|(_, html)| html.len()).sum();
    }
}

/// Returns the number of the first entries that have this many bytes together, or fewer.
fn fitting(entries: &[(u32, impl AsRef<str>)], limit: usize) -> usize {
    let mut bytes = 0;
    let fitting = entries.iter().take_while(|(_, html)| {
        bytes += html.as_ref().len();
        bytes <= limit
    });
    fitting.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_stay_however_the_entries_arrive() {
        let (long, equal) = (|n: u32| (n * 37 % 61) as usize, |_| 4);
        for length in [&long as &dyn Fn(u32) -> usize, &equal] {
            let entries: Vec<(u32, String)> =
                (0..200).map(|n| (n * 7 % 10, "x".repeat(length(n)))).collect();
            let limit = 100;
            let mut sorted: Vec<(u32, &str)> =
                entries.iter().map(|(rank, html)| (*rank, &**html)).collect();
            sorted.sort_by_key(|(rank, _)| *rank);
            sorted.truncate(fitting(&sorted, limit));
            let expected: Vec<&str> = sorted.iter().map(|(_, html)| *html).collect();
            let left_out = 200 - expected.len() as u64;
            for (size, knows_earlier) in
                [1, 3, 40, 200].into_iter().flat_map(|size| [(size, false), (size, true)])
            {
                let mut all = Ranked::default();
                let cut = Cut::default();
                let mut drawn = 0;
                for chunk in entries.chunks(size) {
                    let mut part = Ranked::default();
                    for (rank, html) in chunk {
                        let draw = || {
                            drawn += 1;
                            html.clone()
                        };
                        part.push(*rank, &cut, draw, limit);
                    }
                    all.merge(&part, limit);
                    if knows_earlier {
                        cut.set(&all);
                    }
                }
                assert_eq!(all.within(limit), (expected.clone(), left_out), "parts of {size}");
                assert!(!knows_earlier || size > 3 || drawn < 100, "{drawn} of parts of {size}");
            }
        }
    }
}

//! The part of the page that some files add.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::card::card;
use super::rows::{finding_row, game_row};
use crate::report::item::ReportItem;
use crate::report::ranked::{Cut, Ranked, Room};
use sgf_audit_core::audit::{Audit, Family, FileAudit, Finding, FindingKind, Severity, Verdict};
use sgf_audit_core::go::Points;

/// The lists of the page that have a limited size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    Wrong,
    Undecided,
    /// Cards of games that a referee or the terms of the event decided.
    Decided,
    /// Rows of findings about illegal moves.
    Illegal,
    Games,
}

/// The sizes of the lists in bytes. Together they keep the page below 5 MB.
const BYTES: [usize; 5] = [2_000_000, 1_000_000, 500_000, 400_000, 1_000_000];

/// Maximum number of rows per kind of the other findings.
const ROWS_PER_KIND: usize = 20;

fn room(list: usize) -> Room {
    Room { entries: usize::MAX, bytes: BYTES[list] }
}

/// The part of the page that some files add.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct PagePart {
    lists: [Ranked; BYTES.len()],
    /// Rows of the other errors and warnings, by the index of the kind in `FindingKind::ALL`.
    pub(super) other: BTreeMap<usize, Vec<String>>,
}

/// The ranks that no longer fit on the page after the files that it has so far.
#[derive(Debug, Default)]
pub struct PageCuts([Cut; BYTES.len()]);

impl PageCuts {
    /// Learns what the files that a page has so far fill.
    pub(super) fn update(&self, page: &PagePart) {
        self.0.iter().zip(&page.lists).for_each(|(cut, list)| cut.set(list));
    }
}

impl PagePart {
    /// Returns its memory in bytes, about.
    pub(in crate::report) fn size(&self) -> usize {
        let others = self.other.values().flatten().map(String::len);
        self.lists.iter().map(|list| list.bytes).chain(others).sum()
    }

    /// Returns the number of entries of a list.
    pub(super) fn total(&self, list: List) -> u64 {
        self.lists[list as usize].total
    }

    /// Returns the entries of a list to show, and the number of entries left out.
    pub(super) fn shown(&self, list: List) -> (Vec<&str>, u64) {
        self.lists[list as usize].within(room(list as usize))
    }

    fn push(&mut self, list: List, rank: u32, earlier: &PageCuts, draw: impl FnOnce() -> String) {
        let list = list as usize;
        self.lists[list].push(rank, &earlier.0[list], draw, room(list));
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
                    self.push(List::Illegal, 0, earlier, || finding_row(item, finding));
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
            let (list, rank) = match (wrong && !is_ruled, undecided && !is_ruled) {
                (true, _) => (List::Wrong, rank(audit)),
                (false, true) => (List::Undecided, u32::from(!audit.stands_for_another())),
                (false, false) => (List::Decided, 0),
            };
            self.push(list, rank, earlier, card);
        }
        // By round and board if an event has them; else wrong results first.
        let rank = match item.place {
            Some((round, board)) => 2 + round.min(1000) * 1000 + board.min(999),
            None => u32::from(!wrong),
        };
        self.push(List::Games, rank, earlier, || game_row(item, audit));
    }

    /// Adds what later files add.
    pub fn merge(&mut self, later: Self) {
        for (list, (own, later)) in self.lists.iter_mut().zip(later.lists).enumerate() {
            own.append(later, room(list));
        }
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

//! The first entries of a report in the order of their ranks, as many as there is room for: `Ranked`.

use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};

/// How much is shown.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub entries: usize,
    /// The length of all of them together.
    pub bytes: usize,
}

impl Room {
    /// Returns how many of the first texts there is room for.
    fn fitting<'t>(self, texts: impl Iterator<Item = &'t str>) -> usize {
        let mut bytes = 0;
        let fitting = texts.take(self.entries).take_while(|text| {
            bytes += text.len();
            bytes <= self.bytes
        });
        fitting.count()
    }
}

/// The rank from which on no later entry of a report is shown. Threads that make later parts of it read it. By default there is room
/// for everything.
#[derive(Debug)]
pub(super) struct Cut(AtomicU32);

impl Default for Cut {
    fn default() -> Self {
        Self(AtomicU32::new(u32::MAX))
    }
}

impl Cut {
    // An old value only makes a thread draw what isn't shown, so the order of reading and writing doesn't matter.
    pub fn set(&self, ranked: &Ranked) {
        self.0.store(ranked.cut.unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    fn may_show(&self, rank: u32) -> bool {
        rank < self.0.load(Ordering::Relaxed)
    }
}

/// Entries of which those of the lowest rank stay; of the same rank, the earlier ones. So memory is bounded, and it makes no
/// difference how a run is divided into parts.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Ranked {
    entries: Vec<(u32, String)>,
    /// The length of the entries together.
    pub bytes: usize,
    /// The rank of the first entry that didn't fit. A later one behind it isn't shown, however small it is.
    cut: Option<u32>,
    /// Number of entries that were added.
    pub total: u64,
}

impl Ranked {
    /// Adds an entry, which is drawn if there is room for it here and after the `earlier` parts of the report.
    pub fn push(&mut self, rank: u32, earlier: &Cut, draw: impl FnOnce() -> String, room: Room) {
        self.total += 1;
        if self.may_show(rank) && earlier.may_show(rank) {
            let text = draw();
            self.bytes += text.len();
            self.entries.push((rank, text));
            self.trim(room);
        }
    }

    /// Adds the entries of a later part.
    pub fn append(&mut self, later: Self, room: Room) {
        self.total += later.total;
        let (own, cut) = (self.cut.unwrap_or(u32::MAX), later.cut.unwrap_or(u32::MAX));
        self.entries.extend(later.entries.into_iter().filter(|(rank, _)| *rank < own));
        // What the later part left out comes before everything of a higher rank.
        self.entries.retain(|(rank, _)| *rank <= cut);
        self.cut = self.cut.into_iter().chain(later.cut).min();
        self.bytes = self.entries.iter().map(|(_, text)| text.len()).sum();
        self.trim(room);
    }

    /// Whether another entry of this rank may be shown.
    fn may_show(&self, rank: u32) -> bool {
        self.cut.is_none_or(|cut| rank < cut)
    }

    /// Returns the entries to show, and the number of entries left out.
    pub fn within(&self, room: Room) -> (Vec<&str>, u64) {
        let mut entries: Vec<&(u32, String)> = self.entries.iter().collect();
        entries.sort_by_key(|(rank, _)| *rank);
        let mut texts: Vec<&str> = entries.into_iter().map(|(_, text)| text.as_str()).collect();
        texts.truncate(room.fitting(texts.iter().copied()));
        let left_out = self.total - texts.len() as u64;
        (texts, left_out)
    }

    /// Keeps the first entries if there are far more than there is room for.
    fn trim(&mut self, room: Room) {
        let is_twice = |number: usize, most: usize| number > most.saturating_mul(2);
        if is_twice(self.bytes, room.bytes) || is_twice(self.entries.len(), room.entries) {
            self.entries.sort_by_key(|(rank, _)| *rank);
            let fitting = room.fitting(self.entries.iter().map(|(_, text)| text.as_str()));
            self.cut = self.entries.get(fitting).map(|(rank, _)| *rank).or(self.cut);
            self.entries.truncate(fitting);
            self.bytes = self.entries.iter().map(|(_, text)| text.len()).sum();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_stay_however_the_entries_arrive() {
        let (long, equal) = (|n: u32| (n * 37 % 61) as usize, |_| 4);
        let rooms =
            [(99, 100), (7, 10_000), (0, 100)].map(|(entries, bytes)| Room { entries, bytes });
        for (length, room) in [&long as &dyn Fn(u32) -> usize, &equal]
            .into_iter()
            .flat_map(|length| rooms.map(|room| (length, room)))
        {
            let entries: Vec<(u32, String)> =
                (0..200).map(|n| (n * 7 % 10, "x".repeat(length(n)))).collect();
            let mut sorted: Vec<&(u32, String)> = entries.iter().collect();
            sorted.sort_by_key(|(rank, _)| *rank);
            let mut expected: Vec<&str> = sorted.iter().map(|(_, text)| &**text).collect();
            expected.truncate(room.fitting(expected.iter().copied()));
            let left_out = 200 - expected.len() as u64;
            for (size, knows_earlier) in
                [1, 3, 40, 200].into_iter().flat_map(|size| [(size, false), (size, true)])
            {
                let mut all = Ranked::default();
                let cut = Cut::default();
                let mut drawn = 0;
                for chunk in entries.chunks(size) {
                    let mut part = Ranked::default();
                    for (rank, text) in chunk {
                        let draw = || {
                            drawn += 1;
                            text.clone()
                        };
                        part.push(*rank, &cut, draw, room);
                    }
                    all.append(part, room);
                    if knows_earlier {
                        cut.set(&all);
                    }
                }
                assert_eq!(all.within(room), (expected.clone(), left_out), "parts of {size}");
                assert!(!knows_earlier || size > 3 || drawn < 100, "{drawn} of parts of {size}");
            }
        }
    }
}

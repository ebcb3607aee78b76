//! The entries of a section of the page, the worst first.

use serde::{Deserialize, Serialize};

/// Entries up to a size. Those of the lowest rank stay; of the same rank, the earlier ones.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Ranked {
    entries: Vec<(u32, String)>,
    bytes: usize,
    /// Number of entries that were added.
    pub total: u64,
}

impl Ranked {
    /// Adds an entry; `limit` is the size in bytes of what will be shown.
    pub fn push(&mut self, rank: u32, html: String, limit: usize) {
        self.total += 1;
        self.bytes += html.len();
        self.entries.push((rank, html));
        self.trim(2 * limit, limit);
    }

    /// Adds the entries of later files.
    pub fn merge(&mut self, later: &Self, limit: usize) {
        self.total += later.total;
        self.bytes += later.bytes;
        self.entries.extend_from_slice(&later.entries);
        self.trim(2 * limit, limit);
    }

    /// Keeps the entries for which this is true; the others still count.
    pub fn retain(&mut self, mut is_kept: impl FnMut(u32, &str) -> bool) {
        self.entries.retain(|(rank, html)| is_kept(*rank, html));
        self.bytes = self.entries.iter().map(|(_, html)| html.len()).sum();
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
        self.entries.truncate(fitting(&self.entries, limit));
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
        let entries: Vec<(u32, String)> =
            (0..200).map(|n| (n * 7 % 10, format!("{:04}", n * 37 % 1000))).collect();
        let limit = 100;
        let mut sorted = entries.clone();
        sorted.sort_by_key(|(rank, _)| *rank);
        let expected: Vec<String> = sorted.into_iter().take(25).map(|(_, html)| html).collect();
        for size in [1, 3, 40, 200] {
            let mut all = Ranked::default();
            for chunk in entries.chunks(size) {
                let mut part = Ranked::default();
                chunk.iter().for_each(|(rank, html)| part.push(*rank, html.clone(), limit));
                all.merge(&part, limit);
            }
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            assert_eq!(all.within(limit), (expected, 175), "parts of {size}");
        }
    }
}

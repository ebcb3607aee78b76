//! Lists of points, one after another in the same memory.

use std::ops::Index;

/// Lists of points, by row-major index.
#[derive(Clone, Debug, Default)]
pub struct PointLists {
    points: Vec<u16>,
    /// By list: where it ends among the points.
    ends: Vec<u32>,
}

impl PointLists {
    /// No lists, with room for as many points.
    #[must_use]
    pub fn with_capacity(points: usize) -> Self {
        Self { points: Vec::with_capacity(points), ends: Vec::with_capacity(points / 4) }
    }

    /// Number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The list of that number; `None` if there are fewer.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&[u16]> {
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.points[start as usize..end as usize])
    }

    /// The lists in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u16]> + Clone {
        (0..self.len()).map(|number| &self[number])
    }

    /// Adds a list that `fill` appends to the points that there are.
    pub(super) fn push_with(&mut self, fill: impl FnOnce(&mut Vec<u16>)) {
        fill(&mut self.points);
        self.ends.push(self.points.len() as u32);
    }
}

impl Index<usize> for PointLists {
    type Output = [u16];

    fn index(&self, number: usize) -> &[u16] {
        self.get(number).expect("there is a list of that number")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_order_and_their_bounds() {
        let mut lists = PointLists::with_capacity(4);
        assert!(lists.is_empty());
        for points in [&[7u16, 3][..], &[], &[5]] {
            lists.push_with(|all| all.extend_from_slice(points));
        }
        assert_eq!(lists.len(), 3);
        assert_eq!((&lists[0], &lists[1], &lists[2]), (&[7, 3][..], &[][..], &[5][..]));
        assert_eq!(lists.get(3), None);
        assert_eq!(lists.iter().map(<[u16]>::len).collect::<Vec<_>>(), [2, 0, 1]);
    }
}

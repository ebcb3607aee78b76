//! A place in a text whose line and column are known: `Landmark`.

use std::sync::{Arc, OnceLock};

/// A place from which others behind it can be counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landmark {
    pub at: usize,
    pub line: u32,
    pub line_start: usize,
    pub column: u32,
    /// The last place that was converted, and its offset in the original file.
    pub converted: (usize, usize),
}

impl Landmark {
    /// The beginning of a text.
    pub(super) const START: Self =
        Self { at: 0, line: 1, line_start: 0, column: 1, converted: (0, 0) };
}

/// The landmarks of a text in order, once they were needed.
pub(super) type Landmarks = Arc<OnceLock<Vec<Landmark>>>;

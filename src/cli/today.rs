//! The day on which a report is made.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::calendar::date_of_day;

/// Returns the day as `YYYY-MM-DD` (UTC): that of `SOURCE_DATE_EPOCH`, so that builds can be reproduced, or today.
pub(super) fn today() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date_of_day(given.unwrap_or_else(now) / (24 * 60 * 60))
}

//! The version of the program, for `--version` and reports.

use sgf_audit_core::score::Estimator;
use sgf_audit_core::sgf::date_of_day;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// The commit that a release was built from.
const COMMIT: Option<&str> = option_env!("SGF_AUDIT_COMMIT");

static SHORT: LazyLock<String> = LazyLock::new(|| {
    let commit = COMMIT.map(|commit| format!(" ({commit})"));
    format!("{}{}", env!("CARGO_PKG_VERSION"), commit.unwrap_or_default())
});

static LONG: LazyLock<String> = LazyLock::new(|| format!("{}\n{}", *SHORT, Estimator::id()));

/// Returns the version, with the commit if the build knows it.
pub(super) fn short() -> &'static str {
    &SHORT
}

/// Returns the version, and the estimator's, on which estimated results depend.
pub(super) fn long() -> &'static str {
    &LONG
}

/// Returns the day as `YYYY-MM-DD` (UTC): the day of `SOURCE_DATE_EPOCH`, for reproducible builds, or today.
pub(super) fn today() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date_of_day(given.unwrap_or_else(now) / (24 * 60 * 60))
}

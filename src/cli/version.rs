//! What `--version` prints.

use std::sync::LazyLock;

use crate::score::Estimator;

/// The commit that a release was built from.
const COMMIT: Option<&str> = option_env!("SGF_AUDIT_COMMIT");

static SHORT: LazyLock<String> = LazyLock::new(|| {
    let commit = COMMIT.map(|commit| format!(" ({commit})"));
    format!("{}{}", env!("CARGO_PKG_VERSION"), commit.unwrap_or_default())
});

static LONG: LazyLock<String> = LazyLock::new(|| format!("{}\n{}", *SHORT, Estimator::id()));

/// Returns the version, with the commit if the build was told it.
pub(super) fn short() -> &'static str {
    &SHORT
}

/// Returns the version and that of the estimator, on which estimated results depend.
pub(super) fn long() -> &'static str {
    &LONG
}

//! What applies to the records of some directories, where it differs from what applies to the run.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::path_patterns::PathPatterns;
use super::policy::Policy;
use crate::audit::AuditOptions;

/// What applies to the records of some directories.
#[derive(Debug)]
pub struct Scope {
    /// How their games are audited. The limits are the run's.
    pub options: AuditOptions,
    /// Which of their findings are reported.
    pub policy: Policy,
    /// Which of their files and directories aren't read.
    pub excluded: Vec<PathPatterns>,
    /// What tells it from other scopes, as part of the key of a cache.
    pub fingerprint: String,
}

/// Finds the scope of a directory: `None` where what applies to the run applies to its records too. A break ends the
/// walk.
pub type FindScope = Box<dyn FnMut(&Path) -> ControlFlow<(), Option<Arc<Scope>>> + Send>;

//! The options that say who judges dead stones, shared by the subcommands that count.

use clap::Args;

/// Who says which stones are dead where the record doesn't mark them.
#[derive(Args)]
pub(super) struct Referee {
    /// Don't estimate which stones are dead where neither marks nor a proof say so: such games are
    /// undecided.
    #[arg(long)]
    pub no_estimate: bool,
}

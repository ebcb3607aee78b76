//! The options that limit what is read of a record.

use clap::Args;

use super::size::{self, Size};
use crate::sgf::Limits;

/// What is beyond a limit is skipped with the finding `too-large`.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArgs {
    /// Maximum size of a file; larger ones aren't read.
    #[arg(long, default_value_t = Size(Limits::DEFAULT.bytes.into()), value_name = "SIZE",
          value_parser = size::of_file)]
    max_bytes: Size,
    /// Maximum number of nodes per game.
    #[arg(long, default_value_t = Limits::DEFAULT.nodes, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_nodes: u32,
    /// Maximum number of games per file.
    #[arg(long, default_value_t = Limits::DEFAULT.games, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_games: u32,
    /// Maximum depth of variations within variations.
    #[arg(long, default_value_t = Limits::DEFAULT.depth, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_depth: u32,
}

impl From<LimitArgs> for Limits {
    fn from(args: LimitArgs) -> Self {
        Self {
            bytes: args.max_bytes.0 as u32,
            nodes: args.max_nodes,
            games: args.max_games,
            depth: args.max_depth,
        }
    }
}

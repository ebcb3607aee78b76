//! The options that limit what is read of a record.

use clap::Args;

use crate::sgf::Limits;

/// What is beyond a limit is skipped with the finding `too-large`.
#[derive(Args, Clone, Copy)]
pub(super) struct LimitArgs {
    /// The largest file that is read, in bytes.
    #[arg(long, default_value_t = Limits::DEFAULT.bytes, value_name = "N")]
    max_bytes: u32,
    /// The most nodes of a game that are read.
    #[arg(long, default_value_t = Limits::DEFAULT.nodes, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_nodes: u32,
    /// The most games of a file that are read.
    #[arg(long, default_value_t = Limits::DEFAULT.games, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_games: u32,
    /// How deep variations within variations are read.
    #[arg(long, default_value_t = Limits::DEFAULT.depth, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_depth: u32,
}

impl From<LimitArgs> for Limits {
    fn from(args: LimitArgs) -> Self {
        Self {
            bytes: args.max_bytes,
            nodes: args.max_nodes,
            games: args.max_games,
            depth: args.max_depth,
        }
    }
}

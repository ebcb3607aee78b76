//! `sgf-audit show`.

use std::path::PathBuf;

use clap::{Args, ColorChoice};

use super::inputs::{failed, read_one, warn_if_several_games};
use super::{Failure, svg_output, terminal};
use crate::report::position_view;

/// Show the position after a move of the main line.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  sgf-audit show game.sgf --move 50\n  sgf-audit show game.sgf --svg board.svg"
)]
pub(super) struct Show {
    /// The record, or - for standard input.
    file: PathBuf,
    /// The number of the move, passes included; 0 is the position before the first. Default: the last.
    #[arg(long = "move", value_name = "N", value_parser = clap::value_parser!(u32), allow_negative_numbers = true)]
    after: Option<u32>,
    /// The number of the game in its file.
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// Write a picture of the board; - writes only the picture, to standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print in colour.
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
}

impl Show {
    pub fn run(self) -> Result<u8, Failure> {
        let bytes = read_one(&self.file)?;
        warn_if_several_games(&bytes, self.game);
        let view = position_view(&self.file, &bytes, self.game, self.after)
            .map_err(|error| failed(&self.file, &error))?;
        if svg_output::write(self.svg.as_deref(), || view.svg())? {
            return Ok(0);
        }
        terminal::print_to(terminal::stdout(self.color), &view.text(terminal::colors(self.color)))
    }
}

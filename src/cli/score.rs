//! `sgf-audit score`.

use std::path::PathBuf;

use clap::{Args, ColorChoice};

use super::engine_args::EngineArgs;
use super::event_args::read_terms;
use super::inputs::{failed, read_one, warn_if_several_games};
use super::judging_args::CountingArgs;
use super::{Failure, svg_output, terminal};
use crate::report::{self, game_card, score_sheet};
use sgf_audit_core::event::EventCheck;

/// Count one game by territory and by area, item by item, with the board.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  sgf-audit score game.sgf --rules aga\n  sgf-audit score game.sgf --compare --svg board.svg"
)]
pub(super) struct Score {
    /// The record, or - for standard input.
    file: PathBuf,
    #[command(flatten)]
    counting: CountingArgs,
    #[command(flatten)]
    engines: EngineArgs,
    /// Also show the result under every ruleset.
    #[arg(long)]
    compare: bool,
    /// The number of the game in its file.
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// Write a picture of the counted board; - writes only the picture, to standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a sheet to print and sign: the board, both countings, the findings, and lines for names. - writes only the
    /// sheet, to standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "svg")]
    sheet: Option<PathBuf>,
    /// Put the rulings and penalties of an event's file on the sheet, and count by the event's terms.
    #[arg(long, requires = "sheet", value_name = "FILE")]
    event: Option<PathBuf>,
    /// Print in colour.
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
}

impl Score {
    pub fn run(self) -> Result<u8, Failure> {
        let options = self.counting.options()?;
        let bytes = read_one(&self.file)?;
        warn_if_several_games(&bytes, self.game);
        let engine = self.engines.start()?;
        let sheet = score_sheet(&self.file, &bytes, self.game, &options, &mut engine.auditor())
            .map_err(|error| failed(&self.file, &error))?;
        engine.check()?;
        if let Some(to) = &self.sheet {
            let auditor = &mut engine.auditor();
            let terms = self.event.as_deref().map(read_terms).transpose()?;
            let event = terms.map(|terms| EventCheck::new(Some(terms), None));
            let event = event.as_ref();
            let card = game_card(&self.file, &bytes, self.game, None, &options, event, auditor)
                .map_err(|error| failed(&self.file, &error))?;
            if svg_output::write(Some(to), || report::sheet(&card))? {
                return Ok(0);
            }
        }
        if svg_output::write(self.svg.as_deref(), || sheet.svg())? {
            return Ok(0);
        }
        let mut text = sheet.text(terminal::width(), terminal::colors(self.color));
        if self.compare {
            text.push('\n');
            text.push_str(&sheet.comparison(terminal::width()));
        }
        terminal::print_to(terminal::stdout(self.color), &text)
    }
}

//! `sgf-audit compare`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::inputs::{failed, read_one, warn_if_several_games};
use super::{Failure, terminal};
use crate::compare::{ComparedGame, differences};
use sgf_audit_core::printable::Shown;

/// Compare two records: all differences in moves, headers and comments.
///
/// The main lines are compared as `diff` compares lines. A board that is turned or mirrored, or swapped colours, are recognised: the
/// moves are then named as the first record has them.
///
/// The exit status is 0 if nothing differs, 1 if something does, 2 if a record can't be read.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  sgf-audit compare a.sgf b.sgf\n  sgf-audit compare games.sgf games.sgf --games 1,2"
)]
pub(super) struct Compare {
    /// One record, or - for standard input.
    #[arg(value_name = "A")]
    one: PathBuf,
    /// The other record, or - for standard input.
    #[arg(value_name = "B")]
    other: PathBuf,
    /// The numbers of the games in their files.
    #[arg(long, value_name = "N,M", num_args = 1, value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    games: Vec<u32>,
    /// Print nothing; the exit status says whether something differs.
    #[arg(long, short)]
    quiet: bool,
}

impl Compare {
    pub fn run(self) -> Result<u8, Failure> {
        let numbers = match self.games[..] {
            [] => [1, 1],
            [number] => [number, number],
            [one, other] => [one, other],
            _ => return Err(Failure::new("--games takes two numbers, such as 1,2")),
        };
        if self.one.as_os_str() == "-" && self.other.as_os_str() == "-" {
            return Err(Failure::new("standard input (-) is given twice"));
        }
        let one = self.read(&self.one, numbers[0])?;
        let other = self.read(&self.other, numbers[1])?;
        let names = [&self.one, &self.other].map(|path| Shown::Path(path).to_string());
        let differences = differences(&one, &other, [&names[0], &names[1]]);
        if !self.quiet {
            let mut out = String::new();
            for lines in [&differences.moves, &differences.header, &differences.comments] {
                for line in lines.lines() {
                    out.push_str(&format!("{}\n", Shown::Text(line)));
                }
            }
            terminal::print(&out)?;
        }
        Ok(u8::from(!differences.is_empty()))
    }

    fn read(&self, path: &Path, number: u32) -> Result<ComparedGame, Failure> {
        let bytes = read_one(path)?;
        if self.games.is_empty() {
            warn_if_several_games(&bytes, number);
        }
        ComparedGame::read(&bytes, number).map_err(|error| failed(path, &error))
    }
}

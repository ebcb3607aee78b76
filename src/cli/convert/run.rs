//! Converts a record on its way through the threads.

use std::io;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use crate::batch::{Record, RecordHandler};
use crate::spool::Spool;
use sgf_audit_core::audit::Auditor;
use sgf_audit_core::convert::{Converted, Converter, Notice, Options};
use sgf_audit_core::guard::guarded;
use sgf_audit_core::printable::{Shown, path_text};

/// A record that was converted, or refused.
#[derive(Debug)]
pub struct ConvertedRecord {
    /// The record's path, as reports write it.
    pub path: PathBuf,
    /// The path below the directory given on the command line; for a file given there, its name.
    pub relative: PathBuf,
    /// What is said of it; its games are in `texts`.
    pub converted: Converted,
    /// The games in their new form; none if the record is refused.
    pub texts: GameTexts,
}

/// Texts of the games of a file, in a temporary file if they are long.
#[derive(Debug, Default)]
pub struct GameTexts {
    spool: Spool,
    /// Number of each game in its file, and the range of its text.
    pub games: Vec<(u32, Range<u64>)>,
}

impl GameTexts {
    /// Returns the text of the game at an index. Fails if the temporary file can't be read.
    pub fn read(&mut self, index: usize) -> io::Result<Vec<u8>> {
        self.spool.read(&self.games[index].1)
    }
}

pub struct Conversion<'a> {
    pub options: &'a Options,
    pub new_auditor: &'a (dyn Fn() -> Auditor + Sync),
}

impl RecordHandler for Conversion<'_> {
    type Worker = Converter;
    type Output = Vec<ConvertedRecord>;

    fn new_worker(&self) -> Converter {
        Converter::new((self.new_auditor)())
    }

    fn record(
        &self,
        converter: &mut Converter,
        record: &Record,
        done: &mut Vec<ConvertedRecord>,
    ) -> ControlFlow<()> {
        // Only the beginning of the record is known.
        if record.is_truncated && !self.options.lossy {
            return ControlFlow::Continue(());
        }
        let (path, relative) = (record.path.to_path_buf(), record.relative());
        let mut texts = GameTexts::default();
        let converted = self.convert(converter, record, &mut texts);
        if converted.is_refused() {
            texts = GameTexts::default();
        }
        done.push(ConvertedRecord { path, relative, converted, texts });
        ControlFlow::Continue(())
    }

    fn size(&self, done: &Vec<ConvertedRecord>) -> usize {
        done.iter().map(ConvertedRecord::size).sum()
    }
}

impl Conversion<'_> {
    fn convert(
        &self,
        converter: &mut Converter,
        record: &Record,
        texts: &mut GameTexts,
    ) -> Converted {
        let refused = |name: &'static str, message: String| Converted {
            notices: vec![Notice::about_file(name, message)],
            ..Converted::default()
        };
        let bytes = match &record.bytes {
            Ok(bytes) => bytes,
            Err(error) => return refused(error.finding().as_str(), error.to_string()),
        };
        let path = match self.options.shows_paths {
            true => Shown::Path(record.path).to_string().into(),
            false => path_text(record.path),
        };
        let mut kept = Ok(());
        let converted = guarded(
            converter,
            || self.new_worker(),
            |converter| {
                converter.convert_each(&path, bytes, self.options, &mut |game| {
                    if kept.is_ok() {
                        let place = texts.spool.add(game.text.as_bytes());
                        kept = place.map(|place| texts.games.push((game.game, place)));
                    }
                })
            },
        );
        match (converted, kept) {
            (Ok(converted), Ok(())) => converted,
            (Ok(_), Err(error)) => refused("unreadable", format!("a temporary file: {error}")),
            (Err(_), _) => refused("internal-error", "a fault of the program".to_owned()),
        }
    }
}

impl ConvertedRecord {
    /// Returns its memory in bytes, about.
    fn size(&self) -> usize {
        let paths = self.path.as_os_str().len() + self.relative.as_os_str().len();
        let of_each = size_of::<Notice>() + 200;
        let texts = self.texts.spool.held() + self.texts.games.len() * 32;
        size_of::<Self>() + paths + self.converted.notices.len() * of_each + texts
    }

    /// Returns the path of the output: the same place below `dir`, with the given extension. Each of several outputs of a file
    /// has a number.
    pub fn output(&self, dir: &Path, extension: &str, number: Option<u32>) -> PathBuf {
        let stem = match self.relative.extension() {
            Some(known) if known.eq_ignore_ascii_case("sgf") => self.relative.file_stem(),
            _ => self.relative.file_name(),
        };
        let mut name = stem.unwrap_or_default().to_os_string();
        if let Some(number) = number {
            name.push(format!("-{number:03}"));
        }
        name.push(".");
        name.push(extension);
        dir.join(self.relative.with_file_name(name))
    }
}

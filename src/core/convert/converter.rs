//! Converts all games of a file.

use super::gtp::push_script;
use super::jsonl::push_line;
use super::moves_csv::push_rows;
use super::normal_form::{Strip, normal_form};
use super::notice::{self, Effect, NotConvertible, Notice, Notices};
use super::recount::recount_written;
use super::sgf::{push_tree, roundtrips};
use crate::audit::{Audit, AuditOptions, Auditor, FileAudit, fold};
use crate::formats::read;
use crate::record::RecordedGame;
use crate::sgf::{GameMemory, LineIndex, SourceGame};
use crate::table::{Cells, SeverityCounts};

/// A form that records can be converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// SGF in normal form.
    Sgf,
    /// One line of JSON per game.
    Jsonl,
    /// One row of CSV per move, without the header row.
    Csv,
    /// One script of GTP commands per game.
    Gtp,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub target: Target,
    /// The parts that are left out of SGF.
    pub strip: Strip,
    /// Whether RE is replaced by the counted result, in SGF only.
    pub recount: bool,
    /// Whether a file is converted although something in it can't be carried over.
    pub lossy: bool,
    /// Whether undecodable bytes in text become U+FFFD.
    pub replace_damaged_text: bool,
    /// How CSV writes text that a spreadsheet would run.
    pub cells: Cells,
    /// Whether the records' paths are escaped as for people, in CSV that can end on a terminal or in a log.
    pub shows_paths: bool,
    pub audit: AuditOptions,
}

impl Options {
    /// Converts to a form without leaving anything out.
    #[must_use]
    pub fn new(target: Target) -> Self {
        Self {
            target,
            strip: Strip::default(),
            recount: false,
            lossy: false,
            replace_damaged_text: false,
            cells: Cells::default(),
            shows_paths: false,
            audit: AuditOptions::default(),
        }
    }
}

/// A game in its new form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedGame {
    /// The game's number in its file, from 1.
    pub game: u32,
    /// The game in the new form, in UTF-8.
    pub text: String,
}

/// A file in its new form.
#[derive(Clone, Debug, Default)]
pub struct Converted {
    /// The games, in order; none if the file is refused.
    pub games: Vec<ConvertedGame>,
    /// The losses, and the reasons why the file is refused.
    pub notices: Vec<Notice>,
    /// Whether something in the file was read otherwise than strict SGF; the notices give it.
    pub departs: bool,
    /// Number of games in the file, including games that can't be converted.
    pub game_count: u32,
}

impl Converted {
    /// Whether the file is refused, so that nothing of it is to be written.
    pub fn is_refused(&self) -> bool {
        self.notices.iter().any(|notice| notice.refuses)
    }
}

/// Converts files and reuses its memory.
///
/// ```
/// use sgf_audit_core::convert::{Converter, Options, Target};
///
/// let options = Options::new(Target::Gtp);
/// let converted = Converter::default().convert("a.sgf", b"(;SZ[9];B[E5];W[])", &options);
/// assert_eq!(converted.games[0].text.lines().nth(3), Some("play B E5"));
/// ```
#[derive(Debug, Default)]
pub struct Converter {
    auditor: Auditor,
    memory: GameMemory,
}

impl Converter {
    /// A converter with this auditor, which judges the games of JSON lines.
    pub fn new(auditor: Auditor) -> Self {
        Self { auditor, ..Self::default() }
    }

    /// Converts every game of a file. `path` is its name in JSON lines and CSV.
    pub fn convert(&mut self, path: &str, bytes: &[u8], options: &Options) -> Converted {
        let mut games = Vec::new();
        let converted = self.convert_each(path, bytes, options, &mut |game| games.push(game));
        let is_refused = converted.is_refused();
        Converted { games: if is_refused { Vec::new() } else { games }, ..converted }
    }

    /// Converts a file and passes each game to `sink` as soon as it is converted, so that memory holds one of them. If the
    /// file turns out to be refused, nothing of it is to be written.
    pub fn convert_each(
        &mut self,
        path: &str,
        bytes: &[u8],
        options: &Options,
        sink: &mut dyn FnMut(ConvertedGame),
    ) -> Converted {
        let Self { auditor, memory } = self;
        let mut notices = Notices::new(options.lossy);
        let (file, mut findings) = auditor.read_file(read(bytes), &options.audit);
        // Counted as reports count them.
        fold(&mut findings);
        notice::unread_lines(file.text(), &mut notices);
        let game_count = file.games();
        let counts = SeverityCounts::count(&findings);
        let index = LineIndex::default();
        let mut converter = GameConverter { path, options, auditor, counts, index };
        file.for_each_game(memory, |game| {
            let span = game.game.span;
            notice::faults(&game.text, game.faults, &mut notices);
            notice::undecodable_bytes(
                &game.text,
                game.game,
                options.replace_damaged_text,
                &mut notices,
            );
            notice::uncertain_encoding(&game.text, span, &mut notices);
            converter.convert(game, &mut notices).into_iter().for_each(&mut *sink);
        });
        let text = file.text_after();
        notice::faults(&text, file.faults_after(), &mut notices);
        if file.games() == 0 {
            let message = || text.no_record().unwrap_or("no game tree").to_owned();
            notices.push(&text, 0, Effect::Refuses, "not-sgf", message);
        }
        drop(text);
        auditor.reuse(file);
        let departs = notices.departs;
        Converted { notices: notices.finish(), departs, game_count, games: Vec::new() }
    }
}

/// Converts the games of one file.
struct GameConverter<'a> {
    path: &'a str,
    options: &'a Options,
    auditor: &'a mut Auditor,
    counts: SeverityCounts,
    index: LineIndex,
}

impl GameConverter<'_> {
    /// Converts a game, or adds the notice why it can't be converted.
    fn convert(&mut self, game: &SourceGame, notices: &mut Notices) -> Option<ConvertedGame> {
        let (start, number) = (game.game.span.start as usize, game.number);
        match self.try_convert(game, notices) {
            Ok(GameOutput { text, undecided }) => {
                if let Some(why) = undecided {
                    let message = || format!("game {number}: not counted: {why}");
                    notices.push(&game.text, start, Effect::Warns, "undecided", message);
                }
                Some(ConvertedGame { game: number, text })
            }
            Err(error) => {
                let message = || format!("game {number}: {}", error.reason);
                notices.push(&game.text, start, Effect::Loses, error.name, message);
                None
            }
        }
    }

    fn try_convert(
        &mut self,
        game: &SourceGame,
        notices: &mut Notices,
    ) -> Result<GameOutput, NotConvertible> {
        let record = RecordedGame::read(&game.text, game.game);
        if let Some((name, place)) = record.other_game() {
            let value = game.text.simple_text(place.span);
            return Err(NotConvertible::other_game(&format!("{name}[{value}]")));
        }
        notice::missing_stones(&record, game.number, notices);
        let mut out = String::new();
        let mut undecided = None;
        match self.options.target {
            Target::Sgf => {
                let mut normal = normal_form(&record, self.options.strip);
                if self.options.recount {
                    let audit = &self.options.audit;
                    undecided = recount_written(&mut normal, &record, self.auditor, audit);
                }
                push_tree(&normal, &mut out);
                roundtrips(&out)?;
            }
            Target::Jsonl => {
                // As `check` does.
                let options = AuditOptions { signature: true, ..self.options.audit.clone() };
                let audit = self.audit(game, &options)?;
                push_line(self.path, &record, &audit, self.counts, &mut out)?;
            }
            Target::Csv => {
                push_rows(self.path, game.number, &record, self.options.cells, &mut out)?;
            }
            Target::Gtp => {
                // Nothing is written because of a guess.
                let options = AuditOptions { estimate: false, ..self.options.audit.clone() };
                push_script(&record, &*self.audit(game, &options)?, &mut out)?;
            }
        }
        Ok(GameOutput { text: out, undecided })
    }

    fn audit(
        &mut self,
        game: &SourceGame,
        options: &AuditOptions,
    ) -> Result<Box<Audit>, NotConvertible> {
        match self.auditor.audit_game(game, options, &mut self.index) {
            FileAudit::Game(mut audit) => {
                fold(&mut audit.findings);
                Ok(audit)
            }
            FileAudit::Findings { .. } => Err(NotConvertible::other_game("it")),
        }
    }
}

/// The text of a converted game.
struct GameOutput {
    text: String,
    /// Why the result couldn't be counted, if it was to be.
    undecided: Option<String>,
}

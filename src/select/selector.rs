//! Judges the games of a run, on the threads that audit them.

use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::beginnings::to_bytes;
use super::condition::Condition;
use super::values::{Columns, Completeness, MIN_MOVES, game_key};
use crate::batch::{Audited, AuditedRecord, Sink};
use sgf_audit_core::audit::{Audit, FileAudit};
use sgf_audit_core::printable::{Shown, path_text};
use sgf_audit_core::record::RecordedGame;
use sgf_audit_core::replay::Plays;
use sgf_audit_core::sgf::{EncodingSource, SourceGame};
use sgf_audit_core::table::{GameRow, SeverityCounts, push_json};

/// The content that is written for each selected game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Path,
    /// Its columns, as a line of JSON.
    Json,
    /// Its file if it is the only game there, else its bytes.
    File,
    /// The same, but a file on disk isn't copied.
    Link,
    /// Its bytes, for a file of many games.
    Tree,
}

pub struct Selector {
    condition: Option<Condition>,
    clean: bool,
    unique: bool,
    content: Content,
    columns: Columns,
    /// The paths and numbers of the only games that may be selected; `None` if all may.
    listed: Option<HashSet<(String, u32)>>,
}

/// Why something is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The file has no game that can be read.
    NoGame,
    /// The record is of another game than Go.
    NotGo,
    /// It isn't in the list of games.
    NotListed,
    /// The column `clean` is false.
    NotClean,
    Condition,
    /// It can't be decided whether the condition holds.
    NoValue,
    /// Another record of the same game is more complete.
    Duplicate,
    /// Another record continues it.
    Beginning,
    NotSampled,
    /// Its bytes can't be taken out of its file.
    NotSeparable,
    NotWritten,
}

impl Reason {
    pub fn name(self) -> &'static str {
        match self {
            Self::NoGame => "no-game",
            Self::NotGo => "not-go",
            Self::NotListed => "not-listed",
            Self::NotClean => "not-clean",
            Self::Condition => "condition",
            Self::NoValue => "no-value",
            Self::Duplicate => "duplicate",
            Self::Beginning => "beginning",
            Self::NotSampled => "not-sampled",
            Self::NotSeparable => "not-separable",
            Self::NotWritten => "not-written",
        }
    }

    /// Returns the reason in words that follow a number.
    pub fn words(self) -> &'static str {
        match self {
            Self::NoGame => "without a game",
            Self::NotGo => "not Go",
            Self::NotListed => "not in the list",
            Self::NotClean => "not clean",
            Self::Condition => "for which --where doesn't hold",
            Self::NoValue => "without a value that --where needs",
            Self::Duplicate => "of which a more complete record is kept",
            Self::Beginning => "that are the beginning of another one",
            Self::NotSampled => "not in the sample",
            Self::NotSeparable => "that can't be cut out of their files",
            Self::NotWritten => "not written",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub path: PathBuf,
    /// The game's number; 0 for the file.
    pub game: u32,
    pub reason: Reason,
    /// More about it: the findings of the file, the parts of `clean` that fail, the column without a value, the record that is kept.
    pub detail: String,
}

/// The bytes that are written of a game.
#[derive(Clone, Debug)]
pub(super) enum Payload {
    /// None: only its path is written, or its file is linked.
    None,
    Bytes(Vec<u8>),
    /// Those at this place of the temporary file.
    Spooled(Range<u64>),
}

/// A game that may be selected.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub path: PathBuf,
    /// The path of the file below the directory that was given.
    pub relative: PathBuf,
    /// The game's number in its file.
    pub game: u32,
    /// Whether the file has no other game.
    pub is_only_game: bool,
    /// Whether it is in an encoding that it doesn't declare.
    pub is_undeclared: bool,
    /// The key that records of the same game share.
    pub(super) key: Option<u64>,
    /// The key that games with the same beginning share.
    pub(super) opening: Option<u64>,
    /// The codes of its plays, if it has an opening.
    pub(super) plays: Payload,
    pub(super) completeness: Completeness,
    pub(super) payload: Payload,
}

/// The outcome of a game or file.
#[derive(Debug)]
pub(super) enum Fate {
    Candidate(Candidate),
    LeftOut(LeftOut),
}

impl Fate {
    /// Returns its memory in bytes, about.
    fn size(&self) -> usize {
        let of = |payload: &Payload| match payload {
            Payload::Bytes(bytes) => bytes.len(),
            Payload::None | Payload::Spooled(_) => 0,
        };
        let more = match self {
            Self::Candidate(game) => {
                of(&game.plays) + of(&game.payload) + 2 * game.path.as_os_str().len()
            }
            Self::LeftOut(left_out) => left_out.detail.len() + left_out.path.as_os_str().len(),
        };
        size_of::<Self>() + more
    }
}

/// Decisions about the games of some files.
#[derive(Default)]
pub struct Part {
    pub(super) fates: Vec<Fate>,
}

impl Selector {
    /// Selects games for which the condition holds; with `clean`, only clean ones. `unique`: whether one record of each game is
    /// kept.
    pub fn new(condition: Option<Condition>, clean: bool, unique: bool, content: Content) -> Self {
        let named = condition.iter().flat_map(|condition| condition.columns.iter().copied());
        let columns = match content {
            Content::Json => Columns::all(),
            _ => Columns::named_by(Completeness::columns()).with(named),
        };
        Self { condition, clean, unique, content, columns, listed: None }
    }

    /// The same, of these games alone.
    pub fn of(self, listed: Option<HashSet<(String, u32)>>) -> Self {
        Self { listed, ..self }
    }

    /// Whether the bytes of games are needed.
    fn takes_bytes(&self) -> bool {
        matches!(self.content, Content::File | Content::Link | Content::Tree)
    }

    fn decide(&self, record: &AuditedRecord, source: &SourceGame, audit: &Audit) -> Fate {
        let &AuditedRecord { record, file, audit: ref of_file, .. } = record;
        let (path, game, text) = (record.path, source.number, &source.text);
        let row = GameRow { path, text, audit, file: SeverityCounts::count(of_file.findings()) };
        let is_listed = self
            .listed
            .as_ref()
            .is_none_or(|listed| listed.contains(&(Shown::Path(path).to_string(), game)));
        let values = self.columns.values(&row);
        let left_out = |reason, detail| {
            Fate::LeftOut(LeftOut { path: path.to_path_buf(), game, reason, detail })
        };
        if !is_listed {
            return left_out(Reason::NotListed, String::new());
        }
        if let Err((reason, detail)) = self.judge(&row, &values) {
            return left_out(reason, detail);
        }
        let is_only_game = file.is_some_and(|file| file.games() == 1);
        let own = (!text.is_decoded()).then(|| source.game.span.of(text.bytes()));
        let whole = record.bytes.as_ref().ok().copied();
        let bytes = match self.content {
            Content::Path => Some(None),
            Content::Json => Some(Some(self.line(path, &values))),
            Content::Link if is_only_game && !record.is_member() && record.source.is_file() => {
                Some(None)
            }
            Content::File | Content::Link if is_only_game && whole.is_some() => {
                Some(whole.map(<[u8]>::to_vec))
            }
            Content::File | Content::Link | Content::Tree => own.map(|own| Some(own.to_vec())),
        };
        let Some(bytes) = bytes else {
            let why = "`sgf-audit convert` writes it as SGF in UTF-8";
            return left_out(Reason::NotSeparable, why.to_owned());
        };
        let is_undeclared = self.takes_bytes()
            && own.is_some_and(|own| std::str::from_utf8(own).is_err())
            && text.source() != EncodingSource::Declared;
        let hash = audit.signature.game.filter(|_| self.unique);
        let plays = hash.map(|_| {
            let record = RecordedGame::read(text, source.game);
            Plays::new(&record, audit.signature.view, MIN_MOVES)
        });
        let plays = plays.unwrap_or_default();
        Fate::Candidate(Candidate {
            path: path.to_path_buf(),
            relative: record.relative(),
            game,
            is_only_game,
            is_undeclared,
            key: hash.map(|hash| game_key(&self.columns, &values, hash, MIN_MOVES)),
            opening: plays.opening,
            plays: match plays.opening {
                Some(_) => Payload::Bytes(to_bytes(&plays.codes)),
                None => Payload::None,
            },
            completeness: Completeness::new(&self.columns, &values),
            payload: bytes.map_or(Payload::None, Payload::Bytes),
        })
    }

    /// Returns why a game isn't selected.
    fn judge(&self, row: &GameRow, values: &[Value]) -> Result<(), (Reason, String)> {
        let flaws = if self.clean { row.flaws() } else { Vec::new() };
        if !flaws.is_empty() {
            return Err((Reason::NotClean, flaws.join(", ")));
        }
        match self.condition.as_ref().map(|condition| condition.holds(&self.columns, values)) {
            None | Some(Ok(true)) => Ok(()),
            Some(Ok(false)) => Err((Reason::Condition, String::new())),
            Some(Err(why)) => Err((Reason::NoValue, why)),
        }
    }

    /// Returns a game's columns as a line of JSON.
    fn line(&self, path: &Path, values: &[Value]) -> Vec<u8> {
        let named = self.columns.named(values);
        let mut object: Map<String, Value> =
            named.map(|(name, value)| (name.to_owned(), value.clone())).collect();
        object.insert("path".to_owned(), path_text(path).into());
        let mut line = String::new();
        push_json(&mut line, &Value::Object(object));
        line.push('\n');
        line.into_bytes()
    }
}

impl Sink for Selector {
    type Part = Part;

    fn size(&self, part: &Part) -> usize {
        part.fates.iter().map(Fate::size).sum()
    }

    fn game(&self, part: &mut Part, record: &AuditedRecord, game: Audited) {
        part.fates.push(match game.audit {
            FileAudit::Game(audit) => self.decide(record, game.game, audit),
            FileAudit::Findings { game, .. } => Fate::LeftOut(LeftOut {
                path: record.record.path.to_path_buf(),
                game: *game,
                reason: Reason::NotGo,
                detail: String::new(),
            }),
        });
    }

    fn end(&self, part: &mut Part, record: &AuditedRecord) {
        if record.file.is_none_or(|file| file.games() == 0) {
            let mut names: Vec<&str> =
                record.audit.findings().iter().map(|finding| finding.kind.as_str()).collect();
            names.dedup();
            part.fates.push(Fate::LeftOut(LeftOut {
                path: record.record.path.to_path_buf(),
                game: 0,
                reason: Reason::NoGame,
                detail: names.join(", "),
            }));
        }
    }
}

//! Judges the games of a run, on the threads that audit them.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::completeness::Completeness;
use super::condition::Condition;
use super::fate::{Candidate, Fate, LeftOut, Payload, Reason};
use super::values::Columns;
use crate::audit::FileAudit;
use crate::batch::{Collector, Record, Source};
use crate::printable::printable_path;
use crate::report::{GameReader, GameRow, ReportItem, SeverityCounts};
use crate::sgf::{EncodingSource, Text};

/// What is written of each selected game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Its path.
    Path,
    /// Its columns, as a line of JSON.
    Json,
    /// Its file if it is the only game there, else its bytes.
    File,
    /// The same, but a file on disk isn't copied.
    Link,
    /// Its bytes, to stand beside those of others.
    Tree,
}

/// Judges games.
pub struct Selector {
    condition: Option<Condition>,
    clean: bool,
    content: Content,
    columns: Columns,
}

/// What became of some files.
#[derive(Default)]
pub struct Part {
    pub(super) fates: Vec<Fate>,
    /// The file whose audits aren't complete.
    pub(super) file: Option<OpenFile>,
}

/// A file whose audits aren't complete.
#[derive(Default)]
pub(super) struct OpenFile {
    path: PathBuf,
    relative: PathBuf,
    is_file: bool,
    bytes: Option<Vec<u8>>,
    pub(super) games: Vec<OpenGame>,
    not_go: Vec<u32>,
    findings: SeverityCounts,
    names: Vec<&'static str>,
    reader: GameReader,
}

/// A game of such a file.
pub(super) struct OpenGame {
    number: u32,
    values: Vec<Value>,
    hash: Option<u64>,
    is_undeclared: bool,
    /// Its own bytes; none if they can't be taken out of the file.
    pub(super) payload: Payload,
}

impl Selector {
    /// Selects games for which the condition holds, or only those of them that are `clean`.
    #[must_use]
    pub fn new(condition: Option<Condition>, clean: bool, content: Content) -> Self {
        let named = condition.iter().flat_map(|condition| condition.columns.iter().copied());
        let columns = match content {
            Content::Json => Columns::all(),
            _ => Columns::named_by(Completeness::columns().chain(["clean"])).with(named),
        };
        Self { condition, clean, content, columns }
    }

    /// Whether the bytes of games are needed.
    fn takes_bytes(&self) -> bool {
        matches!(self.content, Content::File | Content::Link | Content::Tree)
    }

    /// Decides about the games of a file.
    pub(super) fn conclude(&self, file: OpenFile, fates: &mut Vec<Fate>) {
        let OpenFile { path, relative, is_file, bytes, games, not_go, .. } = file;
        let (findings, mut names) = (file.findings, file.names);
        let left_out = |game, reason, detail| {
            Fate::LeftOut(LeftOut { path: path.clone(), game, reason, detail })
        };
        if games.is_empty() && not_go.is_empty() {
            names.dedup();
            return fates.push(left_out(0, Reason::NoGame, names.join(", ")));
        }
        let mut decided = Vec::new();
        decided.extend(
            not_go.iter().map(|&game| (game, left_out(game, Reason::NotGo, String::new()))),
        );
        let is_only_game = games.len() + not_go.len() == 1;
        let mut whole = bytes;
        for mut game in games {
            self.columns.add_file(&mut game.values, findings);
            let number = game.number;
            let fate = match self.judge(&game.values) {
                Err((reason, detail)) => left_out(number, reason, detail),
                Ok(()) => {
                    let payload = match self.content {
                        Content::Path => Some(Payload::None),
                        Content::Json => Some(Payload::Bytes(self.line(&path, &game.values))),
                        Content::Link if is_only_game && is_file => Some(Payload::None),
                        Content::File | Content::Link if is_only_game && whole.is_some() => {
                            whole.take().map(Payload::Bytes)
                        }
                        Content::File | Content::Link | Content::Tree => {
                            Some(game.payload).filter(|own| !matches!(own, Payload::None))
                        }
                    };
                    match payload {
                        None => left_out(
                            number,
                            Reason::NotSeparable,
                            "`sgf-audit convert` writes it as SGF in UTF-8".to_owned(),
                        ),
                        Some(payload) => Fate::Candidate(Candidate {
                            path: path.clone(),
                            relative: relative.clone(),
                            game: number,
                            is_only_game,
                            is_undeclared: game.is_undeclared,
                            hash: game.hash,
                            completeness: Completeness::of(&self.columns, &game.values),
                            payload,
                        }),
                    }
                }
            };
            decided.push((number, fate));
        }
        decided.sort_by_key(|(number, _)| *number);
        fates.extend(decided.into_iter().map(|(_, fate)| fate));
    }

    /// Returns why a game isn't selected.
    fn judge(&self, values: &[Value]) -> Result<(), (Reason, String)> {
        if self.clean && *self.columns.get(values, "clean") != true {
            return Err((Reason::NotClean, String::new()));
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
        object.insert("path".to_owned(), printable_path(path).into());
        let mut line = Value::Object(object).to_string().into_bytes();
        line.push(b'\n');
        line
    }
}

impl Collector for Selector {
    type Part = Part;

    fn begin_file(&self, part: &mut Part, record: &Record) {
        let bytes = match (self.content, &record.bytes) {
            (Content::File | Content::Link, Ok(bytes)) => Some(bytes.to_vec()),
            _ => None,
        };
        part.file = Some(OpenFile {
            path: record.path.to_path_buf(),
            relative: record.relative(),
            is_file: !record.is_member() && record.source.is_file(),
            bytes,
            ..OpenFile::default()
        });
    }

    fn begin_part(&self, part: &mut Part, source: &Source) {
        part.file = Some(OpenFile {
            path: source.path().to_path_buf(),
            relative: source.relative(),
            is_file: source.is_file(),
            ..OpenFile::default()
        });
    }

    fn add(&self, part: &mut Part, path: &Path, audit: &FileAudit, text: Option<&Text>) {
        let Some(file) = &mut part.file else { return };
        match (audit, text) {
            (FileAudit::Game(game), Some(text)) => {
                let row = GameRow { path, text, audit: game, file: SeverityCounts::default() };
                let item = ReportItem { path, text: Some(text), audit };
                let mut payload = Payload::None;
                if self.takes_bytes() && !text.is_decoded() {
                    file.reader.open(item);
                    file.reader.advance(text, game.game);
                    payload = Payload::Bytes(file.reader.game.span.of(text.bytes()).to_vec());
                }
                let is_undeclared = match &payload {
                    Payload::Bytes(bytes) => {
                        std::str::from_utf8(bytes).is_err()
                            && text.source() != EncodingSource::Declared
                    }
                    _ => false,
                };
                file.games.push(OpenGame {
                    number: game.game,
                    values: self.columns.values(&row),
                    hash: game.signature.game,
                    is_undeclared,
                    payload,
                });
            }
            (FileAudit::Game(_), None) => {}
            (FileAudit::Findings { game: 0, findings }, _) => {
                file.findings += SeverityCounts::of(findings);
                file.names.extend(findings.iter().map(|finding| finding.kind.as_str()));
            }
            (FileAudit::Findings { game, .. }, _) => file.not_go.push(*game),
        }
    }

    fn end_file(&self, part: &mut Part) {
        if let Some(file) = part.file.take() {
            self.conclude(file, &mut part.fates);
        }
    }
}

impl OpenFile {
    /// Adds a later part of the same file.
    pub fn append(&mut self, mut later: Self) {
        self.games.append(&mut later.games);
        self.not_go.append(&mut later.not_go);
        self.findings += later.findings;
        self.names.append(&mut later.names);
    }
}

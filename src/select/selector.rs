//! Judges the games of a run, on the threads that audit them.

use std::path::Path;

use serde_json::{Map, Value};

use super::condition::Condition;
use super::fate::{Candidate, Fate, LeftOut, Payload, Reason};
use super::values::{Columns, Completeness};
use crate::audit::{Audit, FileAudit};
use crate::batch::{Audited, AuditedRecord, Sink};
use crate::printable::printable_path;
use crate::report::{GameRow, SeverityCounts};
use crate::sgf::{EncodingSource, SourceGame};

/// The content that is written for each selected game.
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
    /// Its bytes, for a file of many games.
    Tree,
}

/// Judges games.
pub struct Selector {
    condition: Option<Condition>,
    clean: bool,
    content: Content,
    columns: Columns,
}

/// Decisions about the games of some files.
#[derive(Default)]
pub struct Part {
    pub(super) fates: Vec<Fate>,
}

impl Selector {
    /// Selects games for which the condition holds; with `clean`, only clean ones.
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

    /// Decides about a game.
    fn decide(&self, record: &AuditedRecord, source: &SourceGame, audit: &Audit) -> Fate {
        let AuditedRecord { record, file, findings } = record;
        let (path, game, text) = (record.path, source.number, &source.text);
        let row = GameRow { path, text, audit, file: SeverityCounts::of(findings) };
        let values = self.columns.values(&row);
        let left_out = |reason, detail| {
            Fate::LeftOut(LeftOut { path: path.to_path_buf(), game, reason, detail })
        };
        if let Err((reason, detail)) = self.judge(&values) {
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
        Fate::Candidate(Candidate {
            path: path.to_path_buf(),
            relative: record.relative(),
            game,
            is_only_game,
            is_undeclared,
            hash: audit.signature.game,
            completeness: Completeness::of(&self.columns, &values),
            payload: bytes.map_or(Payload::None, Payload::Bytes),
        })
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

impl Sink for Selector {
    type Part = Part;

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
                record.findings.iter().map(|finding| finding.kind.as_str()).collect();
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

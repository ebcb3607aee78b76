//! Judges the games of a run, on the threads that audit them.

use std::collections::HashSet;
use std::path::Path;

use serde_json::{Map, Value};

use super::condition::Condition;
use super::game::{Game, LeftOut, Reason};
use super::values::{Columns, Completeness, MIN_MOVES, game_key};
use crate::batch::{Audited, AuditedRecord, Sink};
use sgf_audit_core::audit::{Audit, FileAudit};
use sgf_audit_core::printable::{Shown, path_text};
use sgf_audit_core::record::RecordedGame;
use sgf_audit_core::replay::Plays;
use sgf_audit_core::sgf::{EncodingSource, SourceGame};
use sgf_audit_core::table::{GameRow, SeverityCounts, game_columns, push_json};

/// The content that is written for each selected game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Path,
    /// Its columns, as a line of JSON.
    Json,
    /// Its file if it is the only game there, else its bytes.
    File,
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

/// What decides between records of a game, if only one of them is kept.
#[derive(Debug)]
pub(super) struct Traits {
    /// The key that records of the same game share.
    pub key: Option<u64>,
    /// The key that games with the same beginning share.
    pub opening: Option<u64>,
    pub completeness: Completeness,
}

#[derive(Debug)]
pub(super) enum Fate {
    /// A game that may be selected.
    Candidate(Traits, Game),
    LeftOut(LeftOut),
}

impl Fate {
    fn left_out(path: &Path, game: u32, (reason, detail): (Reason, String)) -> Self {
        Self::LeftOut(LeftOut { path: path.to_path_buf(), game, reason, detail })
    }

    /// Returns its memory in bytes, about.
    fn size(&self) -> usize {
        let more = match self {
            Self::Candidate(_, game) => {
                let bytes = game.bytes.as_ref().map_or(0, Vec::len);
                2 * game.codes.len() + bytes + 2 * game.path.as_os_str().len()
            }
            Self::LeftOut(left_out) => left_out.detail.len() + left_out.path.as_os_str().len(),
        };
        size_of::<Self>() + more
    }
}

#[derive(Default)]
pub struct Part {
    pub(super) fates: Vec<Fate>,
}

impl Selector {
    /// Selects games for which the condition holds; with `clean`, only clean ones. `unique`: whether one record of each game is
    /// kept. `listed`: the only games that may be selected, if not all may.
    pub fn new(
        condition: Option<Condition>,
        clean: bool,
        unique: bool,
        content: Content,
        listed: Option<HashSet<(String, u32)>>,
    ) -> Self {
        let columns = match content {
            Content::Json => Columns::of(game_columns().iter().map(|column| column.field.name)),
            _ => {
                let named = condition.iter().flat_map(|condition| condition.columns.clone());
                Columns::of(Completeness::columns().chain(named))
            }
        };
        Self { condition, clean, unique, content, columns, listed }
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
        if !is_listed {
            return Fate::left_out(path, game, (Reason::NotListed, String::new()));
        }
        if let Err(why) = self.judge(&row, &values) {
            return Fate::left_out(path, game, why);
        }
        let is_only_game = file.is_some_and(|file| file.games() == 1);
        let own = (!text.is_decoded()).then(|| source.game.span.of(text.bytes()));
        let whole = record.bytes.as_ref().ok().copied();
        let bytes = match self.content {
            Content::Path => Some(None),
            Content::Json => Some(Some(self.line(path, &values))),
            Content::File if is_only_game && whole.is_some() => Some(whole.map(<[u8]>::to_vec)),
            Content::File | Content::Tree => own.map(|own| Some(own.to_vec())),
        };
        let Some(bytes) = bytes else {
            let why = "`sgf-audit convert` writes it as SGF in UTF-8";
            return Fate::left_out(path, game, (Reason::NotSeparable, why.to_owned()));
        };
        let is_undeclared = matches!(self.content, Content::File | Content::Tree)
            && own.is_some_and(|own| std::str::from_utf8(own).is_err())
            && text.source() != EncodingSource::Declared;
        let hash = audit.signature.game.filter(|_| self.unique);
        let plays = hash.map(|_| {
            let record = RecordedGame::read(text, source.game);
            Plays::new(&record, audit.signature.view, MIN_MOVES)
        });
        let plays = plays.unwrap_or_default();
        let traits = Traits {
            key: hash.map(|hash| game_key(&self.columns, &values, hash, MIN_MOVES)),
            opening: plays.opening,
            completeness: Completeness::new(&self.columns, &values),
        };
        let (path, relative) = (path.to_path_buf(), record.relative());
        let codes = plays.opening.map_or(Vec::new(), |_| plays.codes);
        let game = Game { path, relative, game, is_only_game, is_undeclared, codes, bytes };
        Fate::Candidate(traits, game)
    }

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
            FileAudit::Findings { game, .. } => {
                Fate::left_out(record.record.path, *game, (Reason::NotGo, String::new()))
            }
        });
    }

    fn end(&self, part: &mut Part, record: &AuditedRecord) {
        if record.file.is_none_or(|file| file.games() == 0) {
            let mut names: Vec<&str> =
                record.audit.findings().iter().map(|finding| finding.kind.as_str()).collect();
            names.dedup();
            let why = (Reason::NoGame, names.join(", "));
            part.fates.push(Fate::left_out(record.record.path, 0, why));
        }
    }
}

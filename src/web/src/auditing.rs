//! Work on one file at a time.

use std::path::Path;
use std::rc::Rc;

use js_sys::Function;
use sgf_audit::report::{DeadMarks, audit_items, game_card};
use sgf_audit_core::audit::{AuditOptions, Auditor, Compare, FindingKind, RulesChoice};
use sgf_audit_core::convert::{self, Converter, Target};
use sgf_audit_core::event::EventCheck;
use sgf_audit_core::fix::{self, Reader, Safety, Selection, fix_bytes_with};
use sgf_audit_core::rules::SharedRuleset;
use sgf_audit_core::{Points, ruleset};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::event::Event;
use crate::report::{bytes_of, renderer};

/// Audits games, with the options of a run and memory that is reused.
#[wasm_bindgen]
pub struct Auditing {
    options: AuditOptions,
    auditor: Auditor,
    event: Option<Rc<EventCheck>>,
}

#[wasm_bindgen]
impl Auditing {
    /// Judges by the ruleset of this name, `auto` for the one that each record names. `komi` overrides the recorded one
    /// unless it is empty. Records are compared with `event`, if there is one. Fails if there is no such ruleset, or
    /// komi isn't a number.
    #[wasm_bindgen(constructor)]
    pub fn new(rules: &str, komi: &str, event: Option<Event>) -> Result<Self, JsError> {
        let event = event.map(Event::into_check);
        let mut rules = match rules {
            "auto" => RulesChoice::Auto(None),
            name => RulesChoice::Fixed(ruleset(name)?.into()),
        };
        let komi = match komi.trim() {
            "" => None,
            text => Some(
                Points::parse(text).ok_or_else(|| JsError::new("komi isn't a number of points"))?,
            ),
        };
        let event_rules = event.as_ref().and_then(|event| event.ruleset());
        rules.default_to(event_rules.map(SharedRuleset::from).as_ref());
        // As `check --out` judges.
        let options = AuditOptions {
            rules,
            komi,
            compare: Compare::WrongResults,
            signature: true,
            ..AuditOptions::default()
        };
        Ok(Self { options, auditor: Auditor::new(), event })
    }

    /// Audits a file and returns what it adds to a report. `alive` is called with the number of games so far, so that
    /// the page sees progress in a long file.
    pub fn audit(&mut self, path: &str, bytes: &[u8], alive: &Function) -> Vec<u8> {
        let (event, path) = (self.event.as_deref(), Path::new(path));
        let renderer = renderer();
        let mut part = Default::default();
        let mut games = 0_u32;
        audit_items(path, bytes, &self.options, &mut self.auditor, event, &mut |item| {
            renderer.add(&mut part, item);
            games += 1;
            // The page needs no answer.
            drop(alive.call1(&JsValue::NULL, &games.into()));
        });
        bytes_of(&part)
    }

    /// Returns what a file adds to a report that couldn't be read, or that ended its worker. `finding` is the name of
    /// the finding.
    pub fn unreadable(&self, path: &str, finding: &str, message: &str) -> Vec<u8> {
        let named = FindingKind::ALL.iter().find(|kind| kind.as_str() == finding);
        let kind = named.copied().unwrap_or(FindingKind::InternalError);
        let mut part = Default::default();
        let renderer = renderer();
        renderer.add_unread(&mut part, Path::new(path), kind, message.to_owned());
        bytes_of(&part)
    }

    /// Returns the card of a game. `dead`, if it is given, are its dead stones in SGF's letters, and `toggled` a stone
    /// whose chain changes from alive to dead or back. Fails if there is no such game.
    pub fn card(
        &mut self,
        path: &str,
        bytes: &[u8],
        game: u32,
        dead: Option<String>,
        toggled: &str,
    ) -> Result<String, JsError> {
        let marks = dead.as_deref().map(|dead| DeadMarks { dead, toggled });
        let (options, auditor) = (&self.options, &mut self.auditor);
        let event = self.event.as_deref();
        Ok(game_card(Path::new(path), bytes, game, marks, options, event, auditor)?)
    }

    /// Returns a record with the result that counts in its event, and the territory marked. Fails with the reason.
    pub fn settle(&mut self, path: &str, bytes: &[u8], game: u32) -> Result<Vec<u8>, JsError> {
        let nothing = EventCheck::default();
        let event = self.event.as_deref().unwrap_or(&nothing);
        let path = Path::new(path);
        fix::write_decision(path, bytes, game, &self.options, event, &mut self.auditor)
            .map_err(JsError::new)
    }

    /// Repairs a record, as far as fixes are of this class (`safe`, `rules` or `judgement`) or a safer one.
    pub fn repair(&mut self, path: &str, bytes: &[u8], class: &str) -> Repair {
        let safety = match class {
            "safe" => Safety::Safe,
            "rules" => Safety::Rules,
            _ => Safety::Judgement,
        };
        let audit = AuditOptions { compare: Compare::Never, ..self.options.clone() };
        let options = fix::Options { audit, ..fix::Options::new(Selection::UpTo(safety)) };
        let record = fix_bytes_with(bytes, &options, &mut self.auditor);
        let fixed = record.fixed.iter();
        let changes: Vec<String> = fixed
            .map(|fixed| {
                let finding = &fixed.found.finding;
                format!("{} (line {}): {}", finding.kind.as_str(), finding.line, finding.message)
            })
            .collect();
        let diff = record.diff(Path::new(path), bytes, Reader::Person);
        let diff = String::from_utf8_lossy(&diff).into_owned();
        Repair { changes, diff, bytes: record.bytes }
    }

    /// Converts a record to `sgf` in normal form, `jsonl`, `csv` or `gtp`. Fails if something of the record would be
    /// lost; the message names it.
    pub fn convert(&self, path: &str, bytes: &[u8], to: &str) -> Result<String, JsError> {
        let target = match to {
            "jsonl" => Target::Jsonl,
            "csv" => Target::Csv,
            "gtp" => Target::Gtp,
            _ => Target::Sgf,
        };
        let options =
            convert::Options { audit: self.options.clone(), ..convert::Options::new(target) };
        let converted = Converter::default().convert(path, bytes, &options);
        if converted.is_refused() {
            let refusing = converted.notices.iter().filter(|notice| notice.refuses);
            let lines: Vec<String> = refusing
                .map(|notice| format!("line {}: {}", notice.line, notice.message))
                .collect();
            return Err(JsError::new(&lines.join("\n")));
        }
        Ok(converted.games.into_iter().map(|game| game.text).collect())
    }
}

/// A repaired record.
#[wasm_bindgen]
pub struct Repair {
    changes: Vec<String>,
    diff: String,
    bytes: Option<Vec<u8>>,
}

#[wasm_bindgen]
impl Repair {
    /// The repairs, a sentence each.
    #[wasm_bindgen(getter)]
    pub fn changes(&self) -> Vec<String> {
        self.changes.clone()
    }

    /// The changes as a unified diff, for people.
    #[wasm_bindgen(getter)]
    pub fn diff(&self) -> String {
        self.diff.clone()
    }

    /// The repaired record; nothing if there is nothing to repair.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Option<Vec<u8>> {
        self.bytes.clone()
    }
}

//! Audits of records in memory.

use std::path::Path;
use std::sync::Arc;

use sgf_audit_core::audit::{
    Aliases, Audit, AuditOptions, Auditor, FileAudit, Finding, FindingKind, RulesChoice,
    audit_bytes,
};
use sgf_audit_core::event::{self, Entry, EventCheck};
use sgf_audit_core::rules::SharedRuleset;
use sgf_audit_core::sgf::{LineIndex, SourceFile, Text};

/// The audits of one file: its games, and the findings that belong to none of them.
pub struct Audited {
    pub games: Vec<Audit>,
    pub file_findings: Vec<Finding>,
}

impl Audited {
    /// All findings: those of the games, then those of the file.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.games.iter().flat_map(|game| &game.findings).chain(&self.file_findings)
    }

    pub fn has(&self, kind: FindingKind) -> bool {
        self.findings().any(|finding| finding.kind == kind)
    }
}

/// The default options, but with a list of aliases, which records of the corpus have.
pub fn with_aliases() -> AuditOptions {
    let list = |written: &str, meant: &str| [(written.to_owned(), meant.to_owned())].into();
    let names = list("Go Seigen", "呉清源");
    let aliases = Aliases { names, ranks: list("shodan", "1d"), ..Aliases::default() };
    aliases.check().expect("it can be followed");
    AuditOptions { aliases: Some(Arc::new(aliases)), ..AuditOptions::default() }
}

pub fn audit_file(bytes: impl AsRef<[u8]>, options: &AuditOptions) -> Audited {
    let mut audited = Audited { games: Vec::new(), file_findings: Vec::new() };
    audit_bytes(bytes.as_ref(), options, &mut Auditor::new(), &mut |audit, _| match audit {
        FileAudit::Game(game) => audited.games.push(*game),
        FileAudit::Findings { findings, .. } => audited.file_findings.extend(findings),
    });
    audited
}

/// Audits a record of exactly one game.
pub fn audit_game_with(record: impl AsRef<[u8]>, options: &AuditOptions) -> Audit {
    let record = record.as_ref();
    let mut games = audit_file(record, options).games;
    assert_eq!(games.len(), 1, "games in {}", String::from_utf8_lossy(record));
    games.remove(0)
}

/// Audits a record of exactly one game with the default options.
pub fn audit_game(record: impl AsRef<[u8]>) -> Audit {
    audit_game_with(record, &AuditOptions::default())
}

/// Audits a game of a record, without an estimate, by its event. Returns what a run keeps of it, too.
pub fn audit_in_event(event: &EventCheck, path: &str, record: &str, game: u32) -> (Audit, Entry) {
    let options = AuditOptions { estimate: false, ..AuditOptions::default() };
    let file = SourceFile::new(Text::new(record.as_bytes()), options.limits);
    let (mut memory, lines) = (Default::default(), &mut LineIndex::default());
    let game = file.game(game, &mut memory).expect("it is there");
    let (path, auditor) = (Path::new(path), &mut Auditor::new());
    let audited = event::audit_game(Some(event), path, &game, &options, auditor, lines);
    let (FileAudit::Game(audit), Some(entry)) = audited else { panic!("it isn't Go") };
    assert_eq!(entry.handicap, audit.replay.handicap.known());
    (*audit, entry)
}

/// The default options, but with this ruleset for every game.
pub fn under(rules: impl Into<SharedRuleset>) -> AuditOptions {
    AuditOptions { rules: RulesChoice::Fixed(rules.into()), ..AuditOptions::default() }
}

/// The default options, but with this ruleset for games whose records name none.
pub fn defaulting_to(rules: impl Into<SharedRuleset>) -> AuditOptions {
    AuditOptions { rules: RulesChoice::Auto(Some(rules.into())), ..AuditOptions::default() }
}

/// The default options, but with this ruleset for every game and without the estimator.
pub fn under_without_estimate(rules: impl Into<SharedRuleset>) -> AuditOptions {
    AuditOptions { estimate: false, ..under(rules) }
}

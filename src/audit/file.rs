//! Audits all games of a file.

use super::auditor::Auditor;
use super::checks::encoding::{self, EncodingIssues, KnownEncoding};
use super::checks::syntax::{self, quote};
use super::file_audit::FileAudit;
use super::file_summary::FileSummary;
use super::finding::{Condition, Finding, FindingKind, FindingList};
use super::game_audit::GameOutcome;
use super::options::AuditOptions;
use crate::formats::read;
use crate::sgf::{Charset, LineIndex, Scanner, Span, Text};

/// Audits every game of a file in SGF or one of the other formats. Passes each audit to `sink` as soon as it is done,
/// so that a collection of any length takes the memory of its largest game.
pub fn audit_bytes(
    bytes: &[u8],
    options: &AuditOptions,
    auditor: &mut Auditor,
    sink: &mut dyn FnMut(FileAudit, &Text),
) {
    audit_text(&read(bytes), options, auditor, sink);
}

/// Audits every game of a text, as [`audit_bytes`] does.
pub fn audit_text(
    text: &Text,
    options: &AuditOptions,
    auditor: &mut Auditor,
    sink: &mut dyn FnMut(FileAudit, &Text),
) {
    let known = KnownEncoding::of_text(text);
    let mut summary = audit_games(text, options, auditor, sink);
    if !text.has_several_charsets() && !text.is_chunk() {
        summary.set_encoding(EncodingIssues::of(text, whole(text), &known));
    }
    let findings = summary.into_findings(&known);
    if !findings.is_empty() {
        let findings = findings.finish(text, &mut LineIndex::default());
        sink(FileAudit::Findings { game: 0, findings }, text);
    }
}

/// Audits the games of a part of a file, as [`audit_bytes`] audits those of a whole file. Returns the summary of the
/// part, to be joined with those of the other parts.
pub fn audit_part(
    text: &Text,
    charset: &Charset,
    options: &AuditOptions,
    auditor: &mut Auditor,
    sink: &mut dyn FnMut(FileAudit, &Text),
) -> FileSummary {
    let known = KnownEncoding::of_file(charset);
    let mut summary = audit_games(text, options, auditor, sink);
    summary.set_encoding(EncodingIssues::of(text, whole(text), &known));
    summary.locate(text);
    summary
}

fn audit_games(
    text: &Text,
    options: &AuditOptions,
    auditor: &mut Auditor,
    sink: &mut dyn FnMut(FileAudit, &Text),
) -> FileSummary {
    let several_charsets = text.has_several_charsets();
    let mut lines = LineIndex::default();
    let mut scanner = Scanner::with_limits(text, options.limits);
    let mut findings = FindingList::new(options.max_findings);
    report_unread_lines(text, &mut findings);
    let mut summary = FileSummary::new(findings);
    let mut number = text.chunk_offset().games;
    let mut game = std::mem::take(&mut auditor.game);
    let mut faults = std::mem::take(&mut auditor.faults);
    loop {
        faults.clear();
        if !scanner.next_game(&mut game, &mut faults) {
            break;
        }
        number += 1;
        let text = scanner.text();
        if several_charsets {
            encoding::check(text, &game, summary.findings());
        }
        summary.add_game(text, &game, number);
        let file_audit = match auditor.audit(text, &game, number, &faults, options, &mut lines) {
            GameOutcome::Audited(audit) => FileAudit::Game(audit),
            GameOutcome::NotGo(findings) => FileAudit::Findings { game: number, findings },
        };
        sink(file_audit, text);
    }
    if number == 0 {
        report_no_game(text, summary.findings());
    } else {
        // The faults after the last game.
        syntax::check(text, &faults, summary.findings());
    }
    (auditor.game, auditor.faults) = (game, faults);
    summary
}

/// Reports the lines of a file in another format that mean nothing in it.
fn report_unread_lines(text: &Text, findings: &mut FindingList) {
    for line in text.unread_lines() {
        let message = match &line.why[..] {
            "" => format!("this line isn't valid {}", text.format().to_uppercase()),
            why => why.to_owned(),
        };
        // The catalogue gives the rule of SGF for `junk`.
        let finding = Finding::new(FindingKind::Junk, line.place, message).rule("");
        findings.push(finding.when(Condition::NotAnSgfFile));
    }
}

fn report_no_game(text: &Text, findings: &mut FindingList) {
    let span = Span::new(0, text.bytes().len().min(40));
    let message = match text.no_record() {
        Some(reason) => reason.to_owned(),
        None if text.bytes().is_empty() => "the file is empty".to_owned(),
        None => format!("no game tree: {}", quote(text, span)),
    };
    findings.push(Finding::new(FindingKind::NotSgf, span, message));
}

fn whole(text: &Text) -> Span {
    Span::new(0, text.bytes().len())
}

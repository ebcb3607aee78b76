//! Versions of a game or a file while it is fixed: its bytes, and what the audit finds in them.

use std::error::Error;
use std::fmt;

use super::edit::{Edit, apply};
use crate::audit::{
    AuditOptions, Auditor, Compare, FileAudit, Finding, FindingKind, Severity, fold,
};
use crate::sgf::{
    Declared, EncodingSource, Game, GameMemory, LineIndex, SourceFile, SourceGame, Span, Text,
    TornTree, charsets_named,
};

/// Maximum size in bytes of a game that is read again with the one before or behind it.
const MAX_NEIGHBOUR: usize = 16 << 20;

/// Number of bytes beside a character beyond ASCII that may be evidence for its encoding.
const EVIDENCE: usize = 4;

/// The reason for which a finding that could be fixed is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    StillFound,
    NewError,
    GameCount,
    GameLost,
    NodeLost,
    NodeMoved,
    MoveAfterAdded,
    ValueLost,
    ValueAdded,
    ValueChanged,
    Header,
    Setting,
    Moves,
    Charset,
    Result,
    Count,
    TooManyRounds,
    NotEditable,
    MergeConflict,
    TooManyFindings,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::StillFound => "the finding is still there",
            Self::NewError => "there would be an error that wasn't there before",
            Self::GameCount => "the number of games would change",
            Self::GameLost => "a game would be lost",
            Self::NodeLost => "a node would be lost",
            Self::NodeMoved => "a node would move",
            Self::MoveAfterAdded => "a move would follow one that wasn't there",
            Self::ValueLost => "a value would be lost",
            Self::ValueAdded => "a value would appear",
            Self::ValueChanged => "a value would change",
            Self::Header => "another part of the header would change",
            Self::Setting => "the board or the ruleset would change",
            Self::Moves => "the moves would change",
            Self::Charset => "the encoding that is guessed from the text might change",
            Self::Result => "the result would change",
            Self::Count => "the count would change",
            Self::TooManyRounds => "too many repairs depend on earlier ones; run fix again",
            Self::MergeConflict => "the file has an unresolved merge conflict",
            Self::TooManyFindings => "there are too many findings",
            Self::NotEditable => {
                "the file is in an encoding that has to be decoded first (UTF-16, ISO-2022-JP); convert it"
            }
        })
    }
}

impl Error for Rejection {}

/// Returns how records are audited to fix them: all findings are kept, since a fix must remove the one that it is for, and
/// nothing is estimated, since no record is changed because of a guess.
pub(super) fn fix_options(options: &AuditOptions) -> AuditOptions {
    AuditOptions {
        max_findings: u32::MAX,
        compare: Compare::Never,
        estimate: false,
        signature: false,
        moves: false,
        places: false,
        ..options.clone()
    }
}

/// The text around one of several games. If a game lacks its end or its beginning, this text decides how it is read,
/// and all games together show the encoding of a file that doesn't declare it.
#[derive(Clone, Copy, Default)]
pub(super) struct Neighbours<'a> {
    before: &'a [u8],
    after: &'a [u8],
    is_followed: bool,
    /// [`SourceFile::begins_without_parenthesis`].
    is_without_parenthesis: bool,
    /// The game before it that may lack a `)` which is between them.
    pub torn_before: Option<TornTree>,
    /// The file that has the game among others.
    file: Option<&'a SourceFile<'a>>,
}

impl<'a> Neighbours<'a> {
    fn new(file: &'a SourceFile<'a>, number: u32) -> Self {
        let game = |number| {
            let is_there = (1..=file.games()).contains(&number);
            let bytes = if is_there { &file.text().bytes()[file.extent(number)] } else { &[][..] };
            if bytes.len() > MAX_NEIGHBOUR { &[] } else { bytes }
        };
        Self {
            before: game(number - 1),
            after: game(number + 1),
            is_followed: number < file.games(),
            is_without_parenthesis: file.begins_without_parenthesis(),
            torn_before: file.torn_beside(number),
            file: Some(file),
        }
    }

    /// Whether edits of the game leave all that may decide how the other games are decoded. They count from
    /// [`Version::base`].
    pub(super) fn keep_charset(&self, version: &Version, edits: &[Edit]) -> bool {
        let Some(file) = self.file else { return true };
        let bytes = version.bytes();
        // Where nodes begin decides which text a CA property is about.
        let is_structure = |bytes: &[u8]| bytes.iter().any(|byte| b"(;)".contains(byte));
        let moves_nodes = |edit: &Edit| {
            is_structure(&edit.with)
                || is_structure(&bytes[edit.span.start as usize..edit.span.end as usize])
        };
        if file.text().has_several_charsets() && edits.iter().any(moves_nodes) {
            return false;
        }
        let is_declared = *file.text().declared() != Declared::Nothing;
        let leaves_evidence = |edit: &Edit| {
            let (start, end) = (edit.span.start as usize, edit.span.end as usize);
            let around = start.saturating_sub(EVIDENCE)..bytes.len().min(end + EVIDENCE);
            edit.with.is_ascii() && bytes[around].is_ascii() && !(is_declared && moves_nodes(edit))
        };
        let edited = apply(bytes, edits);
        let shows_charset = || match version.text.source() {
            EncodingSource::Bom => false,
            EncodingSource::Declared => {
                version.text.is_likelier_elsewhere(&edited) || !file.is_surely_as_declared()
            }
            EncodingSource::Detected | EncodingSource::Default => true,
        };
        charsets_named(bytes) == charsets_named(&edited)
            && (edits.iter().all(leaves_evidence) || !shows_charset())
    }

    /// Whether they and the game between them are still three games after an edit.
    pub(super) fn are_kept(self, old: &Version, new: &Version) -> bool {
        let opens = |version: &Version| memchr::memchr_iter(b'(', version.bytes()).count();
        if self.is_without_parenthesis && opens(new) > opens(old) {
            return false;
        }
        let is_apart = |version: &Version| {
            let (mut joined, mut starts) = (Vec::new(), Vec::new());
            for part in [self.before, version.bytes(), self.after] {
                if !part.is_empty() {
                    starts.push(joined.len());
                    joined.extend_from_slice(part);
                }
            }
            let joined = version.text.with_bytes_of(joined);
            SourceFile::new(joined, version.file.limits()).has_games_at(&starts)
        };
        // Where a game may be open, parentheses of any game behind it can close it.
        let is_open = |version: &Version| version.count(FindingKind::UnclosedTree) > 0;
        if self.is_followed && is_open(new) && !is_open(old) {
            return false;
        }
        let is_alone = self.before.is_empty() && self.after.is_empty();
        is_alone || is_apart(new) || !is_apart(old)
    }
}

/// A game with its audit, or a file with the findings that concern none of its games.
#[derive(Clone, Copy)]
pub(super) struct Version<'a> {
    pub file: &'a SourceFile<'a>,
    /// The text to decode the game with.
    pub text: &'a Text<'a>,
    /// The game; `None` for the file.
    pub game: Option<AuditedGame<'a>>,
    /// The findings that concern no game; empty for a game.
    of_file: &'a [Finding],
    pub neighbours: Neighbours<'a>,
    /// Where the bytes that may be edited begin in the text.
    pub base: u32,
    end: u32,
    /// Whether these are all bytes of the file, so that its charset is detected again.
    is_whole: bool,
}

#[derive(Clone, Copy)]
pub(super) struct AuditedGame<'a> {
    pub number: u32,
    pub game: &'a Game,
    pub audit: &'a FileAudit,
}

impl<'a> Version<'a> {
    /// A game of a file that was read from disk. It has the bytes from the end of the game before it to its own end; the
    /// only game of a file has all bytes.
    pub(super) fn of_game(
        file: &'a SourceFile<'a>,
        source: &'a SourceGame<'a>,
        audit: &'a FileAudit,
    ) -> Self {
        let game = Some(AuditedGame { number: source.number, game: source.game, audit });
        let whole = Self { text: &source.text, game, ..Self::of_file(file, &[]) };
        if file.games() == 1 {
            return whole;
        }
        let extent = file.extent(source.number);
        let base = if source.number == 1 { 0 } else { extent.start as u32 };
        let neighbours = Neighbours::new(file, source.number);
        Self { base, end: extent.end as u32, neighbours, is_whole: false, ..whole }
    }

    /// A file and the findings that concern none of its games.
    pub(super) fn of_file(file: &'a SourceFile<'a>, of_file: &'a [Finding]) -> Self {
        let text = file.text();
        let (neighbours, end) = (Neighbours::default(), text.bytes().len() as u32);
        Self { file, text, game: None, of_file, neighbours, base: 0, end, is_whole: true }
    }

    /// Returns the game with another audit.
    pub(super) fn with_audit<'b>(&self, audit: &'b FileAudit) -> Version<'b>
    where
        'a: 'b,
    {
        let game = self.game.map(|game| AuditedGame { audit, ..game });
        Version { game, ..*self }
    }

    /// Returns the findings that can be fixed in it: the game's, or the file's without a game.
    pub(super) fn findings(&self) -> &'a [Finding] {
        self.game.map_or(self.of_file, |game| game.audit.findings())
    }

    /// Returns the number of findings of a kind.
    pub(super) fn count(&self, kind: FindingKind) -> usize {
        self.findings().iter().filter(|finding| finding.kind == kind).count()
    }

    /// Returns the number of findings of severity `error`, those included that follow from another one.
    pub(super) fn errors(&self) -> usize {
        self.findings().iter().filter(|finding| is_error(finding)).count()
    }

    /// Returns the bytes that may be edited.
    pub(super) fn bytes(&self) -> &'a [u8] {
        Span { start: self.base, end: self.end }.of(self.text.bytes())
    }

    /// Applies edits, whose offsets count from [`Version::base`], and audits the result.
    pub(super) fn edited(
        &self,
        edits: &[Edit],
        options: &AuditOptions,
        auditor: &mut Auditor,
    ) -> Result<Edited, Rejection> {
        let bytes = apply(self.bytes(), edits);
        let text = if self.is_whole { Text::owned(bytes) } else { self.text.with_bytes_of(bytes) };
        if text.is_decoded() {
            return Err(Rejection::GameLost);
        }
        let (file, of_file) = auditor.read_file(text, options);
        let mut audit = None;
        if self.game.is_some() {
            if file.games() != 1 {
                return Err(Rejection::GameCount);
            }
            let mut memory = GameMemory::default();
            let game = file.game(1, &mut memory).ok_or(Rejection::GameLost)?;
            audit = Some(auditor.audit_game(&game, options, &mut LineIndex::default()));
        }
        Ok(Edited { file, of_file, audit, is_whole: self.is_whole })
    }
}

/// Returns the number of findings of severity `error` that don't follow from another one, as `check` counts them.
pub(super) fn count_errors(findings: &[Finding]) -> usize {
    if !findings.iter().any(is_error) {
        return 0;
    }
    let mut findings = findings.to_vec();
    fold(&mut findings);
    findings.iter().filter(|finding| is_error(finding) && finding.follows.is_none()).count()
}

fn is_error(finding: &Finding) -> bool {
    finding.severity == Severity::Error
}

/// A version that edits have made.
pub(super) struct Edited {
    file: SourceFile<'static>,
    of_file: Vec<Finding>,
    audit: Option<FileAudit>,
    is_whole: bool,
}

impl Edited {
    /// Returns the file, so that its memory can be reused.
    pub(super) fn into_file(self) -> SourceFile<'static> {
        self.file
    }

    pub(super) fn version(&self) -> Version<'_> {
        let version = Version::of_file(&self.file, &self.of_file);
        let game = self.file.only_game().zip(self.audit.as_ref());
        let game = game.map(|(game, audit)| AuditedGame { number: 1, game, audit });
        Version { game, is_whole: self.is_whole, ..version }
    }
}

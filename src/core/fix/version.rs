//! Versions of a game or a file while it is fixed: its bytes, and what the audit finds in them.

use super::edit::{Edit, apply_within};
use crate::audit::{
    AuditOptions, Auditor, Compare, FileAudit, Finding, FindingKind, Severity, fold,
};
use crate::named::named;
use crate::sgf::{
    Declared, EncodingSource, Game, GameMemory, LineIndex, SourceFile, SourceGame, Span, Text,
    charsets_named,
};

/// Maximum size in bytes of a game that is read again with the one before or behind it.
const MAX_NEIGHBOUR: usize = 16 << 20;

/// Number of bytes beside a character beyond ASCII that may be evidence for its encoding.
const EVIDENCE: u32 = 4;

named! {
    /// The reason for which a finding that could be fixed is left as it is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Rejection {
        StillFound = "the finding is still there",
        NewError = "there would be an error that wasn't there before",
        Games = "the number of games would change",
        Nodes = "a node would move or be lost",
        MoveAfterAdded = "a move would follow one that wasn't there",
        Values = "a value would appear, change or be lost",
        Header = "another part of the header would change",
        Setting = "the board or the ruleset would change",
        Moves = "the moves would change",
        Charset = "the encoding that is guessed from the text might change",
        Result = "the result would change",
        Count = "the count would change",
        Contradiction = "another finding's fix would write something else in this place",
        TooManyRounds = "too many repairs depend on earlier ones; run fix again",
        NotEditable = "the file has to be decoded first (UTF-16, ISO-2022-JP); convert it",
        MergeConflict = "the file has an unresolved merge conflict",
        TooManyFindings = "there are too many findings",
    }
}

/// Returns how records are audited to fix them: all findings are kept, since a fix must remove the one that it is for, and
/// nothing is estimated, since no record is changed because of a guess.
pub(super) fn fix_options(options: &AuditOptions) -> AuditOptions {
    AuditOptions {
        max_findings: u32::MAX,
        compare: Compare::Never,
        estimate: false,
        signature: false,
        moves: false,
        ..options.clone()
    }
}

/// Whether edits of one of several games leave all that may decide how the other games are decoded.
pub(super) fn keep_charset(original: &Version, version: &Version, edits: &[Edit]) -> bool {
    if original.is_whole {
        return true;
    }
    let (file, bytes) = (original.file, version.text.bytes());
    // Where nodes begin decides which text a CA property is about.
    let is_structure = |bytes: &[u8]| bytes.iter().any(|byte| b"(;)".contains(byte));
    let moves_nodes = |edit: &Edit| is_structure(&edit.with) || is_structure(edit.span.of(bytes));
    if file.text().has_several_charsets() && edits.iter().any(moves_nodes) {
        return false;
    }
    let is_declared = *file.text().declared() != Declared::Nothing;
    let leaves_evidence = |edit: &Edit| {
        let start = edit.span.start.saturating_sub(EVIDENCE).max(version.base);
        let around = Span { start, end: version.end.min(edit.span.end + EVIDENCE) };
        let is_ascii = edit.with.is_ascii() && around.of(bytes).is_ascii();
        is_ascii && !(is_declared && moves_nodes(edit))
    };
    let edited = version.with_edits(edits);
    let shows_charset = || match version.text.source() {
        EncodingSource::Bom => false,
        EncodingSource::Declared => {
            version.text.is_likelier_elsewhere(&edited) || !file.is_surely_as_declared()
        }
        EncodingSource::Detected | EncodingSource::Default => true,
    };
    charsets_named(version.bytes()) == charsets_named(&edited)
        && (edits.iter().all(leaves_evidence) || !shows_charset())
}

/// Whether one of several games and those beside it are still as many games after an edit. If a game lacks its end or its beginning,
/// they decide how it is read.
pub(super) fn keep_games(original: &Version, old: &Version, new: &Version) -> bool {
    let Some(number) = original.game.filter(|_| !original.is_whole).map(|game| game.number) else {
        return true;
    };
    let file = original.file;
    let opens = |version: &Version| memchr::memchr_iter(b'(', version.bytes()).count();
    // Where a game may be open, parentheses of any game behind it can close it.
    let is_open = |version: &Version| version.count(FindingKind::UnclosedTree) > 0;
    if file.begins_without_parenthesis() && opens(new) > opens(old)
        || number < file.games() && is_open(new) && !is_open(old)
    {
        return false;
    }
    let game = |number| {
        let is_there = (1..=file.games()).contains(&number);
        let bytes = if is_there { &file.text().bytes()[file.extent(number)] } else { &[][..] };
        if bytes.len() > MAX_NEIGHBOUR { &[] } else { bytes }
    };
    let [before, after] = [game(number - 1), game(number + 1)];
    let is_apart = |version: &Version| {
        let (mut joined, mut starts) = (Vec::new(), Vec::new());
        for part in [before, version.bytes(), after].into_iter().filter(|part| !part.is_empty()) {
            starts.push(joined.len());
            joined.extend_from_slice(part);
        }
        let joined = version.text.with_bytes_of(joined);
        SourceFile::new(joined, file.limits()).has_games_at(&starts)
    };
    before.is_empty() && after.is_empty() || is_apart(new) || !is_apart(old)
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
    pub of_file: &'a [Finding],
    /// Where the bytes that may be edited begin in the text.
    pub base: u32,
    pub end: u32,
    /// Whether these are all bytes of the file, so that its charset is detected again.
    pub is_whole: bool,
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
        Self { base, end: extent.end as u32, is_whole: false, ..whole }
    }

    /// A file and the findings that concern none of its games.
    pub(super) fn of_file(file: &'a SourceFile<'a>, of_file: &'a [Finding]) -> Self {
        let text = file.text();
        let end = text.bytes().len() as u32;
        Self { file, text, game: None, of_file, base: 0, end, is_whole: true }
    }

    /// Returns the findings that can be fixed in it: the game's, or the file's without a game.
    pub(super) fn findings(&self) -> &'a [Finding] {
        self.game.map_or(self.of_file, |game| game.audit.findings())
    }

    /// Returns the number of findings of a kind.
    pub(super) fn count(&self, kind: FindingKind) -> usize {
        self.findings().iter().filter(|finding| finding.kind == kind).count()
    }

    /// Returns the bytes that may be edited.
    pub(super) fn bytes(&self) -> &'a [u8] {
        Span { start: self.base, end: self.end }.of(self.text.bytes())
    }

    fn with_edits(&self, edits: &[Edit]) -> Vec<u8> {
        apply_within(self.text.bytes(), Span { start: self.base, end: self.end }, edits)
    }

    pub(super) fn edited_text(&self, edits: &[Edit]) -> Result<Text<'static>, Rejection> {
        let bytes = self.with_edits(edits);
        let text = if self.is_whole { Text::owned(bytes) } else { self.text.with_bytes_of(bytes) };
        if text.is_decoded() { Err(Rejection::Games) } else { Ok(text) }
    }

    /// Applies edits, and audits the result.
    pub(super) fn edited(
        &self,
        edits: &[Edit],
        options: &AuditOptions,
        auditor: &mut Auditor,
    ) -> Result<Edited, Rejection> {
        let (file, of_file) = auditor.read_file(self.edited_text(edits)?, options);
        let mut audit = None;
        if self.game.is_some() {
            if file.games() != 1 {
                return Err(Rejection::Games);
            }
            let mut memory = GameMemory::default();
            let game = file.game(1, &mut memory).ok_or(Rejection::Games)?;
            audit = Some(auditor.audit_game(&game, options, &mut LineIndex::default()));
        }
        Ok(Edited { file, of_file, audit, is_whole: self.is_whole })
    }
}

/// Returns the findings of severity `error`, those included that follow from another one.
pub(super) fn errors(findings: &[Finding]) -> impl Iterator<Item = &Finding> {
    findings.iter().filter(|finding| finding.severity == Severity::Error)
}

/// Whether an error says that the result is wrong.
pub(super) fn has_wrong_result(findings: &[Finding]) -> bool {
    errors(findings).any(|finding| finding.kind.is_wrong_result())
}

/// Returns the number of findings of severity `error` that don't follow from another one, as `check` counts them.
pub(super) fn count_errors(findings: &[Finding]) -> usize {
    if errors(findings).next().is_none() {
        return 0;
    }
    let mut findings = findings.to_vec();
    fold(&mut findings);
    errors(&findings).filter(|finding| finding.follows.is_none()).count()
}

/// A version that edits have made.
pub(super) struct Edited {
    pub file: SourceFile<'static>,
    of_file: Vec<Finding>,
    audit: Option<FileAudit>,
    is_whole: bool,
}

impl Edited {
    pub(super) fn version(&self) -> Version<'_> {
        let version = Version::of_file(&self.file, &self.of_file);
        let game = self.file.only_game().zip(self.audit.as_ref());
        let game = game.map(|(game, audit)| AuditedGame { number: 1, game, audit });
        Version { game, is_whole: self.is_whole, ..version }
    }
}

//! The functions and types of the library.

use std::fmt;

use crate::audit::{
    Audit, AuditOptions, Auditor, Ending, Family, FileAudit, Finding, RulesChoice, ValueSource,
    Verdict, audit_bytes,
};
use crate::convert::{self, Converter, Notice, Target};
use crate::event::outcome_text;
use crate::fix::{self, FixedRecord, Safety, Selection, fix_bytes};
use crate::go::{ByColor, Color, Grid, Point, Points, Size};
use crate::rules::{BUILT_IN, Ruleset, SharedRuleset, lookup};
use crate::score::{Evidence, Score};
use crate::sgf::Text;

/// Why a function of the library has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// No ruleset has this name.
    UnknownRuleset(String),
    /// A file can't be converted without loss: what would be lost, and where.
    NotConverted(Vec<Notice>),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRuleset(name) => write!(f, "no ruleset is called {name:?}"),
            Self::NotConverted(notices) => {
                let line = |it: &Notice| format!("line {}: {}", it.line, it.message);
                f.write_str(&notices.iter().map(line).collect::<Vec<_>>().join("; "))
            }
        }
    }
}

impl std::error::Error for Error {}

/// Returns the built-in rulesets.
#[must_use]
pub fn rulesets() -> &'static [Ruleset] {
    &BUILT_IN
}

/// Returns the built-in ruleset with a name, such as `aga`, `Japanese` or `Tromp-Taylor`.
///
/// # Errors
///
/// [`Error::UnknownRuleset`] if there is none.
pub fn ruleset(name: &str) -> Result<&'static Ruleset, Error> {
    lookup(name).ok_or_else(|| Error::UnknownRuleset(name.to_owned()))
}

/// How games are audited. The default takes the ruleset, the komi and the board from the record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    audit: AuditOptions,
}

impl Default for Options {
    fn default() -> Self {
        Self { audit: AuditOptions { moves: true, ..AuditOptions::default() } }
    }
}

impl Options {
    /// Returns the default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Judges every game by this ruleset, whatever its record names. It is a built-in one, or one of your own:
    ///
    /// ```
    /// use sgf_audit_core::{Options, Ruleset};
    ///
    /// let own = Ruleset::from_toml("id = \"club\"\nbase = \"aga\"\nkomi = \"6.5\"")?;
    /// let options = Options::new().ruleset(own);
    /// # Ok::<(), sgf_audit_core::RulesFileError>(())
    /// ```
    #[must_use]
    pub fn ruleset(mut self, ruleset: impl Into<SharedRuleset>) -> Self {
        self.audit.rules = RulesChoice::Fixed(ruleset.into());
        self
    }

    /// Judges the games whose records name no known ruleset by this one.
    #[must_use]
    pub fn default_ruleset(mut self, ruleset: impl Into<SharedRuleset>) -> Self {
        self.audit.rules = RulesChoice::Auto(Some(ruleset.into()));
        self
    }

    /// Counts with this komi, whatever the record states.
    #[must_use]
    pub fn komi(mut self, komi: Points) -> Self {
        self.audit.komi = Some(komi);
        self
    }

    /// Replays variations too. The default is the main line alone.
    #[must_use]
    pub fn variations(mut self, variations: bool) -> Self {
        self.audit.variations = variations;
        self
    }

    /// Whether the built-in estimator decides which stones are dead if neither marks nor play show it. That is the default;
    /// otherwise such games are undecided.
    #[must_use]
    pub fn estimate(mut self, estimate: bool) -> Self {
        self.audit.estimate = estimate;
        self
    }
}

/// The audits of one file.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FileReport {
    /// The Go games of the file in order.
    pub games: Vec<GameAudit>,
    /// The findings that belong to the file or to a game that isn't Go.
    pub findings: Vec<Finding>,
}

/// Audits every game of a file in SGF, GIB, NGF, UGF or OGS' JSON. Any bytes are accepted: whatever is wrong with
/// them is a finding.
///
/// ```
/// use sgf_audit_core::{FindingKind, Options, audit};
///
/// let report = audit(b"(;SZ[9]RU[AGA];B[ee];W[ee])", &Options::new());
/// let mut findings = report.games[0].findings().iter();
/// assert!(findings.any(|finding| finding.kind == FindingKind::OccupiedPoint));
/// ```
#[must_use]
pub fn audit(bytes: &[u8], options: &Options) -> FileReport {
    let mut report = FileReport::default();
    let mut sink = |audit: FileAudit, _: &Text<'_>| match audit {
        FileAudit::Game(game) => report.games.push(GameAudit { audit: *game }),
        FileAudit::Findings { findings, .. } => report.findings.extend(findings),
    };
    audit_bytes(bytes, &options.audit, &mut Auditor::new(), &mut sink);
    report
}

/// The audit of one game.
#[derive(Clone, Debug)]
pub struct GameAudit {
    audit: Audit,
}

impl GameAudit {
    /// Number of the game in its file, from 1.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.audit.game
    }

    /// Black's name as recorded; empty if there is none.
    #[must_use]
    pub fn black(&self) -> &str {
        &self.audit.black
    }

    /// White's name as recorded; empty if there is none.
    #[must_use]
    pub fn white(&self) -> &str {
        &self.audit.white
    }

    /// Size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.audit.size
    }

    /// The ruleset that the game was judged by.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.audit.rules
    }

    /// Where the ruleset is from: the record, an option, its server, the recorded result or the default.
    #[must_use]
    pub fn ruleset_source(&self) -> ValueSource {
        self.audit.ruleset_source
    }

    /// White's komi.
    #[must_use]
    pub fn komi(&self) -> Points {
        self.audit.komi
    }

    /// The moves of the main line in order, each with its player; the point is `None` for a pass and for a value that names
    /// no point of the board.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Option<Point>)] {
        self.audit.moves.points()
    }

    /// The final position, before dead stones are removed.
    #[must_use]
    pub fn position(&self) -> &Grid {
        &self.audit.replay.position
    }

    /// How the game ended.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.audit.ending
    }

    /// The result as recorded.
    #[must_use]
    pub fn recorded_result(&self) -> &str {
        &self.audit.recorded_result
    }

    /// The result by the ruleset's own counting in SGF's form, such as `W+3.5`; `None` if the game
    /// wasn't counted or the count is undecided.
    #[must_use]
    pub fn recounted_result(&self) -> Option<String> {
        self.audit.recounted().map(outcome_text)
    }

    /// Whether the count confirms the recorded result.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.audit.verdict
    }

    /// The dead stones of the final position in row-major order; `None` if they weren't judged or aren't known.
    #[must_use]
    pub fn dead_stones(&self) -> Option<Vec<Point>> {
        let dead = self.audit.dead.as_ref()?;
        (dead.source != Evidence::Undecided).then(|| {
            let stones = dead.size.points().zip(&dead.stones);
            stones.filter(|(_, is_dead)| **is_dead).map(|(point, _)| point).collect()
        })
    }

    /// How the dead stones are known; `None` if the game wasn't to be counted.
    #[must_use]
    pub fn dead_source(&self) -> Option<Evidence> {
        self.audit.dead.as_ref().map(|dead| dead.source)
    }

    /// The name of the simplest cause that gives exactly the recorded margin, or two names joined by `+`; `None` if the
    /// verdict isn't wrong, or no cause was found. `docs/causes.md` lists the causes.
    #[must_use]
    pub fn cause(&self) -> Option<&str> {
        self.audit.cause.as_ref().map(|cause| &*cause.cause)
    }

    /// Why the verdict is wrong or undecided; empty otherwise.
    #[must_use]
    pub fn explanation(&self) -> &str {
        &self.audit.explanation
    }

    /// The findings in the order of the file.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.audit.findings
    }

    /// Returns the findings about moves that break the ruleset.
    pub fn violations(&self) -> impl Iterator<Item = &Finding> {
        self.findings().iter().filter(|finding| finding.kind.info().family == Family::Legality)
    }

    /// The count of the final position; `None` if it wasn't counted, or if it isn't known which stones
    /// are dead.
    #[must_use]
    pub fn count(&self) -> Option<PositionCount<'_>> {
        self.audit.score.as_ref().map(|score| PositionCount { score })
    }
}

/// The count of a final position under a ruleset. Margins are White's points minus Black's, with komi.
#[derive(Clone, Copy, Debug)]
pub struct PositionCount<'a> {
    score: &'a Score,
}

impl PositionCount<'_> {
    /// Margin by the ruleset's own counting.
    #[must_use]
    pub fn margin(self) -> Points {
        self.score.margin
    }

    /// Margin by area.
    #[must_use]
    pub fn area_margin(self) -> Points {
        self.score.area_margin
    }

    /// Margin by territory, with the pass stones as recorded.
    #[must_use]
    pub fn territory_margin(self) -> Points {
        self.score.territory_margin
    }

    /// Area of each player: living stones and surrounded points.
    #[must_use]
    pub fn area(self) -> ByColor<u32> {
        self.score.count.areas()
    }

    /// Territory of each player, without prisoners.
    #[must_use]
    pub fn territory(self) -> ByColor<u32> {
        self.score.count.territory
    }

    /// Prisoners held by each player, dead stones and pass stones included.
    #[must_use]
    pub fn prisoners(self) -> ByColor<u32> {
        self.score.prisoners
    }
}

/// Fixes the findings of a file, as far as the fixes are of this class or a safer one. Nothing is
/// written: the fixed bytes are returned.
///
/// ```
/// use sgf_audit_core::{Options, Safety, fix};
///
/// let fixed = fix(b"(;FF[4]SZ[9]RE[b+r];B[ee])", Safety::Safe, &Options::new());
/// assert_eq!(fixed.bytes.as_deref(), Some(&b"(;FF[4]SZ[9]RE[B+R];B[ee])"[..]));
/// ```
#[must_use]
pub fn fix(bytes: &[u8], safety: Safety, options: &Options) -> FixedRecord {
    let selection = Selection::UpTo(safety);
    let audit = options.audit.clone();
    fix_bytes(bytes, &fix::Options { audit, ..fix::Options::new(selection) })
}

/// Converts every game of a file and returns the texts in order.
///
/// # Errors
///
/// [`Error::NotConverted`] if something of the file would be lost.
pub fn convert(bytes: &[u8], target: Target, options: &Options) -> Result<Vec<String>, Error> {
    let audit = options.audit.clone();
    let options = convert::Options { audit, ..convert::Options::new(target) };
    let converted = Converter::default().convert("", bytes, &options);
    if converted.is_refused() {
        let refusing = converted.notices.into_iter().filter(|notice| notice.refuses);
        return Err(Error::NotConverted(refusing.collect()));
    }
    Ok(converted.games.into_iter().map(|game| game.text).collect())
}

#[cfg(feature = "serde")]
mod serialize {
    use serde::ser::{Serialize, SerializeStruct, Serializer};

    use super::{FileReport, GameAudit};
    use crate::audit::{Ending, Family, Finding, FindingKind, Severity, ValueSource, Verdict};
    use crate::score::Evidence;

    /// Writes a value as the word that reports use.
    macro_rules! as_word {
        ($($kind:ty: $name:ident),+) => { $(
            impl Serialize for $kind {
                fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    to.serialize_str(self.$name())
                }
            }
        )+ };
    }
    as_word!(Ending: name, Evidence: name, Family: name, FindingKind: as_str);
    as_word!(Severity: name, ValueSource: name, Verdict: name);

    /// Writes the named fields.
    macro_rules! fields {
        ($to:ident, $name:literal, $($field:literal: $value:expr),+) => {{
            let mut object = $to.serialize_struct($name, [$($field),+].len())?;
            $(object.serialize_field($field, &$value)?;)+
            object.end()
        }};
    }

    /// The fields have the names that they have in `findings.csv`.
    impl Serialize for Finding {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let details = self.details.iter().map(|detail| (detail.label, &detail.text));
            fields!(to, "Finding",
                "severity": self.severity, "finding": self.kind, "message": self.message, "move": self.move_number,
                "line": self.line, "column": self.column, "rule": self.rule, "node": self.node,
                "byte_start": self.span.start, "byte_end": self.span.end,
                "details": details.collect::<Vec<_>>())
        }
    }

    /// The fields have the names that they have in `games.csv`.
    impl Serialize for GameAudit {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let name = |point: &crate::go::Point| point.name(self.size());
            let dead = self.dead_stones().map(|dead| dead.iter().map(name).collect::<Vec<_>>());
            fields!(to, "Game",
                "game": self.number(), "black": self.black(), "white": self.white(),
                "ruleset": &*self.ruleset().id, "ruleset_source": self.ruleset_source(),
                "komi": self.komi().to_string(), "moves": self.moves().len(), "ending": self.ending(),
                "recorded_result": self.recorded_result(), "recounted_result": self.recounted_result(),
                "verdict": self.verdict(), "cause": self.cause(), "explanation": self.explanation(),
                "dead_source": self.dead_source(), "dead_stones": dead, "findings": self.findings())
        }
    }

    impl Serialize for FileReport {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            fields!(to, "File", "games": self.games, "findings": self.findings)
        }
    }
}

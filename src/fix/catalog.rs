//! What can be fixed, how safely, and which fix belongs to which finding.

use std::fmt::Write;

use super::edit::Edit;
use super::values::Values;
use super::{charset, header, moves, syntax};
use crate::audit::{Audit, Finding, FindingKind};
use crate::sgf::{Game, Ident, Span, Text};

/// What a fix may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// How something is written, not what it means.
    Safe,
    /// It adds what the rules of the game demand.
    Rules,
    /// It decides something that a person might decide otherwise.
    Judgement,
}

impl Safety {
    /// The word that is written for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Rules => "rules",
            Self::Judgement => "judgement",
        }
    }
}

/// One kind of repair.
#[derive(Clone, Copy, Debug)]
pub struct Fix {
    /// The finding that it mends.
    pub name: FindingKind,
    /// What it may change.
    pub safety: Safety,
    /// What it does.
    pub what: &'static str,
}

macro_rules! fixes {
    ($($name:ident $safety:ident $what:literal)*) => {
        /// All kinds of repairs.
        pub const FIXES: &[Fix] =
            &[$(Fix { name: FindingKind::$name, safety: Safety::$safety, what: $what }),*];
    };
}

fixes! {
    OldProperty Safe "writes identifiers without lower-case letters (`SiZe` becomes `SZ`); `KI`, in half points, becomes `KM`"
    NotInFormat Safe "writes a pass as `[tt]` where the record says that it is of FF[1] to FF[3]"
    DuplicatePoint Safe "removes a point that the same property has already"
    EmptyVariation Safe "removes the parentheses, but not behind text that is no SGF"
    UnclosedTree Safe "adds the closing parentheses at the end of the file"
    UnclosedValue Safe "adds the bracket at the end of the file to a text, or to a move or points that are whole"
    UnclosedValue Judgement "adds the bracket before the node that the value swallowed"
    MissingNode Safe "adds the `;`, a game's `(`, or both, but not behind text that is no SGF"
    SeveralMoves Safe "puts a `;` before each further move, where the colours alternate and neither setup nor, in the root, game information follows a further move"
    OddPass Safe "writes `[]`"
    HumanCoordinates Safe "writes the point in SGF's letters"
    MalformedValue Safe "`SZ[19x19]` becomes `SZ[19]`, `KM[6,5]` becomes `KM[6.5]`"
    MalformedValue Judgement "`KM[5 1/2]` and `KM[6目半]` become `KM[5.5]` and `KM[6.5]`, `HA[2 stones]` becomes `HA[2]`; `KO[6.5]` and `TE[Meijin]` in the root become `KM` and `EV`, if there are none"
    UnknownProperty Judgement "`RD[2009-09-10]` in the root becomes `DT`, if there is none"
    MalformedResult Safe "writes the result as FF[4] does, where its form leaves no doubt (`b+r`, `Jigo`, `W + 3,5`)"
    MalformedResult Judgement "the same for a result in words or in zi"
    Junk Safe "writes line breaks in the place of those that stand there as `\\r\\n`"
    NulByte Safe "removes NUL bytes, if none is inside a value"
    UndeclaredEncoding Safe "adds `CA`, where the encoding is certain and the same throughout"
    WrongEncoding Safe "corrects `CA`, where the encoding is certain and the same throughout"
    MissingWhitePass Rules "adds White's pass after the last move of the main line"
    MissingPasses Rules "adds the passes that end a counted game under the ruleset that it names or that is asked for, if its board is finished"
    HandicapMismatch Rules "makes HA the number of handicap stones that are set up or, where there is no HA or HA is 0, that Black plays first"
    WrongWinner Judgement "writes the result of the count, where it is surely wrong (an error) by the record's own komi and ruleset"
    WrongMargin Judgement "the same"
    UnusualKomi Judgement "writes a komi in zi or in hundredths in points"
    UnescapedBracket Judgement "puts a backslash before each bracket in the text"
    EarlyEnd Judgement "removes the parenthesis"
}

/// Which fixes are to be made.
#[derive(Clone, Debug)]
pub enum Selection {
    /// Those of this class or a safer one.
    UpTo(Safety),
    /// Those of these findings, of whatever class.
    Names(Vec<FindingKind>),
}

impl Selection {
    fn allows(&self, name: FindingKind, safety: Safety) -> bool {
        match self {
            Self::UpTo(most) => safety <= *most,
            Self::Names(names) => names.contains(&name),
        }
    }
}

/// How one finding can be mended.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub finding: Finding,
    pub game: u32,
    pub edits: Vec<Edit>,
}

/// A game that is to be mended.
pub(super) struct Subject<'a> {
    pub text: &'a Text<'a>,
    pub game: &'a Game,
    /// `None` for another game than Go.
    pub audit: Option<&'a Audit>,
    /// What was found in it, each with the game's number.
    pub found: &'a [(u32, Finding)],
    pub values: &'a Values,
}

/// What one repair does, and what it may change.
pub(super) type Mended = Option<(Safety, Vec<Edit>)>;

impl Subject<'_> {
    pub fn bytes(&self) -> &[u8] {
        self.text.bytes()
    }

    /// The version of the format that the record says it is in.
    pub fn format(&self) -> i64 {
        self.values.format(self.text, self.game)
    }

    /// How a pass is written in this record.
    pub fn pass(&self) -> &'static str {
        let small =
            self.audit.is_some_and(|audit| audit.size.cols() <= 19 && audit.size.rows() <= 19);
        if self.format() < 4 && small { "tt" } else { "" }
    }

    /// Whether text that is no SGF stands before the place of a finding.
    fn is_behind_text(&self, finding: &Finding) -> bool {
        self.values.first_text(self.bytes(), self.found).is_some_and(|at| at < finding.span.end)
    }

    /// The identifier of the property that has this value, in this node.
    pub fn property_of(&self, node: u32, value: Span) -> Option<Ident> {
        self.values.at(self.game, value).filter(|value| value.node == node).map(|value| value.id)
    }

    /// Whether somebody said by which ruleset the game was played.
    fn has_ruleset(&self) -> bool {
        self.audit.is_some_and(|audit| audit.ruleset_source.is_stated())
    }

    /// Behind the `;` of the root.
    pub fn in_root(&self) -> Option<usize> {
        let start = self.game.nodes().first()?.start as usize;
        (self.bytes().get(start) == Some(&b';')).then_some(start + 1)
    }

    /// How a finding about this game is mended, if it can be.
    pub fn mend(&self, finding: &Finding) -> Mended {
        match finding.kind {
            FindingKind::OldProperty => header::old_property(self, finding),
            FindingKind::UnknownProperty => header::unknown_property(self, finding),
            FindingKind::MalformedValue => header::malformed_value(self, finding),
            FindingKind::UnusualKomi => header::komi_in_points(self, finding),
            FindingKind::MalformedResult => header::malformed_result(self, finding),
            FindingKind::WrongWinner | FindingKind::WrongMargin => header::recounted(self, finding),
            FindingKind::HandicapMismatch => header::handicap(self),
            FindingKind::NotInFormat => moves::old_pass(self, finding),
            FindingKind::OddPass => moves::odd_pass(self, finding),
            FindingKind::HumanCoordinates => moves::letters(self, finding),
            FindingKind::SeveralMoves => moves::several(self, finding),
            FindingKind::MissingWhitePass => moves::passes(self),
            // What ruleset asks for them must be said by somebody.
            FindingKind::MissingPasses if self.has_ruleset() => moves::passes(self),
            FindingKind::DuplicatePoint => moves::duplicate(self, finding),
            // What looks like SGF behind other text is that text's: `foo();`
            FindingKind::EmptyVariation | FindingKind::MissingNode | FindingKind::UnclosedTree
                if self.is_behind_text(finding) =>
            {
                None
            }
            FindingKind::EmptyVariation => syntax::empty_variation(self, finding),
            FindingKind::Junk => syntax::written_breaks(self, finding),
            FindingKind::UnclosedTree => syntax::unclosed_tree(self, finding),
            FindingKind::UnclosedValue => syntax::unclosed_value(self, finding),
            FindingKind::MissingNode => syntax::missing_node(self, finding),
            FindingKind::UnescapedBracket => syntax::unescaped_bracket(self, finding),
            FindingKind::EarlyEnd => syntax::early_end(finding),
            _ => None,
        }
    }
}

/// Adds the proposal for a finding, if there is one that is wanted.
pub(super) fn propose(
    out: &mut Vec<Proposal>,
    wanted: &Selection,
    game: u32,
    finding: &Finding,
    mended: Mended,
) {
    if let Some((safety, edits)) = mended
        && wanted.allows(finding.kind, safety)
        && !edits.is_empty()
    {
        out.push(Proposal { finding: finding.clone(), game, edits });
    }
}

pub(super) use charset::Charsets;

/// `docs/fixes.md`.
#[must_use]
pub fn fixes_md() -> String {
    let mut md = String::from(
        "# Fixes\n\n<!-- Made from the code: `UPDATE_DOCS=1 cargo test --test suite docs` writes it anew. \
         -->\n\n`sgf-audit fix PATH...` shows as a diff what it would change (piped, for `patch --binary -p1` and `git apply`), `--write` changes it. A \
         fix edits the bytes that it must and leaves all others alone; each file is read again \
         before it is kept, and stays as it was if anything but what the fix says has changed. Files are \
         replaced whole; permissions, access lists and other extended attributes stay, and the owner where the system lets \
         one give files away.\n\n\
         *safe* fixes change how something is written, not what it means, and are made unless one \
         says otherwise; *rules* fixes add what the rules of the game demand; *judgement* fixes \
         decide what a person might decide otherwise. `--fix NAME,...` makes the fixes of these \
         findings and no others, `--unsafe` makes all. What can only be estimated is left alone: results \
         are judged as `check --no-estimate` does.\n\nThe exit status is 0 if nothing of the chosen \
         fixes is left to make and no finding of severity error is left, 1 if there is, and 2 if the \
         run itself failed (a file that couldn't be written among others).\n\n| finding | class | what the fix does |\n\
         |---|---|---|\n",
    );
    for Fix { name, safety, what } in FIXES {
        let _ = writeln!(md, "| `{}` | {} | {what} |", name.as_str(), safety.name());
    }
    md
}

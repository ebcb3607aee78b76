//! The catalogue of fixes: one entry per fix, with the function that proposes its edits.

use super::context::{FileContext, GameContext};
use super::edit::Edit;
use super::verify::MayChange;
use super::{charset, duplicates, header, moves, syntax};
use crate::audit::{AuditOptions, Finding, FindingKind, Safety};
use crate::sgf::{Ident, TornSign};

#[derive(Clone, Copy, Debug)]
pub struct Fix {
    /// The kind of finding that it fixes.
    pub kind: FindingKind,
    pub safety: Safety,
    /// The sentence about it in the documentation.
    pub sentence: &'static str,
    /// Changes that it may make in a game's audit besides removing the finding.
    pub(super) may_change: MayChange,
    /// The properties of the header whose values it may edit.
    pub(super) header: &'static [Ident],
    pub(super) propose: Propose,
}

type GameFix = fn(&GameContext, &Finding) -> Option<Vec<Edit>>;
type FileFix = fn(&FileContext, &Finding) -> Option<Vec<Edit>>;

/// The functions that return the edits which fix a finding, if it can be fixed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Propose {
    /// For a finding about a game.
    pub game: Option<GameFix>,
    /// For a finding about the file.
    pub file: Option<FileFix>,
}

use Safety::{Judgement, Rules, Safe};

const VARIATIONS: Option<TornSign> = Some(TornSign::Variations);

/// All fixes. Of several fixes of the same kind the first that proposes something is made.
#[rustfmt::skip]
pub const FIXES: &[Fix] = &[
    Fix::new(FindingKind::OldProperty, Safe, of_game(header::old_property),
        "writes identifiers without lower-case letters (`SiZe` becomes `SZ`), but not where the whole word is a property as well (`Pb`); `KI`, in half points, becomes `KM`")
        .edits(&Ident::all(["KM", "KI"])),
    Fix::new(FindingKind::NotInFormat, Safe, of_game(moves::pass_of_old_format),
        "writes a pass as `[tt]` where the record declares FF[1] to FF[3]"),
    Fix::new(FindingKind::DuplicatePoint, Safe, of_game(duplicates::repeated_points),
        "removes a point that the same property has already"),
    Fix::new(FindingKind::DuplicatePoint, Judgement, of_game(duplicates::second_marks),
        "removes the second of two marks that a node gives a point, such as `SQ` after `MA`")
        .edits(duplicates::LISTS),
    Fix::new(FindingKind::EmptyVariation, Safe, of_game(syntax::empty_variation),
        "removes the parentheses, but not after text that isn't SGF"),
    Fix::new(FindingKind::UnclosedTree, Judgement, of_game(syntax::unclosed_tree),
        "adds the closing parentheses at the end of the file, if there are no variations, or no move is illegal and none after the end of the game; if the file was cut off, nothing shows it afterwards"),
    Fix::new(FindingKind::UnclosedValue, Judgement, of_game(syntax::unclosed_value),
        "adds the bracket before a property that the value swallowed; before a node and at the end of the file to a text only, or to a move or points that are complete; not where a parenthesis is missing before a variation, too"),
    Fix::new(FindingKind::MissingNode, Safe, of_game(syntax::missing_node),
        "adds the `;`, a game's `(`, or both, but not after text that isn't SGF"),
    Fix::new(FindingKind::SeveralMoves, Safe, of_game(moves::several_moves),
        "puts a `;` before each further move, where the colours alternate, with those of the nodes beside it too, and no setup follows one, nor game information in the root, nor what may be about another move (`MN`, `KO`)"),
    Fix::new(FindingKind::MoveInRoot, Safe, of_game(moves::move_in_root),
        "puts a `;` before the move, where no setup and no game information follow it"),
    Fix::new(FindingKind::OddPass, Safe, of_game(moves::odd_pass),
        "writes `[]`, but not for two letters where other moves or points are off the board, so that SZ may be wrong"),
    Fix::new(FindingKind::MixedNode, Safe, of_game(moves::player_beside_move),
        "removes a `PL` beside a move after which it is that player's turn anyway")
        .edits(&Ident::all(["PL"])),
    Fix::new(FindingKind::TextOutsideTree, Safe, of_both(
            |game, it| syntax::parentheses(game.bytes(), it, game.torn_before, None),
            |file, it| syntax::parentheses(file.text.bytes(), it, file.torn_last?, None),
        ),
        "removes a `)` that closes nothing, after a game without variations"),
    Fix::new(FindingKind::TextOutsideTree, Judgement, of_both(
            |game, it| syntax::parentheses(game.bytes(), it, game.torn_before, VARIATIONS),
            |file, it| syntax::parentheses(file.text.bytes(), it, file.torn_last?, VARIATIONS),
        ),
        "the same after a game with variations, but not beside nodes or trees that may be variations without their `(`"),
    Fix::new(FindingKind::TextOutsideTree, Safe, of_file(syntax::marks_behind_last_game),
        "removes what follows the last game, if it is nothing but hyphens, dots and the like"),
    Fix::new(FindingKind::HumanCoordinates, Safe, of_game(moves::human_coordinates),
        "writes the point in SGF's letters"),
    Fix::new(FindingKind::MalformedValue, Safe, of_game(header::malformed_number),
        "`SZ[19x19]` becomes `SZ[19]`, `KM[6,5]` becomes `KM[6.5]`, `TM[60M]` becomes `TM[3600]`")
        .edits(&Ident::all(["SZ", "KM", "TM"])),
    Fix::new(FindingKind::MalformedValue, Safe, of_game(header::date),
        "writes a date that can mean only one day as `YYYY-MM-DD`: `26 Jan 2014`, `2014年1月26日`, `20140126`, but not `03/04/2014`")
        .edits(&Ident::all(["DT"])),
    Fix::new(FindingKind::MalformedValue, Safe, of_game(duplicates::several_texts),
        "joins the values of a comment that has several"),
    Fix::new(FindingKind::MalformedValue, Safe, of_game(duplicates::equal_values),
        "keeps one of several values of a property of the header that are alike: `KM[7.5][7.5]`")
        .edits(duplicates::HEADER),
    Fix::new(FindingKind::MalformedValue, Safe, of_game(header::version_of_program),
        "puts the colon between a program and its version: `AP[GNU Go 3.3.8]`")
        .edits(&Ident::all(["AP"])),
    Fix::new(FindingKind::MalformedValue, Safe, of_game(moves::player),
        "writes whose turn it is as `PL[B]` or `PL[W]`: `PL[2]`, `PL[White]`")
        .edits(&Ident::all(["PL"])),
    Fix::new(FindingKind::MalformedValue, Judgement, of_game(header::misused_property),
        "`KM[5 1/2]` and `KM[6目半]` become `KM[5.5]` and `KM[6.5]`, `HA[2 stones]` becomes `HA[2]`; `TM[1:00:00(5x1:00)]` becomes `TM[3600]` and `OT[5x60 byo-yomi]`, and a komi in `HA` becomes `KM`; `KO[6.5]` and `TE[Meijin]` in the root become `KM` and `EV`, if there are none")
        .edits(&Ident::all(["KM", "HA", "TM", "OT", "EV"])),
    Fix::new(FindingKind::UnknownProperty, Judgement, of_game(header::unknown_property),
        "`RD[2009-09-10]` in the root becomes `DT`, and `LT[30S]` beside `LC[3T]` becomes `OT[3x30 byo-yomi]`, if there is none")
        .edits(&Ident::all(["DT", "LC", "LT", "OT"])),
    Fix::new(FindingKind::MalformedResult, Safe, of_game(|game, it| header::respelt_result(game, it, true)),
        "writes the result as FF[4] does, where its form leaves no doubt (`b+r`, `Jigo`, `W + 3,5`)")
        .edits(&Ident::all(["RE"])),
    Fix::new(FindingKind::MalformedResult, Judgement, of_game(|game, it| header::respelt_result(game, it, false)),
        "the same for a result in words or in zi")
        .edits(&Ident::all(["RE"])),
    Fix::new(FindingKind::Junk, Safe, of_both(
            syntax::literal_newlines,
            |file, it| syntax::outer_newlines(file.text.bytes(), it),
        ),
        "replaces line breaks written as the letters `\\r\\n` by real ones"),
    Fix::new(FindingKind::NulByte, Safe, of_file(charset::remove_nul_bytes),
        "removes NUL bytes, if none is inside a value"),
    Fix::new(FindingKind::UndeclaredEncoding, Safe, of_file(charset::declare),
        "adds `CA`, where the encoding is certain and the same throughout")
        .edits(&Ident::all(["CA"])),
    Fix::new(FindingKind::WrongEncoding, Safe, of_file(charset::correct),
        "corrects `CA`, where the encoding is certain and the same throughout")
        .edits(&Ident::all(["CA"])),
    Fix::new(FindingKind::MissingWhitePass, Rules, of_game(moves::missing_passes),
        "adds White's pass after the last move of the main line, if no tree is damaged, no move illegal and none after the end")
        .may_change(MayChange::PASSES),
    Fix::new(FindingKind::MissingPasses, Rules, of_game(|game, it| {
            game.audit?.ruleset_source.is_stated().then(|| moves::missing_passes(game, it))?
        }),
        "adds the final passes of a counted game under a named ruleset, if the board is finished")
        .may_change(MayChange::PASSES),
    Fix::new(FindingKind::HandicapMismatch, Rules, of_game(header::handicap),
        "makes HA the number of handicap stones that are set up or, where HA is missing or 0, that Black plays first in a game that names its players or its result")
        .edits(&Ident::all(["HA"]))
        .may_change(MayChange::COUNT),
    Fix::new(FindingKind::HandicapMismatch, Judgement, of_game(header::assumed_stones),
        "writes the stones that HA states and the record lacks as `AB`, if the moves show them: White captures one of them"),
    Fix::new(FindingKind::WrongWinner, Judgement, of_game(header::recounted_result),
        "writes the counted result where the recorded one is certainly wrong (an error) by the record's own komi and ruleset")
        .edits(&Ident::all(["RE"]))
        .may_change(MayChange::RESULT),
    Fix::new(FindingKind::WrongMargin, Judgement, of_game(header::recounted_result),
        "the same")
        .edits(&Ident::all(["RE"]))
        .may_change(MayChange::RESULT),
    Fix::new(FindingKind::UnusualKomi, Judgement, of_game(header::komi_in_points),
        "writes a komi in zi or in hundredths in points: `KM[3.75]` and `KM[375]` become `KM[7.5]`")
        .edits(&Ident::all(["KM"])),
    Fix::new(FindingKind::RankSpelling, Safe, of_game(|game, it| header::both_ranks(game, it, header::certain_rank)),
        "writes `3 kyu` and `2级` as `3k` and `2k`, a professional's rank as `9p` (`P9段`, `9 dan pro`), and another dan as `9d` where it says that it is an amateur's, or the record is from a server; the marks `?`, `*` and `+` stay, and so does a rank with anything else besides")
        .edits(&Ident::all(["BR", "WR"])),
    Fix::new(FindingKind::RankSpelling, Judgement, of_game(|game, it| header::both_ranks(game, it, header::certain_nine_dan)),
        "writes 9 dan as `9p` in a record that names its event or place and is from no server")
        .edits(&Ident::all(["BR", "WR"])),
    Fix::new(FindingKind::RulesetSpelling, Safe, of_game(header::ruleset),
        "writes SGF's own name of the ruleset (`japanese rules` and `日本` become `Japanese`), if the name says nothing else")
        .edits(&Ident::all(["RU"])),
    Fix::new(FindingKind::ListedAlias, Safe, of_game(header::alias),
        "writes the value that `[aliases]` of the configuration gives, if the record's encoding has its characters")
        .edits(&Ident::all(["PB", "PW", "BR", "WR", "EV", "PC", "RU"])),
    Fix::new(FindingKind::NameSpacing, Safe, of_game(header::name_spacing),
        "leaves one blank between the words of a player's name and none around them")
        .edits(&Ident::all(["PB", "PW"])),
    Fix::new(FindingKind::EmptyValue, Safe, of_game(header::empty_header),
        "removes a property of the header without a value, if the root has something else")
        .edits(duplicates::HEADER),
    Fix::new(FindingKind::EmptyValue, Safe, of_game(header::empty_setup),
        "removes an empty `AB`, `AW`, `AE` or `PL`, or the empty value in such a list, if the node has something else"),
    Fix::new(FindingKind::DuplicateProperty, Safe, of_game(duplicates::repeated_list),
        "makes one list of several `AB`, `TW`, `LB` or other lists of a node")
        .edits(duplicates::LISTS),
    Fix::new(FindingKind::DuplicateProperty, Safe, of_game(duplicates::repeated_text),
        "joins comments")
        .edits(duplicates::TEXTS),
    Fix::new(FindingKind::DuplicateProperty, Safe, of_game(|game, it| duplicates::repeated_value(game, it, true)),
        "removes a property of the header that repeats the value of the one before or is empty")
        .edits(duplicates::HEADER),
    Fix::new(FindingKind::DuplicateProperty, Judgement, of_game(|game, it| duplicates::repeated_value(game, it, false)),
        "removes an empty property of the header before one with a value")
        .edits(duplicates::HEADER)
        .may_change(MayChange::RESULT.union(MayChange::COUNT)),
    Fix::new(FindingKind::UnescapedBracket, Judgement, of_game(syntax::bracket_behind_value),
        "removes a bracket on a line of its own after a value, and one that follows a result, a date, a rank or a number at once")
        .edits(duplicates::HEADER)
        .may_change(MayChange::RESULT.union(MayChange::COUNT)),
    Fix::new(FindingKind::UnescapedBracket, Judgement, of_game(syntax::unescaped_bracket),
        "puts a backslash before each bracket in the text"),
    Fix::new(FindingKind::EarlyEnd, Judgement, of_game(|_, it| Some(vec![Edit::remove(it.span)])),
        "removes the parenthesis"),
];

impl Fix {
    const fn new(
        kind: FindingKind,
        safety: Safety,
        propose: Propose,
        sentence: &'static str,
    ) -> Self {
        Self { kind, safety, sentence, may_change: MayChange::NOTHING, header: &[], propose }
    }

    /// Returns the class of the safest fix that there is for a kind of finding.
    pub fn class_of(kind: FindingKind) -> Option<Safety> {
        FIXES.iter().filter(|fix| fix.kind == kind).map(|fix| fix.safety).min()
    }

    const fn edits(self, header: &'static [Ident]) -> Self {
        Self { header, ..self }
    }

    const fn may_change(self, may_change: MayChange) -> Self {
        Self { may_change, ..self }
    }
}

const fn of_game(game: GameFix) -> Propose {
    Propose { game: Some(game), file: None }
}

const fn of_file(file: FileFix) -> Propose {
    Propose { game: None, file: Some(file) }
}

const fn of_both(game: GameFix, file: FileFix) -> Propose {
    Propose { game: Some(game), file: Some(file) }
}

#[derive(Clone, Debug)]
pub struct Options {
    pub audit: AuditOptions,
    pub selection: Selection,
    /// Findings that aren't fixed, whatever is selected.
    pub ignored: Vec<FindingKind>,
}

impl Options {
    /// Makes the selected fixes under the default options of an audit.
    #[must_use]
    pub fn new(selection: Selection) -> Self {
        Self { audit: AuditOptions::default(), selection, ignored: Vec::new() }
    }
}

#[derive(Clone, Debug)]
pub enum Selection {
    /// Those of this class or a safer one.
    UpTo(Safety),
    /// Those of these kinds of findings, whatever their class.
    Kinds(Vec<FindingKind>),
}

impl Selection {
    /// Whether fixes of a kind of finding are made, in one class at least.
    pub(super) fn has(&self, kind: FindingKind) -> bool {
        match self {
            Self::UpTo(_) => true,
            Self::Kinds(kinds) => kinds.contains(&kind),
        }
    }

    /// Whether fixes of a class are made.
    pub(super) fn reaches(&self, class: Safety) -> bool {
        match self {
            Self::UpTo(most) => class <= *most,
            Self::Kinds(_) => true,
        }
    }
}

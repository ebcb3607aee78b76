//! Findings about characters.

use super::{Condition, Family, FindingInfo, FindingKind as Kind, Severity};
use Severity::{Error, Note, Warning};

const ENTRY: FindingInfo = FindingInfo::new(Family::Encoding);

pub(super) const ENTRIES: &[FindingInfo] = &[
    FindingInfo {
        kind: Kind::UndeclaredEncoding,
        severity: Warning,
        meaning: "There are characters beyond ASCII and no CA says how they are encoded.",
        reason: "Programs that don't guess show and save wrong characters.",
        example: "(;PB[柯洁]) in GBK",
        advice: "Add CA; `sgf-audit fix` declares what was found.",
        source: "FF[4], CA",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::WrongEncoding,
        severity: Warning,
        conditions: &[(Condition::OnlyAscii, Note)],
        meaning: "The file isn't in the encoding that CA declares, or CA names an encoding that isn't known or can't be read here.",
        reason: "Programs that trust CA show and save wrong characters.",
        example: "(;CA[UTF-8]PB[...]) in GBK",
        advice: "Correct CA; `sgf-audit fix` declares what was found.",
        source: "FF[4], CA",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::MixedEncoding,
        severity: Warning,
        meaning: "The file's text is in more than one encoding.",
        reason: "No single CA can be right, so some of the text is always shown with wrong characters.",
        example: "PB in UTF-8 and C in GBK",
        advice: "Convert the parts one by one.",
        source: "FF[4], CA",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::MixedCharset,
        severity: Note,
        meaning: "The games of a file declare different charsets.",
        reason: "This is allowed, but many programs read the whole file in one charset. Here each game is read in its own.",
        example: "(;CA[GBK];B[dd])(;CA[UTF-8];B[pp])",
        advice: "`sgf-audit convert --to sgf` writes all games in UTF-8.",
        source: "FF[4], CA",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::UndecodableBytes,
        severity: Warning,
        conditions: &[(Condition::DamagesPlay, Error)],
        meaning: "Some bytes aren't valid in the file's encoding.",
        reason: "The text was damaged earlier, or is in two encodings.",
        example: "half of a two-byte character",
        advice: "Compare with another copy of the record. The bytes are kept as they are.",
        source: "FF[4], CA",
        ..ENTRY
    },
    FindingInfo {
        kind: Kind::DoubleEncoding,
        severity: Warning,
        meaning: "Text in UTF-8 was taken for Latin-1 or Windows-1252 and encoded in UTF-8 again.",
        reason: "Every program shows wrong characters.",
        example: "PB[JÃ¶rg] for PB[Jörg]",
        advice: "`sgf-audit fix` takes the second encoding back, if all characters beyond ASCII were encoded twice.",
        source: "The Unicode Standard, D92",
        ..ENTRY
    },
];

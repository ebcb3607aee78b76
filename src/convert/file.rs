//! All games of a file in another form.

use super::gtp::script;
use super::header::{board_size, first_text, other_game};
use super::jsonl::line;
use super::moves_csv::rows;
use super::normal_form::{Strip, normal_form};
use super::notice::{Notice, Notices};
use super::recount::recount;
use super::sgf::write;
use super::tree::Tree;
use crate::audit::{Audit, AuditOptions, Auditor, GameOutcome, LineIndex, Verdict};
use crate::formats::{begins_unread, read};
use crate::plural::pluralize;
use crate::sgf::{Confidence, Declared, Fault, FaultKind, Game, Limits, Scanner, Span, Text};

/// What records become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// SGF in normal form.
    Sgf,
    /// A game a line of JSON.
    Jsonl,
    /// A move a row of CSV, without the header row.
    Csv,
    /// A script of GTP commands for each game.
    Gtp,
}

/// How to convert.
#[derive(Clone, Debug)]
pub struct Options {
    /// Into what.
    pub target: Target,
    /// What SGF leaves out.
    pub strip: Strip,
    /// Whether RE becomes what is counted.
    pub recount: bool,
    /// Whether what can't be carried over is left out, instead of the file being refused.
    pub lossy: bool,
    /// How games are judged.
    pub audit: AuditOptions,
}

/// What a game has become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The game's number in its file, from 1.
    pub game: u32,
    /// The text.
    pub text: String,
}

/// What has become of a file.
#[derive(Clone, Debug, Default)]
pub struct Converted {
    /// Its games, in order; none where it is refused.
    pub pieces: Vec<Piece>,
    /// What there is to say.
    pub notices: Vec<Notice>,
    /// Number of games in the file.
    pub games: u32,
}

impl Converted {
    /// Whether nothing of the file is to be written.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.notices.iter().any(|notice| notice.refuses)
    }
}

/// The memory that converting a file needs, to be used again for the next.
#[derive(Debug, Default)]
pub struct Converter {
    auditor: Auditor,
    game: Game,
    faults: Vec<Fault>,
}

/// Converts every game of a file. `path` is what tables call it.
#[must_use]
pub fn convert_bytes(
    path: &str,
    bytes: &[u8],
    options: &Options,
    converter: &mut Converter,
) -> Converted {
    let text = read(bytes);
    let mut converted = Converted::default();
    let mut notices = Notices::default();
    let mut locator = LineIndex::default();
    tell_unread(&text, &mut notices);
    let mut scanner = Scanner::with_limits(&text, options.audit.limits);
    loop {
        converter.faults.clear();
        let found = scanner.next_game(&mut converter.game, &mut converter.faults);
        let text = scanner.text();
        tell_faults(text, &converter.faults, options, &mut notices);
        if !found {
            if converted.games == 0 {
                notices.push(text, 0, "not-sgf", true, || "no game tree".to_owned());
            }
            break;
        }
        converted.games += 1;
        let game = converted.games;
        tell_undecodable(text, converter.game.span, options, &mut notices);
        tell_encoding(text, converter.game.span, options, &mut notices);
        let start = converter.game.span.start as usize;
        let mut as_recorded = None;
        match one(path, text, game, options, converter, &mut locator, &mut as_recorded) {
            Ok(piece) => {
                converted.pieces.push(Piece { game, text: piece });
                if let Some(why) = as_recorded {
                    let message = || format!("game {game}: not counted: {why}");
                    notices.push(text, start, "undecided", false, message);
                }
            }
            Err((name, why)) => {
                let message = || format!("game {game}: {why}");
                notices.push(text, start, name, !options.lossy, message);
            }
        }
    }
    converted.notices = notices.finish();
    if converted.is_refused() {
        converted.pieces.clear();
    }
    converted
}

/// Converts a game, or says what forbids it: a name and a message. Where a result was to be counted and
/// couldn't be, `as_recorded` becomes the reason.
fn one(
    path: &str,
    text: &Text,
    number: u32,
    options: &Options,
    converter: &mut Converter,
    locator: &mut LineIndex,
    as_recorded: &mut Option<String>,
) -> Result<String, (&'static str, String)> {
    let Converter { auditor, game, faults } = converter;
    let not_go = |what: String| ("other-game", format!("{what} isn't Go"));
    if let Some(what) = other_game(text, game) {
        return Err(not_go(what));
    }
    let mut audit = || -> Result<Box<Audit>, (&'static str, String)> {
        // Nothing is written because of a guess.
        let options = &AuditOptions { estimate: false, ..options.audit.clone() };
        match auditor.audit(text, game, number, faults, options, locator) {
            GameOutcome::Audited(audit) => Ok(audit),
            GameOutcome::NotGo(_) => Err(not_go("it".to_owned())),
        }
    };
    let mut out = String::new();
    let made = match options.target {
        Target::Sgf => {
            let mut tree = normal_form(text, game, options.strip);
            if options.recount {
                *as_recorded = recount_as_written(&mut tree, text, game, auditor, options);
            }
            write(&tree, &mut out);
            same_again(&out)
        }
        Target::Jsonl => line(path, text, game, &*audit()?, &mut out),
        Target::Csv => rows(path, number, text, game, board_size(text, game), &mut out),
        Target::Gtp => script(text, game, &*audit()?, &mut out),
    };
    made.map_err(|why| ("not-representable", why)).map(|()| out)
}

/// Writes the result as counted, of what is written: a damaged record may be counted otherwise than its normal
/// form, which then would have to be counted again. Returns why, if it was decided by counting and can't be
/// counted.
fn recount_as_written(
    tree: &mut Tree,
    text: &Text,
    game: &Game,
    auditor: &mut Auditor,
    options: &Options,
) -> Option<String> {
    let mut written = String::new();
    write(&normal_form(text, game, Strip::default()), &mut written);
    let text = Text::new(written.as_bytes());
    let mut scanner = Scanner::with_limits(&text, options.audit.limits);
    let (mut game, mut faults) = (Game::default(), Vec::new());
    if !scanner.next_game(&mut game, &mut faults) {
        return None;
    }
    let (text, mut locator) = (scanner.text(), LineIndex::default());
    let options = &AuditOptions { estimate: false, ..options.audit.clone() };
    match auditor.audit(text, &game, 1, &faults, options, &mut locator) {
        GameOutcome::Audited(audit) => {
            recount(tree, &audit, &first_text(text, &game, "RU"));
            (audit.verdict == Verdict::Undecided).then_some(audit.explanation)
        }
        GameOutcome::NotGo(_) => None,
    }
}

/// Reads what was written and writes it again: that must change nothing.
fn same_again(written: &str) -> Result<(), String> {
    let text = Text::new(written.as_bytes());
    let mut scanner = Scanner::with_limits(&text, Limits::DEFAULT);
    let (mut game, mut faults) = (Game::default(), Vec::new());
    let mut again = String::new();
    if scanner.next_game(&mut game, &mut faults) {
        write(&normal_form(scanner.text(), &game, Strip::default()), &mut again);
    }
    if again == written && faults.is_empty() && !scanner.next_game(&mut game, &mut faults) {
        return Ok(());
    }
    let same = again.bytes().zip(written.bytes()).take_while(|(a, b)| a == b).count();
    let near: String = String::from_utf8_lossy(&written.as_bytes()[same.saturating_sub(20)..])
        .chars()
        .take(40)
        .collect();
    Err(format!("the normal form would be read otherwise near {near:?}"))
}

/// What the scanner left out. Where there are moves in it, that is more than what no form keeps.
fn tell_faults(text: &Text, faults: &[Fault], options: &Options, notices: &mut Notices) {
    for fault in faults {
        let (name, limit) = match fault.kind {
            FaultKind::TextOutsideTree => ("text-outside-tree", fault.loses_moves(text.bytes())),
            FaultKind::Junk => ("junk", false),
            FaultKind::ValueWithoutProperty => ("value-without-property", false),
            FaultKind::PropertyWithoutValue => ("property-without-value", false),
            FaultKind::TooManyNodes | FaultKind::TooDeep | FaultKind::TooManyGames => {
                ("too-large", true)
            }
            _ => continue,
        };
        let span = fault.span;
        notices.push(text, span.start as usize, name, limit && !options.lossy, || {
            let shown = Span { end: span.end.min(span.start + 40), ..span };
            let bytes = pluralize(span.end - span.start, "byte");
            format!("left out: {:?} ({bytes})", text.decode(shown))
        });
    }
}

/// What of another format isn't read.
fn tell_unread(text: &Text, notices: &mut Notices) {
    if !text.is_converted() {
        return;
    }
    let mut place = 0;
    for number in 1.. {
        let Some(line) = text.source_line(number) else { return };
        if let Some(unread) = begins_unread(line) {
            notices.push(text, place, "left-out", false, || format!("left out: {unread}"));
        }
        let rest = text.bytes().get(place..).unwrap_or_default();
        place += rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |end| end + 1);
    }
}

/// Bytes that mean no characters.
fn tell_undecodable(text: &Text, span: Span, options: &Options, notices: &mut Notices) {
    const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();
    let place = if text.is_decoded() {
        let found = memchr::memmem::find(span.of(text.bytes()), REPLACEMENT);
        found.map(|at| span.start as usize + at)
    } else {
        text.undecodable_in(span, 1).first().map(|bad| bad.start as usize)
    };
    if let Some(place) = place {
        notices.push(text, place, "undecodable-bytes", !options.lossy, || {
            format!("bytes that mean nothing in {}", text.encoding().name())
        });
    }
}

/// Characters that may be others: where an encoding was guessed, and where there are two.
fn tell_encoding(text: &Text, span: Span, options: &Options, notices: &mut Notices) {
    let first = span.of(text.bytes()).iter().position(|byte| !byte.is_ascii());
    let Some(place) = first.map(|at| span.start as usize + at) else { return };
    let name = text.encoding().name();
    if let Some((second, at)) = text.second_encoding(span) {
        notices.push(text, at.start as usize, "mixed-encoding", !options.lossy, || {
            format!("most of the text is in {name}, but some in {}", second.name())
        });
    }
    let (how, refuses) = match text.confidence() {
        Some(Confidence::Doubtful) => ("may", !options.lossy),
        Some(Confidence::Likely) => ("is likely to", false),
        Some(Confidence::Sure) | None => return,
    };
    let finding = match text.declared() {
        Declared::Nothing => "undeclared-encoding",
        _ => "wrong-encoding",
    };
    notices.push(text, place, finding, refuses, || format!("the text {how} be in {name}"));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::audit::AuditOptions;

    fn made(record: &[u8], target: Target) -> Converted {
        let options = Options {
            target,
            strip: Strip::default(),
            recount: false,
            lossy: true,
            audit: AuditOptions::default(),
        };
        convert_bytes("-", record, &options, &mut Converter::default())
    }

    fn normal(record: &str) -> String {
        let converted = made(record.as_bytes(), Target::Sgf);
        assert!(!converted.is_refused(), "{:?}", converted.notices);
        let text: String = converted.pieces.into_iter().map(|piece| piece.text).collect();
        text.replace("FF[4]CA[UTF-8]GM[1]", "").replace('\n', "")
    }

    #[test]
    fn a_value_is_no_text_of_its_own() {
        // By itself a NUL and a letter would pass for UTF-16.
        let converted = made(b"(;GM[1]SZ[9]AB[aa]AW[\0c];B[bb])", Target::Sgf);
        assert_eq!(converted.pieces.len(), 1);
    }

    #[test]
    fn nodes_are_put_in_order() {
        for (record, wanted) in [
            ("(;C[c]AB[aa]PB[x]XX[y]SZ[9])", "(;SZ[9]PB[x]AB[aa]C[c]XX[y])"),
            ("(;SZ[9];C[c]W[aa]PL[B])", "(;SZ[9];PL[B]W[aa]C[c])"),
            // Lists are merged, unless their order means something.
            ("(;SZ[9]AB[aa]AW[bb]AB[cc])", "(;SZ[9]AB[aa][cc]AW[bb])"),
            ("(;SZ[9]AE[aa:bb]AB[aa]AE[cc])", "(;SZ[9]AE[aa:bb]AB[aa]AE[cc])"),
            ("(;SZ[9]PB[a]PB[b]PB[a])", "(;SZ[9]PB[a]PB[b])"),
            // Moves that alternate become nodes; others can't be told apart from a slip.
            (
                "(;SZ[9];B[aa]W[bb]B[cc]C[c]N[n](;W[dd])(;W[ee]))",
                "(;SZ[9];B[aa]N[n];W[bb];B[cc]C[c](;W[dd])(;W[ee]))",
            ),
            ("(;SZ[9];B[aa]B[bb])", "(;SZ[9];B[aa]B[bb])"),
            ("(;SZ[9]B[aa]W[bb]C[c]TB[cc])", "(;SZ[9]B[aa]C[c];W[bb]TB[cc])"),
            // A variation must not look like another game.
            (
                "(;SZ[9]PB[a];B[aa](;W[bb])(;N[n]PB[c]W[dd]))",
                "(;SZ[9]PB[a];B[aa](;W[bb])(;W[dd]N[n]PB[c]))",
            ),
        ] {
            assert_eq!(normal(record), wanted, "{record}");
        }
    }

    #[test]
    fn old_properties_are_put_in_new_words() {
        for (record, wanted) in [
            ("(;FF[1]KI[11])", "(;SZ[19]KM[5.5])"),
            ("(;KI[11]KM[6])", "(;SZ[19]KM[6]KI[11])"),
            ("(;FF[3]VW[bb][aa])", "(;SZ[19]VW[aa:bb])"),
            ("(;FF[4]VW[bb][aa])", "(;SZ[19]VW[bb][aa])"),
            ("(;L[aa][bb]LB[cc:x])", "(;SZ[19]L[aa][bb]LB[cc:x])"),
            ("(;M[aa]MA[bb]SC[cc])", "(;SZ[19]MA[aa][bb]SC[cc])"),
            ("(;White[aa]b[bb]MULTIGOGM[1])", "(;SZ[19]W[aa]MULTIGOGM[1];B[bb])"),
            ("(;SZ[19x19]B[Q16])", "(;SZ[19]B[pd])"),
            ("(;SZ[21];B[tt];W[])", "(;SZ[21];B[tt];W[])"),
        ] {
            assert_eq!(normal(record), wanted, "{record}");
        }
    }

    #[test]
    fn every_encoding_becomes_utf_8() {
        let (gbk, ..) = encoding_rs::GBK.encode("(;CA[GBK]SZ[9]PB[柯洁]C[镸\\]镸])");
        let converted = made(&gbk, Target::Sgf);
        let first = &converted.pieces[0].text;
        assert!(first.contains("PB[柯洁]") && first.contains("C[镸\\]镸]"), "{first}");
        let mut utf_16 = vec![0xff, 0xfe];
        utf_16.extend("(;SZ[9]PB[柯洁])".encode_utf16().flat_map(u16::to_le_bytes));
        assert!(made(&utf_16, Target::Sgf).pieces[0].text.contains("PB[柯洁]"));
    }

    #[test]
    fn deep_and_long_records_take_linear_time() {
        let deep = format!("(;SZ[9]{}{})", "(;B[aa](;W[bb])".repeat(100_000), ")".repeat(100_000));
        let long = format!("(;SZ[9]{})", ";B[aa];W[]".repeat(200_000));
        let wide = format!("(;SZ[9]{})", "(;B[aa])".repeat(200_000));
        let many = "(;SZ[9]*)".repeat(50_000);
        for record in [deep, long, wide, many] {
            for target in [Target::Sgf, Target::Csv] {
                assert!(!made(record.as_bytes(), target).is_refused());
            }
        }
    }

    fn token() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "(", ")", ";", "[", "]", "\\", "B", "W", "AB", "AE", "C", "SZ", "PB", "GM", "CA", "L",
            "[aa]", "[bb:aa]", "[9]", "[tt]", "[]", ";B[aa]", ";W[bb]", "(;", "b", "Size", "\n",
            "\r", "é", "CA[gbk]", "[1]", "KI", "M", "C[x]", "\u{feff}", "PB[x]", "9", "*", " ",
        ])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn whatever_is_written_stays_as_it_is(
            tokens in prop::collection::vec(token(), 0..40),
            noise in prop::collection::vec(any::<u8>(), 0..4),
        ) {
            let record = [b"(;", tokens.concat().as_bytes(), &noise].concat();
            for target in [Target::Jsonl, Target::Csv, Target::Gtp] {
                let _ = made(&record, target);
            }
            let once = made(&record, Target::Sgf);
            let join = |converted: &Converted| -> String {
                converted.pieces.iter().map(|piece| &piece.text[..]).collect()
            };
            let once = join(&once);
            if !once.is_empty() {
                let twice = made(once.as_bytes(), Target::Sgf);
                prop_assert!(twice.notices.is_empty(), "{:?} {once}", twice.notices);
                prop_assert_eq!(join(&twice), once);
            }
        }
    }
}

//! Converts all games of a file.

use super::gtp::push_script;
use super::header::{board_size, other_game};
use super::jsonl::push_line;
use super::losses;
use super::moves_csv::push_rows;
use super::normal_form::{Strip, normal_form};
use super::not_convertible::NotConvertible;
use super::notice::{Effect, Notice, Notices};
use super::recount::recount_written;
use super::sgf::{push_tree, roundtrips};
use crate::audit::{Audit, AuditOptions, Auditor, GameOutcome, LineIndex};
use crate::formats::read;
use crate::sgf::{Fault, Game, Scanner, Text};

/// A form that records can be converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// SGF in normal form.
    Sgf,
    /// One line of JSON per game.
    Jsonl,
    /// One row of CSV per move, without the header row.
    Csv,
    /// One script of GTP commands per game.
    Gtp,
}

/// How to convert.
#[derive(Clone, Debug)]
pub struct Options {
    /// The form to convert to.
    pub target: Target,
    /// What is left out of SGF.
    pub strip: Strip,
    /// Whether RE is replaced by the counted result, in SGF only.
    pub recount: bool,
    /// Whether a file is converted although something in it can't be carried over.
    pub lossy: bool,
    /// How games are audited.
    pub audit: AuditOptions,
}

impl Options {
    /// Converts to a form without leaving anything out.
    #[must_use]
    pub fn new(target: Target) -> Self {
        let audit = AuditOptions::default();
        Self { target, strip: Strip::default(), recount: false, lossy: false, audit }
    }
}

/// A game in its new form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedGame {
    /// The game's number in its file, from 1.
    pub game: u32,
    /// The text.
    pub text: String,
}

/// A file in its new form.
#[derive(Clone, Debug, Default)]
pub struct Converted {
    /// The games, in order; none if the file is refused.
    pub games: Vec<ConvertedGame>,
    /// What is lost, and why the file is refused.
    pub notices: Vec<Notice>,
    /// Number of games in the file, those that can't be converted included.
    pub game_count: u32,
}

impl Converted {
    /// Whether the file is refused, so that nothing of it is to be written.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.notices.iter().any(|notice| notice.refuses)
    }
}

/// Converts every game of a file. `path` is the file's name in JSON lines and CSV.
///
/// ```
/// use sgf_audit::convert::{Options, Target, convert_bytes};
///
/// let converted = convert_bytes("a.sgf", b"(;SZ[9];B[E5];W[])", &Options::new(Target::Gtp));
/// assert_eq!(converted.games[0].text.lines().nth(3), Some("play B E5"));
/// ```
#[must_use]
pub fn convert_bytes(path: &str, bytes: &[u8], options: &Options) -> Converted {
    Converter::default().convert(path, bytes, options)
}

/// Converts files and reuses its memory.
#[derive(Debug, Default)]
pub struct Converter {
    auditor: Auditor,
    game: Game,
    faults: Vec<Fault>,
}

impl Converter {
    /// Converts every game of a file, as [`convert_bytes`] does.
    #[must_use]
    pub fn convert(&mut self, path: &str, bytes: &[u8], options: &Options) -> Converted {
        let Self { auditor, game, faults } = self;
        let text = read(bytes);
        let mut notices = Notices::new(options.lossy);
        losses::unread_lines(&text, &mut notices);
        let mut converter = GameConverter { path, options, auditor, index: LineIndex::default() };
        let mut scanner = Scanner::with_limits(&text, options.audit.limits);
        let mut converted = Converted::default();
        loop {
            faults.clear();
            let found = scanner.next_game(game, faults);
            let text = scanner.text();
            losses::faults(text, faults, &mut notices);
            if !found {
                break;
            }
            converted.game_count += 1;
            losses::undecodable_bytes(text, game.span, &mut notices);
            losses::uncertain_encoding(text, game.span, &mut notices);
            let number = converted.game_count;
            let game = GameText { text, game, faults, number };
            converted.games.extend(converter.convert(game, &mut notices));
        }
        if converted.game_count == 0 {
            notices
                .push(scanner.text(), 0, Effect::Refuses, "not-sgf", || "no game tree".to_owned());
        }
        converted.notices = notices.finish();
        if converted.is_refused() {
            converted.games.clear();
        }
        converted
    }
}

/// A game of a file and its number.
#[derive(Clone, Copy)]
struct GameText<'a> {
    text: &'a Text<'a>,
    game: &'a Game,
    faults: &'a [Fault],
    number: u32,
}

/// Converts the games of one file.
struct GameConverter<'a> {
    path: &'a str,
    options: &'a Options,
    auditor: &'a mut Auditor,
    index: LineIndex,
}

impl GameConverter<'_> {
    /// Converts a game, or adds the notice why it can't be converted.
    fn convert(&mut self, game: GameText, notices: &mut Notices) -> Option<ConvertedGame> {
        let (start, number) = (game.game.span.start as usize, game.number);
        match self.try_convert(game) {
            Ok(GameOutput { text, undecided }) => {
                if let Some(why) = undecided {
                    let message = || format!("game {number}: not counted: {why}");
                    notices.push(game.text, start, Effect::Warns, "undecided", message);
                }
                Some(ConvertedGame { game: number, text })
            }
            Err(error) => {
                let message = || format!("game {number}: {error}");
                notices.push(game.text, start, Effect::Loses, error.name, message);
                None
            }
        }
    }

    fn try_convert(&mut self, game: GameText) -> Result<GameOutput, NotConvertible> {
        let GameText { text, game: tree, number, .. } = game;
        if let Some(what) = other_game(text, tree) {
            return Err(NotConvertible::other_game(&what));
        }
        let mut out = String::new();
        let mut undecided = None;
        match self.options.target {
            Target::Sgf => {
                let mut normal = normal_form(text, tree, self.options.strip);
                if self.options.recount {
                    let audit = &self.options.audit;
                    undecided = recount_written(&mut normal, text, tree, self.auditor, audit);
                }
                push_tree(&normal, &mut out);
                roundtrips(&out)?;
            }
            Target::Jsonl => push_line(self.path, text, tree, &*self.audit(game)?, &mut out)?,
            Target::Csv => {
                push_rows(self.path, number, text, tree, board_size(text, tree), &mut out)?;
            }
            Target::Gtp => push_script(text, tree, &*self.audit(game)?, &mut out)?,
        }
        Ok(GameOutput { text: out, undecided })
    }

    /// Audits a game without estimates: nothing is written because of a guess.
    fn audit(&mut self, game: GameText) -> Result<Box<Audit>, NotConvertible> {
        let GameText { text, game, faults, number } = game;
        let options = AuditOptions { estimate: false, ..self.options.audit.clone() };
        match self.auditor.audit(text, game, number, faults, &options, &mut self.index) {
            GameOutcome::Audited(audit) => Ok(audit),
            GameOutcome::NotGo(_) => Err(NotConvertible::other_game("it")),
        }
    }
}

/// The text of a converted game.
struct GameOutput {
    text: String,
    /// Why the result couldn't be counted, if it was to be.
    undecided: Option<String>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn convert(record: &[u8], target: Target) -> Converted {
        convert_bytes("-", record, &Options { lossy: true, ..Options::new(target) })
    }

    fn text_of(converted: &Converted) -> String {
        converted.games.iter().map(|game| &game.text[..]).collect()
    }

    /// Returns the normal form without line breaks and the properties that every root gets.
    fn normal(record: &str) -> String {
        let converted = convert(record.as_bytes(), Target::Sgf);
        assert!(!converted.is_refused(), "{:?}", converted.notices);
        text_of(&converted).replace("FF[4]CA[UTF-8]GM[1]", "").replace('\n', "")
    }

    #[test]
    fn a_value_is_decoded_as_its_file_is() {
        // A NUL and a letter alone would be taken for UTF-16.
        let converted = convert(b"(;GM[1]SZ[9]AB[aa]AW[\0c];B[bb])", Target::Sgf);
        assert_eq!(converted.games.len(), 1);
    }

    #[test]
    fn nodes_are_put_in_order() {
        for (record, expected) in [
            ("(;C[c]AB[aa]PB[x]XX[y]SZ[9])", "(;SZ[9]PB[x]AB[aa]C[c]XX[y])"),
            ("(;SZ[9];C[c]W[aa]PL[B])", "(;SZ[9];PL[B]W[aa]C[c])"),
            // Lists are merged, unless their order means something.
            ("(;SZ[9]AB[aa]AW[bb]AB[cc])", "(;SZ[9]AB[aa][cc]AW[bb])"),
            ("(;SZ[9]AE[aa:bb]AB[aa]AE[cc])", "(;SZ[9]AE[aa:bb]AB[aa]AE[cc])"),
            ("(;SZ[9]PB[a]PB[b]PB[a])", "(;SZ[9]PB[a]PB[b])"),
            // Alternating moves become nodes; others may be a slip.
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
            assert_eq!(normal(record), expected, "{record}");
        }
    }

    #[test]
    fn old_properties_are_replaced_by_new_ones() {
        for (record, expected) in [
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
            assert_eq!(normal(record), expected, "{record}");
        }
    }

    #[test]
    fn every_encoding_becomes_utf_8() {
        let (gbk, ..) = encoding_rs::GBK.encode("(;CA[GBK]SZ[9]PB[柯洁]C[镸\\]镸])");
        let converted = convert(&gbk, Target::Sgf);
        let first = &converted.games[0].text;
        assert!(first.contains("PB[柯洁]") && first.contains("C[镸\\]镸]"), "{first}");
        let mut utf_16 = vec![0xff, 0xfe];
        utf_16.extend("(;SZ[9]PB[柯洁])".encode_utf16().flat_map(u16::to_le_bytes));
        assert!(convert(&utf_16, Target::Sgf).games[0].text.contains("PB[柯洁]"));
    }

    #[test]
    fn deep_and_long_records_take_linear_time() {
        let deep = format!("(;SZ[9]{}{})", "(;B[aa](;W[bb])".repeat(100_000), ")".repeat(100_000));
        let long = format!("(;SZ[9]{})", ";B[aa];W[]".repeat(200_000));
        let wide = format!("(;SZ[9]{})", "(;B[aa])".repeat(200_000));
        let many = "(;SZ[9]*)".repeat(50_000);
        for record in [deep, long, wide, many] {
            for target in [Target::Sgf, Target::Csv] {
                assert!(!convert(record.as_bytes(), target).is_refused());
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
        fn the_normal_form_of_a_normal_form_is_itself(
            tokens in prop::collection::vec(token(), 0..40),
            noise in prop::collection::vec(any::<u8>(), 0..4),
        ) {
            let record = [b"(;", tokens.concat().as_bytes(), &noise].concat();
            for target in [Target::Jsonl, Target::Csv, Target::Gtp] {
                let _ = convert(&record, target);
            }
            let once = convert(&record, Target::Sgf);
            let once = text_of(&once);
            if !once.is_empty() {
                let twice = convert(once.as_bytes(), Target::Sgf);
                prop_assert!(twice.notices.is_empty(), "{:?} {once}", twice.notices);
                prop_assert_eq!(text_of(&twice), once);
            }
        }
    }
}

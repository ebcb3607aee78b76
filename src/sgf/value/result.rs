//! Recorded results, in the dialects that records use: `B+3.5`, `W+T`, and in words: `Black wins by resignation`,
//! `白胜3.75子`.

use std::borrow::Cow;

use super::number::{Unit, in_digits, loose_number, unit};
use super::outcome::{Outcome, RecordedResult, WinBy};
use crate::go::{Color, Points};

/// Reads an RE value.
pub fn result(text: &str) -> RecordedResult {
    match text {
        "" => return RecordedResult::standard(Outcome::Missing),
        "0" | "Draw" => return RecordedResult::standard(Outcome::Draw),
        "Void" => return RecordedResult::standard(Outcome::Void),
        "?" => return RecordedResult::standard(Outcome::Unknown),
        _ => {}
    }
    let narrow = narrow(text);
    match letter_and_plus(&narrow) {
        Some((winner, rest)) => {
            let is_standard = matches!(text.as_bytes(), [b'B' | b'W', b'+', ..]);
            behind_plus(winner, rest, is_standard)
        }
        None => result_in_words(&narrow),
    }
}

/// The text with full-width forms of ASCII characters replaced by ASCII: `Ｂ＋Ｒ`, `１．５`.
fn narrow(text: &str) -> Cow<'_, str> {
    let wide = '！'..='～';
    if text.is_ascii() || !text.contains(|c| wide.contains(&c)) {
        return Cow::Borrowed(text);
    }
    let narrow = |c| match u32::from(c).checked_sub(u32::from('！')) {
        Some(place) if wide.contains(&c) => char::from(b'!' + place as u8),
        _ => c,
    };
    Cow::Owned(text.chars().map(narrow).collect())
}

/// Splits `B+...`, `W + ...`, `Black+...` and `黑+...`.
fn letter_and_plus(text: &str) -> Option<(Color, &str)> {
    const NAMES: [(&str, Color); 9] = [
        ("Black", Color::Black),
        ("B", Color::Black),
        ("White", Color::White),
        ("W", Color::White),
        ("黑", Color::Black),
        ("黒", Color::Black),
        ("흑", Color::Black),
        ("白", Color::White),
        ("백", Color::White),
    ];
    let trimmed = text.trim_start();
    NAMES.into_iter().find_map(|(name, color)| {
        let head = trimmed.get(..name.len())?;
        let rest = head.eq_ignore_ascii_case(name).then(|| trimmed[name.len()..].trim_start())?;
        Some((color, rest.strip_prefix(['+', '＋'])?))
    })
}

/// Reads the text after the plus sign. `is_standard`: whether the text before it has the form of `FF[4]`.
fn behind_plus(winner: Color, rest: &str, is_standard: bool) -> RecordedResult {
    let nonstandard = |how| RecordedResult::nonstandard(Outcome::Win(winner, how));
    let win = |how| RecordedResult { standard: is_standard, ..nonstandard(how) };
    match rest {
        "" => return win(WinBy::Unspecified),
        "R" | "Resign" => return win(WinBy::Resignation),
        "T" | "Time" => return win(WinBy::Time),
        "F" | "Forfeit" => return win(WinBy::Forfeit),
        _ => {}
    }
    let by_points = |points, zi, standard| match points {
        Points::ZERO => RecordedResult { zi, zero_margin: true, ..nonstandard(WinBy::Unspecified) },
        points => RecordedResult { zi, standard, ..nonstandard(WinBy::Points(points)) },
    };
    // A margin that was adjudicated.
    let margin =
        rest.strip_prefix(['J', 'j']).filter(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    let is_standard = is_standard && margin.is_none();
    let rest = margin.unwrap_or(rest);
    if let Some(points) = Points::parse(rest).filter(|points| *points >= Points::ZERO) {
        let (points, zi) = points_or_zi(points, rest);
        let is_real = !rest.contains(',') && !rest.starts_with('+');
        return by_points(points, zi, is_standard && is_real);
    }
    let lower = rest.trim().to_lowercase();
    // A negative number isn't a margin.
    if lower.starts_with(['-', '−']) {
        return RecordedResult::nonstandard(Outcome::Unreadable);
    }
    let plain = lower.trim_end_matches(['?', '？']);
    if plain.is_empty() {
        return nonstandard(WinBy::Unspecified);
    }
    // A number after the word is a move's: `R (180)`.
    if let Some(how) = win_by_word(plain) {
        return nonstandard(how);
    }
    match (margin_in_words(&lower), win_by_phrase(&lower)) {
        (Margin::Points { points, zi }, _) => by_points(points, zi, false),
        (_, Some(how)) => nonstandard(how),
        (Margin::NotStated, None) => RecordedResult {
            has_unread_reason: plain.contains(char::is_alphanumeric),
            ..nonstandard(WinBy::Unspecified)
        },
        (Margin::Unreadable, None) => RecordedResult::nonstandard(Outcome::Unreadable),
    }
}

/// Units of margins.
const UNITS: [&str; 7] = ["point", "pt", "moku", "目", "子", "집", "호"];

/// Fractions of a point or a zi.
const FRACTIONS: [char; 4] = ['半', '½', '¼', '¾'];

/// The largest margin in zi, in points: the size of a board of 19 lines.
const MAX_IN_ZI: Points = Points::whole(361);

/// The margin that a text states.
pub(crate) enum Margin {
    /// A margin in points. `zi`: whether it was recorded in zi.
    Points { points: Points, zi: bool },
    /// The text states no margin.
    NotStated,
    /// The text states a margin that can't be read. The winner alone would be less than it states.
    Unreadable,
}

/// The first margin in a lower-case text: `3目半`, `三目半`, ` by 6.5 points`. Text in brackets is about
/// something else: `(moves beyond 130 not known)`.
pub(crate) fn margin_in_words(lower: &str) -> Margin {
    let text = lower.split(['(', '（']).next().unwrap_or_default();
    // Half a point in Korean; the same syllable begins other words.
    let text = &text.replace("반집", "半집");
    let digits = in_digits(text);
    if let Some(from) = digits.find(|c: char| c.is_ascii_digit() || FRACTIONS.contains(&c)) {
        // `.5`
        let point = digits[..from].ends_with(['.', ',']);
        let from = if point && digits[..from - 1].trim().is_empty() { from - 1 } else { from };
        let (before, number) = (digits[..from].trim_matches([' ', ':']), &digits[from..]);
        let ends = |words: &[&str]| words.iter().any(|word| before.ends_with(word));
        let guess = ends(&["ca.", "cca", "about", "approx", "approx.", "~", "约", "約"]);
        let behind = number.trim_start_matches(|c: char| {
            c.is_ascii_digit() || "., /".contains(c) || FRACTIONS.contains(&c)
        });
        let is_margin = before.is_empty()
            || ends(&[
                "by", "mit", "par", "por", "win", "wins", "won", "loses", "lost", "胜", "勝", "负",
                "負", "输",
            ])
            || UNITS.iter().any(|name| behind.starts_with(name));
        // `3 or 4`, `10.5 W+R`
        let more = [" or ", " and a half", "+"].iter().any(|more| number.contains(more));
        match loose_number(number).map(|points| points_or_zi(points, number)) {
            // The winner's area, as some Chinese results name it: `黑185子胜`.
            Some((points, true)) if is_margin && points > MAX_IN_ZI => return Margin::Unreadable,
            Some((points, zi)) if is_margin && !guess && !more => {
                return Margin::Points { points, zi };
            }
            _ if is_margin || guess => return Margin::Unreadable,
            // `crushed in his 126th move`
            _ => {}
        }
    }
    if ["by half", "by a half"].iter().any(|words| text.contains(words))
        || text.trim_start().starts_with("half")
    {
        return Margin::Points { points: Points::HALF, zi: false };
    }
    // A unit without a number: the game was counted.
    let text = text.replace("on points", "");
    if UNITS.iter().any(|unit| text.contains(unit)) {
        Margin::Unreadable
    } else {
        Margin::NotStated
    }
}

/// The margin in points, and whether it was recorded in zi: if it ends in a quarter, which no margin in
/// points does, or zi is its unit.
pub(crate) fn points_or_zi(points: Points, number: &str) -> (Points, bool) {
    let zi = matches!(points.fraction(), 25 | 75) || unit(number) == Some(Unit::Zi);
    (if zi { points + points } else { points }, zi)
}

/// Phrases for the ways to win a game, in the order in which they decide.
const WINS_BY: [(WinBy, &[&str]); 6] = [
    (
        WinBy::Resignation,
        &[
            "resign",
            "conced",
            "中盘",
            "中盤",
            "中押",
            "불계",
            "不计",
            "不計",
            "认输",
            "認輸",
            "投了",
            "投子",
            "投降",
            "投げ",
            "aufgabe",
            "aufgegeben",
            "par abandon",
            "por abandono",
            "podda",
        ],
    ),
    (
        WinBy::Time,
        &[
            "超时",
            "超時",
            "时间",
            "時間",
            "시간",
            "on time",
            "by time",
            "timeout",
            "(time",
            "out of time",
            "time out",
            "timed out",
            "time forfeit",
            "time loss",
            "timeloss",
        ],
    ),
    (WinBy::IllegalMove, &["illegal", "反則", "反则", "犯规", "犯規", "반칙"]),
    (
        WinBy::Default,
        &["by default", "no show", "no-show", "walkover", "不戦", "不战", "不戰", "부전"],
    ),
    (WinBy::Adjudication(None), &["moderator", "referee", "adjudicat", "判负"]),
    (
        WinBy::Forfeit,
        &["forfeit", "default", "disconnect", "abandon", "withdr", "弃权", "棄權", "기권"],
    ),
];

/// How a game was won by any phrase in a lower-case text.
pub(crate) fn win_by_phrase(lower: &str) -> Option<WinBy> {
    let has_any = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    WINS_BY.into_iter().find_map(|(how, words)| has_any(words).then_some(how))
}

/// How a game was won by the first word of a lower-case text: `r`, `res.`, `time`.
pub(crate) fn win_by_word(lower: &str) -> Option<WinBy> {
    let text = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    match &text[..end] {
        "r" | "res" | "resign" | "resigned" | "resignation" | "resigns" => Some(WinBy::Resignation),
        "t" | "time" | "timeout" => Some(WinBy::Time),
        "f" | "forf" | "forfeit" | "forfeited" | "forfeiture" => Some(WinBy::Forfeit),
        "illegal" => Some(WinBy::IllegalMove),
        _ => None,
    }
}

/// Phrases for a game without a known result.
const UNKNOWN: [&str; 6] = ["unknown", "unfinish", "not finish", "未完", "未下完", "不明"];
/// Phrases for suspended play.
const SUSPENDED: [&str; 6] = ["adjourn", "suspend", "打挂", "打掛", "打ち掛け", "封手"];
/// Phrases for a draw.
const DRAW: [&str; 12] = [
    "和棋",
    "和局",
    "平局",
    "持碁",
    "ジゴ",
    "引き分け",
    "引分",
    "무승부",
    "비김",
    "打劫无胜负",
    "unentschieden",
    "remis",
];
/// Phrases for a game that both players lost.
const BOTH_LOSE: [&str; 6] =
    ["both lose", "both lost", "players lose", "players lost", "両負", "双败"];
/// Phrases for a game that doesn't count.
const VOID: [&str; 4] = ["no result", "noresult", "無勝負", "无胜负"];
/// Phrases for a game whose result was taken back.
const ANNULLED: [&str; 3] = ["annulled", "cancelled", "canceled"];

/// Reads results without a plus sign: `Jigo`, `Black wins by resignation`, `白胜3.75子`.
pub(crate) fn result_in_words(text: &str) -> RecordedResult {
    let mut whole = text.trim().to_lowercase();
    if whole.contains("  ") {
        whole = whole.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    }
    let lower = before_remark(&whole);
    let any = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let odd = RecordedResult::nonstandard;
    if any(&ANNULLED) {
        return odd(Outcome::Annulled);
    }
    if lower.starts_with("void") {
        return odd(Outcome::Void);
    }
    if lower.is_empty() {
        return odd(Outcome::Missing);
    }
    // `0 (both lose)` isn't a draw.
    if any(&BOTH_LOSE) {
        return odd(Outcome::BothLose);
    }
    let first = lower.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    if matches!(
        first.trim_end_matches([',', ';', '.']),
        "0" | "0.0" | "draw" | "d+j" | "jigo" | "tie" | "drawn"
    ) || matches!(lower.trim_end_matches('.'), "jigo" | "和" | "平")
        || any(&DRAW)
    {
        return odd(Outcome::Draw);
    }
    if any(&VOID) {
        return odd(Outcome::Void);
    }
    if lower.contains("not played") {
        return odd(Outcome::NotPlayed);
    }
    if any(&SUSPENDED) {
        return odd(Outcome::Suspended);
    }
    if any(&UNKNOWN) || lower.starts_with('?') {
        return odd(Outcome::Unknown);
    }
    let won = || winner_in_words(lower).or_else(|| letter_and_margin(lower));
    let Some((winner, tail)) = won() else { return odd(Outcome::Unreadable) };
    let letter = tail.trim().strip_prefix("by ").and_then(win_by_word);
    if let Some(how) = letter.or_else(|| win_by_phrase(lower)) {
        return odd(Outcome::Win(winner, how));
    }
    match margin_in_words(tail) {
        Margin::Points { points: Points::ZERO, .. } => odd(Outcome::Draw),
        Margin::Points { points, zi } => {
            RecordedResult { zi, ..odd(Outcome::Win(winner, WinBy::Points(points))) }
        }
        // `Black to play`, `黑先活`: a problem's task, which names no winner.
        Margin::NotStated if is_task(tail) => odd(Outcome::Unreadable),
        Margin::NotStated => RecordedResult {
            has_unread_reason: says_more(tail),
            ..odd(Outcome::Win(winner, WinBy::Unspecified))
        },
        Margin::Unreadable => odd(Outcome::Unreadable),
    }
}

/// The text before a remark that the result is unknown or a draw, if that text names a winner:
/// `Black wins by 3 (rest unknown)`, `黑胜3子，和棋白胜`.
fn before_remark(lower: &str) -> &str {
    const REMARKS: [char; 8] = ['(', '（', ',', '，', ';', '；', '。', '['];
    let words =
        [&UNKNOWN[..], &SUSPENDED, &DRAW, &BOTH_LOSE, &VOID, &ANNULLED, &["not played"]].concat();
    let Some(first) = words.iter().filter_map(|word| lower.find(word)).min() else { return lower };
    let before = &lower[..first];
    let Some(end) = before.rfind(REMARKS) else { return lower };
    let before = before[..end].trim();
    if winner_in_words(before).is_some() { before } else { lower }
}

/// Whether the text after a player's name is a problem's task or answer, not a result.
fn is_task(tail: &str) -> bool {
    const TASKS: [&str; 9] = ["to ", "first", "dead", "alive", "先", "活", "死", "杀", "殺"];
    TASKS.iter().any(|task| tail.trim_start().starts_with(task))
}

/// Whether the text after a winner's name has more than the win.
fn says_more(tail: &str) -> bool {
    const ONLY_WON: [&str; 14] = [
        "on points",
        "wins",
        "win",
        "won",
        "gewinnt",
        "gewann",
        "gagne",
        "gana",
        "wygrał",
        "胜",
        "勝ち",
        "勝",
        "승",
        "赢",
    ];
    let tail = tail.split(['(', '（', ',', '，']).next().unwrap_or_default();
    let rest = ONLY_WON.iter().fold(tail.to_owned(), |tail, word| tail.replace(word, " "));
    rest.contains(char::is_alphabetic)
}

/// The winner, and the text after the name that decides: `Black wins by 3.5 points`, `White resigns`,
/// `黑胜，白认输`. Without a verb the first player named is the winner. `None` if no player is named, or if both
/// are named as winners.
fn winner_in_words(lower: &str) -> Option<(Color, &str)> {
    // The loser's name follows the last three.
    const WINS: [&str; 15] = [
        "win", "won", "胜", "勝", "승", "gewinn", "gewann", "gagne", "gana", "wygr", "击败",
        "擊敗", "打败", "打敗", "defeats",
    ];
    const LOSES: [&str; 28] = [
        "gibt auf",
        "was defeated",
        "is defeated",
        "defeated by",
        "resigns",
        "resigned",
        "lose",
        "lost",
        "runs out",
        "ran out",
        "conced",
        "disconnect",
        "abandon",
        "withdr",
        "retire",
        "quit",
        "认输",
        "認輸",
        "負",
        "负",
        "输",
        "輸",
        "敗",
        "败",
        "投降",
        "投げ",
        "弃权",
        "棄權",
    ];
    // These lose a game, unless a verb for winning stands with them.
    const GIVES: [&str; 12] = [
        "forfeits",
        "forfeited",
        "timed out",
        "out of time",
        "disqualified",
        "gave up",
        "gives up",
        "投了",
        "投子",
        "時間切れ",
        "超时",
        "패",
    ];
    if let Some(by) =
        ["resignation by ", "resignation of "].iter().find_map(|of| lower.strip_prefix(of))
    {
        return first_color(by).map(|(color, end)| (color.opponent(), &by[end..]));
    }
    // The winner, and the range of the text about him.
    let mut stated: Option<(Color, usize, usize)> = None;
    let mut first = None;
    let mut at = 0;
    while let Some((color, end)) = first_color(&lower[at..]) {
        at += end;
        first.get_or_insert((color, &lower[at..]));
        let to = at + first_color(&lower[at..]).map_or(lower.len() - at, |(_, end)| end);
        // The text up to the next name is about this player, whose verb is the first one.
        let verb = |words: &[&str]| words.iter().filter_map(|word| lower[at..to].find(word)).min();
        let wins = verb(&WINS);
        let gives = if wins.is_none() { verb(&GIVES) } else { None };
        let winner = match (wins, verb(&LOSES).or(gives)) {
            // `White loses to Black by 3.5`
            (None, None) => {
                if let Some((.., till)) = stated.as_mut().filter(|(.., till)| *till == at) {
                    *till = to;
                }
                continue;
            }
            (Some(wins), Some(loses)) if loses < wins => color.opponent(),
            (None, Some(_)) => color.opponent(),
            (Some(_), _) => color,
        };
        match stated {
            None => stated = Some((winner, at, to)),
            Some((before, ..)) if before != winner => return None,
            Some(_) => {}
        }
    }
    let stated = stated.map(|(winner, from, to)| (winner, &lower[from..to]));
    stated.or(first.filter(|(_, tail)| !are_scores(tail)))
}

/// Whether the text after a name has two scores, this player's and the other's: `10, white 15.5`.
fn are_scores(tail: &str) -> bool {
    let digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    first_color(tail).is_some_and(|(_, end)| digit(&tail[..end]) && digit(&tail[end..]))
}

/// Whether only a margin follows a player's letter: ` 5.5`, `: 5.5 points`.
fn is_margin_alone(rest: &str) -> bool {
    let number = rest.trim_start_matches([' ', ':']);
    let behind = number.trim_start_matches(|c: char| c.is_ascii_digit() || "., /".contains(c));
    let is_number = number.len() < rest.len() && number.starts_with(|c: char| c.is_ascii_digit());
    is_number && (behind.is_empty() || UNITS.iter().any(|unit| behind.starts_with(unit)))
}

/// A winner's letter with the margin right behind it, and nothing else: `b3.5`.
fn letter_and_margin(lower: &str) -> Option<(Color, &str)> {
    let colors = [("b", Color::Black), ("w", Color::White)];
    colors.into_iter().find_map(|(letter, color)| {
        let margin = lower.strip_prefix(letter)?;
        let unsigned = margin.starts_with(|c: char| c.is_ascii_digit());
        (unsigned && Points::parse(margin)? > Points::ZERO).then_some((color, margin))
    })
}

/// The first colour named in a lower-case text, and the offset behind its name.
fn first_color(lower: &str) -> Option<(Color, usize)> {
    let letter = |name: &str| {
        let rest = lower.strip_prefix(name)?;
        const VERBS: [&str; 6] = [" w", " by", " resign", " los", " forfeit", " time"];
        let alone = rest.is_empty() || VERBS.iter().any(|verb| rest.starts_with(verb));
        (alone || is_margin_alone(rest)).then_some(1)
    };
    if let Some(end) = letter("b") {
        return Some((Color::Black, end));
    }
    if let Some(end) = letter("w") {
        return Some((Color::White, end));
    }
    const NAMES: [(&str, Color); 18] = [
        ("schwarz", Color::Black),
        ("weiß", Color::White),
        ("weiss", Color::White),
        ("noir", Color::Black),
        ("blanc", Color::White),
        ("negro", Color::Black),
        ("negras", Color::Black),
        ("blancas", Color::White),
        ("czarn", Color::Black),
        ("biał", Color::White),
        ("先番", Color::Black),
        ("black", Color::Black),
        ("黑", Color::Black),
        ("黒", Color::Black),
        ("흑", Color::Black),
        ("white", Color::White),
        ("白", Color::White),
        ("백", Color::White),
    ];
    // A search of the whole text for each name in turn would be quadratic in a text that repeats one of them.
    lower.char_indices().find_map(|(at, _)| {
        let named = |(name, color): (&str, _)| {
            lower[at..].starts_with(name).then_some((color, at + name.len()))
        };
        NAMES.into_iter().find_map(named)
    })
}

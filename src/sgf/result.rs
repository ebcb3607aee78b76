//! Recorded results, in the dialects that records use.

use std::fmt;

use super::number::{Unit, in_digits, loose_number, unit};
use crate::go::{Color, Points};

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By this margin.
    Points(Points),
    /// The other player resigned.
    Resignation,
    /// The other player ran out of time.
    Time,
    /// The other player forfeited the game, or it was decided off the board.
    Forfeit,
    /// Not said.
    Unspecified,
}

/// What a recorded result says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A player won.
    Win(Color, How),
    /// A draw (jigo).
    Draw,
    /// No result, or suspended play.
    Void,
    /// Both players lost, as under Japanese rules those who agree on a wrong count do. FF[4] has no form
    /// for it, and its `Void` says something else.
    BothLose,
    /// Not known, or the game isn't finished.
    Unknown,
    /// Nothing was recorded.
    Missing,
    /// Something was, but nothing that can be read.
    Unreadable,
}

impl Outcome {
    /// White's margin in points, where the result is one of counting.
    #[must_use]
    pub fn white_margin(self) -> Option<Points> {
        match self {
            Self::Draw => Some(Points::ZERO),
            Self::Win(Color::White, How::Points(points)) => Some(points),
            Self::Win(Color::Black, How::Points(points)) => Some(-points),
            _ => None,
        }
    }

    /// The result of a count: White's margin, negative where Black won.
    #[must_use]
    pub fn from_white_margin(margin: Points) -> Self {
        match margin.as_hundredths() {
            0 => Self::Draw,
            1.. => Self::Win(Color::White, How::Points(margin)),
            _ => Self::Win(Color::Black, How::Points(-margin)),
        }
    }
}

impl fmt::Display for Outcome {
    /// The form of FF[4]: `B+R`, `W+3.5`, `0`, `Void`, `?`; `Both lose`, for which it has none. Empty for a
    /// missing or unreadable one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color, how) => {
                write!(f, "{}+", color.letter())?;
                match how {
                    How::Points(points) => write!(f, "{points}"),
                    How::Resignation => f.write_str("R"),
                    How::Time => f.write_str("T"),
                    How::Forfeit => f.write_str("F"),
                    How::Unspecified => Ok(()),
                }
            }
            Self::Draw => f.write_str("0"),
            Self::Void => f.write_str("Void"),
            Self::BothLose => f.write_str("Both lose"),
            Self::Unknown => f.write_str("?"),
            Self::Missing | Self::Unreadable => Ok(()),
        }
    }
}

/// A recorded result, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// What it says. A margin given in zi is in points here.
    pub outcome: Outcome,
    /// Whether it was written in a form that FF[4] knows.
    pub standard: bool,
    /// Whether the margin was given in zi, the Chinese unit of two points.
    pub zi: bool,
}

/// Reads an RE value.
#[must_use]
pub fn result(text: &str) -> Recorded {
    let plain = |outcome, standard| Recorded { outcome, standard, zi: false };
    match text {
        "" => return plain(Outcome::Missing, true),
        "0" | "Draw" => return plain(Outcome::Draw, true),
        "Void" => return plain(Outcome::Void, true),
        "?" => return plain(Outcome::Unknown, true),
        _ => {}
    }
    if let Some((color, rest)) = letter_and_plus(text) {
        return with_plus(color, rest, text);
    }
    in_words(text)
}

/// Splits `B+...` and `W + ...`.
fn letter_and_plus(text: &str) -> Option<(Color, &str)> {
    let trimmed = text.trim_start();
    let rest_of = |words: [&str; 2]| {
        words.into_iter().find_map(|word| {
            let head = trimmed.get(..word.len())?;
            head.eq_ignore_ascii_case(word)
                .then(|| trimmed[word.len()..].trim_start().strip_prefix(['+', '＋']))
                .flatten()
        })
    };
    if let Some(rest) = rest_of(["Black", "B"]) {
        return Some((Color::Black, rest));
    }
    if let Some(rest) = rest_of(["White", "W"]) {
        return Some((Color::White, rest));
    }
    let (color, first) = match trimmed.chars().next()? {
        '黑' | '黒' | '흑' => (Color::Black, trimmed.chars().next()?),
        '白' | '백' => (Color::White, trimmed.chars().next()?),
        _ => return None,
    };
    Some((color, trimmed[first.len_utf8()..].trim_start().strip_prefix(['+', '＋'])?))
}

/// Reads what stands behind the plus sign.
fn with_plus(color: Color, rest: &str, whole: &str) -> Recorded {
    let standard_head = matches!(whole.as_bytes(), [b'B' | b'W', b'+', ..]);
    let win = |how, standard: bool, zi| {
        let outcome = match how {
            How::Points(points) if points == Points::ZERO => Outcome::Draw,
            how => Outcome::Win(color, how),
        };
        let standard = standard && standard_head && outcome != Outcome::Draw;
        Recorded { outcome, standard, zi }
    };
    match rest {
        "" => return win(How::Unspecified, true, false),
        "R" | "Resign" => return win(How::Resignation, true, false),
        "T" | "Time" => return win(How::Time, true, false),
        "F" | "Forfeit" => return win(How::Forfeit, true, false),
        _ => {}
    }
    if let Some(points) = Points::parse(rest).filter(|points| *points >= Points::ZERO) {
        let (points, zi) = points_or_zi(points, rest);
        return win(How::Points(points), !rest.contains(',') && !rest.starts_with('+'), zi);
    }
    let lower = rest.trim().to_lowercase();
    // Less than nothing is no margin.
    if lower.starts_with(['-', '−']) {
        return Recorded { outcome: Outcome::Unreadable, standard: false, zi: false };
    }
    let how = match lower.trim_end_matches(['?', '？']) {
        "" => Some(How::Unspecified),
        "r" | "res" | "resign" | "resigned" | "resignation" | "resigns" => Some(How::Resignation),
        "t" | "time" | "timeout" | "time out" => Some(How::Time),
        "f" | "forfeit" | "forfeited" | "forfeiture" | "illegal" => Some(How::Forfeit),
        "repetition" => Some(How::Unspecified),
        _ => None,
    };
    if let Some(how) = how {
        return win(how, false, false);
    }
    match (margin_in_words(&lower), how_in_words(&lower)) {
        (Margin::Is(points, zi), _) => win(How::Points(points), false, zi),
        (_, Some(how)) => win(how, false, false),
        (Margin::NotSaid, None) => win(How::Unspecified, false, false),
        (Margin::Unread, None) => {
            Recorded { outcome: Outcome::Unreadable, standard: false, zi: false }
        }
    }
}

/// What margins are counted in.
const UNITS: [&str; 7] = ["point", "pt", "moku", "目", "子", "집", "호"];

/// Parts of a point, or of a zi.
const FRACTIONS: [char; 4] = ['半', '½', '¼', '¾'];

/// What a text says of a margin.
enum Margin {
    /// This, and whether it is in zi.
    Is(Points, bool),
    NotSaid,
    /// Something that can't be read. The winner alone would be less than the record says.
    Unread,
}

/// The margin that a text begins with, but for words: `3目半`, `三目半`, ` by 6.5 points`. What stands in
/// brackets behind it is about something else: `(moves beyond 130 not known)`.
fn margin_in_words(lower: &str) -> Margin {
    let said = lower.split(['(', '（']).next().unwrap_or_default();
    let digits = in_digits(said);
    if let Some(from) = digits.find(|c: char| c.is_ascii_digit() || FRACTIONS.contains(&c)) {
        let (before, number) = (digits[..from].trim(), &digits[from..]);
        let ends = |words: &[&str]| words.iter().any(|word| before.ends_with(word));
        let guess = ends(&["ca.", "cca", "about", "approx", "approx.", "~", "约", "約"]);
        let behind = number.trim_start_matches(|c: char| {
            c.is_ascii_digit() || "., /".contains(c) || FRACTIONS.contains(&c)
        });
        let is_margin = before.is_empty()
            || ends(&["by", "win", "wins", "won", "loses", "lost", "胜", "勝", "负", "負", "输"])
            || UNITS.iter().any(|name| behind.starts_with(name));
        // `3 or 4`, `10.5 W+R`
        let more = [" or ", " and a half", "+"].iter().any(|more| number.contains(more));
        match loose_number(number) {
            Some(points) if is_margin && !guess && !more => {
                let (points, zi) = points_or_zi(points, number);
                return Margin::Is(points, zi);
            }
            _ if is_margin || guess => return Margin::Unread,
            // `crushed in his 126th move`
            _ => {}
        }
    }
    if ["by half", "by a half"].iter().any(|words| said.contains(words))
        || said.trim_start().starts_with("half")
    {
        return Margin::Is(Points::HALF, false);
    }
    if UNITS.iter().any(|unit| said.contains(unit)) { Margin::Unread } else { Margin::NotSaid }
}

/// A margin in points ends in 0 or a half: a quarter, or the word, means zi.
fn points_or_zi(points: Points, number: &str) -> (Points, bool) {
    let zi = matches!(points.fraction(), 25 | 75) || unit(number) == Some(Unit::Zi);
    (if zi { points + points } else { points }, zi)
}

fn how_in_words(lower: &str) -> Option<How> {
    let any = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if any(&["resign", "中盘", "中盤", "中押", "불계", "认输", "認輸", "投了", "投子"])
    {
        Some(How::Resignation)
    } else if any(&[
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
    ]) {
        Some(How::Time)
    } else if any(&["forfeit", "default", "illegal", "反則", "弃权", "棄權", "判负", "不戦"])
    {
        Some(How::Forfeit)
    } else {
        None
    }
}

/// Reads results without a plus sign: `Jigo`, `Black wins by resignation`, `白胜3.75子`.
fn in_words(text: &str) -> Recorded {
    let lower = text.trim().to_lowercase();
    let any = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let odd = |outcome| Recorded { outcome, standard: false, zi: false };
    if lower.starts_with("void") {
        return odd(Outcome::Void);
    }
    if lower.is_empty() {
        return odd(Outcome::Missing);
    }
    let first = lower.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    if matches!(first, "0" | "0.0" | "draw" | "jigo" | "tie" | "drawn")
        || any(&["和棋", "和局", "持碁", "ジゴ", "무승부", "打劫无胜负"])
    {
        return odd(Outcome::Draw);
    }
    if any(&["both lose", "both lost", "players lose", "players lost", "両負", "双败"]) {
        return odd(Outcome::BothLose);
    }
    if any(&["no result", "noresult", "無勝負", "无胜负"]) {
        return odd(Outcome::Void);
    }
    if any(&[
        "unknown",
        "unfinish",
        "not finish",
        "adjourn",
        "suspend",
        "未完",
        "打挂",
        "打掛",
        "封手",
    ]) || lower.starts_with('?')
    {
        return odd(Outcome::Unknown);
    }
    let Some((winner, said)) = winner_in_words(&lower) else { return odd(Outcome::Unreadable) };
    if let Some(how) = how_in_words(&lower) {
        return odd(Outcome::Win(winner, how));
    }
    match margin_in_words(said) {
        Margin::Is(Points::ZERO, _) => odd(Outcome::Draw),
        Margin::Is(points, zi) => {
            Recorded { outcome: Outcome::Win(winner, How::Points(points)), standard: false, zi }
        }
        Margin::NotSaid => odd(Outcome::Win(winner, How::Unspecified)),
        Margin::Unread => odd(Outcome::Unreadable),
    }
}

/// Who won, with what is said of it: `Black wins by 3.5 points`, `White resigns`, `黑胜，白认输`. Where no
/// player is said to win or lose, the first one named is the winner. `None` where no player is named, or
/// both are said to have won.
fn winner_in_words(lower: &str) -> Option<(Color, &str)> {
    const WINS: [&str; 4] = ["win", "won", "胜", "勝"];
    const LOSES: [&str; 11] = [
        "resigns", "resigned", "lose", "lost", "runs out", "ran out", "认输", "認輸", "負", "负",
        "输",
    ];
    // What loses a game, unless its player is said to have won by it.
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
    // The winner, and where what is said of it begins and ends.
    let mut found: Option<(Color, usize, usize)> = None;
    let mut first = None;
    let mut at = 0;
    while let Some((color, end)) = first_color(&lower[at..]) {
        at += end;
        first.get_or_insert((color, &lower[at..]));
        let to = at + first_color(&lower[at..]).map_or(lower.len() - at, |(_, end)| end);
        // What is said of this player, up to the next one's name. His first verb is his.
        let verb = |words: &[&str]| words.iter().filter_map(|word| lower[at..to].find(word)).min();
        let winner = match (verb(&WINS), verb(&LOSES).or_else(|| verb(&GIVES))) {
            (Some(_), Some(_)) if verb(&LOSES).is_none() => color,
            // `White loses to Black by 3.5`
            (None, None) => {
                if let Some((.., till)) = found.as_mut().filter(|(.., till)| *till == at) {
                    *till = to;
                }
                continue;
            }
            (Some(wins), Some(loses)) if loses < wins => color.opponent(),
            (None, Some(_)) => color.opponent(),
            (Some(_), _) => color,
        };
        match found {
            None => found = Some((winner, at, to)),
            Some((before, ..)) if before != winner => return None,
            Some(_) => {}
        }
    }
    let found = found.map(|(winner, from, to)| (winner, &lower[from..to]));
    found.or(first.filter(|(_, said)| !are_scores(said)))
}

/// Whether what is said of a player are two scores, his own and the other's: `10, white 15.5`.
fn are_scores(said: &str) -> bool {
    let digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    first_color(said).is_some_and(|(_, end)| digit(&said[..end]) && digit(&said[end..]))
}

/// The first colour that a text names, and where its name ends.
fn first_color(lower: &str) -> Option<(Color, usize)> {
    let letter = |name: &str| {
        let rest = lower.strip_prefix(name)?;
        (rest.is_empty() || rest.starts_with(" w") || rest.starts_with(" by")).then_some(1)
    };
    if let Some(end) = letter("b") {
        return Some((Color::Black, end));
    }
    if let Some(end) = letter("w") {
        return Some((Color::White, end));
    }
    const NAMES: [(&str, Color); 7] = [
        ("black", Color::Black),
        ("黑", Color::Black),
        ("黒", Color::Black),
        ("흑", Color::Black),
        ("white", Color::White),
        ("白", Color::White),
        ("백", Color::White),
    ];
    // Place by place: each name sought to the text's end would be quadratic where a text repeats one.
    lower.char_indices().find_map(|(at, _)| {
        let named = |(name, color): (&str, _)| {
            lower[at..].starts_with(name).then_some((color, at + name.len()))
        };
        NAMES.into_iter().find_map(named)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gives_a_game_up_has_lost_it() {
        for (text, read) in [
            ("Black forfeits", "W+F"),
            ("White forfeited", "B+F"),
            ("Black wins by forfeit", "B+F"),
            ("Black by forfeit", "B+F"),
            ("黒投了", "W+R"),
            ("白中盘胜，黑投子", "W+R"),
            ("Resignation by Black", "W+R"),
            ("Black wins by resignation", "B+R"),
            ("白の時間切れ", "B+T"),
            ("黑超时", "W+T"),
            ("黑超时胜", "B+T"),
            ("흑 시간패", "W+T"),
            ("백 불계승", "W+R"),
            ("Black timed out", "W+T"),
            ("White wins, Black out of time", "W+T"),
            ("Black disqualified", "W+"),
            ("White gave up", "B+"),
        ] {
            assert_eq!(result(text).outcome.to_string(), read, "{text}");
        }
    }

    #[test]
    fn what_isn_t_one_margin_is_not_read_as_another() {
        for text in [
            "White won by 5 and a half points",
            "W+1 point and a half",
            "Black 10, White 15.5",
            "White 15.5, Black 10",
            "W+-5.5",
        ] {
            assert_eq!(result(text).outcome, Outcome::Unreadable, "{text}");
        }
        for (text, read) in [("W+half", "W+0.5"), ("B+half a point", "B+0.5"), ("B+R?", "B+R")] {
            assert_eq!(result(text).outcome.to_string(), read, "{text}");
        }
    }

    #[test]
    fn reads_every_dialect() {
        for (text, read, standard, zi) in [
            ("B+R", "B+R", true, false),
            ("W+Resign", "W+R", true, false),
            ("W+3.5", "W+3.5", true, false),
            ("B+3.50", "B+3.5", true, false),
            ("W+7.0", "W+7", true, false),
            ("B+", "B+", true, false),
            ("0", "0", true, false),
            ("Draw", "0", true, false),
            ("Void", "Void", true, false),
            ("?", "?", true, false),
            ("W+T", "W+T", true, false),
            ("W+Forfeit", "W+F", true, false),
            ("", "", true, false),
            ("b+r", "B+R", false, false),
            ("B+R ", "B+R", false, false),
            ("B + 3.5", "B+3.5", false, false),
            ("W+0", "0", false, false),
            ("W+0.0", "0", false, false),
            ("Jigo", "0", false, false),
            ("draw", "0", false, false),
            ("Both lose", "Both lose", false, false),
            ("両負け", "Both lose", false, false),
            ("Void (no result)", "Void", false, false),
            ("B+Time forfeit", "B+T", false, false),
            ("White wins, Black ran out of time", "W+T", false, false),
            ("White wins by forfeit", "W+F", false, false),
            ("W+½", "W+0.5", false, false),
            ("B+7½", "B+7.5", false, false),
            ("W+¾", "W+1.5", false, true),
            ("Black wins by 2¼", "B+4.5", false, true),
            ("Unfinished", "?", false, false),
            ("Game suspended", "?", false, false),
            ("has adjourned.", "?", false, false),
            ("? (No further moves known)", "?", false, false),
            ("Black wins by resignation", "B+R", false, false),
            ("White resigns.", "B+R", false, false),
            ("Black resigns. W 133.5 B 81.0", "W+R", false, false),
            ("White wins by 3.5 points", "W+3.5", false, false),
            ("W", "W+", false, false),
            ("B+AW", "B+", false, false),
            ("B+Illegal", "B+F", false, false),
            ("W+Repetition", "W+", false, false),
            ("W+cca 40", "", false, false),
            ("B+cca30", "", false, false),
            ("W+5.5/2", "", false, false),
            ("W+3 or 4", "", false, false),
            ("B+10.5 W+R", "", false, false),
            ("B+1e3", "", false, false),
            ("B+, crushed in his 126th move", "B+", false, false),
            ("Black won in 126 moves", "B+", false, false),
            ("W+ by 3.5", "W+3.5", false, false),
            ("Black won 3.5", "B+3.5", false, false),
            ("W+ (moves beyond 130 not known)", "W+", false, false),
            ("White wins by ten points", "", false, false),
            ("White wins by half a point", "W+0.5", false, false),
            ("White wins (235 moves)", "W+", false, false),
            ("White wins (time)", "W+T", false, false),
            ("B wins", "B+", false, false),
            ("W wins by 6.5", "W+6.5", false, false),
            ("Jigo (triple ko)", "0", false, false),
            ("NoResult", "Void", false, false),
            ("White wins, Black resigned", "W+R", false, false),
            ("Black won, White lost on time", "B+T", false, false),
            ("黑胜，白认输", "B+R", false, false),
            ("White won by resignation (Black resigned)", "W+R", false, false),
            ("Black wins after White lost 10 stones", "B+", false, false),
            ("Black wins by 3.5 points, White had a void area", "B+3.5", false, false),
            ("White loses by 2.5 points", "B+2.5", false, false),
            ("White loses to Black by 2.5", "B+2.5", false, false),
            ("Black wins and White wins", "", false, false),
            ("白番黒中押し勝ち", "B+R", false, false),
            ("黑负", "W+", false, false),
            ("VOID", "Void", false, false),
            ("白三目半勝ち", "W+3.5", false, false),
            ("白十目勝ち", "W+10", false, false),
            ("黒二十三目半勝", "B+23.5", false, false),
            ("W+三目半", "W+3.5", false, false),
            ("白３目半勝ち", "W+3.5", false, false),
            ("黑胜一子半", "B+3", false, true),
            ("白胜二又四分之三子", "W+5.5", false, true),
            ("黑胜四分之一子", "B+0.5", false, true),
            ("黑胜四分之三", "B+1.5", false, true),
            ("백 세집반 승", "", false, false),
            ("第一局 黑胜", "B+", false, false),
            ("黑胜 第一局", "B+", false, false),
            ("B+3.75", "B+7.5", true, true),
            ("W+2.25 (Moves beyond 260 not known)", "W+4.5", false, true),
            ("B+1 (moves beyond 130 not known)", "B+1", false, false),
            ("白中盘胜", "W+R", false, false),
            ("黑胜3.75子", "B+7.5", false, true),
            ("黑子胜3目", "B+3", false, false),
            ("白胜3.5个子", "W+7", false, true),
            ("B+3 zi", "B+6", false, true),
            ("共187手 黑中盘胜", "B+R", false, false),
            ("共255手 白胜2目", "W+2", false, false),
            ("共261手 黑胜半目", "B+0.5", false, false),
            ("共272手 黑胜1目半", "B+1.5", false, false),
            ("白胜1又1/4子", "W+2.5", false, true),
            ("黑胜1/4子", "B+0.5", false, true),
            ("黑胜2子3/4", "B+5.5", false, true),
            ("白胜14子半", "W+29", false, true),
            ("白3目半勝ち", "W+3.5", false, false),
            ("黒中押し勝ち", "B+R", false, false),
            ("B+7.5目", "B+7.5", false, false),
            ("和棋", "0", false, false),
            ("moc", "", false, false),
        ] {
            let recorded = result(text);
            assert_eq!(recorded.outcome.to_string(), read, "{text}");
            assert_eq!((recorded.standard, recorded.zi), (standard, zi), "{text}");
        }
        // However long it is: this takes minutes where each name is sought to the end.
        let long = "White wins by ".repeat(50_000);
        assert_eq!(result(&long).outcome.to_string(), "W+");
        assert_eq!(result("moc").outcome, Outcome::Unreadable);
        assert_eq!(result(" ").outcome, Outcome::Missing);
    }
}

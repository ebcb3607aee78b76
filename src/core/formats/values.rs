//! Values common to the formats: dates, ranks, numbers, handicap stones.

use crate::go::Points;
use crate::sgf::{Agreement, Outcome, Rank, WinBy, result};

/// Whether a file begins with a word, in upper or lower case.
pub(super) fn begins_with(head: &[u8], word: &str) -> bool {
    head.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
}

/// The SGF form of a date that begins with year, month and day: `20160416 [00:36]`,
/// `2020- 8-21-22-55- 3`, `2014年7月2日`. `None` if the text has anything but numbers and marks.
pub(super) fn date(text: &str) -> Option<String> {
    const MARKS: &str = " -/.:,[]()T年月日時时分秒년월일";
    // Before and after noon.
    const HALVES: [&str; 6] = ["上午", "下午", "午前", "午後", "오전", "오후"];
    let half = HALVES.iter().find(|half| text.contains(*half));
    let text = &half.map_or(text.to_owned(), |half| text.replacen(half, "", 1));
    if !text.chars().all(|c| c.is_ascii_digit() || MARKS.contains(c)) {
        return None;
    }
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let first = numbers.next()?;
    let (year, month, day) = match first.len() {
        8 => (&first[..4], &first[4..6], &first[6..]),
        4 => (first, numbers.next()?, numbers.next()?),
        _ => return None,
    };
    let (month, day): (u8, u8) = (month.parse().ok()?, day.parse().ok()?);
    ((1..=12).contains(&month) && (1..=31).contains(&day))
        .then(|| format!("{year}-{month:02}-{day:02}"))
}

/// Splits `name (4D)` into name and rank; the rank is empty if there is none.
pub(super) fn name_and_rank(text: &str) -> (&str, &str) {
    let text = text.trim();
    let split = || {
        let (name, rank) = text.strip_suffix(')')?.rsplit_once('(')?;
        (is_rank(rank) && !name.trim().is_empty()).then_some((name.trim(), rank.trim()))
    };
    split().unwrap_or((text, ""))
}

/// Whether a word is a rank: `4D`, `7D*`, `2k?`, `1급`, `初段`.
pub(super) fn is_rank(text: &str) -> bool {
    Rank::read(text.trim().trim_end_matches('-')).is_some()
}

/// Points from a number of tenths, as GIB writes them.
pub(super) fn tenths(text: &str) -> Option<Points> {
    let tenths: i64 = text.trim().parse().ok()?;
    (tenths.abs() < 100_000).then(|| Points::hundredths(tenths * 10))
}

/// The value of RE for what a code and words state of the outcome. The words are the value where they can't be read, and both are
/// where they contradict each other, so that neither is lost and no result is read. `None` if nothing is stated.
pub(super) fn stated_result(code: Option<Outcome>, words: &str) -> Option<String> {
    let words = words.trim();
    let written = |outcome: Outcome, text: &str| {
        let standard = outcome.to_string();
        if result(&standard).outcome == outcome { standard } else { text.to_owned() }
    };
    let Some(code) = code else {
        let outcome = result(words).outcome;
        return (!words.is_empty()).then(|| written(outcome, words));
    };
    let both = format!("{code}{words}");
    let by_words = match result(words).outcome {
        Outcome::Unreadable if matches!(code, Outcome::Win(_, WinBy::Unspecified)) => {
            let read = result(&both);
            if read.has_unread_reason { Outcome::Unreadable } else { read.outcome }
        }
        outcome => outcome,
    };
    Some(match (by_words, code.agreement(by_words)) {
        (Outcome::Unreadable, _) if matches!(code, Outcome::Win(_, WinBy::Unspecified)) => both,
        (outcome, Agreement::Agrees) if matches!(code, Outcome::Win(_, WinBy::Unspecified)) => {
            written(outcome, words)
        }
        (_, Agreement::Differs) => format!("{code}, {words}"),
        _ => code.to_string(),
    })
}

/// The corner of the third handicap stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThirdCorner {
    /// The upper left one: Tygem, Cyberoro, WBaduk.
    UpperLeft,
    /// The lower right one: IGS, and the order of GTP's `fixed_handicap`.
    LowerRight,
}

/// The star points on which a server puts handicap stones, in order. Empty for a number outside 2 to 9, or on
/// a board without star points.
pub(super) fn handicap(stones: u32, size: u8, third: ThirdCorner) -> Vec<(u8, u8)> {
    if !(2..=9).contains(&stones) || size < 7 || size.is_multiple_of(2) {
        return Vec::new();
    }
    let near = if size < 13 { 2 } else { 3 };
    let (far, middle) = (size - 1 - near, size / 2);
    let (upper_left, lower_right) = ((near, near), (far, far));
    let mut points = vec![(near, far), (far, near)];
    points.extend(match third {
        ThirdCorner::UpperLeft => [upper_left, lower_right],
        ThirdCorner::LowerRight => [lower_right, upper_left],
    });
    points.truncate(stones as usize);
    if stones >= 6 {
        points.extend([(near, middle), (far, middle)]);
    }
    if stones >= 8 {
        points.extend([(middle, near), (middle, far)]);
    }
    if stones >= 5 && stones % 2 == 1 {
        points.push((middle, middle));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (text, read) in [
            ("2020- 8-21-22-55- 3", Some("2020-08-21")),
            ("20160416 [00:36]", Some("2016-04-16")),
            ("2014年7月2日 下午 7:15", Some("2014-07-02")),
            ("2020/06/23", Some("2020-06-23")),
            ("2020-13-01", None),
            ("16-4-2020", None),
            ("", None),
        ] {
            assert_eq!(date(text).as_deref(), read, "{text}");
        }
    }

    #[test]
    fn ranks() {
        assert_eq!(name_and_rank("Menskit (4D)"), ("Menskit", "4D"));
        assert_eq!(name_and_rank("没什么能力(6段)"), ("没什么能力", "6段"));
        assert_eq!(name_and_rank("dongjik (1급)"), ("dongjik", "1급"));
        assert_eq!(name_and_rank("a (b)"), ("a (b)", ""));
        assert_eq!(name_and_rank("(4D)"), ("(4D)", ""));
        for rank in ["7D*", "2k?", "初段", "9P"] {
            assert!(is_rank(rank), "{rank}");
        }
        assert!(!is_rank("D"));
    }

    #[test]
    fn words_that_are_not_read_are_kept() {
        use crate::go::Color::{Black, White};
        let won = |color, how| Some(Outcome::Win(color, how));
        let black = won(Black, WinBy::Unspecified);
        for (code, words, re) in [
            (None, "", None),
            (None, "black 4 points win", Some("B+4")),
            (None, "무승부", Some("무승부")),
            (black, "", Some("B+")),
            (black, "2.50", Some("B+2.5")),
            (black, "12.5 points", Some("B+12.5")),
            (black, "Timeout", Some("B+T")),
            (black, "B+3.5", Some("B+3.5")),
            (won(White, WinBy::Unspecified), "C3.5", Some("W+C3.5")),
            (won(White, WinBy::Resignation), "불계승", Some("W+R")),
            // What contradicts the code.
            (black, "draw", Some("B+, draw")),
            (black, "no result", Some("B+, no result")),
            (black, "white 3.5 points win", Some("B+, white 3.5 points win")),
        ] {
            assert_eq!(stated_result(code, words).as_deref(), re, "{code:?} {words}");
            let contradicts = re.is_some_and(|re| re.len() > 6);
            let outcome = re.map(|re| result(re).outcome);
            assert_eq!(
                outcome == Some(Outcome::Unreadable),
                contradicts || words == "C3.5",
                "{re:?}"
            );
        }
    }

    #[test]
    fn handicap_stones_have_the_stated_number() {
        for stones in 0..12 {
            for third in [ThirdCorner::UpperLeft, ThirdCorner::LowerRight] {
                let mut points = handicap(stones, 19, third);
                let expected = if (2..=9).contains(&stones) { stones as usize } else { 0 };
                points.sort_unstable();
                points.dedup();
                assert_eq!(points.len(), expected);
            }
        }
        assert_eq!(handicap(3, 19, ThirdCorner::UpperLeft), [(3, 15), (15, 3), (3, 3)]);
        assert_eq!(handicap(3, 9, ThirdCorner::LowerRight), [(2, 6), (6, 2), (6, 6)]);
    }
}

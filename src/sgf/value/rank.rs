//! Ranks of players: BR and WR.

/// Returns a rank in short form: `9p` (professional), `3d`, `5k`; `?` for a player without one. `None` if it can't be
/// read. `FF[4]` recommends `..k` or `..kyu` and `..d` or `..dan`, with `?` behind an uncertain rank and `*` behind an
/// established one; servers write `9段`, and `P9段` for professionals.
#[must_use]
pub fn rank(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    if matches!(&*text, "?" | "-" | "nr" | "none" | "unranked") {
        return Some("?".to_owned());
    }
    let text = text.trim_end_matches(['?', '*', '+', ' ', '.']);
    let (text, mut is_professional) =
        match ["职业", "pro ", "p"].map(|word| text.strip_prefix(word)) {
            [Some(rest), ..] | [_, Some(rest), _] | [.., Some(rest)] => (rest, true),
            _ => (text, false),
        };
    let (number, unit) = number(text)?;
    let unit = match unit.trim_matches([' ', '-', '.']) {
        "k" | "kyu" | "級" | "级" | "급" if !is_professional => 'k',
        "d" | "dan" | "段" | "단" => 'd',
        "p" | "pro" | "dan pro" | "d pro" | "dp" | "段pro" => {
            is_professional = true;
            'p'
        }
        "" if is_professional => 'p',
        _ => return None,
    };
    let highest = if unit == 'k' { 40 } else { 10 };
    let unit = if is_professional { 'p' } else { unit };
    (1..=highest).contains(&number).then(|| format!("{number}{unit}"))
}

/// Returns the number that a text begins with, in digits or as one Chinese character, and the rest.
fn number(text: &str) -> Option<(u32, &str)> {
    const CHINESE: [char; 11] = ['初', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return Some((text[..digits].parse().ok()?, &text[digits..]));
    }
    let first = text.chars().next()?;
    let place = CHINESE.iter().position(|&c| c == first)?;
    Some((place.max(1) as u32, &text[first.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_have_a_short_form() {
        for (text, short) in [
            ("9p", Some("9p")),
            ("3d*", Some("3d")),
            ("14k?", Some("14k")),
            ("9段", Some("9d")),
            ("P9段", Some("9p")),
            ("职业九段", Some("9p")),
            ("初段", Some("1d")),
            ("3 dan", Some("3d")),
            ("7 Dan Pro", Some("7p")),
            ("6-dan", Some("6d")),
            ("12 kyu", Some("12k")),
            ("NR", Some("?")),
            ("?", Some("?")),
            ("Meijin", None),
            ("2750", None),
            ("0d", None),
            ("11p", None),
            ("p3k", None),
            ("Honinbo 9p", None),
            ("", None),
        ] {
            assert_eq!(rank(text).as_deref(), short, "{text}");
        }
    }
}

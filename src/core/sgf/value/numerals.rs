//! Chinese numerals, and digits of other scripts.

/// Replaces full-width digits by ASCII digits, and Chinese numerals if a unit or a fraction follows: `二十三目半`
/// becomes `23目半`, `二又四分之三子` becomes `2又3/4子`. Other numerals may mean anything: `第一局`.
pub(super) fn in_digits(text: &str) -> String {
    const UNITS: [&str; 7] = ["目", "子", "点", "點", "又", "分之", "半"];
    let mut out = String::with_capacity(text.len());
    // The denominator of a fraction, which is named first.
    let mut denominator = None;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((digits, after)) = decimals(&out, rest) {
            out.push('.');
            out.push_str(&digits);
            rest = after;
            continue;
        }
        let end = rest.find(|c| numeral(c).is_none()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let unit = || UNITS.iter().any(|unit| after.starts_with(unit));
        match value_of(number) {
            Some(value) if denominator.is_some() || unit() => {
                if let Some(numerator_follows) = after.strip_prefix("分之") {
                    denominator = Some(value);
                    rest = numerator_follows;
                    continue;
                }
                out.push_str(&value.to_string());
                if let Some(denominator) = denominator.take() {
                    out.push_str(&format!("/{denominator}"));
                }
                rest = after;
            }
            _ => {
                let length = number.len().max(first.len_utf8());
                let plain = rest[..length].chars().map(|c| match c {
                    '０'..='９' => char::from(b'0' + (u32::from(c) - u32::from('０')) as u8),
                    c => c,
                });
                out.extend(plain);
                rest = &rest[length..];
            }
        }
    }
    out
}

/// Reads decimals behind a decimal point of another script: `．5`, `点五`. Returns their ASCII digits and the text after
/// them. `None` if there are none, or if `written`, the text before them, doesn't end with a digit.
fn decimals<'t>(written: &str, text: &'t str) -> Option<(String, &'t str)> {
    if !written.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let behind = text.strip_prefix(['．', '·', '・', '。', '点', '點'])?;
    let digit = |c: char| match c {
        '0'..='9' => c.to_digit(10),
        '０'..='９' => Some(u32::from(c) - u32::from('０')),
        _ => numeral(c).filter(|&value| value < 10),
    };
    let digits: String = behind.chars().map_while(digit).map(|d| d.to_string()).collect();
    let after = behind.find(|c| digit(c).is_none()).unwrap_or(behind.len());
    (!digits.is_empty()).then(|| (digits, &behind[after..]))
}

/// The value of a Chinese numeral. 10 and 100 multiply the digit before them.
fn numeral(c: char) -> Option<u32> {
    let digit = "〇一二三四五六七八九".chars().position(|numeral| numeral == c);
    match c {
        '两' | '兩' | '両' => Some(2),
        '十' => Some(10),
        '百' => Some(100),
        _ => digit.map(|digit| digit as u32),
    }
}

/// The value of a Chinese number below a thousand. `None` for anything else.
fn value_of(number: &str) -> Option<u32> {
    let (mut sum, mut digits) = (0u32, None);
    for value in number.chars().map(numeral) {
        match value? {
            place @ (10 | 100) => sum += digits.take().unwrap_or(1) * place,
            // A number may be written digit by digit: `二三`.
            digit => digits = Some(digits.unwrap_or(0) * 10 + digit),
        }
        if sum.max(digits.unwrap_or(0)) >= 1000 {
            return None;
        }
    }
    (!number.is_empty()).then_some(sum + digits.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_are_numbers_where_a_unit_follows() {
        for (text, digits) in [
            ("二十三目半", "23目半"),
            ("百二目", "102目"),
            ("６．５", "6.5"),
            ("6·5目", "6.5目"),
            ("4・5目", "4.5目"),
            ("6点5", "6.5"),
            ("四点五目", "4.5目"),
            ("2点25子", "2.25子"),
            ("3点半", "3点半"),
            ("両目半", "2目半"),
            ("二三目", "23目"),
            ("二又四分之三子", "2又3/4子"),
            ("四分之一子", "1/4子"),
            ("两子半", "2子半"),
            ("１２.５目", "12.5目"),
            ("半目", "半目"),
            ("第一局", "第一局"),
            ("3又3/4子", "3又3/4子"),
            ("九九九九目", "九九九九目"),
            ("", ""),
        ] {
            assert_eq!(in_digits(text), digits, "{text}");
        }
    }
}

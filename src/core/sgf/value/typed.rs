//! Validity of property values by their `FF[4]` type, as `sgf-parse` judges it.

use sgf_parse::SgfProp;
use sgf_parse::go::Prop;

use crate::sgf::text::Text;
use crate::sgf::tree::{Ident, Span, ValueType};

/// Whether a property's values have the type that `FF[4]` prescribes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    Valid,
    /// A value doesn't have that type, or there are too many values.
    Invalid,
    /// `FF[4]` doesn't have the property.
    UnknownProperty,
}

/// Judges a property's values.
///
/// `sgf-parse` decides, with these exceptions. It is wrong about text, of which any is valid; about an escaped colon
/// in a label (`LB[aa:x\:y]`) or in FG's name, which is allowed; and about `DD[]` and `VW[]`, which are empty lists.
/// A number (BL, TM, ...) in plain digits is valid without asking it.
pub fn validity(text: &Text, id: Ident, values: &[Span]) -> Validity {
    let info = id.info();
    if info.values == ValueType::Text {
        return if values.len() == 1 { Validity::Valid } else { Validity::Invalid };
    }
    if id.place().is_some() && !info.is_in_ff4() {
        return Validity::UnknownProperty;
    }
    if let [value] = values
        && info.values == ValueType::Number
        && is_number(value.of(text.bytes()))
    {
        return Validity::Valid;
    }
    if let [value] = values
        && [Ident::new("DD"), Ident::new("VW")].contains(&id)
        && value.of(text.bytes()).trim_ascii().is_empty()
    {
        return Validity::Valid;
    }
    let strings = values.iter().map(|&value| {
        let value = text.decode(value);
        if value.contains("\\:") { value.replace("\\:", "_") } else { value.into_owned() }
    });
    match Prop::new(id.spelling(), strings.collect()) {
        Prop::Unknown(..) => Validity::UnknownProperty,
        Prop::Invalid(..) => Validity::Invalid,
        _ => Validity::Valid,
    }
}

/// Returns the name and the version of a program that an AP value states without the colon between them: `GNU Go 3.3.8`,
/// `SGFtools0.4`. `None` if it has a colon, or doesn't end with numbers joined by dots.
pub fn name_and_version(text: &str) -> Option<(&str, &str)> {
    let name = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let version = &text[name.len()..];
    let is_version = version.contains('.') && version.split('.').all(|number| !number.is_empty());
    let name = name.trim_end();
    (is_version && !name.is_empty() && !name.ends_with(['v', 'V']) && !text.contains(':'))
        .then_some((name, version))
}

/// Whether a value is a number of 1 to 15 digits.
fn is_number(value: &[u8]) -> bool {
    (1..=15).contains(&value.len()) && value.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_what_stands_last_and_has_a_dot() {
        for (text, read) in [
            ("GNU Go 3.3.8", Some(("GNU Go", "3.3.8"))),
            ("SGFtools0.4", Some(("SGFtools", "0.4"))),
            ("GNU Go:3.3.8", None),
            ("foxwq", None),
            ("PlayOK.com", None),
            ("Goban 7", None),
            ("Goban 7.", None),
            ("Goban v1.2", None),
            ("3.5", None),
            ("KC 0.1 2003-12-09", None),
        ] {
            assert_eq!(name_and_version(text), read, "{text}");
        }
    }

    #[test]
    fn sgf_parse_agrees_where_it_is_not_asked() {
        let ask = |id: Ident, value: &str| Prop::new(id.spelling(), vec![value.to_owned()]);
        let one = (b'A'..=b'Z').map(|a| Ident::read(&[a]));
        let two = (b'A'..=b'Z').flat_map(|a| (b'A'..=b'Z').map(move |b| Ident::read(&[a, b])));
        for id in one.chain(two) {
            let known = id.info();
            for value in ["", "1", "0", "007", "123456789012345", "aa", "x"] {
                let asked = ask(id, value);
                let unknown = matches!(asked, Prop::Unknown(..));
                assert_eq!(unknown, !known.is_in_ff4(), "{id:?}[{value}]");
                if known.values == ValueType::Number && is_number(value.as_bytes()) {
                    assert!(!matches!(asked, Prop::Invalid(..)), "{id:?}[{value}]");
                }
            }
        }
    }
}

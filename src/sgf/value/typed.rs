//! The `FF[4]` type of every value that the replay doesn't itself need, judged by `sgf-parse`.

use sgf_parse::SgfProp;
use sgf_parse::go::Prop;

use crate::sgf::text::Text;
use crate::sgf::tree::Ident;
use crate::sgf::tree::Span;
use crate::sgf::tree::ValueType;

/// Whether a property's values are what `FF[4]` prescribes for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// They are.
    Valid,
    /// They aren't.
    Invalid,
    /// `FF[4]` doesn't know the property.
    UnknownProperty,
}

/// Judges a property's values.
///
/// `sgf-parse` decides. It is known to be wrong in these cases, which are decided here: text of any
/// kind is always valid; a number (BL, TM, ...) in plain digits needs no judge; a label may contain an
/// escaped colon (`LB[aa:x\:y]`), and FG's name may too; `DD[]` and `VW[]` are empty lists.
#[must_use]
pub fn validity(text: &Text, id: Ident, values: &[Span]) -> Validity {
    let known = id.info();
    if known.values == ValueType::Text {
        return if values.len() == 1 { Validity::Valid } else { Validity::Invalid };
    }
    if id.place().is_some() && !known.is_in_ff4() {
        return Validity::UnknownProperty;
    }
    if let [value] = values
        && known.values == ValueType::Number
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

/// Plain digits, with a point somewhere among them for a property of type Real.
fn is_number(value: &[u8]) -> bool {
    !value.is_empty()
        && value.len() < 16
        && value[0].is_ascii_digit()
        && value.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sgf_parse_is_not_asked_it_would_say_too() {
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
                    // The judge's numbers have 64 bits at most.
                    assert!(!matches!(asked, Prop::Invalid(..)), "{id:?}[{value}]");
                }
            }
        }
    }
}

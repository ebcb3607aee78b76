//! Property identifiers.

/// A property's identifier in its FF[4] form: upper-case letters (and digits, which old formats
/// allowed). Up to eight characters are kept; a longer identifier, which no standard property has,
/// becomes [`Ident::LONG`] and must be compared by its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ident(u64);

impl Ident {
    /// Stands for every identifier of more than eight characters.
    pub const LONG: Self = Self(u64::MAX);

    /// The identifier with this spelling, which must be in FF[4] form.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut packed = 0;
        let mut i = 0;
        while i < bytes.len() {
            packed = packed << 8 | bytes[i] as u64;
            i += 1;
        }
        if bytes.len() > 8 { Self::LONG } else { Self(packed) }
    }

    /// How many values [`Ident::place`] has.
    pub const PLACES: usize = 1024;

    /// A place in a table for identifiers of one or two letters, which all of FF[4] are.
    #[must_use]
    pub const fn place(self) -> Option<usize> {
        // A bit for each letter that a capital's five lowest bits can say.
        const LETTERS: u32 = (1 << 27) - 2;
        let (first, last) = (self.0 >> 8 & 31, self.0 & 31);
        let kind = self.0 & !0x1F1F;
        let capitals = kind == 0x4040 && LETTERS >> first & 1 == 1 || kind == 0x40 && first == 0;
        if capitals && LETTERS >> last & 1 == 1 {
            return Some((first << 5 | last) as usize);
        }
        None
    }

    /// Reads an identifier as it stands in a record. In FF[1] to FF[3] lower-case letters are only
    /// decoration (`SiZe` is `SZ`); one without capitals (`b`) is taken to mean its capitals.
    #[must_use]
    pub fn read(raw: &[u8]) -> Self {
        // Nearly every identifier is one or two capitals.
        match *raw {
            [a] if a.is_ascii_uppercase() => return Self(u64::from(a)),
            [a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase() => {
                return Self(u64::from(a) << 8 | u64::from(b));
            }
            _ => {}
        }
        let any_upper = raw.iter().any(u8::is_ascii_uppercase);
        let mut packed = 0;
        let mut count = 0;
        for &byte in raw {
            if any_upper && byte.is_ascii_lowercase() {
                continue;
            }
            packed = packed << 8 | u64::from(byte.to_ascii_uppercase());
            count += 1;
        }
        if count > 8 { Self::LONG } else { Self(packed) }
    }

    /// The spelling; empty for [`Ident::LONG`].
    #[must_use]
    pub fn spelling(self) -> String {
        if self == Self::LONG {
            return String::new();
        }
        self.0.to_be_bytes().into_iter().filter(|&b| b != 0).map(char::from).collect()
    }
}

impl std::fmt::Debug for Ident {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.spelling())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_identifier_of_two_letters_has_a_place() {
        let one = (b'A'..=b'Z').map(|a| Ident::read(&[a]));
        let two = (b'A'..=b'Z').flat_map(|a| (b'A'..=b'Z').map(move |b| Ident::read(&[a, b])));
        let places: std::collections::HashSet<_> =
            one.chain(two).map(|id| id.place().unwrap()).collect();
        assert_eq!(places.len(), 26 + 26 * 26);
        assert!(places.iter().all(|&place| place < Ident::PLACES));
        for odd in ["A1", "1", "1A", "ABC", ""] {
            assert_eq!(Ident::new(odd).place(), None, "{odd}");
        }
    }

    #[test]
    fn old_spellings_mean_the_same() {
        assert_eq!(Ident::read(b"SiZe"), Ident::new("SZ"));
        assert_eq!(Ident::read(b"Black"), Ident::new("B"));
        assert_eq!(Ident::read(b"b"), Ident::new("B"));
        assert_eq!(Ident::read(b"AB"), Ident::new("AB"));
        assert_ne!(Ident::read(b"AB"), Ident::new("BA"));
        assert_eq!(Ident::read(b"MULTIGOGM"), Ident::LONG);
        assert_eq!(Ident::read(b"CoPyright").spelling(), "CP");
    }
}

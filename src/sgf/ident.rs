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

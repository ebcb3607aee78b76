//! Property identifiers.

/// A property's identifier in its `FF[4]` form: upper-case letters (and digits, which old formats
/// allowed). Up to eight characters are kept; a longer identifier, which no standard property has,
/// becomes [`Ident::LONG`] and must be compared by its text.
///
/// One or two capitals are a number below [`Ident::PLACES`], five bits for each; of anything else the
/// bytes are kept, with `SPELLED`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ident(u64);

impl Ident {
    /// Stands for every identifier of more than eight characters.
    pub const LONG: Self = Self(u64::MAX);

    /// Number of values of [`Ident::place`].
    pub const PLACES: usize = 1024;

    /// Marks an identifier whose bytes are kept. No character has this bit.
    const SPELLED: u64 = 1 << 63;

    /// The identifier with this spelling, which must be in `FF[4]` form.
    pub const fn new(text: &str) -> Self {
        Self::pack(text.as_bytes())
    }

    /// The identifiers with these spellings.
    pub const fn all<const N: usize>(texts: [&str; N]) -> [Self; N] {
        let mut all = [Self::LONG; N];
        let mut i = 0;
        while i < N {
            all[i] = Self::new(texts[i]);
            i += 1;
        }
        all
    }

    const fn pack(bytes: &[u8]) -> Self {
        match *bytes {
            [a @ b'A'..=b'Z'] => return Self::capitals(b'@', a),
            [a @ b'A'..=b'Z', b @ b'A'..=b'Z'] => return Self::capitals(a, b),
            _ => {}
        }
        if bytes.len() > 8 {
            return Self::LONG;
        }
        let mut packed = 0;
        let mut i = 0;
        while i < bytes.len() {
            packed = packed << 8 | bytes[i] as u64;
            i += 1;
        }
        Self(packed | Self::SPELLED)
    }

    /// Packs two capitals. A single one follows an `@`, whose five bits are 0.
    const fn capitals(a: u8, b: u8) -> Self {
        Self((a as u64 & 31) << 5 | b as u64 & 31)
    }

    /// The index in a table of identifiers of one or two capitals, as all of `FF[4]` are. `None` for others.
    pub const fn place(self) -> Option<usize> {
        if self.0 < Self::PLACES as u64 { Some(self.0 as usize) } else { None }
    }

    /// Reads an identifier of a record. In `FF[1]` to `FF[3]` lower-case letters are only
    /// decoration (`SiZe` is `SZ`); one without capitals (`b`) is taken to mean its capitals.
    pub fn read(raw: &[u8]) -> Self {
        // Nearly every identifier is one or two capitals.
        if let [b'A'..=b'Z'] | [b'A'..=b'Z', b'A'..=b'Z'] = raw {
            return Self::pack(raw);
        }
        let any_upper = raw.iter().any(u8::is_ascii_uppercase);
        let kept = raw.iter().filter(|byte| !(any_upper && byte.is_ascii_lowercase()));
        let mut bytes = [0; 9];
        let mut len = 0;
        for (byte, kept) in bytes.iter_mut().zip(kept) {
            *byte = kept.to_ascii_uppercase();
            len += 1;
        }
        Self::pack(&bytes[..len])
    }

    /// The spelling; empty for [`Ident::LONG`].
    pub fn spelling(self) -> String {
        if self == Self::LONG {
            return String::new();
        }
        if let Some(place) = self.place() {
            let letters = [place >> 5, place & 31].into_iter().filter(|&letter| letter != 0);
            return letters.map(|letter| char::from(b'@' + letter as u8)).collect();
        }
        let bytes = (self.0 ^ Self::SPELLED).to_be_bytes();
        bytes.into_iter().filter(|&b| b != 0).map(char::from).collect()
    }
}

impl std::fmt::Debug for Ident {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.spelling())
    }
}

/// A range of bytes of a file, from `start` to just before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Span {
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from two offsets in a file.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// The bytes of `all` that it covers.
    #[must_use]
    pub fn of(self, all: &[u8]) -> &[u8] {
        &all[self.start as usize..self.end as usize]
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

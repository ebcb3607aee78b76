//! JSON whose parts keep their places.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// An object with its members in order, each a part of the source.
#[derive(Debug, Default)]
pub(super) struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Members<'a> {
    /// The members of an object; none if it isn't one.
    pub fn read(value: &'a RawValue) -> Self {
        serde_json::from_str(value.get()).unwrap_or_default()
    }

    /// The first member of this name that isn't null.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        let named = |(key, value): &&(String, &RawValue)| key == name && value.get() != "null";
        self.0.iter().find(named).map(|&(_, value)| value)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        from.deserialize_map(Collect)
    }
}

/// The text of a file with the offsets of its lines.
pub(super) struct Source<'a> {
    pub text: &'a str,
    /// Offset of each line, and of the end.
    pub line_starts: &'a [u32],
}

impl<'a> Source<'a> {
    pub fn new(text: &'a str, line_starts: &'a [u32]) -> Self {
        Self { text, line_starts }
    }

    /// The line of a part of the text, from 0.
    pub fn line_of(&self, part: &RawValue) -> usize {
        self.line_at(part.get().as_ptr().addr().saturating_sub(self.text.as_ptr().addr()))
    }

    /// Number of lines.
    pub fn lines(&self) -> usize {
        self.line_starts.len().saturating_sub(1)
    }

    /// The line of an offset in the text, from 0.
    pub fn line_at(&self, offset: usize) -> usize {
        let last = self.line_starts.len().saturating_sub(2);
        self.line_starts
            .partition_point(|&start| start as usize <= offset)
            .saturating_sub(1)
            .min(last)
    }
}

/// The text of a string or a number, without blanks around it; `None` if it is empty or something else.
pub(super) fn text_of(value: &RawValue) -> Option<String> {
    let json = value.get();
    let text = match json.as_bytes().first()? {
        b'"' => serde_json::from_str(json).ok()?,
        b'-' | b'0'..=b'9' => json.to_owned(),
        _ => return None,
    };
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

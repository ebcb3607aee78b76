//! Sizes in bytes with the units that people write, and the option that limits what is read of a file.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use serde::Deserialize;

use super::word::{word_type, written_as_words};
use sgf_audit_core::sgf::Limits;

/// The units, each 1024 times the one before.
const UNITS: &str = "KMGT";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size(pub u64);

impl FromStr for Size {
    type Err = &'static str;

    /// Parses `1073741824`, `1G`, `512M`, `64 KiB`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let unit = text[digits.len()..].trim().to_uppercase();
        let unit = unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit);
        let power = match unit {
            "" => Some(0),
            _ if unit.len() == 1 => UNITS.find(unit).map(|place| place as u32 + 1),
            _ => None,
        };
        let number: Option<u64> = digits.parse().ok();
        let size = number.zip(power).and_then(|(n, power)| n.checked_mul(1024u64.pow(power)));
        size.map(Self).ok_or("not a size such as 500M, 1G or 4096")
    }
}

impl fmt::Display for Size {
    /// Writes the size in the largest unit that gives a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut number, mut unit) = (self.0, None);
        for next in UNITS.chars() {
            if number == 0 || number % 1024 != 0 {
                break;
            }
            (number, unit) = (number / 1024, Some(next));
        }
        write!(f, "{number}{}", unit.map_or_else(String::new, String::from))
    }
}

word_type! {
    /// A number of bytes of a file, which is less than 4 GiB.
    FileSize(Size),
    |text| match text.parse()? {
        Size(size) if size > u32::MAX.into() => Err("the largest size is 4095M"),
        size => Ok(size),
    }
}

written_as_words!(Size);

/// How much of a file is read. A larger one has the finding `too-large`.
#[derive(Args, Clone, Copy, Deserialize)]
#[command(next_help_heading = "Limits")]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct FileLimit {
    /// Maximum size of a file; larger ones aren't read.
    #[arg(long, default_value_t = Self::default().max_bytes, value_name = "SIZE")]
    max_bytes: FileSize,
}

impl Default for FileLimit {
    fn default() -> Self {
        Self { max_bytes: FileSize(Size(Limits::DEFAULT.bytes.into())) }
    }
}

impl From<FileLimit> for Limits {
    fn from(limit: FileLimit) -> Self {
        Self { bytes: limit.max_bytes.0.0 as u32, ..Self::DEFAULT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, size) in [
            ("0", 0),
            ("4096", 4096),
            ("1G", 1 << 30),
            ("256g", 256 << 30),
            ("64 KiB", 64 << 10),
            ("3MB", 3 << 20),
            ("12b", 12),
        ] {
            assert_eq!(text.parse(), Ok(Size(size)), "{text}");
        }
        for text in ["", "G", "1X", "-1", "1.5G", "99999999999T", "1GG"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
        assert_eq!("4095M".parse(), Ok(FileSize(Size(4095 << 20))));
        assert!("4G".parse::<FileSize>().is_err());
    }

    #[test]
    fn sizes_are_written_as_they_are_read() {
        for size in [0, 1, 1000, 1024, 1 << 30, 256 << 30, u64::from(u32::MAX)] {
            assert_eq!(Size(size).to_string().parse(), Ok(Size(size)));
        }
        assert_eq!(Size(256 << 30).to_string(), "256G");
    }
}

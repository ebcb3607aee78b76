//! Shards: parts of a run for machines that share the work.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::source::Source;
use sgf_audit_core::archive::is_record;

/// One of several parts of a run. The hash of a record's path decides which one it is in, on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    pub number: u32,
    pub of: u32,
}

/// Maximum number of shards of a run.
const MAX_SHARDS: u32 = 1_000_000;

impl FromStr for Shard {
    type Err = String;

    /// Parses `3/16`.
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(number, of)| {
            Some(Self { number: number.trim().parse().ok()?, of: of.trim().parse().ok()? })
        });
        match parsed {
            Some(shard) if shard.of <= MAX_SHARDS && (1..=shard.of).contains(&shard.number) => {
                Ok(shard)
            }
            Some(shard) if shard.of > MAX_SHARDS => {
                Err(format!("there may be up to {MAX_SHARDS} shards"))
            }
            Some(shard) => Err(format!("shards are numbered from 1 to {}", shard.of)),
            None => Err("not a shard such as 3/16, the third of sixteen".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// Whether a path is in this part.
    fn has(self, path: &Path) -> bool {
        let hash = blake3::hash(path.as_os_str().as_encoded_bytes());
        let (first, _) = hash.as_bytes().split_at(8);
        let number = first.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
        number % u64::from(self.of) == u64::from(self.number - 1)
    }

    /// Whether a record is in this part. The members of an archive are spread over all parts by their own paths, unless the
    /// archive is named like a record.
    pub fn has_record(self, source: &Source, path: &Path) -> bool {
        self.has(if is_record(source.path()) { source.path() } else { path })
    }

    /// Returns the sources that may hold records of this part.
    pub fn sources(self, sources: impl Iterator<Item = Source>) -> impl Iterator<Item = Source> {
        sources.filter(move |source| !is_record(source.path()) || self.has(source.path()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_numbered_from_1() {
        assert_eq!("3/16".parse(), Ok(Shard { number: 3, of: 16 }));
        for text in ["0/3", "4/3", "3", "a/b", "1/0", "1/1000001", "-1/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    /// A record belongs to the same shard on every machine.
    #[test]
    fn each_path_is_in_one_shard() {
        let in_shard = |path: &str, of| {
            (1..=of).filter(|&number| Shard { number, of }.has(Path::new(path))).collect::<Vec<_>>()
        };
        let numbers = ["a.sgf", "b.sgf", "games/1.sgf", "z.tar/x"].map(|path| in_shard(path, 7));
        assert_eq!(numbers, [[3], [5], [4], [5]]);
        assert_eq!(in_shard("a.sgf", 1), [1]);
    }
}

//! The names of a directory, end to end in memory: of many, only the first.

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Directory,
    Link,
    /// A pipe, a socket, a device: reading it could hold up the run.
    Other,
}

pub(super) use held::Names;

#[cfg(unix)]
mod held {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt;

    use super::Kind;

    /// Names, each behind a byte for its kind and two for its length.
    #[derive(Debug, Default)]
    pub struct Names {
        bytes: Vec<u8>,
        /// Where each begins.
        starts: Vec<u32>,
        /// What tells most of them apart, while they are sorted.
        told: Vec<(u64, u32)>,
    }

    const KINDS: [Kind; 4] = [Kind::File, Kind::Directory, Kind::Link, Kind::Other];

    fn at(bytes: &[u8], start: u32) -> (&[u8], Kind) {
        let [kind, low, high, name @ ..] = &bytes[start as usize..] else {
            return (&[], Kind::File);
        };
        (&name[..usize::from(u16::from_le_bytes([*low, *high]))], KINDS[usize::from(*kind)])
    }

    impl Names {
        pub fn push(&mut self, name: &OsStr, kind: Kind) {
            // No system has names of 64 kB.
            let Ok(length) = u16::try_from(name.len()) else { return };
            self.starts.push(self.bytes.len() as u32);
            self.bytes.push(kind as u8);
            self.bytes.extend_from_slice(&length.to_le_bytes());
            self.bytes.extend_from_slice(name.as_bytes());
        }

        /// Forgets all, keeping the memory.
        pub fn clear(&mut self) {
            self.bytes.clear();
            self.starts.clear();
        }

        pub fn len(&self) -> usize {
            self.starts.len()
        }

        pub fn get(&self, place: usize) -> Option<(&OsStr, Kind)> {
            let (name, kind) = at(&self.bytes, *self.starts.get(place)?);
            Some((OsStr::from_bytes(name), kind))
        }

        /// The greatest of sorted names.
        pub fn last(&self) -> Option<OsString> {
            Some(self.get(self.len().checked_sub(1)?)?.0.to_owned())
        }

        pub fn sort(&mut self) {
            let bytes = &self.bytes;
            // Names of one source begin alike; behind that a few bytes tell nearly all of them apart.
            let shared = self.shared();
            let telling = |start| {
                let name = &at(bytes, start).0[shared..];
                match name.first_chunk() {
                    Some(first) => u64::from_be_bytes(*first),
                    // No name holds a NUL byte: a shorter one comes first, as it should.
                    None => (0..8).fold(0, |all, place| {
                        all << 8 | u64::from(name.get(place).copied().unwrap_or(0))
                    }),
                }
            };
            self.told.clear();
            self.told.extend(self.starts.iter().map(|&start| (telling(start), start)));
            // Numbers alone are sorted without branches; the few that are equal are parted afterwards.
            self.told.sort_unstable_by_key(|&(told, _)| told);
            for equal in self.told.chunk_by_mut(|(a, _), (b, _)| a == b) {
                if equal.len() > 1 {
                    equal.sort_unstable_by_key(|&(_, start)| at(bytes, start).0);
                }
            }
            let sorted = self.told.iter().map(|&(_, start)| start);
            self.starts.iter_mut().zip(sorted).for_each(|(place, start)| *place = start);
        }

        /// How many bytes all names begin with alike.
        fn shared(&self) -> usize {
            let mut names = self.starts.iter().map(|&start| at(&self.bytes, start).0);
            let Some(first) = names.next() else { return 0 };
            names.fold(first.len(), |shared, name| {
                let pairs = first[..shared].iter().zip(name);
                pairs.take_while(|(a, b)| a == b).count()
            })
        }

        /// Forgets all but so many, the first by name; returns the last of them.
        pub fn keep_first(&mut self, many: usize) -> Option<OsString> {
            let bytes = &self.bytes;
            self.starts.select_nth_unstable_by_key(many - 1, |&start| at(bytes, start).0);
            self.starts.truncate(many);
            let last = self.last();
            // What is kept moves up, so that no second copy is needed.
            self.starts.sort_unstable();
            let mut end = 0;
            for start in &mut self.starts {
                let from = *start as usize;
                let to = from + 3 + at(&self.bytes, *start).0.len();
                self.bytes.copy_within(from..to, end);
                *start = end as u32;
                end += to - from;
            }
            self.bytes.truncate(end);
            last
        }
    }
}

#[cfg(not(unix))]
mod held {
    use std::ffi::{OsStr, OsString};

    use super::Kind;

    /// Names, each with its kind.
    #[derive(Debug, Default)]
    pub struct Names(Vec<(OsString, Kind)>);

    impl Names {
        pub fn push(&mut self, name: &OsStr, kind: Kind) {
            self.0.push((name.to_owned(), kind));
        }

        /// Forgets all, keeping the memory.
        pub fn clear(&mut self) {
            self.0.clear();
        }

        pub fn len(&self) -> usize {
            self.0.len()
        }

        pub fn get(&self, place: usize) -> Option<(&OsStr, Kind)> {
            self.0.get(place).map(|(name, kind)| (name.as_os_str(), *kind))
        }

        /// The greatest of sorted names.
        pub fn last(&self) -> Option<OsString> {
            self.0.last().map(|(name, _)| name.clone())
        }

        pub fn sort(&mut self) {
            self.0.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        }

        /// Forgets all but so many, the first by name; returns the last of them.
        pub fn keep_first(&mut self, many: usize) -> Option<OsString> {
            self.sort();
            self.0.truncate(many);
            self.last()
        }
    }
}

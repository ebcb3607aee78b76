//! Members of an archive in batches.

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use super::in_order::{Piece, Take};
use super::source::finding_name;
use crate::archive::{Member, Unpacker, Whole};
use crate::audit::FindingKind;

/// Members of an archive, in its order.
#[derive(Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    items: Vec<(PathBuf, Content)>,
    /// How many of the items are in it; the others are left from what it held before, as their paths'
    /// memory is used again.
    len: usize,
}

#[derive(Debug)]
enum Content {
    Record(Range<usize>),
    Trouble(FindingKind, String),
}

/// A member in a batch.
#[derive(Debug)]
pub enum Item<'a> {
    /// A record's bytes.
    Record(&'a [u8]),
    /// What is to be said of it, or of the archive.
    Trouble(FindingKind, &'a str),
}

impl Piece for Batch {}

impl Batch {
    /// The members with their paths.
    pub fn items(&self) -> impl Iterator<Item = (&PathBuf, Item<'_>)> {
        self.items[..self.len].iter().map(|(path, content)| {
            let item = match content {
                Content::Record(range) => Item::Record(&self.bytes[range.clone()]),
                Content::Trouble(name, message) => Item::Trouble(*name, message),
            };
            (path, item)
        })
    }

    fn clear(&mut self) {
        self.bytes.clear();
        // A large record mustn't take memory for ever.
        self.bytes.shrink_to(4 * BYTES);
        self.len = 0;
    }

    fn add(&mut self, member: &Member) {
        let (path, content) = match member {
            Member::Record(path, bytes) | Member::Part(path, bytes) => {
                let from = self.bytes.len();
                self.bytes.extend_from_slice(bytes);
                (path, Content::Record(from..self.bytes.len()))
            }
            Member::Trouble(path, error) => {
                (path, Content::Trouble(finding_name(error.kind), error.to_string()))
            }
        };
        match self.items.get_mut(self.len) {
            Some(item) => {
                let kept = item.0.as_mut_os_string();
                kept.clear();
                kept.push(path);
                item.1 = content;
            }
            None => self.items.push((path.to_path_buf(), content)),
        }
        self.len += 1;
    }

    fn is_full(&self) -> bool {
        self.len >= MEMBERS || self.bytes.len() >= BYTES
    }
}

/// A batch has so many members at most, and no more of them once it has so many bytes. Few
/// enough that the threads end together, and enough to work on while the next are unpacked.
const MEMBERS: usize = 32;
const BYTES: usize = 1 << 16;

/// As [`Unpacker::unpack`], in batches. `take` gives back one that isn't needed any more.
pub(super) fn unpack_in_batches(
    unpacker: &Unpacker,
    path: &Path,
    whole: Whole,
    named: bool,
    take: Take<Batch>,
) {
    let mut batch = Batch::default();
    unpacker.unpack(path, whole, named, &mut |member| {
        batch.add(&member);
        if batch.is_full() {
            batch = take(std::mem::take(&mut batch))?;
            batch.clear();
        }
        ControlFlow::Continue(())
    });
    if batch.len > 0 {
        let _ = take(batch);
    }
}

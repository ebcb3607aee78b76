//! Members of an archive in batches, unpacked on a thread of their own while others are audited.

use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::member::Member;
use super::unpack::{Unpacker, Whole};
use crate::audit::Name;

/// Members of an archive, in its order.
#[derive(Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    items: Vec<(PathBuf, Content)>,
}

#[derive(Debug)]
enum Content {
    Record(Range<usize>),
    Trouble(Name, String),
}

/// A member in a batch.
#[derive(Debug)]
pub enum Item<'a> {
    /// A record's bytes.
    Record(&'a [u8]),
    /// What is to be said of it, or of the archive.
    Trouble(Name, &'a str),
}

impl Batch {
    /// The members with their paths.
    pub fn items(&self) -> impl Iterator<Item = (&PathBuf, Item<'_>)> {
        self.items.iter().map(|(path, content)| {
            let item = match content {
                Content::Record(range) => Item::Record(&self.bytes[range.clone()]),
                Content::Trouble(name, message) => Item::Trouble(*name, message),
            };
            (path, item)
        })
    }

    /// How many bytes the records have.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    fn add(&mut self, member: &Member) {
        let (path, content) = match member {
            Member::Record(path, bytes) => {
                let from = self.bytes.len();
                self.bytes.extend_from_slice(bytes);
                (path, Content::Record(from..self.bytes.len()))
            }
            Member::Trouble(path, name, message) => {
                (path, Content::Trouble(*name, message.clone()))
            }
        };
        self.items.push((path.to_path_buf(), content));
    }

    fn is_full(&self) -> bool {
        self.items.len() >= 64 || self.bytes.len() >= 1 << 18
    }
}

/// How many batches wait at most: what is audited at a time, so that the next is there when that is done.
const WAITING: usize = 16;

/// Yields the members of an archive in batches. What is unpacked ahead is bounded.
#[derive(Debug)]
pub struct Members {
    batches: Receiver<Batch>,
}

impl Members {
    /// Begins to unpack an archive: `bytes` if it has been read already, or else the file at `path`.
    #[must_use]
    pub fn open(path: PathBuf, bytes: Option<Vec<u8>>, named: bool, unpacker: Unpacker) -> Self {
        let (to, batches) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let whole = match &bytes {
                Some(bytes) => Whole::Bytes(bytes),
                None => Whole::File(&path),
            };
            send_all(&to, |sink| unpacker.unpack(&path, whole, named, sink));
        });
        Self { batches }
    }
}

fn send_all(
    to: &SyncSender<Batch>,
    unpack: impl FnOnce(&mut dyn FnMut(Member) -> ControlFlow<()>),
) {
    let mut batch = Batch::default();
    unpack(&mut |member| {
        batch.add(&member);
        if batch.is_full() && to.send(std::mem::take(&mut batch)).is_err() {
            // Nobody wants the rest.
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    if !batch.is_empty() {
        let _ = to.send(batch);
    }
}

impl Iterator for Members {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        self.batches.recv().ok()
    }
}

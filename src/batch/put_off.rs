//! What is too much for a unit of files, and audited by all threads when its turn has come: large files,
//! part by part, and archives.

use std::io::Read;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::buffer::Buffer;
use super::collection::{self, Part, Parts};
use super::in_order::{Piece, in_order};
use super::members::{Batch, Item, unpack_in_batches};
use super::run::{Collector, Done, Job, UNIT, said};
use super::source::Source;
use crate::archive::Whole;
use crate::audit::{FileSummary, FindingKind, Scratch, audit_part, file_finding};
use crate::sgf::{Charset, Text};

impl Piece for Part {}

/// What was put off.
pub(super) enum PutOff {
    /// An archive, and what it holds if that can't be read again.
    Archive(Source, Option<Vec<u8>>),
    /// A large file, in the same way.
    Large(Source, Option<Vec<u8>>),
}

/// About how long the parts of a large file are.
const PART: usize = 1 << 19;

/// Batches and parts are large enough for few of them to wait.
const WAITING: usize = 2;

impl<C: Collector, S: Fn() -> Scratch + Sync> Job<'_, C, S> {
    /// Audits a large file, part by part where it can be.
    pub fn large<E: Send>(
        &self,
        source: &Source,
        bytes: Option<Vec<u8>>,
        consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        let path = source.path();
        let whole = match &bytes {
            Some(bytes) => Whole::Bytes(bytes),
            None => Whole::File(path),
        };
        let limit = self.options.limits.bytes;
        let surveyed = whole.open().and_then(|from| collection::survey(from, limit));
        let mut done = Done::default();
        if let Ok((length, charset)) = &surveyed {
            if *length > u64::from(limit) {
                done.progress.bytes = *length;
                self.too_large(path, &mut done);
                return consume(done);
            }
            if let (Some(charset), Ok(from)) = (charset, whole.open()) {
                return self.parts(path, from, charset, consume);
            }
        }
        let mut buffer = Buffer::default();
        let read = whole.open().and_then(|from| buffer.read(from, limit as usize));
        match surveyed.and(read) {
            Ok(place) => self.work(|worker| {
                self.record(&mut worker.scratch, path, buffer.bytes(&place), &mut done);
            }),
            Err(error) => self.trouble(path, FindingKind::Unreadable, error.to_string(), &mut done),
        }
        consume(done)
    }

    fn parts<E: Send>(
        &self,
        path: &Path,
        from: impl Read + Send,
        charset: &Charset,
        consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        let mut parts = Parts::new(from, charset, self.options.limits, PART);
        let mut failed = None;
        let mut about: Option<FileSummary> = None;
        in_order(
            WAITING,
            |take| loop {
                match parts.next_parts(rayon::current_num_threads()) {
                    Ok(parts) if parts.is_empty() => return,
                    Ok(parts) => {
                        if parts.into_iter().any(|part| take(part).is_break()) {
                            return;
                        }
                    }
                    Err(error) => return failed = Some(error.to_string()),
                }
            },
            |_| {},
            |part| self.work(|worker| self.part(path, part, charset, &mut worker.scratch)),
            |(done, next)| {
                match (&mut about, next) {
                    (Some(about), Some(next)) => about.join(next),
                    (None, next) => about = next,
                    (Some(_), None) => {}
                }
                consume(done)
            },
        )?;
        let mut end = Done::default();
        end.progress.files = 1;
        if let Some(audit) = about.and_then(|about| about.finish(charset)) {
            self.collector.add(&mut end.part, path, &audit, None);
        }
        if let Some(message) = failed {
            let finding = file_finding(FindingKind::Unreadable, message);
            self.collector.add(&mut end.part, path, &finding, None);
        }
        consume(end)
    }

    /// Audits a part of a large file.
    fn part(
        &self,
        path: &Path,
        part: &Part,
        charset: &Charset,
        scratch: &mut Scratch,
    ) -> (Done<C::Part>, Option<FileSummary>) {
        let mut done = Done::default();
        done.progress.bytes = part.bytes.len() as u64;
        let audited = catch_unwind(AssertUnwindSafe(|| {
            let text = Text::chunk(&part.bytes, charset, part.start);
            audit_part(&text, charset, self.options, scratch, &mut |audit, text| {
                self.collector.add(&mut done.part, path, &audit, Some(text));
            })
        }));
        let about = match audited {
            Ok(about) => Some(about),
            Err(panic) => {
                *scratch = self.scratch();
                let finding = file_finding(FindingKind::InternalError, said(&*panic));
                self.collector.add(&mut done.part, path, &finding, None);
                None
            }
        };
        (done, about)
    }

    pub fn archive<E: Send>(
        &self,
        source: Source,
        bytes: Option<Vec<u8>>,
        consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        let named = !matches!(source, Source::File(_));
        let path = source.path();
        let whole = bytes.as_deref().map_or(Whole::File(path), Whole::Bytes);
        if rayon::current_num_threads() == 1 {
            return self.members(path, whole, named, consume);
        }
        in_order(
            WAITING,
            |take| unpack_in_batches(&self.means.unpacker, path, whole, named, take),
            |_| {},
            |batch| self.batch(batch),
            consume,
        )
    }

    /// Audits the members of an archive one by one as they are unpacked.
    fn members<E: Send>(
        &self,
        path: &Path,
        whole: Whole,
        named: bool,
        consume: &mut (impl FnMut(Done<C::Part>) -> Result<(), E> + Send),
    ) -> Result<(), E> {
        let mut done = Done::default();
        let mut consumed = Ok(());
        self.work(|worker| {
            self.means.unpacker.unpack(path, whole, named, &mut |member| {
                self.member(&mut worker.scratch, member, &mut done);
                if done.progress.files >= UNIT as u64 {
                    consumed = consume(std::mem::take(&mut done));
                }
                match consumed {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
        });
        consumed?;
        consume(done)
    }

    fn batch(&self, batch: &Batch) -> Done<C::Part> {
        let mut done = Done::default();
        self.work(|worker| {
            for (path, item) in batch.items() {
                match item {
                    Item::Record(bytes) => {
                        self.record(&mut worker.scratch, path, bytes, &mut done);
                    }
                    Item::Trouble(name, message) => {
                        self.trouble(path, name, message.to_owned(), &mut done);
                    }
                }
            }
        });
        done
    }
}

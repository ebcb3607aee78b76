//! A request to end the run, and streams that don't hold it up.

use std::io::{self, Cursor, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Returns what is set when the run is to end.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&REQUESTED)
}

/// Whether the run is to end, with what has been done so far.
pub fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Fails if the run is to end.
pub fn check() -> io::Result<()> {
    if is_requested() { Err(io::Error::other("interrupted")) } else { Ok(()) }
}

/// How often a wait looks whether the run is to end.
pub const PERIOD: Duration = Duration::from_millis(100);

/// Reads a pipe, a terminal or a device. A request to end the run ends the wait for it.
///
/// Another thread waits, since no system call that waits can be ended on every system.
pub struct Stream {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Cursor<Vec<u8>>,
}

impl Stream {
    /// Starts to read what `open` returns. Fails if no thread can be started.
    pub fn new<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static) -> io::Result<Self> {
        let (to, chunks) = sync_channel(1);
        thread::Builder::new().spawn(move || match open() {
            Ok(from) => pass_on(from, &to),
            Err(error) => _ = to.send(Err(error)),
        })?;
        Ok(Self { chunks, chunk: Cursor::default() })
    }
}

/// Sends a stream in chunks; the last one is empty, or an error.
fn pass_on(mut from: impl Read, to: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; 1 << 16];
        let read = match from.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read,
        };
        let is_last = !read.as_ref().is_ok_and(|&length| length > 0);
        let sent = to.send(read.map(|length| {
            chunk.truncate(length);
            chunk
        }));
        if is_last || sent.is_err() {
            return;
        }
    }
}

impl Read for Stream {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.chunk.position() == self.chunk.get_ref().len() as u64 {
            match self.chunks.recv_timeout(PERIOD) {
                Ok(chunk) if chunk.as_ref().is_ok_and(Vec::is_empty) => return Ok(0),
                Ok(chunk) => self.chunk = Cursor::new(chunk?),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) => check()?,
            }
        }
        self.chunk.read(to)
    }
}

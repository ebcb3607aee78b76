//! Packs by Zstandard while it is written.

use std::cell::RefCell;
use std::io::{self, Cursor, Read, Write};
use std::mem;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};

use ruzstd::encoding::{CompressionLevel, FrameCompressor};

/// Number of bytes that go to the encoder together: a block of Zstandard.
const CHUNK: usize = 128 << 10;

/// Compresses what is written into a single frame. Some readers ignore all frames but the first: Python's `zstandard.open`, and so pandas.
///
/// The encoder reads its source until it ends, so it has a thread of its own. Dropping the writer waits for the thread, so that
/// nothing of `W` is left when the program ends.
pub(super) struct ZstdWriter<W: Write> {
    chunk: Vec<u8>,
    encoder: Option<Encoder<W>>,
}

struct Encoder<W> {
    chunks: SyncSender<Vec<u8>>,
    thread: JoinHandle<io::Result<W>>,
}

impl<W: Write + Send + 'static> ZstdWriter<W> {
    /// Starts a frame.
    ///
    /// # Errors
    ///
    /// If the system gives no thread.
    pub fn new(to: W) -> io::Result<Self> {
        let (chunks, received) = sync_channel(1);
        let thread = Builder::new().name("zstd".to_owned()).spawn(|| encode(received, to))?;
        Ok(Self { chunk: Vec::new(), encoder: Some(Encoder { chunks, thread }) })
    }

    /// Writes the rest of the frame. Returns what it was written to.
    ///
    /// # Errors
    ///
    /// If something can't be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.send()?;
        self.join()
    }
}

impl<W: Write> ZstdWriter<W> {
    fn send(&mut self) -> io::Result<()> {
        let chunk = mem::take(&mut self.chunk);
        match &self.encoder {
            Some(encoder) if encoder.chunks.send(chunk).is_ok() => Ok(()),
            // The encoder has ended early, and knows why.
            _ => Err(self.join().err().unwrap_or_else(ended)),
        }
    }

    /// Ends the encoder's source and waits for it.
    fn join(&mut self) -> io::Result<W> {
        let Encoder { chunks, thread } = self.encoder.take().ok_or_else(ended)?;
        drop(chunks);
        thread.join().map_err(|_| ended())?
    }
}

fn ended() -> io::Error {
    io::Error::other("packing by Zstandard failed")
}

impl<W: Write> Write for ZstdWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..taken]);
        if self.chunk.len() == CHUNK {
            self.send()?;
        }
        Ok(taken)
    }

    /// Does nothing: what isn't a whole block yet stays until the end.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<W: Write> Drop for ZstdWriter<W> {
    fn drop(&mut self) {
        // The file isn't wanted any more.
        drop(self.join());
    }
}

fn encode<W: Write>(chunks: Receiver<Vec<u8>>, mut to: W) -> io::Result<W> {
    let failure = RefCell::new(None);
    let mut encoder = FrameCompressor::new(CompressionLevel::Fastest);
    encoder.set_source(Source { chunks, chunk: Cursor::default(), failure: &failure });
    encoder.set_drain(Drain { to: &mut to, failure: &failure });
    encoder.compress();
    drop(encoder);
    failure.into_inner().map_or(Ok(to), Err)
}

/// The chunks as one stream. It ends early once something couldn't be written.
struct Source<'a> {
    chunks: Receiver<Vec<u8>>,
    chunk: Cursor<Vec<u8>>,
    failure: &'a RefCell<Option<io::Error>>,
}

impl Read for Source<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.failure.borrow().is_some() {
            return Ok(0);
        }
        let read = self.chunk.read(to)?;
        if read > 0 {
            return Ok(read);
        }
        let Ok(chunk) = self.chunks.recv() else { return Ok(0) };
        self.chunk = Cursor::new(chunk);
        self.chunk.read(to)
    }
}

/// Keeps the first failure: the encoder would panic.
struct Drain<'a, W> {
    to: &'a mut W,
    failure: &'a RefCell<Option<io::Error>>,
}

impl<W: Write> Write for Drain<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut failure = self.failure.borrow_mut();
        if failure.is_none() {
            *failure = self.to.write_all(bytes).err();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use ruzstd::decoding::StreamingDecoder;

    use super::*;

    fn packed(bytes: &[u8], step: usize) -> Vec<u8> {
        let mut writer = ZstdWriter::new(Vec::new()).expect("a thread");
        for part in bytes.chunks(step) {
            writer.write_all(part).expect("written");
        }
        writer.finish().expect("written")
    }

    #[test]
    fn one_frame_holds_what_was_written() {
        let text: Vec<u8> =
            (0..60_000_u32).flat_map(|n| format!("{n},B,{}\n", n % 361).into_bytes()).collect();
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, text.len()] {
            let bytes = &text[..length];
            let frame = packed(bytes, 1000);
            assert_eq!(frame, packed(bytes, usize::MAX), "{length}: the same bytes");
            assert!(length < 1000 || frame.len() < length / 2, "{length}: {}", frame.len());
            let mut rest = &frame[..];
            let mut unpacked = Vec::new();
            let mut decoder = StreamingDecoder::new(&mut rest).expect("a frame");
            decoder.read_to_end(&mut unpacked).expect("unpacked");
            assert!(unpacked == bytes, "{length}");
            assert!(rest.is_empty(), "{length}: one frame");
        }
    }

    /// A disk that is full after some bytes.
    struct Full(usize, Arc<AtomicBool>);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Drop for Full {
        fn drop(&mut self) {
            self.1.store(true, Ordering::SeqCst);
        }
    }

    #[test]
    fn a_failure_ends_the_writing_with_its_reason() {
        let (mut state, dropped) = (1_u32, Arc::default());
        let mut writer = ZstdWriter::new(Full(CHUNK, Arc::clone(&dropped))).expect("a thread");
        // Noise, which takes its room.
        let noise: Vec<u8> = (0..CHUNK)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        let error = (0..100).find_map(|_| writer.write_all(&noise).err()).expect("it is full");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(dropped.load(Ordering::SeqCst), "the file is closed");
        assert!(writer.write_all(&noise).is_err(), "it stays so");

        let short = ZstdWriter::new(Full(10, Arc::default())).and_then(|mut writer| {
            writer.write_all(&noise[..1000])?;
            writer.finish()
        });
        assert_eq!(short.err().map(|error| error.kind()), Some(io::ErrorKind::StorageFull));
    }

    #[test]
    fn dropping_it_waits_for_the_encoder() {
        let dropped = Arc::default();
        let mut writer = ZstdWriter::new(Full(usize::MAX, Arc::clone(&dropped))).expect("a thread");
        writer.write_all(&[7; 3 * CHUNK]).expect("written");
        drop(writer);
        assert!(dropped.load(Ordering::SeqCst));
    }
}

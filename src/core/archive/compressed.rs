//! Decompresses gzip, xz and Zstandard.

use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};

/// Decompresses the members of a gzip file one after the other (RFC 1952, 2.2). Zeros after the last one are padding, as
/// tapes need it; the program gzip ignores them too.
pub(super) struct Gzip<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Gzip<R> {
    /// Decompresses what `from` yields.
    pub(super) fn new(from: R) -> Self {
        Self(Some(GzDecoder::new(from)))
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let read = member.read(to)?;
            if read > 0 || to.is_empty() {
                return Ok(read);
            }
            self.0 = match self.0.take().map(GzDecoder::into_inner) {
                Some(mut from) => match skip_zeros(&mut from)? {
                    true => Some(GzDecoder::new(from)),
                    false => None,
                },
                None => None,
            };
        }
        Ok(0)
    }
}

/// Skips zeros. Returns whether anything follows them.
fn skip_zeros(from: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = from.fill_buf()?;
        if bytes.is_empty() {
            return Ok(false);
        }
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        let all = zeros == bytes.len();
        from.consume(zeros);
        if !all {
            return Ok(true);
        }
    }
}

/// Maximum memory of a stream in KiB: `xz -9` needs slightly more than 64 MiB.
const MEMORY_LIMIT_KIB: u32 = 66 << 10;

/// Decompresses the streams of a file one after the other. After an error it is at its end.
pub(super) struct Xz<R: Read>(Option<XzReader<R>>);

impl<R: Read> Xz<R> {
    /// Decompresses what `from` yields.
    pub(super) fn new(from: R) -> Self {
        Self(Some(XzReader::new_mem_limit(from, true, MEMORY_LIMIT_KIB)))
    }
}

impl<R: Read> Read for Xz<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let Some(streams) = &mut self.0 else { return Ok(0) };
        let read = streams.read(to);
        if read.is_err() {
            self.0 = None;
        }
        read
    }
}

/// Decompresses frame after frame until the source ends.
pub(super) struct Zstd<R> {
    from: R,
    frame: Box<FrameDecoder>,
    in_frame: bool,
}

impl<R: BufRead> Zstd<R> {
    pub(super) fn new(from: R) -> Self {
        Self { from, frame: Box::new(FrameDecoder::new()), in_frame: false }
    }

    /// Reads the header of the next frame. Returns false if there is none.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            if self.from.fill_buf()?.is_empty() {
                return Ok(false);
            }
            match self.frame.init(&mut self.from) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    if io::copy(&mut (&mut self.from).take(length), &mut io::sink())? < length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(damaged(&error)),
            }
        }
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if to.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.in_frame {
                self.in_frame = self.begin()?;
                if !self.in_frame {
                    return Ok(0);
                }
            }
            while self.frame.can_collect() == 0 && !self.frame.is_finished() {
                self.frame
                    .decode_blocks(&mut self.from, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(|error| damaged(&error))?;
            }
            let read = self.frame.read(to)?;
            if read > 0 {
                return Ok(read);
            }
            let sums = (self.frame.get_checksum_from_data(), self.frame.get_calculated_checksum());
            if let (Some(recorded), Some(computed)) = sums
                && recorded != computed
            {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a checksum is wrong"));
            }
            self.in_frame = false;
        }
    }
}

fn damaged(error: &FrameDecoderError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

//! Decompresses Zstandard: frames, some of which may be skippable (RFC 8878).

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Decompresses frame after frame until the source ends.
pub(super) struct Zstd<R> {
    from: R,
    frame: Box<FrameDecoder>,
    in_frame: bool,
}

impl<R: BufRead> Zstd<R> {
    pub fn new(from: R) -> Self {
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

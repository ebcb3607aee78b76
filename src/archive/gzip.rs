//! Decompresses gzip.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// Decompresses the members of a gzip file one after the other (RFC 1952, 2.2). Zeros after the last one are padding, as
/// tapes need it; the program gzip ignores them too.
pub(super) struct Gzip<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Gzip<R> {
    /// Decompresses what `from` yields.
    pub fn new(from: R) -> Self {
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

//! What gzip has packed.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// The members of a gzip file one after another (RFC 1952, 2.2). Zeros behind the last one are padding,
/// as tapes and other devices need it; the program gzip passes them by in silence.
pub(super) struct Gzip<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Gzip<R> {
    /// A reader of what is packed in `from`.
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
                Some(mut from) => match pass_zeros(&mut from)? {
                    true => Some(GzDecoder::new(from)),
                    false => None,
                },
                None => None,
            };
        }
        Ok(0)
    }
}

/// Whether anything follows the zeros here.
fn pass_zeros(from: &mut impl BufRead) -> io::Result<bool> {
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

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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn packed(text: &str) -> Vec<u8> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(text.as_bytes()).unwrap();
        gzip.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> (String, bool) {
        let mut text = String::new();
        let read = Gzip::new(bytes).read_to_string(&mut text);
        (text, read.is_ok())
    }

    #[test]
    fn members_follow_each_other_and_zeros_the_last() {
        let two = [packed("(;B[aa]"), packed(";W[bb])")].concat();
        assert_eq!(read(&two), ("(;B[aa];W[bb])".to_owned(), true));
        assert_eq!(read(&[&two[..], &[0; 999]].concat()), ("(;B[aa];W[bb])".to_owned(), true));
        assert_eq!(read(&packed("")), (String::new(), true));
        assert!(!read(&[&two[..], b"\0\0rest"].concat()).1);
        assert!(!read(&two[..two.len() - 1]).1);
        assert!(!read(b"").1);
    }
}

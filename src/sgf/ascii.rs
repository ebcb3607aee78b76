//! How far bytes are ASCII.

/// How many bytes before the first beyond ASCII. As fast as these are rare: 64 are looked at together.
pub(super) fn ascii_len(bytes: &[u8]) -> usize {
    const BEYOND: u64 = 0x8080_8080_8080_8080;
    let is_ascii = |block: &&[u8; 64]| {
        let (words, _) = block.as_chunks();
        words.iter().fold(0, |all, &word| all | u64::from_ne_bytes(word)) & BEYOND == 0
    };
    let (blocks, _) = bytes.as_chunks::<64>();
    let whole = 64 * blocks.iter().take_while(is_ascii).count();
    whole + bytes[whole..].iter().take_while(|byte| byte.is_ascii()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_ascii_up_to_the_first_that_is_not() {
        for length in [0, 1, 63, 64, 65, 127, 128, 200] {
            let mut bytes = vec![b'a'; length];
            assert_eq!(ascii_len(&bytes), length);
            for place in (0..length).rev() {
                bytes[place] = 0x80;
                assert_eq!(ascii_len(&bytes), place);
            }
        }
    }
}

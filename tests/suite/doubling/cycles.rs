//! Games that repeat positions.

/// Many kos, gone through in the order of a Gray code, so that only after as many moves as there are
/// codes positions are repeated, and then each play repeats one. A player who has nothing to take
/// passes.
pub fn long(n: usize, lines: u8) -> Vec<u8> {
    let kos = (n.max(16) / 3).ilog2().min(18);
    let mut bytes = board(kos as u8, lines);
    let mut black_is_next = true;
    // Black holds none at the beginning.
    let mut held = vec![false; kos as usize];
    let (mut moves, mut step) = (0, 1u64);
    while moves < n {
        let place = step % (1 << kos);
        // After the last code, its highest bit leads back to the first.
        let ko = if place == 0 { kos - 1 } else { place.trailing_zeros() } as usize;
        if held[ko] == black_is_next {
            bytes.extend_from_slice(if black_is_next { b";B[]" } else { b";W[]" });
            black_is_next = !black_is_next;
            moves += 1;
        }
        held[ko] = !held[ko];
        let (col, row) = corner(ko as u8, lines);
        let color = if black_is_next { b'B' } else { b'W' };
        let col = col + if black_is_next { 2 } else { 1 };
        bytes.extend_from_slice(&[b';', color, b'[', letter(col), letter(row + 1), b']']);
        black_is_next = !black_is_next;
        moves += 1;
        step += 1;
    }
    bytes.push(b')');
    bytes
}

/// A board with so many kos that White holds.
fn board(kos: u8, lines: u8) -> Vec<u8> {
    let mut bytes = format!("(;SZ[{lines}]PL[B]").into_bytes();
    for (color, stones) in
        [("AB", &[(1, 0), (0, 1), (1, 2)][..]), ("AW", &[(2, 0), (3, 1), (2, 2), (1, 1)])]
    {
        bytes.extend_from_slice(color.as_bytes());
        for ko in 0..kos {
            let (col, row) = corner(ko, lines);
            for &(right, down) in stones {
                bytes.extend_from_slice(&[b'[', letter(col + right), letter(row + down), b']']);
            }
        }
    }
    bytes
}

/// The upper left corner of a ko: it takes four columns and three rows.
fn corner(ko: u8, lines: u8) -> (u8, u8) {
    let across = lines / 4;
    (ko % across * 4, ko / across * 3)
}

fn letter(place: u8) -> u8 {
    if place < 26 { b'a' + place } else { b'A' + place - 26 }
}

//! Tests of `sgf::scan::chunk`.

use sgf_audit::sgf::last_game_boundary;

#[test]
fn cuts_are_between_games() {
    for (bytes, cut) in [
        (&b"(;GM[1];B[aa]) (;GM[1];B[aa])"[..], Some(14)),
        (b"(;GM[1];B[aa]) (;GM[1];B[aa](;W[bb])(;W[cc]))", Some(14)),
        (b"(;PB[x];B[aa])\r\n(\n;PB[y];B[aa](;W[bb])(;W[cc]", Some(14)),
        (b"(;GM[1];B[aa]", None),
        (b"(;GM[1];B[aa] (;GM[1]", None),
    ] {
        assert_eq!(last_game_boundary(bytes), cut, "{}", bytes.escape_ascii());
    }
}

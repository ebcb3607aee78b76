//! Tests of `report::position_view`.

use std::path::Path;

use sgf_audit::report::{GameLookupError, position_view};

#[test]
fn positions_and_what_is_missing() {
    let file = b"(;SZ[3]PB[A\x1b]AB[bb];W[ba];B[];W[ab])(;GM[2];B[aa])(;SZ[3];B[aa])";
    let path = Path::new("x.sgf");
    let view = |game, after| position_view(path, file, game, after);
    assert_eq!(
        view(1, Some(1)).unwrap().text(false),
        "x.sgf: A\\u{1b} - White\nAfter move 1: White B3\n\n  A B C\n3 .(O).\n2 . X .\n1 . . .\n\n\
         Black to play. Stones captured: by Black 0, by White 0.\n"
    );
    assert!(view(1, Some(2)).unwrap().text(false).contains("After move 2: Black passes"));
    assert!(view(1, Some(0)).unwrap().text(false).contains("Before the first move"));
    assert!(view(3, None).unwrap().svg().contains("<title>x.sgf, game 3. After move 1"));
    assert_eq!(view(1, Some(4)).unwrap_err(), GameLookupError::NoSuchMove(3));
    assert_eq!(view(2, None).unwrap_err(), GameLookupError::OtherGame);
    assert_eq!(view(4, None).unwrap_err(), GameLookupError::NoSuchGame(3));
    assert_eq!(position_view(path, b"", 1, None).unwrap_err(), GameLookupError::NoSuchGame(0));
}

//! The group tax.

use sgf_audit_core::go::{ByColor, Color, Grid};
use sgf_audit_core::score::{PointKind, group_tax, territory};

fn tax(drawing: &str, seki_eyes: bool) -> ByColor<u32> {
    let grid = Grid::draw(drawing).unwrap();
    let territory = territory(&grid, &[]);
    group_tax(&grid, &territory.kind, seki_eyes)
}

#[test]
fn two_points_a_living_group() {
    let one_each = ". X . X O . O
                    X X X X O O .
                    X X X X O O O";
    assert_eq!(tax(one_each, true), [2, 2]);
    let two_black = ". X O . O X .
                     X X O O O X X
                     . X O . O X .";
    assert_eq!(tax(two_black, true), [4, 2]);
}

#[test]
fn one_point_a_group_in_seki_with_an_eye() {
    // Two chains of Black's with one eye between them, and one that has none.
    let position = Grid::draw("X . X O X").unwrap();
    let kinds = [
        PointKind::SekiStone,
        PointKind::SekiEye(Color::Black),
        PointKind::SekiStone,
        PointKind::SekiStone,
        PointKind::SekiStone,
    ];
    assert_eq!(group_tax(&position, &kinds, true), [1, 0]);
    assert_eq!(group_tax(&position, &kinds, false), [0, 0]);
}

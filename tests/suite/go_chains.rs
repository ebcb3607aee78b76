//! Chains and empty regions.

use sgf_audit_core::go::{Chains, Color, Grid, NO_LABEL, Regions};

#[test]
fn regions_know_who_surrounds_them() {
    let grid = Grid::draw(
        ". X . O .
         X X . O O
         . X . O .",
    )
    .unwrap();
    let regions = Regions::new(&grid);
    let owners: Vec<_> = (0..regions.points.len()).map(|r| regions.owner(r)).collect();
    assert_eq!(
        owners,
        [Some(Color::Black), None, Some(Color::White), Some(Color::Black), Some(Color::White)]
    );
    let chains = Chains::new(&grid);
    assert_eq!(chains.points.iter().map(<[u16]>::len).collect::<Vec<_>>(), [4, 4]);
    assert_eq!(chains.of[0], NO_LABEL);
}

#[test]
fn an_empty_board_belongs_to_nobody() {
    let grid = Grid::draw(". .\n. .").unwrap();
    let regions = Regions::new(&grid);
    assert_eq!((regions.points.len(), regions.owner(0)), (1, None));
}

//! Boards with known dead stones, in the two formats of the score estimators that they were made for:
//!
//! - `*.game`: `height N`, `width N`, then a grid of the stones (1 black, -1 white, 0 empty) and a grid
//!   of the removals (1);
//! - `*.json`: `board` with rows of `b`, `W` and blanks, `correct_ownership` with rows of `B`, `W`,
//!   blank (nobody's) and `*` (either). A stone that stands owns its point, so one on a blank was taken off.

use std::path::Path;

use sgf_audit_core::go::{Color, Grid, Points, Size};
use sgf_audit_core::rules::find;

use super::games::Case;

/// Every board of a directory.
pub fn read(dir: &Path) -> Vec<Case> {
    let files = walkdir::WalkDir::new(dir).sort_by_file_name().into_iter().filter_map(Result::ok);
    let cases = files.filter_map(|file| {
        let text = std::fs::read_to_string(file.path()).ok()?;
        let (grid, dead) = match file.path().extension()?.to_str()? {
            "game" => removals(&text)?,
            "json" => owners(&text)?,
            _ => return None,
        };
        Some(Case {
            name: file.path().display().to_string(),
            grid,
            rules: find("chinese")?.into(),
            komi: Points::ZERO,
            dead: Some(dead),
            game: None,
        })
    });
    cases.collect()
}

type Board = (Grid, Vec<Option<bool>>);

fn removals(text: &str) -> Option<Board> {
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|number| number.trim().parse::<u8>().ok())
    };
    let size = Size::new(number("width")?, number("height")?)?;
    let rows = text.lines().skip_while(|line| !line.starts_with("player_to_move")).skip(1);
    let numbers: Vec<i8> = rows
        .flat_map(str::split_whitespace)
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()?;
    let (stones, removed) = numbers.split_at_checked(size.area())?;
    let cells = stones.iter().map(|stone| match stone {
        1 => Some(Color::Black),
        -1 => Some(Color::White),
        _ => None,
    });
    let removed = removed.iter().map(|&removed| Some(removed != 0)).collect::<Vec<_>>();
    (removed.len() == size.area()).then(|| (board(size, cells), removed))
}

fn owners(text: &str) -> Option<Board> {
    let json: serde_json::Value = serde_json::from_str(text).ok()?;
    let rows = |name: &str| {
        let rows = json.get(name)?.as_array()?;
        rows.iter().map(|row| row.as_str()).collect::<Option<Vec<_>>>()
    };
    let (stones, owners) = (rows("board")?, rows("correct_ownership")?);
    let size =
        Size::new(u8::try_from(stones.first()?.len()).ok()?, u8::try_from(stones.len()).ok()?)?;
    let color = |c: char| match c {
        'b' | 'B' => Some(Color::Black),
        'w' | 'W' => Some(Color::White),
        _ => None,
    };
    let cells: Vec<_> = stones.iter().flat_map(|row| row.chars()).map(color).collect();
    let owners: Vec<char> = owners.iter().flat_map(|row| row.chars()).collect();
    if cells.len() != size.area() || owners.len() != size.area() {
        return None;
    }
    let dead = cells.iter().zip(&owners).map(|(cell, &owner)| match (cell, color(owner)) {
        _ if owner == '*' => None,
        (Some(stone), owner) => Some(Some(*stone) != owner),
        (None, _) => Some(false),
    });
    let dead = dead.collect();
    Some((board(size, cells.into_iter()), dead))
}

fn board(size: Size, cells: impl Iterator<Item = Option<Color>>) -> Grid {
    let mut grid = Grid::new(size);
    for (point, cell) in size.points().zip(cells) {
        grid.set(point, cell);
    }
    grid
}

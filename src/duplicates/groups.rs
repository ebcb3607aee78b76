//! Groups of games that are copies of each other, to be kept together.

use std::cell::RefCell;
use std::io;

use super::{Record, Register};
use sgf_audit_core::replay::game_hash;

impl Register {
    /// Passes on each game with the name of its group, in the order of the run: records of the same game, beginnings of it, and what
    /// is nearly one of them are in one group. Returns the number of groups. The name of a group depends on its games alone, and not
    /// on the order of the run. Fails as [`Register::duplicates`] does.
    pub fn groups(
        &mut self,
        beginnings: bool,
        mut visit: impl FnMut(Record, String) -> io::Result<()>,
    ) -> io::Result<usize> {
        let order = self.by_game();
        let games: Vec<&[u32]> = self.games(&order).collect();
        let groups = RefCell::new(Groups((0..games.len() as u32).collect()));
        let join = |one, other| groups.borrow_mut().join(one, other);
        if beginnings {
            self.continuations(&games, join)?;
        }
        self.near(&games, beginnings, join)?;
        let mut groups = groups.into_inner();
        let mut first_game = vec![0; self.entries.len()];
        let mut number = 0;
        for (place, records) in (0..).zip(&games) {
            let first = groups.first(place);
            number += usize::from(first == place);
            records.iter().for_each(|&record| first_game[record as usize] = first);
        }
        for (entry, first) in (0..).zip(first_game) {
            let values = self.values(entry)?;
            let group = game_hash(self.entry(games[first as usize][0]).key);
            visit(self.name(&values), group)?;
        }
        Ok(number)
    }
}

/// Games that belong together: an earlier one of its group for each, or itself.
struct Groups(Vec<u32>);

impl Groups {
    /// Returns the first game of a game's group.
    fn first(&mut self, mut game: u32) -> u32 {
        while self.0[game as usize] != game {
            let next = self.0[game as usize];
            self.0[game as usize] = self.0[next as usize];
            game = next;
        }
        game
    }

    fn join(&mut self, one: u32, other: u32) {
        let [one, other] = [one, other].map(|game| self.first(game));
        self.0[one.max(other) as usize] = one.min(other);
    }
}

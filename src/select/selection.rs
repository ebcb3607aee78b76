//! The games that are selected: what only all games of a run together decide.

use std::collections::BTreeMap;
use std::collections::hash_map::{Entry, HashMap};
use std::io;

use super::beginnings::longest_continuations;
use super::game::{Game, LeftOut, Reason};
use super::selector::{Fate, Part, Traits};
use crate::batch::Audits;
use crate::spool::Spool;

/// The choice among the games that fit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// Whether of several records of a game only the most complete is kept.
    pub unique: bool,
    /// A random sample of this many.
    pub sample: Option<usize>,
    /// The number that decides the sample.
    pub seed: u64,
}

/// Takes what is left out, as it becomes known.
type TakeLeftOut<'s> = Box<dyn FnMut(&LeftOut) -> io::Result<()> + Send + 's>;

/// The selection of a run. The games that may be selected wait in a temporary file. Memory holds the place of each, and what
/// decides between records of a game if one is kept.
pub struct Selection<'s> {
    choice: Choice,
    spool: Spool,
    /// The ends of the games in the temporary file.
    ends: Vec<u64>,
    /// Empty unless one record of each game is kept.
    traits: Vec<Traits>,
    /// Number of games or files left out, by reason.
    pub left_out: BTreeMap<Reason, u64>,
    take: TakeLeftOut<'s>,
}

impl<'s> Selection<'s> {
    pub fn new(choice: Choice, take: TakeLeftOut<'s>) -> Self {
        let (ends, traits) = (Vec::new(), Vec::new());
        Self { choice, spool: Spool::default(), ends, traits, left_out: BTreeMap::new(), take }
    }

    pub fn candidates(&self) -> u64 {
        self.ends.len() as u64
    }

    pub fn number_left_out(&self) -> u64 {
        self.left_out.values().sum()
    }

    /// Adds some files. Fails if games can't be put aside, or what is left out can't be written.
    pub fn add(&mut self, audits: Audits<Part>) -> io::Result<()> {
        for fate in audits.part.fates {
            match fate {
                Fate::LeftOut(left_out) => self.leave_out(&left_out)?,
                Fate::Candidate(traits, game) => {
                    self.ends.push(self.spool.add(&game.pack())?.end);
                    self.traits.extend(self.choice.unique.then_some(traits));
                }
            }
        }
        Ok(())
    }

    pub(super) fn leave_out(&mut self, left_out: &LeftOut) -> io::Result<()> {
        *self.left_out.entry(left_out.reason).or_default() += 1;
        (self.take)(left_out)
    }

    /// Returns the places of the selected games, in the order of the run.
    pub(super) fn choose(&mut self) -> io::Result<Vec<usize>> {
        let mut kept: Vec<usize> = (0..self.ends.len()).collect();
        if self.choice.unique {
            self.unique(&mut kept)?;
            self.drop_beginnings(&mut kept)?;
        }
        if let Some(number) = self.choice.sample {
            self.sample(&mut kept, number)?;
        }
        Ok(kept)
    }

    pub(super) fn game(&mut self, place: usize) -> io::Result<Game> {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        Game::unpack(&self.spool.read(&(start..self.ends[place]))?)
    }

    /// Keeps the most complete record of each game; of equal ones the first. Records without a key have no other.
    fn unique(&mut self, kept: &mut Vec<usize>) -> io::Result<()> {
        let traits = std::mem::take(&mut self.traits);
        let mut best: HashMap<u64, usize> = HashMap::new();
        for &place in &*kept {
            let Some(key) = traits[place].key else { continue };
            match best.entry(key) {
                Entry::Vacant(entry) => _ = entry.insert(place),
                Entry::Occupied(mut entry) => {
                    if traits[place].completeness > traits[*entry.get()].completeness {
                        entry.insert(place);
                    }
                }
            }
        }
        let best_of = |place: usize| traits[place].key.map_or(place, |key| best[&key]);
        for &place in kept.iter().filter(|&&place| best_of(place) != place) {
            let name = self.game(best_of(place))?.name();
            self.leave_out_at(place, Reason::Duplicate, name)?;
        }
        kept.retain(|&place| best_of(place) == place);
        self.traits = traits;
        Ok(())
    }

    /// Leaves out the games that others continue.
    fn drop_beginnings(&mut self, kept: &mut Vec<usize>) -> io::Result<()> {
        let openings = kept.iter().filter_map(|&at| Some((self.traits[at].opening?, at as u32)));
        let openings = openings.collect();
        let codes = |place| Ok(self.game(place as usize)?.codes);
        let longest: BTreeMap<u32, u32> =
            longest_continuations(openings, codes, |_, _| ())?.into_iter().collect();
        for (&place, &of) in &longest {
            let name = self.game(of as usize)?.name();
            self.leave_out_at(place as usize, Reason::Beginning, name)?;
        }
        kept.retain(|&place| !longest.contains_key(&(place as u32)));
        Ok(())
    }

    /// Keeps a sample: the games whose keys are least. A key depends on the seed, the path and the game's number alone.
    fn sample(&mut self, kept: &mut Vec<usize>, number: usize) -> io::Result<()> {
        let mut order: Vec<([u8; 32], usize)> = Vec::new();
        for &place in &*kept {
            let game = self.game(place)?;
            let mut hasher = blake3::Hasher::new();
            hasher.update(&self.choice.seed.to_le_bytes());
            hasher.update(game.path.as_os_str().as_encoded_bytes());
            hasher.update(&game.game.to_le_bytes());
            order.push((*hasher.finalize().as_bytes(), place));
        }
        order.sort_unstable();
        let mut left_out: Vec<usize> = order.iter().skip(number).map(|(_, place)| *place).collect();
        left_out.sort_unstable();
        for &place in &left_out {
            self.leave_out_at(place, Reason::NotSampled, String::new())?;
        }
        kept.retain(|place| left_out.binary_search(place).is_err());
        Ok(())
    }

    fn leave_out_at(&mut self, place: usize, reason: Reason, detail: String) -> io::Result<()> {
        let game = self.game(place)?;
        self.leave_out(&game.left_out(reason, detail))
    }
}

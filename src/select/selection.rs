//! The games that are selected: what only all games of a run together decide.

use std::collections::BTreeMap;
use std::collections::hash_map::{Entry, HashMap};
use std::io;

use super::beginnings::{from_bytes, longest_continuations};
use super::selector::{Candidate, Fate, LeftOut, Part, Payload, Reason};
use crate::batch::Audits;
use crate::spool::Spool;
use sgf_audit_core::printable::Shown;

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

/// The selection of a run. Memory holds the paths of the games that may be selected; their bytes wait in a temporary file.
pub struct Selection<'s> {
    choice: Choice,
    candidates: Vec<Candidate>,
    spool: Spool,
    /// Number of games or files left out, by reason.
    pub left_out: BTreeMap<Reason, u64>,
    take: TakeLeftOut<'s>,
}

impl<'s> Selection<'s> {
    /// Starts a selection. `take` is called for what is left out.
    pub fn new(choice: Choice, take: TakeLeftOut<'s>) -> Self {
        Self {
            choice,
            candidates: Vec::new(),
            spool: Spool::default(),
            left_out: BTreeMap::new(),
            take,
        }
    }

    /// Returns the number of games that may be selected so far.
    pub fn candidates(&self) -> u64 {
        self.candidates.len() as u64
    }

    /// Returns the number of games and files left out so far.
    pub fn number_left_out(&self) -> u64 {
        self.left_out.values().sum()
    }

    /// Adds some files. Fails if bytes can't be put aside, or what is left out can't be written.
    pub fn add(&mut self, audits: Audits<Part>) -> io::Result<()> {
        for fate in audits.part.fates {
            match fate {
                Fate::LeftOut(left_out) => self.leave_out(&left_out)?,
                Fate::Candidate(mut candidate) => {
                    put_aside(&mut self.spool, &mut candidate.payload)?;
                    put_aside(&mut self.spool, &mut candidate.plays)?;
                    self.candidates.push(candidate);
                }
            }
        }
        Ok(())
    }

    pub(super) fn leave_out(&mut self, left_out: &LeftOut) -> io::Result<()> {
        *self.left_out.entry(left_out.reason).or_default() += 1;
        (self.take)(left_out)
    }

    /// Returns the selected games, in the order of the run, and where their bytes are.
    pub(super) fn choose(&mut self) -> io::Result<(Vec<Candidate>, Spool)> {
        let mut kept = std::mem::take(&mut self.candidates);
        if self.choice.unique {
            kept = self.unique(kept)?;
            kept = self.without_beginnings(kept)?;
        }
        if let Some(number) = self.choice.sample {
            kept = self.sample(kept, number)?;
        }
        Ok((kept, std::mem::take(&mut self.spool)))
    }

    /// Keeps the most complete record of each game; of equal ones the first. Records without a key have no other.
    fn unique(&mut self, candidates: Vec<Candidate>) -> io::Result<Vec<Candidate>> {
        let mut best: HashMap<u64, usize> = HashMap::new();
        for (place, candidate) in candidates.iter().enumerate() {
            let Some(key) = candidate.key else { continue };
            match best.entry(key) {
                Entry::Vacant(entry) => _ = entry.insert(place),
                Entry::Occupied(mut entry) => {
                    if candidate.completeness > candidates[*entry.get()].completeness {
                        entry.insert(place);
                    }
                }
            }
        }
        let name = |place: usize| name(&candidates[place]);
        let mut duplicates = Vec::new();
        let mut is_kept = vec![true; candidates.len()];
        for (place, candidate) in candidates.iter().enumerate() {
            let of = candidate.key.map_or(place, |key| best[&key]);
            if of != place {
                is_kept[place] = false;
                duplicates.push(left_out(candidate, Reason::Duplicate, name(of)));
            }
        }
        duplicates.iter().try_for_each(|duplicate| self.leave_out(duplicate))?;
        Ok(filtered(candidates, is_kept))
    }

    /// Leaves out the games that others continue.
    fn without_beginnings(&mut self, candidates: Vec<Candidate>) -> io::Result<Vec<Candidate>> {
        let openings = (0..).zip(&candidates);
        let openings = openings.filter_map(|(place, candidate)| Some((candidate.opening?, place)));
        let codes = |place| {
            Ok(match &candidates[place as usize].plays {
                Payload::Spooled(place) => from_bytes(&self.spool.read(place)?),
                _ => Vec::new(),
            })
        };
        let longest = longest_continuations(openings.collect(), codes, |_, _| ())?;
        let mut is_kept = vec![true; candidates.len()];
        let mut beginnings: Vec<_> = longest.into_iter().collect();
        beginnings.sort_unstable();
        for (place, of) in beginnings {
            is_kept[place as usize] = false;
            let [beginning, of] = [place, of].map(|place| &candidates[place as usize]);
            self.leave_out(&left_out(beginning, Reason::Beginning, name(of)))?;
        }
        Ok(filtered(candidates, is_kept))
    }

    /// Keeps a sample: the games whose keys are least. A key depends on the seed, the path and the game's number alone.
    fn sample(&mut self, candidates: Vec<Candidate>, number: usize) -> io::Result<Vec<Candidate>> {
        let seed = self.choice.seed;
        let key = |candidate: &Candidate| {
            let mut hasher = blake3::Hasher::new();
            hasher.update(&seed.to_le_bytes());
            hasher.update(candidate.path.as_os_str().as_encoded_bytes());
            hasher.update(&candidate.game.to_le_bytes());
            *hasher.finalize().as_bytes()
        };
        let mut order: Vec<([u8; 32], usize)> = candidates
            .iter()
            .enumerate()
            .map(|(place, candidate)| (key(candidate), place))
            .collect();
        order.sort_unstable();
        let mut is_kept = vec![false; candidates.len()];
        order.iter().take(number).for_each(|(_, place)| is_kept[*place] = true);
        let mut kept = Vec::new();
        for (candidate, is_kept) in candidates.into_iter().zip(is_kept) {
            if is_kept {
                kept.push(candidate);
            } else {
                self.leave_out(&left_out(&candidate, Reason::NotSampled, String::new()))?;
            }
        }
        Ok(kept)
    }
}

fn filtered(candidates: Vec<Candidate>, is_kept: Vec<bool>) -> Vec<Candidate> {
    let kept = candidates.into_iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
    kept.map(|(candidate, _)| candidate).collect()
}

/// Returns a game's name in lists, each a line for people and programs: its path, followed by a tab and its number if the
/// file has several.
pub(super) fn name(candidate: &Candidate) -> String {
    let path = Shown::Path(&candidate.path);
    if candidate.is_only_game { path.to_string() } else { format!("{path}\t{}", candidate.game) }
}

pub(super) fn left_out(candidate: &Candidate, reason: Reason, detail: String) -> LeftOut {
    LeftOut { path: candidate.path.clone(), game: candidate.game, reason, detail }
}

fn put_aside(spool: &mut Spool, payload: &mut Payload) -> io::Result<()> {
    if let Payload::Bytes(bytes) = payload {
        *payload = Payload::Spooled(spool.add(bytes)?);
    }
    Ok(())
}

//! `wrong-marks`: territory marks that make living stones dead or dead ones alive, or that leave out territory.

use crate::audit::causes::{Extent, MarginExplanation, StoneGroup};
use crate::audit::finding::{Finding, FindingKind, FindingList};
use crate::go::{Chains, Grid, Point, Proofs};
use crate::record::NodeSpan;
use crate::rules::{Counting, Ruleset, Suicide};
use crate::score::thresholds::{
    CONTRADICTING_MARK_OWNERSHIP, MAX_ROOM_WITHOUT_TWO_EYES, MIN_TERRITORY_OF_WALL,
};
use crate::score::{Dead, Evidence, Marks, Ownership, Status, assess, percent};

/// A marked final position.
pub(crate) struct MarkedPosition<'a> {
    pub grid: &'a Grid,
    pub marks: &'a Marks,
    /// The dead stones by the marks.
    pub dead: &'a Dead,
    pub rules: &'a Ruleset,
    /// The cause of a wrong result.
    pub cause: Option<&'a MarginExplanation>,
    pub at: NodeSpan,
}

impl MarkedPosition<'_> {
    /// Reports each chain whose marks are wrong, once. `ask` asks an estimator; it is called only where proofs
    /// leave chains open.
    pub(crate) fn check(
        &self,
        ask: impl FnOnce() -> Option<Ownership>,
        findings: &mut FindingList,
    ) {
        if self.dead.source != Evidence::Marked || self.marks.contradict {
            return;
        }
        self.check_points(findings);
        let chains = Chains::new(self.grid);
        let suicide = self.rules.suicide.value != Suicide::Forbidden;
        let proofs = Proofs::of_chains(self.grid, &chains, suicide);
        let mut open = Vec::new();
        for (points, &color) in chains.points.iter().zip(&chains.color) {
            let first = points[0] as usize;
            let (points, was_dead) = (points.to_vec(), self.dead.stones[first]);
            let chain = StoneGroup { points, color, extent: Extent::Chain, was_dead };
            match self.fault(&chain, &chains, &proofs) {
                Some((stones, fault)) => self.push(stones, &fault, findings),
                None if proofs.alive[first] || proofs.dead[first] => {}
                None => open.push(chain),
            }
        }
        if !open.is_empty()
            && let Some(ownership) = ask()
        {
            self.check_against_estimate(&open, &ownership, findings);
        }
    }

    /// The fault in the marks of a chain by proof, by the recorded result, or by the marks beside it, and the stones
    /// that it concerns: the chain, or a group that it is part of.
    fn fault<'g>(
        &'g self,
        chain: &'g StoneGroup,
        chains: &Chains,
        proofs: &Proofs,
    ) -> Option<(&'g StoneGroup, String)> {
        let first = chain.points[0] as usize;
        if chain.was_dead && proofs.alive[first] {
            return Some((chain, "is marked dead, but is unconditionally alive".to_owned()));
        }
        if !chain.was_dead && proofs.dead[first] {
            return Some((chain, "isn't marked dead, but can't be saved".to_owned()));
        }
        let by_result =
            self.cause.filter(|cause| cause.likely).and_then(|cause| cause.stones.as_ref());
        if let Some(other) = by_result.filter(|other| other.points[0] == chain.points[0]) {
            let fault = match other.was_dead {
                true => "is marked dead, but is alive by the recorded result",
                false => "isn't marked dead, but is dead by the recorded result",
            };
            return Some((other, fault.to_owned()));
        }
        if let Some(point) = self.touches_theirs(chain) {
            let fault = format!(
                "stands next to {}, which is marked as {}'s territory, and isn't marked dead",
                point.name(self.grid.size()),
                chain.color.opponent()
            );
            return Some((chain, fault));
        }
        let room = self.cramped(chain, chains, proofs)?;
        let fault = format!(
            "isn't marked dead, but {} stones that live surround the {room} points that it has",
            chain.color.opponent()
        );
        Some((chain, fault))
    }

    /// Reports the chains of which the estimate is sure that their marks are wrong.
    fn check_against_estimate(
        &self,
        open: &[StoneGroup],
        ownership: &Ownership,
        findings: &mut FindingList,
    ) {
        let assessed = assess(self.grid, self.rules, ownership).judged;
        let Some(assessed) = assessed.filter(|assessed| assessed.failure.is_none()) else { return };
        for chain in open {
            let first = self.grid.size().point(chain.points[0].into());
            let status = assessed.chains.iter().find(|status| status.point == first);
            let Some(status) = status else { continue };
            let sure = status.confidence.filter(|&sure| sure >= CONTRADICTING_MARK_OWNERSHIP);
            let Some(sure) = sure else { continue };
            let (marked, estimated) = match (chain.was_dead, status.status) {
                (true, Status::Alive) => ("is marked dead", "alive"),
                (false, Status::Dead) => ("isn't marked dead", "dead"),
                _ => continue,
            };
            let by = match status.evidence {
                Evidence::Engine => assessed.by.as_str(),
                _ => "the estimate",
            };
            let sure = percent(sure);
            let fault = format!("{marked}, but {by} is {sure} sure that it is {estimated}");
            self.push(chain, &fault, findings);
        }
    }

    /// Reports the points that the marks leave out, if the marks are to be the territory.
    fn check_points(&self, findings: &mut FindingList) {
        let from_marks =
            !self.rules.seki_eyes.value && self.rules.counting.value != Counting::Stones;
        if !from_marks || !self.marks.name_points(self.grid) {
            return;
        }
        let left_out = self.marks.left_out(self.grid, &self.dead.stones);
        let Some(&first) = left_out.first() else { return };
        let point = self.grid.size().point(first);
        let (and_more, are) = match left_out.len() - 1 {
            0 => (String::new(), "is"),
            more => (format!(" and {more} more"), "are"),
        };
        let message = format!(
            "{}{and_more} {are} clearly territory but {are}n't marked; territory is taken from the board",
            point.name(self.grid.size())
        );
        let finding = self.at.finding(FindingKind::WrongMarks, message);
        findings.push(Finding { point: Some(point), ..finding });
    }

    /// A point next to a chain not marked dead that is marked as the opponent's territory.
    fn touches_theirs(&self, chain: &StoneGroup) -> Option<Point> {
        if chain.was_dead {
            return None;
        }
        let theirs = Some(chain.color.opponent());
        let near = chain.points.iter().flat_map(|&point| self.grid.neighbors(point as usize));
        near.filter(|&near| self.grid.cells()[near].is_none() && self.marks.owner[near] == theirs)
            .min()
            .map(|near| self.grid.size().point(near))
    }

    /// The number of points around an unmarked chain that the opponent's living stones enclose, if nothing in them is
    /// marked and they are too few for two eyes. Each enclosing chain must have territory of its own elsewhere;
    /// without it the position may be a seki.
    fn cramped(&self, chain: &StoneGroup, chains: &Chains, proofs: &Proofs) -> Option<usize> {
        if chain.was_dead || chain.points.len() > MAX_ROOM_WITHOUT_TWO_EYES {
            return None;
        }
        let (cells, theirs) = (self.grid.cells(), Some(chain.color.opponent()));
        let mut place = chain.points.to_vec();
        let mut walls: Vec<u16> = Vec::new();
        let mut at = 0;
        while at < place.len() {
            for near in self.grid.neighbors(place[at] as usize) {
                if cells[near] == theirs && !self.dead.stones[near] {
                    walls.push(chains.of[near]);
                } else if !place.contains(&(near as u16)) {
                    place.push(near as u16);
                }
            }
            if place.len() > MAX_ROOM_WITHOUT_TWO_EYES {
                return None;
            }
            at += 1;
        }
        // Where the players marked points they looked at the stones too.
        if place.iter().any(|&point| self.marks.owner[point as usize].is_some()) {
            return None;
        }
        walls.sort_unstable();
        walls.dedup();
        let lives = |&wall: &u16| {
            let points = &chains.points[wall as usize];
            let near = points.iter().flat_map(|&point| self.grid.neighbors(point as usize));
            let own = near.filter(|&near| {
                let open = cells[near].is_none() || self.dead.stones[near];
                open && self.marks.owner[near] == theirs && !place.contains(&(near as u16))
            });
            proofs.alive[points[0] as usize]
                || own.take(MIN_TERRITORY_OF_WALL).count() == MIN_TERRITORY_OF_WALL
        };
        walls.iter().all(lives).then_some(place.len())
    }

    fn push(&self, stones: &StoneGroup, fault: &str, findings: &mut FindingList) {
        let size = self.grid.size();
        let message = format!("{} {fault}", stones.name(size));
        let finding = self.at.finding(FindingKind::WrongMarks, message);
        let point = Some(size.point(stones.points[0].into()));
        findings.push(Finding { color: Some(stones.color), point, ..finding });
    }
}

//! `wrong-marks`: territory marks that name the wrong stones dead, leave dead ones alive, or leave out
//! territory.

use crate::audit::causes::{MarginExplanation, StatusFlip};
use crate::audit::finding::Finding;
use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::go::{Chains, Grid, Point, Points, Proofs};
use crate::rules::{Counting, Ruleset, Suicide};
use crate::score::thresholds::CONTRADICTING_MARK_OWNERSHIP;
use crate::score::{Dead, Evidence, Marks, Ownership, Status, assess};
use crate::sgf::{NodeId, Span};

/// Two eyes take seven points at least, where the opponent's stones are all around.
const ROOM: usize = 6;
/// A chain with so many points of territory next to it lives without the place that it surrounds.
const OWN: usize = 2;

/// A marked final position.
pub(in crate::audit) struct Marked<'a> {
    pub grid: &'a Grid,
    pub marks: &'a Marks,
    /// The dead stones by the marks.
    pub dead: &'a Dead,
    pub rules: &'a Ruleset,
    /// The cause of a wrong result.
    pub cause: Option<&'a MarginExplanation>,
    /// The node with the marks, and where it starts.
    pub node: NodeId,
    pub at: Span,
}

/// What the marks say of a chain.
struct Chain<'a> {
    points: &'a [u16],
    flip: StatusFlip,
}

impl Marked<'_> {
    /// Names the chains whose marks are wrong, each once. `ask` asks a judge; it is called only where
    /// proofs leave something to say.
    pub fn check(&self, ask: impl FnOnce() -> Option<Ownership>, findings: &mut FindingList) {
        if self.dead.source != Evidence::Marked || self.marks.contradict {
            return;
        }
        self.left_out(findings);
        let chains = Chains::new(self.grid);
        let proofs = Proofs::new(self.grid, self.rules.suicide.value != Suicide::Forbidden);
        let by_result = self.cause.and_then(|cause| cause.chain);
        let mut left = Vec::new();
        for (points, &color) in chains.points.iter().zip(&chains.color) {
            let first = points[0] as usize;
            let was_dead = self.dead.stones[first];
            let flip = StatusFlip {
                point: self.grid.size().point(first),
                color,
                stones: points.len() as u32,
                one_chain: true,
                was_dead,
                gain: Points::ZERO,
                confidence: None,
            };
            let chain = Chain { points, flip };
            if was_dead && proofs.alive[first] {
                self.push(
                    &chain,
                    "is marked dead, but lives whatever happens".to_owned(),
                    findings,
                );
            } else if !was_dead && proofs.dead[first] {
                self.push(&chain, "isn't marked dead, but can't be saved".to_owned(), findings);
            } else if by_result.is_some_and(|flip| flip.point == chain.flip.point) {
                let flip = by_result.as_ref().unwrap_or(&chain.flip);
                self.push_named(flip, by_the_result(flip.was_dead).to_owned(), findings);
            } else if let Some(point) = self.touches_theirs(&chain) {
                let said = format!(
                    "stands next to {}, which is marked as {}'s territory, and isn't marked dead",
                    point.name(self.grid.size()),
                    color.opponent()
                );
                self.push(&chain, said, findings);
            } else if let Some(room) = self.cramped(&chain, &chains, &proofs) {
                let said = format!(
                    "isn't marked dead, but {} stones that live surround the {room} points that it has",
                    color.opponent()
                );
                self.push(&chain, said, findings);
            } else if !proofs.alive[first] && !proofs.dead[first] {
                left.push(chain);
            }
        }
        if left.is_empty() {
            return;
        }
        let Some(judgement) = ask() else { return };
        let judged = assess(self.grid, self.rules, &judgement);
        let Some(judged) = judged.judged.filter(|judged| judged.failure.is_none()) else { return };
        for chain in left {
            let Some(said) = judged.chains.iter().find(|said| said.point == chain.flip.point)
            else {
                continue;
            };
            let Some(sure) = said.confidence.filter(|&sure| sure >= CONTRADICTING_MARK_OWNERSHIP)
            else {
                continue;
            };
            let other = match said.status {
                Status::Dead => !chain.flip.was_dead,
                Status::Alive => chain.flip.was_dead,
                Status::Seki | Status::Undecided => false,
            };
            if other {
                let by = match said.evidence {
                    Evidence::Engine => judged.by.as_str(),
                    _ => "the estimate",
                };
                let verdict = if chain.flip.was_dead { "alive" } else { "dead" };
                let said = format!(
                    "{}, but {by} is sure ({sure:.2}) that it is {verdict}",
                    if chain.flip.was_dead { "is marked dead" } else { "isn't marked dead" }
                );
                self.push(&chain, said, findings);
            }
        }
    }

    /// Says which points the marks left out, where they were to be the territory.
    fn left_out(&self, findings: &mut FindingList) {
        let shown = !self.rules.seki_eyes.value && self.rules.counting.value != Counting::Stones;
        if !shown || !self.marks.name_points(self.grid) {
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
            "{}{and_more} {are} plainly territory and {are}n't marked: territory is taken from the board",
            point.name(self.grid.size())
        );
        let mut finding =
            Finding::new(FindingKind::WrongMarks, self.at, message).at_node(self.node);
        finding.point = Some(point);
        findings.push(finding);
    }

    /// A point next to a living chain that is marked as the other player's.
    fn touches_theirs(&self, chain: &Chain) -> Option<Point> {
        if chain.flip.was_dead {
            return None;
        }
        let theirs = Some(chain.flip.color.opponent());
        let near = chain.points.iter().flat_map(|&point| self.grid.neighbors(point as usize));
        near.filter(|&near| self.grid.cells()[near].is_none() && self.marks.owner[near] == theirs)
            .min()
            .map(|near| self.grid.size().point(near))
    }

    /// The size of the place where an unmarked chain stands, if the opponent's living stones surround it,
    /// nothing in it is marked, and it is too small for two eyes. Each chain around must have territory of its own elsewhere: where
    /// it has none it may be a seki.
    fn cramped(&self, chain: &Chain, chains: &Chains, proofs: &Proofs) -> Option<usize> {
        if chain.flip.was_dead || chain.points.len() > ROOM {
            return None;
        }
        let (cells, theirs) = (self.grid.cells(), Some(chain.flip.color.opponent()));
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
            if place.len() > ROOM {
                return None;
            }
            at += 1;
        }
        // What is marked as either player's was looked at.
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
            proofs.alive[points[0] as usize] || own.take(OWN).count() == OWN
        };
        walls.iter().all(lives).then_some(place.len())
    }

    fn push(&self, chain: &Chain, said: String, findings: &mut FindingList) {
        self.push_named(&chain.flip, said, findings);
    }

    fn push_named(&self, flip: &StatusFlip, said: String, findings: &mut FindingList) {
        let message = format!("{} {said}", flip.name(self.grid.size()));
        let mut finding =
            Finding::new(FindingKind::WrongMarks, self.at, message).at_node(self.node);
        finding.color = Some(flip.color);
        finding.point = Some(flip.point);
        findings.push(finding);
    }
}

/// How a chain is marked, and that the recorded result has it otherwise.
const fn by_the_result(dead: bool) -> &'static str {
    match dead {
        true => "is marked dead, but alive by the recorded result",
        false => "isn't marked dead, but is dead by the recorded result",
    }
}

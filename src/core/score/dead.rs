//! The dead stones of a final position, and how they are known.

use super::evidence::{Assessment, ChainStatus, Evidence, Status};
use super::living::is_open;
use super::marks::Marks;
use super::territory::PointKind;
use crate::go::{ByColor, Chains, Color, Grid, Point, Proofs, Size, pass_dead};
use crate::named::named;
use crate::rules::{DeadStones, Dispute, Ruleset, Suicide};

named! {
    /// Why the dead stones aren't known.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Undecided {
        /// No dead stones are marked, and some stones on the board may be dead.
        NoMarks = "no dead stones are marked",
        /// Both colours mark the same point.
        MarksContradict = "the marks contradict",
        /// Play went on after the game had ended, and no marks say what was counted.
        AfterEnd = "play after the end",
        /// Large regions touch both colours, or an estimate leaves the owner of many points open.
        Unfinished = "not finished",
        /// One player has no stone on the board, or none that lives by an estimate: a player who has lost all
        /// stones has resigned, or the game had hardly begun.
        NoLivingStone = "one player has no living stone: not finished",
        /// An estimate isn't sure of a chain.
        Unsure = "a chain may be dead or alive",
        /// The estimator gave no answer.
        NoAnswer = "the engine didn't answer",
    }
}

/// The dead stones of a position.
#[derive(Clone, Debug)]
pub struct Dead {
    pub size: Size,
    /// By point: whether it has a dead stone.
    pub stones: Vec<bool>,
    /// Number of dead stones (Black, White).
    pub count: ByColor<u32>,
    /// How the dead stones are known: by the weakest evidence that was needed.
    pub source: Evidence,
    /// Why the dead stones aren't known.
    pub undecided: Option<Undecided>,
    /// The estimate of each chain, if one was made.
    pub judged: Option<Assessment>,
}

impl Dead {
    pub(super) fn none(grid: &Grid, source: Evidence, undecided: Option<Undecided>) -> Self {
        let stones = vec![false; grid.cells().len()];
        Self {
            size: grid.size(),
            stones,
            count: ByColor::default(),
            source,
            undecided,
            judged: None,
        }
    }

    /// Returns these dead stones as undecided, with the reason.
    #[must_use]
    pub fn undecided(mut self, why: Undecided) -> Self {
        self.source = Evidence::Undecided;
        self.undecided = Some(why);
        self
    }

    /// Whether a stone of this colour lives in the position.
    pub fn has_living_stones(&self, grid: &Grid, color: Color) -> bool {
        let mut stones = grid.cells().iter().zip(&self.stones);
        stones.any(|(&cell, &dead)| cell == Some(color) && !dead)
    }

    pub(super) fn take(&mut self, points: &[u16], color: Color) {
        self.count[color] += points.len() as u32;
        for &point in points {
            self.stones[point as usize] = true;
        }
    }

    /// Returns these dead stones without the living ones (by point); `None` if that changes nothing.
    pub fn without(mut self, grid: &Grid, alive: &[bool]) -> Option<Self> {
        let before = self.count;
        for (point, cell) in grid.cells().iter().enumerate().filter(|&(point, _)| alive[point]) {
            if let Some(color) = cell.filter(|_| self.stones[point]) {
                self.stones[point] = false;
                self.count[color] -= 1;
            }
        }
        (self.count != before).then_some(self)
    }

    /// Returns these dead stones with the other status for some chains.
    pub fn flipped<'a>(
        mut self,
        grid: &Grid,
        chains: impl IntoIterator<Item = &'a ChainStatus>,
    ) -> Self {
        let all = Chains::new(grid);
        for chain in chains {
            let points = &all.points[all.of[grid.size().index(chain.point)] as usize];
            if self.stones[points[0] as usize] {
                points.iter().for_each(|&point| self.stones[point as usize] = false);
                self.count[chain.color] -= points.len() as u32;
            } else {
                self.take(points, chain.color);
            }
        }
        self
    }

    /// Returns these dead stones as decided by the estimate of each chain that it was sure of, whatever
    /// speaks against it.
    #[must_use]
    pub fn with_every_judgement(mut self) -> Self {
        let chains = self.judged.iter().flat_map(|judged| &judged.chains);
        let evidence = chains.map(|chain| chain.evidence).filter(|&by| by != Evidence::Undecided);
        if let Some(weakest) = evidence.max() {
            (self.source, self.undecided) = (weakest, None);
        }
        self
    }

    /// Returns these dead stones and, as proved, the stones on these points (row by row).
    fn with_proved(mut self, grid: &Grid, points: &[bool]) -> Self {
        for (point, cell) in grid.cells().iter().enumerate().filter(|&(point, _)| points[point]) {
            self.source = Evidence::Proven;
            cell.iter().for_each(|&color| self.take(&[point as u16], color));
        }
        self
    }

    /// The chain that the estimate was least sure of.
    pub fn weakest(&self) -> Option<&ChainStatus> {
        self.judged.as_ref().and_then(Assessment::weakest)
    }

    /// How the dead stones are known, in words: "as marked in the record"; "estimated; least certain: the group at Q16
    /// (93%)".
    pub fn describe_evidence(&self) -> String {
        let mut how = match (self.source, &self.judged) {
            (Evidence::Stated, _) => "as marked by hand".to_owned(),
            (Evidence::Marked, _) => "as marked in the record".to_owned(),
            (Evidence::PlayedOut, _) => "none (played out)".to_owned(),
            (Evidence::Proven, _) => "proved".to_owned(),
            (Evidence::Engine, Some(judged)) => format!("judged by {}", judged.by),
            (source, _) => source.name().to_owned(),
        };
        if let Some((chain, sure)) =
            self.weakest().and_then(|chain| Some((chain, chain.confidence?)))
        {
            let (at, sure) = (chain.point.name(self.size), percent(sure));
            how.push_str(&format!("; least certain: the group at {at} ({sure})"));
        }
        how
    }

    /// The status of each chain, in row-major order of their first stones. `kinds` are the count's, if
    /// it looked at seki.
    pub fn chains(&self, grid: &Grid, kinds: Option<&[PointKind]>) -> Vec<ChainStatus> {
        let mut known = match &self.judged {
            Some(judged) if judged.failure.is_none() => judged.chains.clone(),
            _ => self.unjudged(grid),
        };
        for chain in known.iter_mut().filter(|chain| chain.status == Status::Alive) {
            let point = grid.size().index(chain.point);
            if kinds.and_then(|kinds| kinds.get(point)) == Some(&PointKind::SekiStone) {
                chain.status = Status::Seki;
            }
        }
        known
    }

    fn unjudged(&self, grid: &Grid) -> Vec<ChainStatus> {
        let chains = Chains::new(grid);
        let status = |point: usize| match (self.undecided, self.stones[point]) {
            (Some(_), _) => Status::Undecided,
            (None, true) => Status::Dead,
            (None, false) => Status::Alive,
        };
        let each = chains.points.iter().zip(&chains.color);
        each.map(|(points, &color)| ChainStatus {
            point: grid.size().point(points[0] as usize),
            color,
            stones: points.len() as u32,
            status: status(points[0] as usize),
            evidence: self.source,
            confidence: None,
        })
        .collect()
    }
}

/// A confidence for people: `93%`. An estimate is never certain.
pub fn percent(confidence: f32) -> String {
    format!("{:.0}%", (100.0 * confidence).min(99.0))
}

/// Evidence of the record and the play about the stones of a final position.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndOfGame<'a> {
    /// The territory marks, if the record has any.
    pub marks: Option<&'a Marks>,
    /// Whether four passes ended the game, after which all stones are alive (A91 10).
    pub all_alive: bool,
}

impl<'a> EndOfGame<'a> {
    /// An end with territory marks.
    pub const fn marked(marks: &'a Marks) -> Self {
        Self { marks: Some(marks), all_alive: false }
    }
}

/// Finds the dead stones of a final position: as the rules themselves determine them ([`DeadStones`]), or else from
/// the marks, if there are any; none where the rules say that all stones are alive (four
/// passes under A91 10), or where each chain is unconditionally alive; those that are proved dead where
/// each chain is proved to be either; otherwise they are undecided.
///
/// Four passes make all stones alive only "failing such agreement" (A91 10; BGA 10 iii), and players who
/// point out dead stones and pass again have agreed (the note there): marks are that agreement, also on a server that ends
/// its games so under other rules. The dispute that WMSG rules end knows no such exception.
pub fn dead_stones(grid: &Grid, rules: &Ruleset, end: EndOfGame<'_>) -> Dead {
    let EndOfGame { marks, all_alive } = end;
    let agreed = marks.is_some() && rules.dispute.value != Dispute::OneResumption;
    let none = || Dead::none(grid, Evidence::PlayedOut, None);
    match rules.dead_stones.value {
        DeadStones::None => return none(),
        DeadStones::PassDead => {
            let stones = pass_dead(grid, rules.suicide.value != Suicide::Forbidden);
            return none().with_proved(grid, &stones);
        }
        DeadStones::Agreed if all_alive && !agreed => return none(),
        DeadStones::Agreed => {}
    }
    match marks {
        Some(marks) if marks.contradict => {
            Dead::none(grid, Evidence::Undecided, Some(Undecided::MarksContradict))
        }
        Some(marks) => from_marks(grid, marks),
        None => proved(grid, rules).unwrap_or_else(|| {
            let has = |color| grid.cells().contains(&Some(color));
            let both = has(Color::Black) && has(Color::White);
            let why = if both { Undecided::NoMarks } else { Undecided::NoLivingStone };
            Dead::none(grid, Evidence::Undecided, Some(why))
        }),
    }
}

/// The chains of these stones are dead and all others alive, as a person states. Where the ruleset leaves no
/// stone to the players' agreement, it determines the dead ones itself.
pub fn stated_dead_stones(grid: &Grid, rules: &Ruleset, stones: &[Point]) -> Dead {
    if rules.dead_stones.value != DeadStones::Agreed {
        return dead_stones(grid, rules, EndOfGame::default());
    }
    let chains = Chains::new(grid);
    let mut dead = Dead::none(grid, Evidence::Stated, None);
    let on_board = stones.iter().filter(|&&point| grid.size().contains(point));
    let places: Vec<u16> = on_board.map(|&point| grid.size().index(point) as u16).collect();
    for (points, &color) in chains.points.iter().zip(&chains.color) {
        if points.iter().any(|point| places.contains(point)) {
            dead.take(points, color);
        }
    }
    dead
}

/// A stone on a point marked for the other colour is dead, and its whole chain with it; so is a chain
/// whose liberties are all marked for the other colour, since no living stone is left in territory.
fn from_marks(grid: &Grid, marks: &Marks) -> Dead {
    let chains = Chains::new(grid);
    let mut dead = Dead::none(grid, Evidence::Marked, None);
    for (points, &color) in chains.points.iter().zip(&chains.color) {
        let theirs = |&point: &usize| marks.owner[point] == Some(color.opponent());
        let marked = points.iter().any(|&point| theirs(&(point as usize)));
        let mut liberties = points
            .iter()
            .flat_map(|&point| grid.neighbors(point as usize))
            .filter(|&near| grid.cells()[near].is_none())
            .peekable();
        let enclosed = liberties.peek().is_some() && liberties.all(|near| theirs(&near));
        if marked || enclosed {
            dead.take(points, color);
        }
    }
    dead
}

/// The dead stones where every stone is proved to be alive or dead.
fn proved(grid: &Grid, rules: &Ruleset) -> Option<Dead> {
    // A board with stones of one colour only is a board where nothing was played out.
    let has = |color| grid.cells().contains(&Some(color));
    if !has(Color::Black) && !has(Color::White) {
        return Some(Dead::none(grid, Evidence::PlayedOut, None));
    }
    if !has(Color::Black) || !has(Color::White) || Proofs::cannot_be_complete(grid) {
        return None;
    }
    let proofs = Proofs::new(grid, rules.suicide.value != Suicide::Forbidden);
    let cells = || grid.cells().iter().enumerate();
    let mut stones = cells().filter(|(_, cell)| cell.is_some());
    if !stones.all(|(point, _)| proofs.alive[point] || proofs.dead[point]) {
        return None;
    }
    let dead = Dead::none(grid, Evidence::PlayedOut, None).with_proved(grid, &proofs.dead);
    let open = is_open(grid, &dead.stones);
    Some(if open { dead.undecided(Undecided::Unfinished) } else { dead })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_is_described_with_its_weakest_chain() {
        let chain = |col, confidence| ChainStatus {
            point: Point::new(col, 0),
            color: Color::Black,
            stones: 1,
            status: Status::Alive,
            evidence: Evidence::Engine,
            confidence,
        };
        let grid = Grid::draw("X . X . X").unwrap();
        let mut dead = Dead::none(&grid, Evidence::Engine, None);
        assert_eq!(dead.describe_evidence(), "engine");
        let chains = vec![chain(0, Some(0.9)), chain(2, Some(0.51)), chain(4, None)];
        let by = "GNU Go".to_owned();
        dead.judged = Some(Assessment { by, chains, ..Assessment::default() });
        assert_eq!(dead.weakest().map(|chain| chain.point), Some(Point::new(2, 0)));
        let how = "judged by GNU Go; least certain: the group at C1 (51%)";
        assert_eq!(dead.describe_evidence(), how);
        dead.source = Evidence::Estimated;
        assert_eq!(dead.describe_evidence(), "estimated; least certain: the group at C1 (51%)");
    }

    #[test]
    fn chains_have_the_status_of_their_stones() {
        let grid = Grid::draw(". X . O O").unwrap();
        let statuses = |dead: &Dead, kinds: Option<&[PointKind]>| {
            let chains = dead.chains(&grid, kinds);
            chains
                .iter()
                .map(|chain| (chain.point.col, chain.stones, chain.status))
                .collect::<Vec<_>>()
        };
        let mut dead = Dead::none(&grid, Evidence::Marked, None);
        assert_eq!(statuses(&dead, None), [(1, 1, Status::Alive), (3, 2, Status::Alive)]);
        let mut kinds = vec![PointKind::Dame; 5];
        kinds[3] = PointKind::SekiStone;
        assert_eq!(statuses(&dead, Some(&kinds)), [(1, 1, Status::Alive), (3, 2, Status::Seki)]);
        dead.take(&[3, 4], Color::White);
        assert_eq!(dead.count, [0, 2]);
        assert_eq!(statuses(&dead, Some(&kinds)), [(1, 1, Status::Alive), (3, 2, Status::Dead)]);
        let unknown = dead.clone().undecided(Undecided::Unsure);
        assert_eq!(
            statuses(&unknown, None),
            [(1, 1, Status::Undecided), (3, 2, Status::Undecided)]
        );
        // The estimate's status, if there is an estimate.
        let chains: Vec<ChainStatus> = dead.chains(&grid, None).into_iter().take(1).collect();
        let mut judged = Assessment { chains, ..Assessment::default() };
        dead.judged = Some(judged.clone());
        assert_eq!(statuses(&dead, None), [(1, 1, Status::Alive)]);
        judged.failure = Some("it fell".to_owned());
        dead.judged = Some(judged);
        assert_eq!(statuses(&dead, None).len(), 2);
    }
}

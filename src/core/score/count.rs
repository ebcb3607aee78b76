//! Counting a final position, item by item, by area and by territory.

use super::dead::Dead;
use super::living::without_dead;
use super::marks::Marks;
use super::territory::{PointKind, Unclear, group_tax, territory};
use crate::go::{ByColor, Color, Grid, Points, Regions};
use crate::replay::{Replay, Tally};
use crate::rules::{Counting, Ruleset};

/// Where a ruleset that doesn't count eyes in seki takes the territory from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TerritoryFrom {
    /// From the record's marks, where they show it: as the players agreed. Marks of a record whose own
    /// ruleset counts eyes in seki may show these too; from them only the dead stones are taken.
    #[default]
    Marks,
    /// From the record's marks, where they show it, whatever ruleset it names.
    AnyMarks,
    /// From the board always.
    Board,
}

/// The count of a board without its dead stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Living stones (Black, White): S in BGA appendix B.
    pub stones: ByColor<u32>,
    /// The empty points that count as the ruleset defines territory, those under dead stones included: T.
    pub territory: ByColor<u32>,
    /// The empty points that count by area: all that one colour surrounds, unless the ruleset counts area without some.
    pub surrounded: ByColor<u32>,
    /// Dead stones taken off (black, white).
    pub dead: ByColor<u32>,
    /// All other points.
    pub dame: u32,
    /// By point: whose territory it is.
    pub owner: Vec<Option<Color>>,
    /// By point: what it is, where the ruleset looks at seki and false eyes or groups.
    pub kinds: Option<Vec<PointKind>>,
    /// Doubts about the board under such a ruleset, besides the [`doubtful_eyes`](super::doubtful_eyes).
    pub unclear: Vec<Unclear>,
    /// Points of group tax (Black, White), if the ruleset has it.
    pub tax: ByColor<u32>,
}

impl Count {
    /// Counts a position from the board alone. Territory is what one colour alone surrounds (A91 12) once
    /// the dead stones are off, or what [`territory`] finds if the ruleset doesn't count eyes in seki.
    pub fn new(grid: &Grid, dead: &Dead, rules: &Ruleset) -> Self {
        Self::with_marks(grid, dead, rules, None, TerritoryFrom::Board)
    }

    /// Counts a position whose record may have territory marks. Under a ruleset that doesn't count eyes
    /// in seki, the marks show the territory if `from` allows it and they are complete.
    pub fn with_marks(
        grid: &Grid,
        dead: &Dead,
        rules: &Ruleset,
        marks: Option<&Marks>,
        from: TerritoryFrom,
    ) -> Self {
        let position = without_dead(grid, &dead.stones);
        // Where stones count a false eye will hold one; marks don't show that.
        let filled = rules.counting.value == Counting::Stones;
        let marks = marks
            .filter(|_| from != TerritoryFrom::Board && !rules.seki_eyes.value && !filled)
            .filter(|marks| marks.show_territory(grid, &dead.stones));
        let is_read = rules.group_tax.value || !rules.seki_eyes.value && marks.is_none();
        let board = is_read.then(|| territory(grid, &dead.stones));
        let regions = Regions::new(&position);
        let owners: Vec<_> =
            (0..regions.points.len()).map(|region| regions.owner(region)).collect();
        let surrounded: Vec<Option<Color>> =
            regions.of.iter().map(|&r| owners.get(r as usize).copied().flatten()).collect();
        let owner: Vec<Option<Color>> = match (marks, &board) {
            // The point of a dead stone is the other player's (A91 9), also where only empty points
            // are marked.
            (Some(marks), _) => (grid.cells().iter().zip(&dead.stones).zip(&marks.owner))
                .map(|((cell, dead), mark)| match cell {
                    Some(color) => dead.then(|| color.opponent()),
                    None => *mark,
                })
                .collect(),
            (None, Some(board)) if !rules.seki_eyes.value => board
                .kind
                .iter()
                .map(|kind| match *kind {
                    PointKind::Territory(color) => Some(color),
                    PointKind::FalseEye(color) if filled => Some(color),
                    _ => None,
                })
                .collect(),
            (None, _) => surrounded.clone(),
        };
        let number = |things: &[Option<Color>]| {
            ByColor::from_fn(|color| {
                things.iter().filter(|&&thing| thing == Some(color)).count() as u32
            })
        };
        let stones = number(position.cells());
        let territory = number(&owner);
        let surrounded = match rules.counting.value {
            Counting::Territory => number(&surrounded),
            Counting::Area | Counting::Stones => territory,
        };
        let all = grid.cells().len() as u32;
        let dame = all - (stones + territory).total();
        let (kinds, unclear) = board.map_or((None, Vec::new()), |b| (Some(b.kind), b.unclear));
        let tax = match &kinds {
            Some(kinds) if rules.group_tax.value => {
                group_tax(&position, kinds, rules.seki_eyes.value)
            }
            _ => ByColor::default(),
        };
        let dead = dead.count;
        Self { stones, territory, surrounded, dead, dame, owner, kinds, unclear, tax }
    }

    /// Stones and surrounded points of a colour.
    pub fn area(&self, color: Color) -> u32 {
        self.areas()[color]
    }

    /// Stones and surrounded points of each colour, whether or not they are territory.
    pub fn areas(&self) -> ByColor<u32> {
        self.stones + self.surrounded
    }

    /// White's gain by the points that count by area and not as territory: eyes in seki, points to be filled, and what
    /// marks leave out.
    pub fn left_out(&self) -> Points {
        self.surrounded.margin() - self.territory.margin()
    }
}

/// Returns the number of passes of each colour to add so that a game ends as its ruleset requires: two
/// passes in a row (A91 9), and White's after Black's last where White must move last (A91 11). White's
/// isn't missing if the numbers of moves are equal without it, because players moved out of turn: they
/// "must be equal" (A91 11).
pub fn completed_passes(replay: &Replay, rules: &Ruleset) -> ByColor<u32> {
    let mut added = ByColor::default();
    let mut passes = replay.final_passes;
    let mut last = last_mover(replay);
    let owes = |added: ByColor<u32>| {
        let moves = moves(replay) + added;
        replay.is_set_up() || moves.black > moves.white
    };
    while passes < 2 || (rules.white_last.value && last == Color::Black && owes(added)) {
        last = last.opponent();
        added[last] += 1;
        passes += 1;
    }
    added
}

/// Number of moves of each colour, passes included; the handicap stones are one of Black's.
fn moves(replay: &Replay) -> ByColor<u32> {
    let mut moves = ByColor::from_fn(|color| replay.tally.moves(color));
    moves.black += u32::from(replay.handicap.stones >= 2);
    moves
}

/// Returns the player of the last move; before the first move, the opponent of the player to move.
fn last_mover(replay: &Replay) -> Color {
    let first = || replay.to_move.unwrap_or(replay.handicap.first_to_move());
    replay.last_mover.unwrap_or_else(|| first().opponent())
}

/// A game's score by area and by territory. All margins are White's points minus Black's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    pub count: Count,
    /// Prisoners held by Black and by White, pass stones and dead stones included.
    pub prisoners: ByColor<u32>,
    pub komi: Points,
    /// White's points for handicap stones when area is counted.
    pub compensation: Points,
    /// Passes added to end the game as the ruleset requires (Black, White).
    pub added_passes: ByColor<u32>,
    /// Stones given to the opponent for passes and illegal moves, added passes included (Black, White). None where
    /// a pass costs no stone. R in BGA appendix B.
    pub pass_stones: ByColor<u32>,
    /// Stones on the board, dead ones included, and those captured in play (Black, White): S and P in BGA
    /// appendix B. Area and territory differ by this, the pass stones and the compensation.
    pub put_down: ByColor<u32>,
    /// All moves by colour with the added passes, the handicap as one move: M in BGA appendix B.
    pub moves: ByColor<u32>,
    /// White's gain by the first pass.
    pub first_pass: Points,
    /// Group tax, as White's gain.
    pub tax: Points,
    pub area_margin: Points,
    /// By territory, with the pass stones as recorded.
    pub territory_margin: Points,
    /// By territory, with the pass stones of the added passes.
    pub territory_margin_completed: Points,
    /// By the ruleset's own way of counting.
    pub margin: Points,
}

impl Score {
    pub fn new(count: Count, replay: &Replay, rules: &Ruleset, komi: Points) -> Self {
        let Tally { passes, illegal_moves, captured_from, .. } = replay.tally;
        let handed_over =
            if rules.pass_stones.value { passes + illegal_moves } else { ByColor::default() };
        let prisoners = (captured_from + count.dead + handed_over).swapped();
        let handicap = replay.handicap.stones;
        let compensation = rules.compensation.value.points(handicap);
        let area_margin = count.areas().margin() + komi + compensation;
        let territory_margin = count.territory.margin() + prisoners.margin() + komi;
        let added_passes = completed_passes(replay, rules);
        let charged = if rules.pass_stones.value { added_passes } else { ByColor::default() };
        let territory_margin_completed = territory_margin - charged.margin();
        // If no pass is recorded, the first one is the first that is added.
        let first_pass = replay.first_pass.unwrap_or(last_mover(replay).opponent());
        let first_pass = match rules.counting.value {
            Counting::Territory => Points::ZERO,
            Counting::Area | Counting::Stones => rules.first_pass.value.points(first_pass),
        };
        let tax = -count.tax.margin();
        let margin = first_pass
            + tax
            + match rules.counting.value {
                Counting::Territory => territory_margin_completed,
                Counting::Area | Counting::Stones => area_margin,
            };
        let pass_stones = handed_over + charged;
        let put_down = count.stones + count.dead + captured_from;
        let moves = moves(replay) + added_passes;
        Self {
            count,
            prisoners,
            komi,
            compensation,
            added_passes,
            pass_stones,
            put_down,
            moves,
            first_pass,
            tax,
            area_margin,
            territory_margin,
            territory_margin_completed,
            margin,
        }
    }
}

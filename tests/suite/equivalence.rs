//! Random games: the equivalence of area and territory (BGA, appendix B), against a slow implementation of the rules.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sgf_audit_core::go::{Color, Points, pass_alive};
use sgf_audit_core::rules::find;

use crate::reference::differential::grid;
use crate::reference::rulesets::rules_of;
use crate::reference::{Game, Player, Point, Position, letters, listed};
use crate::support::{audit_game_with, size, under};

/// What a random game is made from; each number is taken by its remainder.
#[derive(Clone, Debug)]
struct Seeds {
    cols: u8,
    rows: u8,
    first: Player,
    /// Where (a pass now and then), and whether the wrong player moves.
    moves: Vec<(u16, bool)>,
}

fn seeds(lines: std::ops::RangeInclusive<u8>, moves: usize) -> impl Strategy<Value = Seeds> {
    let one = (any::<u16>(), prop::bool::weighted(0.03));
    let first = prop_oneof![Just(Player::Black), Just(Player::White)];
    (lines.clone(), lines, first)
        .prop_flat_map(move |(cols, rows, first)| {
            let length = moves.min(usize::from(cols) * usize::from(rows) * 6);
            (Just((cols, rows, first)), prop::collection::vec(one, 0..=length))
        })
        .prop_map(|((cols, rows, first), moves)| Seeds { cols, rows, first, moves })
}

type Move = (Player, Option<Point>);

fn written(moves: &[Move]) -> String {
    let value = |at: Option<Point>| at.map(letters).unwrap_or_default();
    moves.iter().map(|&(player, at)| format!(";{}[{}]", player.letter(), value(at))).collect()
}

impl Seeds {
    /// Any moves: legal or not, mostly in turn.
    fn any_moves(&self) -> Vec<Move> {
        let points = Position::empty(self.cols, self.rows).points();
        let mut player = self.first;
        let mut moves = Vec::new();
        for &(seed, wrong) in &self.moves {
            if wrong {
                player = player.other();
            }
            let passes = seed % 6 == 0;
            let at = points[usize::from(seed / 6) % points.len()];
            moves.push((player, (!passes).then_some(at)));
            player = player.other();
        }
        moves
    }

    /// Legal moves of a game, passes among them.
    fn legal_moves(&self, mut game: Game) -> Vec<Move> {
        let points = Position::empty(self.cols, self.rows).points();
        let mut moves = Vec::new();
        for &(seed, _) in &self.moves {
            let seed = usize::from(seed);
            let legal: Vec<Point> =
                points.iter().copied().filter(|&point| game.may_play(point)).collect();
            let at = if seed % 13 == 0 { None } else { legal.get(seed / 13 % (legal.len() + 1)) };
            moves.push((game.to_move(), at.copied()));
            game.make(game.to_move(), at.copied());
        }
        moves
    }
}

/// The komi of these games. Where there is none, HA[0] may be a program's for what it doesn't know.
const KOMI: i64 = 5;

/// A whole game under rules where a pass costs a stone and White moves last.
#[derive(Debug)]
struct Whole {
    record: String,
    game: Game,
    handicap: usize,
    /// Moves by player, the handicap as one.
    moved: [usize; 2],
    final_passes: usize,
    dead: BTreeSet<Point>,
}

/// Whether the stone on a point can't be captured. That is stronger than a mark.
fn lives(position: &Position, point: Point) -> bool {
    let grid = grid(position);
    let place = grid.size().index(sgf_audit_core::go::Point::new(point.0, point.1));
    Color::BOTH.iter().any(|&color| pass_alive(&grid, color)[place])
}

/// Makes a game with handicap stones set up or played, `moves` and passes after them, and some chains
/// marked as dead.
fn whole(
    seeds: &Seeds,
    (handicap, by_moves): (usize, bool),
    moves: impl Fn(&Game) -> Vec<Move>,
    passes: usize,
    dead: &[u16],
) -> Whole {
    let mut position = Position::empty(seeds.cols, seeds.rows);
    let handicap = if handicap < 2 { 0 } else { handicap };
    // On every other point, so that no stone is without a liberty.
    let apart = position.points().into_iter().filter(|(col, row)| (col + row) % 2 == 0);
    let stones: Vec<Point> = apart.take(handicap).collect();
    position.stones.extend(stones.iter().map(|&point| (point, Player::Black)));
    let first = if handicap == 0 { Player::Black } else { Player::White };
    let mut game = Game::new(rules_of("aga"), position, first);
    let mut made = moves(&game);
    let mut last = made.last().map_or(first.other(), |&(player, _)| player);
    for _ in 0..passes {
        last = last.other();
        made.push((last, None));
    }
    let mut moved = [usize::from(handicap > 0), 0];
    for &(player, at) in &made {
        game.make(player, at);
        moved[player as usize] += 1;
    }
    let final_passes = made.iter().rev().take_while(|(_, at)| at.is_none()).count();
    let left: Vec<Point> = game.position().stones.keys().copied().collect();
    let dead: BTreeSet<Point> = dead
        .iter()
        .filter(|_| !left.is_empty())
        .flat_map(|&seed| game.position().connected(left[usize::from(seed) % left.len()]))
        .filter(|&point| !lives(game.position(), point))
        .collect();
    // The dead stones of the other player, and the living ones of this: so that something is marked even if
    // no stone is dead.
    let marked = |player: Player| -> Vec<Point> {
        let theirs =
            |point: &Point| (game.position().stones[point] == player) != dead.contains(point);
        left.iter().filter(|point| theirs(point)).copied().collect()
    };
    let (black, white) = (marked(Player::Black), marked(Player::White));
    let marks = listed("TB", &black);
    let placed = if by_moves {
        written(&stones.iter().map(|&point| (Player::Black, Some(point))).collect::<Vec<_>>())
    } else {
        listed("AB", &stones)
    };
    let record = format!(
        "(;SZ[{}:{}]KM[{KOMI}]HA[{handicap}]{placed}{};{marks}{})",
        seeds.cols,
        seeds.rows,
        written(&made),
        listed("TW", &white)
    );
    // All stones would be alive after four passes "failing such agreement" (A91 10); here the marks are it.
    Whole { record, game, handicap, moved, final_passes, dead }
}

impl Whole {
    /// White's lead by area, by territory (komi and compensation aside) and in moves, once the dead
    /// stones are off (A91 9) and the last passes are made (A91 9, 11).
    fn leads(mut self) -> [i64; 3] {
        // "White must make the last move ... The total number ... must be equal" (A91 11).
        let behind =
            |moved: [usize; 2]| moved[Player::White as usize] < moved[Player::Black as usize];
        while self.final_passes < 2 || self.game.to_move() == Player::White && behind(self.moved) {
            let player = self.game.to_move();
            self.moved[player as usize] += 1;
            self.game.make(player, None);
            self.final_passes += 1;
        }
        let mut position = self.game.position().clone();
        let mut prisoners = [0, 1].map(|i| self.game.captured[i] + self.game.handed[i]);
        for point in &self.dead {
            let player = position.stones.remove(point).expect("a stone is there");
            prisoners[player as usize] += 1;
        }
        let lead =
            |of: &dyn Fn(Player) -> usize| of(Player::White) as i64 - of(Player::Black) as i64;
        let territory = lead(&|player| position.territory(player));
        let stones = lead(&|player| position.count(player));
        let lost = lead(&|player| prisoners[player as usize]);
        [territory + stones, territory - lost, lead(&|player| self.moved[player as usize])]
    }

    /// The program's count against the slow one, and the theorem: area and territory differ by as many
    /// points as one player made more moves than the other (BGA, appendix B, corollary 3).
    fn check(self) -> Result<i64, TestCaseError> {
        let compensation = self.handicap.saturating_sub(1) as i64;
        let record = self.record.clone();
        let [area, territory, moves] = self.leads();
        for id in ["aga", "aga-1991"] {
            let score = audit_game_with(&record, &under(find(id).expect("it is built in"))).score;
            let Some(score) = score else {
                return Err(TestCaseError::fail(format!("not counted: {record}")));
            };
            let recounted = [score.area_margin, score.territory_margin_completed];
            prop_assert_eq!(recounted[0], Points::whole(area + compensation + KOMI), "{}", &record);
            prop_assert_eq!(recounted[1], Points::whole(territory + KOMI), "{}", &record);
            prop_assert_eq!(recounted[0] - recounted[1], Points::whole(moves), "{}", &record);
            let moved = score.moves.map(i64::from);
            prop_assert_eq!(moved.white - moved.black, moves, "{}", &record);
        }
        Ok(moves)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(size(6, 100)) })]

    #[test]
    fn area_is_territory_after_a_legal_game(
        seeds in seeds(2..=7, 60),
        handicap in (0..=4usize, any::<bool>()),
        passes in 0..=6usize,
        dead in prop::collection::vec(any::<u16>(), 0..4),
    ) {
        let handicap = (handicap.0.min(usize::from(seeds.cols * seeds.rows) / 2), handicap.1);
        let whole = whole(&seeds, handicap, |game| seeds.legal_moves(game.clone()), passes, &dead);
        prop_assume!(!seeds.moves.is_empty() || passes > 0);
        prop_assert_eq!(whole.check()?, 0);
    }

    #[test]
    fn area_and_territory_differ_by_the_moves(
        mut seeds in seeds(2..=5, 60),
        handicap in 0..=4usize,
        passes in 0..=6usize,
        dead in prop::collection::vec(any::<u16>(), 0..4),
    ) {
        prop_assume!(!seeds.moves.is_empty());
        let handicap = handicap.min(usize::from(seeds.cols * seeds.rows) / 2);
        seeds.first = if handicap < 2 { Player::Black } else { Player::White };
        whole(&seeds, (handicap, false), |_| seeds.any_moves(), passes, &dead).check()?;
    }
}

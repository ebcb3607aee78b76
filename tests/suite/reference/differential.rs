//! Games that are played by the slow rules and by the program, which must agree about every move and
//! about the count.

// A fuzz target uses a part of it.
#![allow(dead_code)]

use std::collections::BTreeSet;

use sgf_audit_core::go::{Color, Grid, Points, Size};
use sgf_audit_core::record::RecordedGame;
use sgf_audit_core::replay::{Replay, ReplayRequest, Replayer, ViolationKind};
use sgf_audit_core::rules::Ruleset;
use sgf_audit_core::score::{Count, EndOfGame, Marks, Score, dead_stones};
use sgf_audit_core::sgf::{Game as Record, Scanner, Text};

use super::count::count;
use super::rulesets::{PLAYERS, counting_of, rules_of};
use super::{Broken, Game, Player, Point, Position, Rules, letters, listed};

/// Where the choices of a game come from: a random generator, or the bytes of a fuzzer.
pub trait Choices {
    /// A number below `below`; `None` when there are no more.
    fn below(&mut self, below: usize) -> Option<usize>;
}

/// Numbers from a seed (SplitMix64), the same on every machine.
pub struct Random(pub u64);

impl Choices for Random {
    fn below(&mut self, below: usize) -> Option<usize> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Some(((z ^ (z >> 31)) % below.max(1) as u64) as usize)
    }
}

impl Choices for std::slice::Iter<'_, u8> {
    fn below(&mut self, below: usize) -> Option<usize> {
        Some(usize::from(*self.next()?) % below.max(1))
    }
}

/// What was seen while games were played, so that a run can say that it saw something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub games: u64,
    pub moves: u64,
    pub captures: u64,
    pub suicides: u64,
    pub kos: u64,
    pub superkos: u64,
    pub repetitions: u64,
    pub occupied: u64,
    pub out_of_turn: u64,
    pub counts: u64,
}

/// The sizes that games are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Up to five lines, where captures and repetitions are frequent.
    Small,
    /// One line of up to nineteen, two lines, and other oblong ones.
    Odd,
    /// Up to 19x19; most is set up at first and play goes on in a window.
    Large,
}

fn lines(choices: &mut impl Choices, boards: Boards) -> Option<(u8, u8)> {
    let mut between = |from: usize, to: usize| choices.below(to - from + 1).map(|n| from + n);
    let (cols, rows) = match boards {
        Boards::Small => (between(1, 5)?, between(1, 5)?),
        Boards::Odd => match between(0, 3)? {
            0 => (1, between(1, 19)?),
            1 => (between(1, 19)?, 1),
            2 => (2, between(2, 9)?),
            _ => (between(3, 7)?, between(2, 4)?),
        },
        Boards::Large => (between(6, 19)?, between(6, 19)?),
    };
    Some((cols as u8, rows as u8))
}

/// The stones at first: each string has a liberty.
pub fn set_up(choices: &mut impl Choices, position: &mut Position, stones: usize) -> Option<()> {
    let points = position.points();
    for _ in 0..stones {
        let at = points[choices.below(points.len())?];
        let player = PLAYERS[choices.below(2)?];
        if position.stones.contains_key(&at) {
            continue;
        }
        position.stones.insert(at, player);
        // The stone's own string and those beside it are all that can have lost a liberty.
        let mut near = vec![at];
        near.extend(position.adjacent(at).filter(|point| position.stones.contains_key(point)));
        if !near.iter().all(|&point| position.has_liberty(&position.connected(point))) {
            position.stones.remove(&at);
        }
    }
    Some(())
}

/// A game as it was played by the slow rules, and its record.
pub struct Played {
    game: Game,
    record: String,
    handicap: usize,
    final_passes: usize,
    /// What each move broke, by its number.
    broken: Vec<(u32, Broken)>,
    /// The moves that made an earlier position again and broke nothing by it.
    repeated: Vec<u32>,
}

/// Plays a game of at most `most` moves, legal and illegal ones, that all stand.
fn play(
    choices: &mut impl Choices,
    boards: Boards,
    rules: Rules,
    most: usize,
    seen: &mut Seen,
) -> Option<Played> {
    let (cols, rows) = lines(choices, boards)?;
    let mut position = Position::empty(cols, rows);
    let points = position.points();
    let mut first = PLAYERS[choices.below(2)?];
    let mut handicap = 0;
    let apart: Vec<Point> =
        points.iter().copied().filter(|(col, row)| (col + row) % 2 == 0).collect();
    if choices.below(4)? == 0 && apart.len() > 3 {
        handicap = 2 + choices.below(apart.len().min(6) - 2)?;
        let stones = apart[..handicap].iter().map(|&point| (point, Player::Black));
        position.stones.extend(stones);
        first = Player::White;
    } else {
        let stones = match boards {
            Boards::Large => points.len() * (30 + choices.below(60)?) / 100,
            _ => choices.below(9)?,
        };
        set_up(choices, &mut position, stones)?;
        // Where Black alone has stones they are his handicap.
        let set = PLAYERS.map(|player| position.count(player));
        if set[0] >= 2 && set[1] == 0 {
            handicap = set[0];
        }
    }
    // On a large board most moves are in a window, so that stones are taken there and positions recur.
    let mut window = points.clone();
    if boards == Boards::Large {
        let (width, height) = (2 + choices.below(3)? as u8, 2 + choices.below(3)? as u8);
        let left = choices.below(usize::from(cols - width) + 1)? as u8;
        let top = choices.below(usize::from(rows - height) + 1)? as u8;
        window.retain(|(col, row)| {
            (left..left + width).contains(col) && (top..top + height).contains(row)
        });
    }
    let of = |player| {
        let stones = position.stones.iter().filter(|&(_, &stone)| stone == player);
        stones.map(|(&point, _)| point).collect::<Vec<_>>()
    };
    let mut record = format!(
        "(;FF[4]GM[1]SZ[{cols}:{rows}]HA[{handicap}]{}{}PL[{}]",
        listed("AB", &of(Player::Black)),
        listed("AW", &of(Player::White)),
        first.letter()
    );
    let mut game = Game::new(rules, position, first);
    let (mut broken, mut repeated) = (Vec::new(), Vec::new());
    let mut final_passes = 0;
    // In one game of two, illegal moves are seldom.
    let lawful = choices.below(2)? == 0;
    for number in 1..=most as u32 {
        let Some(kind) = choices.below(64) else { break };
        let mut player = game.to_move();
        if kind == 0 {
            player = player.other();
        }
        let mut at = None;
        if !(1..=3).contains(&kind) {
            let Some(choice) = choices.below(window.len()) else { break };
            let mut point = window[choice];
            // An occupied point now and then, else the next one that will do.
            if kind > 5 {
                let mut others = (choice..window.len()).chain(0..choice).map(|i| window[i]);
                let wanted = |at: &Point| {
                    let empty = !game.position().stones.contains_key(at);
                    empty && (!lawful || player != game.to_move() || game.may_play(*at))
                };
                match others.find(wanted) {
                    Some(at) => point = at,
                    None if lawful => final_passes = usize::MAX,
                    None => {}
                }
            }
            // Where nothing may be played a lawful player passes.
            at = (final_passes != usize::MAX).then_some(point);
            if at.is_none() {
                final_passes = 0;
                for made in record.rsplit(';').take_while(|made| made.ends_with("[]")) {
                    final_passes += usize::from(!made.is_empty());
                }
            }
        }
        let breaks = game.make(player, at);
        for broken in &breaks {
            match broken {
                Broken::OutOfTurn => seen.out_of_turn += 1,
                Broken::OccupiedPoint => seen.occupied += 1,
                Broken::Suicide => seen.suicides += 1,
                Broken::Ko => seen.kos += 1,
                Broken::Superko => seen.superkos += 1,
            }
        }
        if game.repeated() && !breaks.iter().any(|b| matches!(b, Broken::Ko | Broken::Superko)) {
            repeated.push(number);
        }
        broken.extend(breaks.into_iter().map(|broken| (number, broken)));
        final_passes = if at.is_none() { final_passes + 1 } else { 0 };
        let value = at.map(letters).unwrap_or_default();
        record.push_str(&format!(";{}[{value}]", player.letter()));
        seen.moves += 1;
        // A game that is as good as over is.
        if final_passes > 5 {
            break;
        }
    }
    record.push(')');
    seen.games += 1;
    seen.captures += game.captured.iter().sum::<usize>() as u64;
    seen.repetitions += repeated.len() as u64;
    Some(Played { game, record, handicap, final_passes, broken, repeated })
}

/// What the program says that each move breaks, and where it sees an allowed repetition, in the terms
/// of the slow rules. Each repetition must name a move after which the position was the same.
fn found(replay: &Replay, played: &Played) -> (Vec<(u32, Broken)>, Vec<u32>) {
    let (mut broken, mut repeated) = (Vec::new(), Vec::new());
    let game = &played.game;
    let same = |since: u32, number: u32| {
        assert!(since < number, "{}", played.record);
        let (before, after) =
            (game.position_after(since as usize), game.position_after(number as usize));
        assert_eq!(before, after, "{}", played.record);
    };
    for violation in &replay.violations {
        let number = violation.ply.number;
        broken.push((
            number,
            match violation.kind {
                ViolationKind::OutOfTurn => Broken::OutOfTurn,
                ViolationKind::OccupiedPoint => Broken::OccupiedPoint,
                ViolationKind::Suicide(_) => Broken::Suicide,
                ViolationKind::Ko => Broken::Ko,
                ViolationKind::Superko { since } => {
                    same(since, number);
                    Broken::Superko
                }
                ViolationKind::Repetition { since } => {
                    same(since, number);
                    repeated.push(number);
                    continue;
                }
                ViolationKind::AfterEnd | ViolationKind::ExtraPass => continue,
                other => panic!("{other:?} can't be: every move is well formed and on the board"),
            },
        ));
    }
    broken.sort_unstable();
    (broken, repeated)
}

fn color(player: Player) -> Color {
    if player == Player::Black { Color::Black } else { Color::White }
}

/// A position as the program's boards hold it.
pub fn grid(position: &Position) -> Grid {
    let mut grid = Grid::new(Size::new(position.cols, position.rows).expect("a board"));
    for (&(col, row), &player) in &position.stones {
        grid.set(sgf_audit_core::go::Point::new(col, row), Some(color(player)));
    }
    grid
}

fn whole(numbers: [usize; 2]) -> [u32; 2] {
    numbers.map(|number| number as u32)
}

/// Plays a game and compares what each move breaks, the position at its end and what was captured; `None` when there are no more
/// choices. `rules`: the ruleset in terms of the slow rules.
///
/// # Panics
///
/// Where the two differ.
pub fn compare_moves(
    choices: &mut impl Choices,
    boards: Boards,
    (ruleset, rules): (&Ruleset, Rules),
    most: usize,
    seen: &mut Seen,
) -> Option<(Played, Replay)> {
    let played = play(choices, boards, rules, most, seen)?;
    let Played { game, record, .. } = &played;
    let id: &str = &ruleset.id;
    let text = Text::new(record.as_bytes());
    let (mut read, mut faults) = (Record::default(), Vec::new());
    assert!(Scanner::new(&text).next_game(&mut read, &mut faults) && faults.is_empty(), "{record}");
    let (cols, rows) = (game.position().cols, game.position().rows);
    let mut recorded = RecordedGame::read(&text, &read);
    recorded.size = Size::new(cols, rows).expect("a board");
    recorded.stated_handicap = Some(played.handicap as i64);
    let task = ReplayRequest { record: &recorded, rules: ruleset, variations: false };
    let replay = Replayer::new().replay(&task);
    let (broken, repeated) = found(&replay, &played);
    assert_eq!(broken, played.broken, "{id}: {record}");
    let told = matches!(
        ruleset.superko.value,
        sgf_audit_core::rules::Superko::None | sgf_audit_core::rules::Superko::AfterCycle
    );
    let expected = if told { &played.repeated[..] } else { &[] };
    assert_eq!(repeated, expected, "{id}: {record}");
    assert_eq!(replay.position, grid(game.position()), "{id}: {record}");
    assert_eq!(replay.tally.captured_from, whole(game.captured), "{id}: {record}");
    let handed = replay.tally.passes + replay.tally.illegal_moves;
    assert_eq!(handed, whole(game.handed), "{id}: {record}");
    assert_eq!(replay.final_passes, played.final_passes as u32, "{id}: {record}");
    assert_eq!(replay.handicap.stones, played.handicap as u32, "{id}: {record}");
    Some((played, replay))
}

/// Plays a game under a built-in ruleset and compares all of it; `None` when there are no more choices.
///
/// # Panics
///
/// Where the two differ.
pub fn compare(
    choices: &mut impl Choices,
    boards: Boards,
    ruleset: &'static Ruleset,
    most: usize,
    seen: &mut Seen,
) -> Option<()> {
    let rules = rules_of(&ruleset.id);
    let (played, replay) = compare_moves(choices, boards, (ruleset, rules), most, seen)?;
    let game = &played.game;
    // With every stone alive, and with some strings marked as dead.
    counts(&played, &replay, &replay.position, ruleset, &BTreeSet::new());
    let strings: Vec<BTreeSet<Point>> =
        PLAYERS.into_iter().flat_map(|player| game.position().strings(player)).collect();
    let mut dead = BTreeSet::new();
    if !strings.is_empty() {
        for _ in 0..choices.below(3).unwrap_or(0) {
            dead.extend(strings[choices.below(strings.len()).unwrap_or(0)].iter().copied());
        }
    }
    counts(&played, &replay, &replay.position, ruleset, &dead);
    seen.counts += 2;
    Some(())
}

/// Compares the counts of a game in which these stones are marked as dead.
fn counts(
    played: &Played,
    replay: &Replay,
    grid: &Grid,
    ruleset: &'static Ruleset,
    dead: &BTreeSet<Point>,
) {
    let Played { game, record, handicap, final_passes, .. } = played;
    let id: &str = &ruleset.id;
    let counting = counting_of(id);
    let of = |player: Player| {
        let marked = dead.iter().filter(move |point| game.position().stones[point] == player);
        marked.map(|&(col, row)| sgf_audit_core::go::Point::new(col, row)).collect::<Vec<_>>()
    };
    // Stones are dead on points that are marked as the other player's.
    let marks = Marks::new(grid, of(Player::White), of(Player::Black));
    let found = dead_stones(grid, ruleset, EndOfGame::marked(&marks));
    let slow = count(game, counting, *handicap, *final_passes, dead);
    let fast = Count::new(grid, &found, ruleset);
    let score = Score::new(fast, replay, ruleset, Points::ZERO);
    let context = || format!("{id}, dead {dead:?}: {record}");
    assert_eq!(score.count.stones, whole(slow.stones), "{}", context());
    assert_eq!(score.added_passes, whole(slow.added), "{}", context());
    assert_eq!(score.moves, whole(slow.moved), "{}", context());
    // The prisoners of the score are those of the record: without the passes that were added.
    let added = if counting.pass_stones { slow.added } else { [0; 2] };
    let held = [slow.lost[1] - added[1], slow.lost[0] - added[0]];
    assert_eq!(score.prisoners, whole(held), "{}", context());
    let compensation = counting.compensation.points(*handicap);
    assert_eq!(score.compensation, Points::whole(compensation), "{}", context());
    if counting.plain {
        assert_eq!(score.count.territory, whole(slow.territory), "{}", context());
        assert_eq!(score.area_margin, Points::whole(slow.area_margin), "{}", context());
        let territory = Points::whole(slow.territory_margin);
        assert_eq!(score.territory_margin_completed, territory, "{}", context());
        assert_eq!(score.margin, Points::whole(slow.margin), "{}", context());
    } else {
        // What doesn't count, eyes in seki and false eyes, is taken from what one colour surrounds.
        for (player, (_, &counted)) in PLAYERS.into_iter().zip(score.count.territory.iter()) {
            assert!(counted <= slow.territory[player as usize] as u32, "{}", context());
        }
    }
}

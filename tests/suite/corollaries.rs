//! BGA appendix B: the equivalence of territory and area, and its three corollaries.

use std::collections::HashSet;
use std::fmt::Write;

use proptest::prelude::*;
use sgf_audit_core::audit::Family;
use sgf_audit_core::go::{Board, ByColor, Color, Point, Points, Size};
use sgf_audit_core::rules::{Ruleset, find};
use sgf_audit_core::score::Score;

use crate::support::{audit_game_with, size, under};

const AGA_FAMILY: [&str; 6] = ["aga", "aga-1991", "aga-simplified", "bga", "bga-2007", "french"];

fn score(record: &str, rules: &'static Ruleset) -> Score {
    audit_game_with(record, &under(rules)).score.unwrap_or_else(|| panic!("not counted: {record}"))
}

/// What a game is made from; each number picks a move.
#[derive(Clone, Debug)]
struct Plan {
    size: Size,
    handicap: usize,
    by_moves: bool,
    suicide: bool,
    out_of_turn: bool,
    white_last: bool,
    picks: Vec<u16>,
}

fn plan(suicide: bool) -> impl Strategy<Value = Plan> {
    let sizes = (2u8..=7, 2u8..=7).prop_map(|(cols, rows)| Size::new(cols, rows).unwrap());
    let handicaps = prop_oneof![Just(0usize), 2usize..=4];
    let flags = (any::<bool>(), prop::bool::weighted(0.3), any::<bool>());
    let picks = prop::collection::vec(any::<u16>(), 0..160);
    (sizes, handicaps, flags, picks).prop_map(move |(size, stones, flags, picks)| {
        let (by_moves, out_of_turn, white_last) = flags;
        // On every second point, so that none is without a liberty.
        let handicap = if stones * 2 > size.area() { 0 } else { stones };
        Plan { size, handicap, by_moves, suicide, out_of_turn, white_last, picks }
    })
}

fn sgf(point: Point) -> String {
    String::from_utf8(point.sgf().to_vec()).unwrap()
}

/// Plays a game that breaks no rule of any ruleset but the turns, if they are to be broken, and suicide:
/// no position comes twice. Four passes end it; White's last one follows if the plan says so. Returns
/// the record and whether a player moved twice in a row.
fn game(plan: &Plan) -> (String, bool) {
    let &Plan { size, handicap, .. } = plan;
    let mut board = Board::new(size);
    let mut record = format!("(;SZ[{}:{}]", size.cols(), size.rows());
    let stones: Vec<Point> = size.points().step_by(2).take(handicap).collect();
    board.set_up(stones.iter().map(|&point| (point, Some(Color::Black))));
    if handicap > 0 {
        let names: Vec<String> = stones.iter().map(|&point| sgf(point)).collect();
        let (first, between) = if plan.by_moves { (";B[", "];B[") } else { ("AB[", "][") };
        write!(record, "HA[{handicap}]{first}{}]", names.join(between)).unwrap();
    }
    let mut color = if handicap > 0 { Color::White } else { Color::Black };
    let mut seen = HashSet::from([format!("{}", board.grid())]);
    let (mut passes, mut twice, mut first, mut white_played) = (0, false, true, false);
    for &pick in &plan.picks {
        if plan.out_of_turn && !first && pick % 16 == 0 {
            color = color.opponent();
            twice = true;
        }
        // A second black stone before White's first would be a handicap, even with a pass of White's between them.
        let pass_is_due = pick % 16 == 1 && passes < 3 && white_played;
        let chosen =
            if pass_is_due { None } else { legal(&board, color, plan.suicide, &seen, pick) };
        let Some((point, after)) = chosen else {
            if passes == 3 {
                break;
            }
            passes += 1;
            write!(record, ";{}[]", color.letter()).unwrap();
            color = color.opponent();
            first = false;
            continue;
        };
        seen.insert(format!("{}", after.grid()));
        board = after;
        write!(record, ";{}[{}]", color.letter(), sgf(point)).unwrap();
        first = color == Color::Black && handicap == 0 && first;
        white_played |= color == Color::White;
        passes = 0;
        color = color.opponent();
    }
    while passes < 4 || plan.white_last && color == Color::White {
        write!(record, ";{}[]", color.letter()).unwrap();
        color = color.opponent();
        passes += 1;
    }
    (record + ")", twice)
}

/// The first legal play, looked for from a point that `pick` names, and the board after it.
fn legal(
    board: &Board,
    color: Color,
    suicide: bool,
    seen: &HashSet<String>,
    pick: u16,
) -> Option<(Point, Board)> {
    let points: Vec<Point> = board.size().points().collect();
    let start = (pick / 16) as usize % points.len();
    let turned = points[start..].iter().chain(&points[..start]);
    turned.filter(|&&point| board.get(point).is_none()).find_map(|&point| {
        let mut after = board.clone();
        let played = after.play(color, point).expect("an empty point");
        let new = !seen.contains(&format!("{}", after.grid()));
        (new && (suicide || played.suicide == 0)).then_some((point, after))
    })
}

/// The theorem for a game: the two counts differ by the difference in moves, which is none where the
/// players alternated.
fn check(plan: &Plan, rules: &'static Ruleset) -> Result<(), TestCaseError> {
    let (record, twice) = game(plan);
    let audit = audit_game_with(&record, &under(rules));
    let broken: Vec<_> = audit
        .findings
        .iter()
        .filter(|f| f.kind.info().family == Family::Legality)
        .map(|f| f.kind.as_str())
        .filter(|&name| name != "out-of-turn")
        .collect();
    prop_assert!(broken.is_empty(), "{broken:?}: {record}");
    let Some(score) = audit.score else {
        return Err(TestCaseError::fail(format!("four passes, but not counted: {record}")));
    };
    let ByColor { black, white } = score.moves.map(i64::from);
    let difference = score.area_margin - score.territory_margin_completed;
    prop_assert_eq!(difference, Points::whole(white - black), "{}", &record);
    if !twice {
        prop_assert_eq!(black, white, "{}", &record);
    }
    // Corollary 3: a point for each handicap stone bar the first.
    let handicap = plan.handicap as i64;
    prop_assert_eq!(score.compensation, Points::whole((handicap - 1).max(0)), "{}", &record);
    // A missing last pass of White is worth a point, where Black has made a move more.
    let added = score.added_passes.map(i64::from);
    let ahead = black - added.black > white - added.white;
    let missing = audit.replay.last_mover == Some(Color::Black) && ahead;
    let point = Points::whole(i64::from(missing));
    let recorded = score.territory_margin - score.territory_margin_completed;
    prop_assert_eq!(recorded, point, "{}", &record);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(40, 400)))]

    #[test]
    fn territory_and_area_give_the_same_result(plan in plan(false)) {
        for id in AGA_FAMILY {
            check(&plan, find(id).unwrap())?;
        }
    }

    #[test]
    fn self_captured_stones_keep_the_counts_equal(plan in plan(true)) {
        check(&plan, suicidal())?;
    }
}

fn suicidal() -> &'static Ruleset {
    use std::sync::LazyLock;
    static RULES: LazyLock<Ruleset> = LazyLock::new(|| {
        Ruleset::from_toml("id = \"suicidal\"\nbase = \"aga\"\nsuicide = \"allowed\"").unwrap()
    });
    &RULES
}

/// The games above do what they are for: they have captures, suicides, handicaps and moves out of turn.
#[test]
fn the_games_have_what_matters() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let (mut captures, mut suicides, mut handicaps, mut unequal, mut resumed) = (0, 0, 0, 0, 0);
    for _ in 0..200 {
        let plan = plan(true).new_tree(&mut runner).unwrap().current();
        let (record, _) = game(&plan);
        let allowed = audit_game_with(&record, &under(suicidal()));
        let forbidden = audit_game_with(&record, &under(find("aga").unwrap()));
        captures += u32::from(allowed.replay.tally.captured_from != [0, 0]);
        suicides += u32::from(forbidden.findings.iter().any(|f| f.kind.as_str() == "suicide"));
        handicaps += u32::from(allowed.replay.handicap.stones >= 2);
        resumed += u32::from(allowed.replay.resumed);
        let moves = allowed.score.unwrap().moves;
        unequal += u32::from(moves.black != moves.white);
    }
    for (what, number) in [
        ("captures", captures),
        ("suicides", suicides),
        ("handicaps", handicaps),
        ("unequal moves", unequal),
        ("resumptions", resumed),
    ] {
        assert!(number >= 10, "{number} of 200 games have {what}");
    }
}

/// A finished board without dame: in row y the first `walls[y]` points are Black's and the rest
/// White's. The points beside the other's are stones, and of the others those that `fill` says, but
/// for the outermost columns, which give each chain a liberty.
fn divided(cols: usize, walls: &[usize], fill: &[bool], komi: Points) -> String {
    let rows = walls.len();
    let black = |x: usize, y: usize| x < walls[y];
    let mut setup = [String::new(), String::new()];
    for y in 0..rows {
        for x in 1..cols - 1 {
            let own = black(x, y);
            let beside = black(x - 1, y) != own
                || black(x + 1, y) != own
                || y > 0 && black(x, y - 1) != own
                || y + 1 < rows && black(x, y + 1) != own;
            if beside || fill.get(y * cols + x) == Some(&true) {
                let point = Point::new(x as u8, y as u8);
                write!(setup[usize::from(!own)], "[{}]", sgf(point)).unwrap();
            }
        }
    }
    let [black, white] = setup;
    format!("(;SZ[{cols}:{rows}]KM[{komi}]AB{black}AW{white};B[];W[];B[];W[])")
}

/// Columns, walls and filled points of a [`divided`] board with an odd number of points.
fn board() -> impl Strategy<Value = (usize, Vec<usize>, Vec<bool>)> {
    ((2usize..=4), (0usize..=3)).prop_flat_map(|(half_cols, half_rows)| {
        let (cols, rows) = (2 * half_cols + 1, 2 * half_rows + 1);
        let walls = prop::collection::vec(2..=cols - 2, rows);
        (Just(cols), walls, prop::collection::vec(any::<bool>(), cols * rows))
    })
}

proptest! {
    /// Corollary 1: with an odd number of points, all of them somebody's, jigo takes an odd komi.
    #[test]
    fn jigo_takes_an_odd_komi((cols, walls, fill) in board(), halves in -60i64..=60) {
        let aga = find("aga").unwrap();
        let komi = Points::hundredths(halves * 50);
        let record = divided(cols, &walls, &fill, komi);
        let counted = score(&record, aga);
        prop_assert_eq!(counted.count.dame, 0, "{}", &record);
        let area: i64 = walls.iter().map(|&wall| wall as i64).sum();
        let points = (cols * walls.len()) as i64;
        // D = N + K - 2 Ab.
        prop_assert_eq!(counted.area_margin, Points::whole(points - 2 * area) + komi, "{}", &record);
        let odd = komi.as_hundredths().rem_euclid(200) == 100;
        prop_assert!(counted.area_margin != Points::ZERO || odd, "{}", &record);
        // And an odd komi does it: this one.
        let fair = Points::whole(2 * area - points);
        prop_assert_eq!(fair.as_hundredths().rem_euclid(200), 100);
        let record = divided(cols, &walls, &fill, fair);
        prop_assert_eq!(score(&record, aga).area_margin, Points::ZERO, "{}", &record);
    }
}

/// Corollary 2: the least margin that White can win or tie by, by komi; it recurs when komi is raised by
/// two.
#[test]
fn least_margin_by_komi() {
    let aga = find("aga").unwrap();
    let (cols, rows) = (9, 3);
    for (komi, least) in [("0", "1"), ("0.5", "1.5"), ("1", "0"), ("1.5", "0.5")] {
        for more in [-4, -2, 0, 2, 4, 6] {
            let komi = Points::parse(komi).unwrap() + Points::whole(more);
            // Every number of points that Black's area can have on these boards.
            let margins = (0..=(cols - 4) * rows).map(|area| {
                let mut walls = vec![2; rows];
                for i in 0..area {
                    walls[i % rows] += 1;
                }
                score(&divided(cols, &walls, &[], komi), aga).area_margin
            });
            let won = margins.filter(|&margin| margin >= Points::ZERO).min().unwrap();
            assert_eq!(won, Points::parse(least).unwrap(), "komi {komi}");
        }
    }
}

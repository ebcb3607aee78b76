//! Engines: the queries to them, and the handling of those that misbehave.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sgf_audit::engine::{EngineJudge, EngineSettings, Protocol, SharedEngine, Timeouts};
use sgf_audit_core::go::{Grid, Points};
use sgf_audit_core::rules::find;
use sgf_audit_core::score::OwnershipEstimator;

use crate::support::fake_engine::Fake;

const BOARD: &str = ". X . O .
                     X X . O O
                     . X . O X
                     X X X O .
                     . X X O O";

/// A fake KataGo's answer: Black owns everything when Black is to move, and half when White is.
const OWNERSHIP: &str = r#"case $line in
      *'"initialPlayer":"B"'*) value=1 ;; *) value=0 ;;
    esac
    list=$value; i=1
    while [ $i -lt 25 ]; do list="$list,$value"; i=$((i+1)); done
    say '{"warning":"a warning","id":"%s"}'
    say '{"isDuringSearch":true,"id":"%s","turnNumber":0}'
    say '{"isDuringSearch":false,"id":"%s","ownership":['$list']}'"#;

/// A fake GTP engine's answer: the stone at E3 is dead.
const DEAD: &str = r#"case $argument in dead) echo "=$id E3" ;; *) echo "=$id" ;; esac"#;

fn settings(fake: &Fake, protocol: Protocol) -> EngineSettings {
    let second = Duration::from_secs(1);
    let timeouts = Timeouts { start: 20 * second, answer: 20 * second };
    EngineSettings { timeouts, restarts: 5, ..EngineSettings::new(protocol, &fake.command()) }
}

fn hasty(fake: &Fake, protocol: Protocol) -> EngineSettings {
    let answer = Duration::from_millis(300);
    let settings = settings(fake, protocol);
    EngineSettings { timeouts: Timeouts { answer, ..settings.timeouts }, ..settings }
}

fn start(settings: EngineSettings) -> Arc<SharedEngine> {
    Arc::new(SharedEngine::start(settings).expect("it starts"))
}

fn ask(engine: &Arc<SharedEngine>) -> Result<Vec<f32>, String> {
    ask_with(engine, Points::hundredths(750))
}

fn ask_with(engine: &Arc<SharedEngine>, komi: Points) -> Result<Vec<f32>, String> {
    let grid = Grid::draw(BOARD).expect("a board");
    let mut judge = EngineJudge(Arc::clone(engine));
    let answer = judge.ownership(&grid, find("aga").expect("it is known"), komi);
    answer.map(|answer| answer.owner).map_err(|error| error.to_string())
}

/// Returns the error of a command that is no engine. It comes before a user loses patience.
fn not_started(settings: EngineSettings) -> String {
    let start = Instant::now();
    let why = SharedEngine::start(settings).expect_err("it can't be used").to_string();
    assert!(start.elapsed() < Duration::from_secs(15), "it took {:?}", start.elapsed());
    why
}

#[test]
fn gtp_gets_the_position_and_returns_the_dead_stones() {
    let fake = Fake::gtp(DEAD);
    let engine = start(settings(&fake, Protocol::Gtp));
    assert_eq!(engine.name(), "Fake 1.0");
    let owners = ask(&engine).expect("it answers");
    assert_eq!(owners[..5], [1., 1., 0., -1., -1.]);
    assert_eq!(owners[10..15], [1., 1., 0., -1., -1.], "the stone at E3 is dead");
    assert_eq!(ask(&engine).expect("it answers"), owners);
    drop(engine);
    fake.assert_gone();
    assert_eq!(fake.starts(), 1);
    let heard = fake.heard();
    let (_, game) = heard.split_once("boardsize 5").expect("the board is set up");
    let lines: Vec<&str> = game.lines().map(str::trim).collect();
    assert_eq!(lines[1..4], ["clear_board", "komi 7.5", "play Black B5"]);
    assert!(lines.contains(&"play White E1"));
    assert_eq!(lines.last(), Some(&"quit"));
}

#[test]
fn katago_is_asked_with_either_player_to_move() {
    let fake = Fake::katago(OWNERSHIP);
    let engine = start(settings(&fake, Protocol::Katago));
    assert_eq!(engine.name(), "KataGo 9.9");
    assert_eq!(ask(&engine).expect("it answers"), [0.5; 25]);
    drop(engine);
    fake.assert_gone();
    let heard = fake.heard();
    assert!(heard.contains(r#""initialStones":[["B","(1,0)"],["W","(3,0)"],"#), "{heard}");
    assert!(heard.contains(r#""boardXSize":5"#) && heard.contains(r#""komi":7.5"#), "{heard}");
}

#[test]
fn katago_answers_many_threads_in_any_order() {
    // Answers two at a time, the later question first: a tenth of the komi that was asked about.
    let fake = Fake::katago(
        r#"komi=${line#*'"komi":'}; komi=0.${komi%%[!0-9]*}
    list=$komi; i=1
    while [ $i -lt 25 ]; do list="$list,$komi"; i=$((i+1)); done
    answer='{"isDuringSearch":false,"id":"'$id'","ownership":['$list']}'
    if [ -z "$first" ]; then first=$answer; else echo "$answer"; echo "$first"; first=; fi"#,
    );
    let engine = start(settings(&fake, Protocol::Katago));
    let all: Vec<f32> = std::thread::scope(|scope| {
        let engine = &engine;
        let ask = |komi: i64| scope.spawn(move || ask_with(engine, Points::hundredths(100 * komi)));
        let threads: Vec<_> = (1..=8).map(ask).collect();
        let answers = threads.into_iter().map(|thread| thread.join().expect("it ends"));
        answers.map(|answer| answer.expect("it answers")[24]).collect()
    });
    assert_eq!(all, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], "each thread has its own answers");
    assert_eq!(fake.starts(), 1);
}

#[test]
fn gtp_has_one_process_per_thread() {
    let fake = Fake::gtp(&format!("sleep 0.3; {DEAD}"));
    let engine = start(settings(&fake, Protocol::Gtp));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| ask(&engine).expect("it answers"));
        }
    });
    assert!((2..=3).contains(&fake.starts()), "{} processes", fake.starts());
    drop(engine);
    fake.assert_gone();
}

#[test]
fn a_command_that_cannot_be_started_is_an_error() {
    for protocol in [Protocol::Gtp, Protocol::Katago] {
        let why = not_started(EngineSettings::new(protocol, "no-such-engine --mode gtp"));
        assert!(
            why.starts_with(r#"engine "no-such-engine --mode gtp": can't be started: "#),
            "{why}"
        );
        for command in ["", "  ", "'open"] {
            let why = not_started(EngineSettings::new(protocol, command));
            assert!(why.ends_with("not a command"), "{why}");
        }
    }
}

#[test]
fn an_engine_that_ends_at_once_is_quoted() {
    let fake = Fake::new("for n in 1 2 3 4 5 6 7; do echo \"reason $n\" >&2; done; exit 3");
    for protocol in [Protocol::Gtp, Protocol::Katago] {
        let why = not_started(settings(&fake, protocol));
        let (first, rest) = why.split_once('\n').expect("several lines");
        assert!(
            first.ends_with(
                "it ended by itself (exit status: 3); the last it wrote to standard error:"
            ),
            "{why}"
        );
        assert_eq!(rest, "  reason 3\n  reason 4\n  reason 5\n  reason 6\n  reason 7");
    }
}

#[test]
fn another_protocol_is_an_error() {
    let gtp = Fake::gtp(DEAD);
    let why = not_started(settings(&gtp, Protocol::Katago));
    assert!(why.contains("doesn't speak KataGo's analysis protocol; it said: ="), "{why}");
    let katago = Fake::katago(OWNERSHIP);
    let why = not_started(settings(&katago, Protocol::Gtp));
    assert!(why.contains("doesn't speak version 2 of GTP; it said: {"), "{why}");
    for (script, protocol, reason) in [
        ("read line; echo Welcome", Protocol::Gtp, "it said: Welcome"),
        ("read line; printf '\\033[1mhello\\n'", Protocol::Katago, "it said: \\u{1b}[1mhello"),
        ("read line; echo '=1 1'; echo", Protocol::Gtp, "it said: 1"),
        ("read line; echo '=7 2'; echo", Protocol::Gtp, "answers out of step: =7 2"),
        ("read line; cat /dev/zero", Protocol::Gtp, "a line without an end"),
        ("cat /dev/zero", Protocol::Katago, "a line without an end"),
        ("read line; echo '=1 2'; yes", Protocol::Gtp, "an answer without an end"),
        ("read line; echo '{\"error\":\"no JSON\"}'; cat", Protocol::Katago, "no JSON"),
    ] {
        let fake = Fake::new(script);
        let why = not_started(settings(&fake, protocol));
        assert!(why.contains(reason), "{script}: {why}");
        fake.assert_gone();
    }
}

#[test]
fn lines_of_a_wrapper_before_the_first_answer_are_skipped() {
    let katago = Fake::katago(OWNERSHIP);
    let wrapped =
        Fake::new(&format!("echo 'Cannot mount AppImage'; echo; exec {}", katago.command()));
    start(settings(&wrapped, Protocol::Katago));
}

#[test]
fn missing_commands_are_named() {
    let fake = Fake::new(
        r#"while read -r id command rest; do
  case $command in protocol_version) echo "=$id 2" ;; *) echo "=$id boardsize" ;; esac; echo
done"#,
    );
    let why = not_started(settings(&fake, Protocol::Gtp));
    assert!(why.ends_with("doesn't know the GTP command clear_board"), "{why}");
}

#[test]
fn silence_has_an_end() {
    // Silent from the start, deaf to the end of its input and to a polite signal, by way of a wrapper.
    let silent = Fake::new("trap '' TERM INT HUP; sleep 1000; sleep 1000");
    for protocol in [Protocol::Gtp, Protocol::Katago] {
        let settings = settings(&silent, protocol);
        let start = Duration::from_millis(300);
        let timeouts = Timeouts { start, ..settings.timeouts };
        let why = not_started(EngineSettings { timeouts, ..settings });
        assert!(why.ends_with("no answer in 0.3 s"), "{why}");
    }
    silent.assert_gone();
}

#[test]
fn an_engine_that_never_answers_is_given_up_for_the_game() {
    let gtp = Fake::gtp("sleep 1000");
    let katago = Fake::katago("sleep 1000");
    for (fake, protocol) in [(gtp, Protocol::Gtp), (katago, Protocol::Katago)] {
        let engine = start(hasty(&fake, protocol));
        let why = ask(&engine).expect_err("it is silent");
        assert_eq!(why, "it failed on this game twice: no answer in 0.3 s");
        assert_eq!(engine.failure(), None);
        assert_eq!(fake.starts(), 2);
        drop(engine);
        fake.assert_gone();
    }
}

#[test]
fn a_slow_engine_is_waited_for_while_it_answers() {
    // Six questions of 0.4 s: longer together than the time-out, but never silent for so long.
    let fake = Fake::katago(&format!("sleep 0.4; {OWNERSHIP}"));
    let settings = settings(&fake, Protocol::Katago);
    let answer = Duration::from_secs(2);
    let timeouts = Timeouts { answer, ..settings.timeouts };
    let engine = start(EngineSettings { timeouts, ..settings });
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| ask(&engine).expect("it answers"));
        }
    });
    assert_eq!(fake.starts(), 1);
}

#[test]
fn a_crash_costs_no_answer() {
    // Ends after each game it answered.
    let gtp = Fake::gtp(&format!("{DEAD}; [ $argument = dead ] || {{ echo; exit 1; }}"));
    let katago = Fake::katago(&format!("{OWNERSHIP}; n=$((n+1)); [ $n -lt 2 ] || exit 1"));
    for (fake, protocol) in [(gtp, Protocol::Gtp), (katago, Protocol::Katago)] {
        let engine = start(settings(&fake, protocol));
        for _ in 0..4 {
            ask(&engine).expect("it answers");
        }
        assert_eq!(engine.failure(), None);
        assert_eq!(fake.starts(), 4);
    }
}

#[test]
fn an_engine_that_crashes_on_every_game_is_given_up_for_good() {
    let gtp = Fake::gtp("echo 'out of memory' >&2; kill -9 $$");
    let katago = Fake::katago("echo 'out of memory' >&2; kill -9 $$");
    for (fake, protocol) in [(gtp, Protocol::Gtp), (katago, Protocol::Katago)] {
        let engine = start(settings(&fake, protocol));
        let mut answers = Vec::new();
        while engine.failure().is_none() {
            answers.push(ask(&engine).expect_err("it crashes"));
            assert!(answers.len() < 20, "it is never given up");
        }
        assert_eq!(fake.starts(), 6, "five restarts");
        let first = &answers[0];
        assert!(
            first.contains("failed on this game twice: it ended by itself (signal: 9"),
            "{first}"
        );
        assert!(!first.contains("memory"), "what differs from run to run is no part of a report");
        let failure = engine.failure().unwrap_or_default();
        assert!(
            failure.starts_with("was started again 5 times and failed again: it ended"),
            "{failure}"
        );
        assert!(failure.ends_with("\n  out of memory"), "{failure}");
        let starts = fake.starts();
        assert!(ask(&engine).is_err());
        assert_eq!(fake.starts(), starts, "it isn't tried any more");
    }
}

#[test]
fn a_crash_on_one_game_loses_no_other_answer() {
    // Crashes on boards of four lines, whatever else it is evaluating.
    let fake = Fake::katago(&format!(
        r#"case $line in *'"boardXSize":4'*) sleep 0.1; exit 1 ;; *) sleep 0.05; {OWNERSHIP} ;; esac"#
    ));
    let engine = start(settings(&fake, Protocol::Katago));
    let bad = Grid::draw("X . . O\n. . . .\n. . . .\n. . . .").expect("a board");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let why = EngineJudge(Arc::clone(&engine))
                .ownership(&bad, find("aga").expect("known"), Points::ZERO)
                .expect_err("it crashes");
            assert!(why.reason().contains("failed on this game twice"), "{why}");
        });
        for _ in 0..6 {
            scope.spawn(|| assert_eq!(ask(&engine).expect("it answers"), [0.5; 25]));
        }
    });
    assert_eq!(engine.failure(), None);
}

#[test]
fn a_refusal_is_no_failure() {
    let gtp = Fake::gtp(r#"echo "?$id cannot score""#);
    let katago = Fake::katago(r#"say '{"error":"Too large","field":"boardXSize","id":"%s"}'"#);
    for (fake, protocol, reason) in [
        (gtp, Protocol::Gtp, "it doesn't say what is dead: cannot score"),
        (katago, Protocol::Katago, "it refuses: Too large"),
    ] {
        let engine = start(settings(&fake, protocol));
        for _ in 0..3 {
            assert_eq!(ask(&engine).expect_err("it refuses"), reason);
        }
        assert_eq!(fake.starts(), 1);
    }
    let fake = Fake::gtp(DEAD);
    let mut engine = EngineJudge(start(settings(&fake, Protocol::Gtp)));
    let oblong = Grid::draw("X . . O\n. . . .").expect("a board");
    let why = engine.ownership(&oblong, find("aga").expect("known"), Points::ZERO).expect_err("no");
    assert_eq!(why.reason(), "it speaks GTP, which has square boards up to 25x25 only");
}

#[test]
fn nonsense_in_the_middle_is_a_failure() {
    let gtp = Fake::gtp(r#"echo "=$id Q99 and more""#);
    let katago = Fake::katago(r#"say '{"isDuringSearch":false,"id":"%s","ownership":[1,1]}'"#);
    for (fake, protocol, reason) in [
        (gtp, Protocol::Gtp, "it said: Q99, which isn't a point of the board"),
        (katago, Protocol::Katago, "it said: an answer without the ownership of each point"),
    ] {
        let engine = start(settings(&fake, protocol));
        let why = ask(&engine).expect_err("it is nonsense");
        assert!(why.ends_with(reason), "{why}");
        drop(engine);
        fake.assert_gone();
    }
}

#[test]
fn a_flood_on_standard_error_does_no_harm() {
    let fake = Fake::gtp(&format!(
        "head -c 3000000 /dev/zero >&2; yes 'a line' | head -n 300000 >&2; {DEAD}"
    ));
    let engine = start(settings(&fake, Protocol::Gtp));
    ask(&engine).expect("it answers");
}

#[test]
fn an_engine_that_does_not_exit_is_killed() {
    let stubborn = "trap '' TERM INT HUP";
    let gtp =
        Fake::gtp(&format!("{stubborn}; {DEAD}; [ $argument = dead ] || {{ echo; sleep 1000; }}"));
    let katago =
        Fake::katago(&format!("{stubborn}; {OWNERSHIP}; n=$((n+1)); [ $n -lt 2 ] || sleep 1000"));
    for (fake, protocol) in [(gtp, Protocol::Gtp), (katago, Protocol::Katago)] {
        let engine = start(settings(&fake, protocol));
        ask(&engine).expect("it answers");
        let start = Instant::now();
        drop(engine);
        assert!(start.elapsed() < Duration::from_secs(6), "{:?}", start.elapsed());
        fake.assert_gone();
    }
}

#[test]
fn an_engine_that_closes_its_output_is_noticed() {
    let fake = Fake::gtp("exec >&-; sleep 1000");
    let engine = start(settings(&fake, Protocol::Gtp));
    let why = ask(&engine).expect_err("nothing can come");
    assert!(why.ends_with("it closed its standard output"), "{why}");
    drop(engine);
    fake.assert_gone();
}

//! KataGo's analysis protocol: a line of JSON each way (KataGo, "Parallel Analysis Engine"). Answers
//! come in any order, so that one process serves all threads at once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::process::{OutputLine, Process, QueryError, Timeouts, excerpt, lock};
use sgf_audit_core::go::{Color, Grid, Points};
use sgf_audit_core::rules::{Ruleset, Suicide, Superko};

/// Largest komi that the protocol allows, in points.
const MAX_KOMI: f64 = 150.0;

/// Number of other lines that are allowed before the first answer. A launcher may write some, as KataGo's
/// AppImage does where it can't be mounted.
const PREAMBLE: usize = 100;

pub(super) struct Katago {
    process: Process,
    inbox: Arc<Mutex<Inbox>>,
    next_id: AtomicU64,
    timeouts: Timeouts,
    visits: u32,
}

/// The answers that threads wait for.
struct Inbox {
    waiting: HashMap<String, Sender<Answer>>,
    /// Other lines before the first answer; `None` after it.
    preamble: Option<Vec<String>>,
    /// When the last awaited answer arrived.
    last_answer: Instant,
    /// Whether no more answers will come.
    closed: bool,
    /// The reason, unless the program has ended.
    reason: Option<String>,
}

/// The fields of an answer that are used.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Answer {
    id: Option<String>,
    error: Option<String>,
    warning: Option<String>,
    is_during_search: bool,
    version: Option<String>,
    models: Vec<Model>,
    ownership: Option<Vec<f32>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Model {
    internal_name: Option<String>,
}

struct PendingQuery {
    answer: Receiver<Answer>,
    since: Instant,
}

impl Katago {
    /// Starts a program and asks for its version and its network ("KataGo 1.15.3, kata1-b18c384nbt"). Fails if it can't
    /// be started or doesn't speak the protocol.
    pub fn start(
        argv: &[String],
        timeouts: Timeouts,
        visits: u32,
    ) -> Result<(Self, String), QueryError> {
        let inbox = Inbox {
            waiting: HashMap::new(),
            preamble: Some(Vec::new()),
            last_answer: Instant::now(),
            closed: false,
            reason: None,
        };
        let inbox = Arc::new(Mutex::new(inbox));
        let receiver = Arc::clone(&inbox);
        let process = Process::start(argv, move |line| lock(&receiver).on_line(line))?;
        let katago = Self { process, inbox, next_id: AtomicU64::new(0), timeouts, visits };
        let version = katago.ask(json!({"action": "query_version"}));
        let version = katago.wait(&version, timeouts.start)?.version;
        let version = version.ok_or_else(|| protocol_error("no version"))?;
        let models = katago.ask(json!({"action": "query_models"}));
        // Versions before 1.14 don't know this query.
        let models = match katago.wait(&models, timeouts.start) {
            Ok(answer) => answer.models,
            Err(QueryError::Refused(_)) => Vec::new(),
            Err(error) => return Err(error),
        };
        let mut name = format!("KataGo {}", excerpt(&version));
        if let Some(network) = models.into_iter().find_map(|model| model.internal_name) {
            name.push_str(", ");
            name.push_str(&excerpt(&network));
        }
        Ok((katago, name))
    }

    pub fn is_usable(&self) -> bool {
        !lock(&self.inbox).closed
    }

    /// Returns the expected owner of each point, from 1 (Black) to -1 (White): the mean of the answers with
    /// either player to move. Fails if the program refuses the position, or fails.
    pub fn ownership(
        &self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
    ) -> Result<Vec<f32>, QueryError> {
        let asked = Color::BOTH.map(|color| self.ask(query(grid, rules, komi, color, self.visits)));
        let mut mean = vec![0.0; grid.cells().len()];
        for awaited in &asked {
            let answer = self.wait(awaited, self.timeouts.answer)?;
            let owners = answer.ownership.unwrap_or_default();
            if owners.len() != mean.len() {
                return Err(protocol_error("an answer without the ownership of each point"));
            }
            for (sum, owner) in mean.iter_mut().zip(owners) {
                *sum += owner / asked.len() as f32;
            }
        }
        Ok(mean)
    }

    fn ask(&self, mut query: Value) -> PendingQuery {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed).to_string();
        query["id"] = Value::from(id.as_str());
        let (sender, answer) = channel();
        {
            let mut inbox = lock(&self.inbox);
            if !inbox.closed {
                inbox.waiting.insert(id, sender);
            }
        }
        self.process.send(format!("{query}\n"));
        PendingQuery { answer, since: Instant::now() }
    }

    /// Waits for an answer, until no query has been answered for `limit`.
    fn wait(&self, awaited: &PendingQuery, limit: Duration) -> Result<Answer, QueryError> {
        loop {
            let last = lock(&self.inbox).last_answer.max(awaited.since);
            let left = limit.saturating_sub(last.elapsed());
            match awaited.answer.recv_timeout(left) {
                Ok(Answer { error: Some(why), .. }) => {
                    return Err(QueryError::Refused(format!("refuses: {}", excerpt(&why))));
                }
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => {
                    let why = lock(&self.inbox).reason.clone();
                    let why = why.unwrap_or_else(|| self.process.describe_end());
                    return Err(self.process.failed(why));
                }
                Err(RecvTimeoutError::Timeout) => {
                    // Other queries may have been answered meanwhile.
                    if lock(&self.inbox).last_answer.max(awaited.since).elapsed() < limit {
                        continue;
                    }
                    let why = format!("no answer in {} s", limit.as_secs_f32());
                    lock(&self.inbox).close(Some(&why));
                    self.process.kill();
                    return Err(self.process.failed(why));
                }
            }
        }
    }
}

impl Inbox {
    /// Passes an answer to the thread that waits for it. Returns whether to read on.
    fn on_line(&mut self, line: OutputLine) -> bool {
        let line = match line {
            OutputLine::Line(line) if line.trim().is_empty() => return true,
            OutputLine::Line(line) => line,
            OutputLine::TooLong => {
                self.close(Some(&not_the_protocol("a line without an end")));
                return false;
            }
            OutputLine::End => {
                let first = self.preamble.as_ref().and_then(|lines| lines.first());
                let why = first.map(|line| not_the_protocol(line));
                self.close(why.as_deref());
                return false;
            }
        };
        let answer = match (serde_json::from_str::<Answer>(&line), &mut self.preamble) {
            (Ok(answer), _) if answer.id.is_some() => answer,
            // Answers of GTP begin with `=` and `?`.
            (Err(_), Some(lines)) if lines.len() < PREAMBLE && !line.starts_with(['=', '?']) => {
                lines.push(line);
                return true;
            }
            _ => {
                self.close(Some(&not_the_protocol(&line)));
                return false;
            }
        };
        self.preamble = None;
        // A warning comes before the answer.
        if answer.error.is_none() && (answer.warning.is_some() || answer.is_during_search) {
            return true;
        }
        if let Some(waiting) = answer.id.as_ref().and_then(|id| self.waiting.remove(id)) {
            self.last_answer = Instant::now();
            let _ = waiting.send(answer);
        }
        true
    }

    /// Wakes all threads that wait, with a reason why no more answers will come.
    fn close(&mut self, why: Option<&str>) {
        if !self.closed {
            self.closed = true;
            self.reason = why.map(str::to_owned);
        }
        self.waiting.clear();
    }
}

fn not_the_protocol(line: &str) -> String {
    format!("doesn't speak KataGo's analysis protocol; it said: {}", excerpt(line))
}

fn protocol_error(line: &str) -> QueryError {
    QueryError::Failed(not_the_protocol(line).into())
}

/// Returns the query for the ownership of a position without history.
fn query(grid: &Grid, rules: &Ruleset, komi: Points, to_move: Color, visits: u32) -> Value {
    let size = grid.size();
    let stones: Vec<[String; 2]> = size
        .points()
        .filter_map(|point| {
            // Numbers, since KataGo names columns past Z differently.
            let at = format!("({},{})", point.col, point.row);
            grid.get(point).map(|color| [color.letter().to_string(), at])
        })
        .collect();
    // Only whole and half points are allowed. The rounding doesn't matter for ownership.
    let komi = (komi.as_hundredths() as f64 / 50.0).round() / 2.0;
    json!({
        "initialStones": stones,
        "moves": [],
        "initialPlayer": to_move.letter().to_string(),
        "boardXSize": size.cols(),
        "boardYSize": size.rows(),
        "rules": query_rules(rules),
        "komi": komi.clamp(-MAX_KOMI, MAX_KOMI),
        "maxVisits": visits,
        "includeOwnership": true,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    })
}

/// Returns the parts of a ruleset that matter for ownership. Counting is always by area: then a living stone
/// owns its point in seki too, and playing out the rest costs nothing.
fn query_rules(rules: &Ruleset) -> Value {
    let ko = match rules.superko.value {
        Superko::None | Superko::AfterCycle => "SIMPLE",
        Superko::Positional => "POSITIONAL",
        Superko::Situational | Superko::SituationalAfterMoves | Superko::NaturalSituational => {
            "SITUATIONAL"
        }
    };
    json!({
        "ko": ko,
        "scoring": "AREA",
        "tax": "NONE",
        "suicide": rules.suicide.value != Suicide::Forbidden,
        "hasButton": false,
        "whiteHandicapBonus": "0",
        "friendlyPassOk": true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgf_audit_core::rules::find;

    #[test]
    fn a_query_is_a_position() {
        let grid = Grid::draw("X . O\n. . .").unwrap();
        let komi = Points::hundredths(725);
        let query = query(&grid, find("aga").unwrap(), komi, Color::White, 1);
        assert_eq!(query["initialStones"], json!([["B", "(0,0)"], ["W", "(2,0)"]]));
        assert_eq!(query["komi"], json!(7.5));
        assert_eq!(query["initialPlayer"], "W");
        assert_eq!((&query["boardXSize"], &query["boardYSize"]), (&json!(3), &json!(2)));
    }
}

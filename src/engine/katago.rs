//! KataGo's analysis protocol: a line of JSON each way (KataGo, "Parallel Analysis Engine"). Answers
//! come in any order, so that one process serves all threads at once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::process::{OutputLine, Process, excerpt, lock};
use super::{Timeouts, Trouble};
use crate::go::{Color, Grid, Points};
use crate::rules::{Ruleset, Suicide, Superko};

/// The largest komi that the protocol takes, in points.
const MOST_KOMI: f64 = 150.0;

/// Lines before the first answer that may be something else: what starts KataGo may write of itself, as the AppImage
/// that it is packed into does where it can't be mounted.
const PREAMBLE: usize = 100;

/// A running KataGo.
pub(super) struct Katago {
    process: Process,
    inbox: Arc<Mutex<Inbox>>,
    asked: AtomicU64,
    timeouts: Timeouts,
    visits: u32,
}

/// Who waits for which answer.
struct Inbox {
    waiting: HashMap<String, Sender<Answer>>,
    /// Lines passed over; `None` once there was an answer.
    preamble: Option<Vec<String>>,
    /// When the last of the awaited answers came.
    last: Instant,
    /// Whether no more will come.
    closed: bool,
    /// Why, unless it is that the program has ended.
    why: Option<String>,
}

/// What is read of an answer.
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

/// An answer on its way.
struct Awaited {
    answer: Receiver<Answer>,
    since: Instant,
}

impl Katago {
    /// Starts a program and learns its version and its network ("KataGo 1.15.3, kata1-b18c384nbt").
    ///
    /// # Errors
    ///
    /// If it can't be started or doesn't speak the protocol.
    pub fn start(
        words: &[String],
        timeouts: Timeouts,
        visits: u32,
    ) -> Result<(Self, String), Trouble> {
        let inbox = Inbox {
            waiting: HashMap::new(),
            preamble: Some(Vec::new()),
            last: Instant::now(),
            closed: false,
            why: None,
        };
        let inbox = Arc::new(Mutex::new(inbox));
        let heard = Arc::clone(&inbox);
        let process = Process::start(words, move |said| lock(&heard).on_line(said))?;
        let katago = Self { process, inbox, asked: AtomicU64::new(0), timeouts, visits };
        let version = katago.ask(json!({"action": "query_version"}));
        let version = katago.wait(&version, timeouts.start)?.version;
        let version = version.ok_or_else(|| foreign("no version"))?;
        let models = katago.ask(json!({"action": "query_models"}));
        // Versions before 1.14 don't know this question.
        let models = match katago.wait(&models, timeouts.start) {
            Ok(answer) => answer.models,
            Err(Trouble::Refused(_)) => Vec::new(),
            Err(trouble) => return Err(trouble),
        };
        let mut name = format!("KataGo {}", excerpt(&version));
        if let Some(network) = models.into_iter().find_map(|model| model.internal_name) {
            name.push_str(", ");
            name.push_str(&excerpt(&network));
        }
        Ok((katago, name))
    }

    /// Whether it can still be asked.
    pub fn is_well(&self) -> bool {
        !lock(&self.inbox).closed
    }

    /// Who is expected to own each point: the mean of what it says with either player to move.
    ///
    /// # Errors
    ///
    /// If the program refuses the position, or fails.
    pub fn ownership(
        &self,
        grid: &Grid,
        rules: &Ruleset,
        komi: Points,
    ) -> Result<Vec<f32>, Trouble> {
        let asked = Color::BOTH.map(|color| self.ask(query(grid, rules, komi, color, self.visits)));
        let mut mean = vec![0.0; grid.cells().len()];
        for awaited in &asked {
            let answer = self.wait(awaited, self.timeouts.answer)?;
            let owners = answer.ownership.unwrap_or_default();
            if owners.len() != mean.len() {
                return Err(foreign("an answer without the ownership of each point"));
            }
            for (sum, owner) in mean.iter_mut().zip(owners) {
                *sum += owner / asked.len() as f32;
            }
        }
        Ok(mean)
    }

    fn ask(&self, mut query: Value) -> Awaited {
        let id = self.asked.fetch_add(1, Ordering::Relaxed).to_string();
        query["id"] = Value::from(id.as_str());
        let (sender, answer) = channel();
        {
            let mut inbox = lock(&self.inbox);
            if !inbox.closed {
                inbox.waiting.insert(id, sender);
            }
        }
        self.process.send(format!("{query}\n"));
        Awaited { answer, since: Instant::now() }
    }

    /// Waits for an answer, until nothing has been answered for this long.
    fn wait(&self, awaited: &Awaited, limit: Duration) -> Result<Answer, Trouble> {
        loop {
            let last = lock(&self.inbox).last.max(awaited.since);
            let left = limit.saturating_sub(last.elapsed());
            match awaited.answer.recv_timeout(left) {
                Ok(Answer { error: Some(why), .. }) => {
                    return Err(Trouble::Refused(format!("refuses: {}", excerpt(&why))));
                }
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => {
                    let why = lock(&self.inbox).why.clone();
                    let why = why.unwrap_or_else(|| self.process.end());
                    return Err(self.process.broken(why));
                }
                Err(RecvTimeoutError::Timeout) => {
                    // Others may have had an answer meanwhile.
                    if lock(&self.inbox).last.max(awaited.since).elapsed() < limit {
                        continue;
                    }
                    let why = format!("no answer in {} s", limit.as_secs_f32());
                    lock(&self.inbox).close(Some(&why));
                    self.process.kill();
                    return Err(self.process.broken(why));
                }
            }
        }
    }
}

impl Inbox {
    /// Hands an answer to whoever waits for it; whether more are to be heard.
    fn on_line(&mut self, said: OutputLine) -> bool {
        let line = match said {
            OutputLine::Line(line) if line.trim().is_empty() => return true,
            OutputLine::Line(line) => line,
            OutputLine::TooLong => {
                self.close(Some(&not_the_protocol("a line without an end")));
                return false;
            }
            OutputLine::End => {
                let said = self.preamble.as_ref().and_then(|lines| lines.first());
                let why = said.map(|line| not_the_protocol(line));
                self.close(why.as_deref());
                return false;
            }
        };
        let answer = match (serde_json::from_str::<Answer>(&line), &mut self.preamble) {
            (Ok(answer), _) if answer.id.is_some() => answer,
            // `=` and `?` begin the answers of the other protocol.
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
            self.last = Instant::now();
            let _ = waiting.send(answer);
        }
        true
    }

    /// Gives no more answers; those who wait find out why.
    fn close(&mut self, why: Option<&str>) {
        if !self.closed {
            self.closed = true;
            self.why = why.map(str::to_owned);
        }
        self.waiting.clear();
    }
}

fn not_the_protocol(line: &str) -> String {
    format!("doesn't speak KataGo's analysis protocol; it said: {}", excerpt(line))
}

fn foreign(line: &str) -> Trouble {
    Trouble::Broken(not_the_protocol(line).into())
}

/// The question whose each point is, as a position without a history.
fn query(grid: &Grid, rules: &Ruleset, komi: Points, to_move: Color, visits: u32) -> Value {
    let size = grid.size();
    let stones: Vec<[String; 2]> = size
        .points()
        .filter_map(|point| {
            // Numbers, since letters past Z mean other columns to it than to us.
            let at = format!("({},{})", point.col, point.row);
            grid.get(point).map(|color| [color.letter().to_string(), at])
        })
        .collect();
    // It takes whole and half points only; which of two it is has no weight in whose the points are.
    let komi = (komi.as_hundredths() as f64 / 50.0).round() / 2.0;
    json!({
        "initialStones": stones,
        "moves": [],
        "initialPlayer": to_move.letter().to_string(),
        "boardXSize": size.cols(),
        "boardYSize": size.rows(),
        "rules": rules_of(rules),
        "komi": komi.clamp(-MOST_KOMI, MOST_KOMI),
        "maxVisits": visits,
        "includeOwnership": true,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    })
}

/// The ruleset as far as it matters for whose the points are. Always by area: there a living stone owns
/// its point in seki too, and what is left to be played out doesn't cost the one who plays it.
fn rules_of(rules: &Ruleset) -> Value {
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
    use crate::rules::find;

    #[test]
    fn the_question_is_a_position() {
        let grid = Grid::draw("X . O\n. . .").unwrap();
        let komi = Points::hundredths(725);
        let query = query(&grid, find("aga").unwrap(), komi, Color::White, 1);
        assert_eq!(query["initialStones"], json!([["B", "(0,0)"], ["W", "(2,0)"]]));
        assert_eq!(query["komi"], json!(7.5));
        assert_eq!(query["initialPlayer"], "W");
        assert_eq!((&query["boardXSize"], &query["boardYSize"]), (&json!(3), &json!(2)));
    }
}

//! The Go Text Protocol, version 2 (G. Farnebäck, "Specification of the Go Text Protocol, version 2,
//! draft 2"): which stones are dead by `final_status_list`.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use super::process::{OutputLine, Process, QueryError, Timeouts, excerpt};
use sgf_audit_core::go::{Color, Grid, Point, Points, Regions, Size};

/// Maximum lines of an answer. The longest has one per chain, and there are no more chains than points.
const MAX_ANSWER_LINES: usize = 4096;
/// Number of lines that are read ahead, before the program has to wait.
const BUFFERED_LINES: usize = 64;
/// Number of columns that the protocol has letters for.
const MAX_BOARD: u8 = 25;

/// A program that speaks GTP.
pub(super) struct Gtp {
    process: Process,
    output: Receiver<OutputLine>,
    timeouts: Timeouts,
    /// The number of the last command.
    last_id: u32,
    /// Commands that make its answers depend on the position alone, as far as it knows them.
    reset_commands: Vec<&'static str>,
}

impl Gtp {
    /// Starts a program and asks for its name and version ("GNU Go 3.8"). Fails if it can't be started, doesn't speak
    /// GTP, or lacks a command.
    pub fn start(argv: &[String], timeouts: Timeouts) -> Result<(Self, String), QueryError> {
        let (sender, output) = sync_channel(BUFFERED_LINES);
        let process = Process::start(argv, move |line| {
            let more = matches!(line, OutputLine::Line(_));
            sender.send(line).is_ok() && more
        })?;
        let mut gtp = Self { process, output, timeouts, last_id: 0, reset_commands: Vec::new() };
        let start = timeouts.start;
        let version =
            gtp.ask("protocol_version", start)?.map_err(|_| protocol_error("no version"))?;
        if version.trim() != "2" {
            return Err(protocol_error(&version));
        }
        let known = gtp.ask("list_commands", start)?.unwrap_or_default();
        let knows = |name: &str| known.split_whitespace().any(|known| known == name);
        for name in ["boardsize", "clear_board", "komi", "play", "final_status_list"] {
            if !knows(name) {
                return Err(failed(format!("doesn't know the GTP command {name}")));
            }
        }
        let resets = [("set_random_seed", "set_random_seed 1"), ("clear_cache", "clear_cache")];
        gtp.reset_commands =
            resets.iter().filter(|(name, _)| knows(name)).map(|&(_, line)| line).collect();
        let mut name = String::new();
        for command in ["name", "version"] {
            let answer = excerpt(&gtp.ask(command, start)?.unwrap_or_default());
            if !answer.is_empty() && !name.is_empty() {
                name.push(' ');
            }
            name.push_str(&answer);
        }
        Ok((gtp, name))
    }

    /// Returns the owner of each point: 1 for Black, -1 for White, 0 for nobody. Stones in seki live. Fails if the
    /// program refuses the position, or fails.
    pub fn ownership(&mut self, grid: &Grid, komi: Points) -> Result<Vec<f32>, QueryError> {
        let size = grid.size();
        if size.cols() != size.rows() || size.cols() > MAX_BOARD {
            let most = format!("{MAX_BOARD}x{MAX_BOARD}");
            return Err(QueryError::Refused(format!(
                "speaks GTP, which has square boards up to {most} only"
            )));
        }
        let mut setup = vec![format!("boardsize {}", size.cols()), "clear_board".to_owned()];
        setup.extend(self.reset_commands.iter().map(ToString::to_string));
        setup.push(format!("komi {komi}"));
        // The stones capture nothing in any order: an incomplete chain is next to an empty point of its
        // own, and a complete one has liberties.
        for point in size.points() {
            if let Some(color) = grid.get(point) {
                setup.push(format!("play {color} {}", point.name(size)));
            }
        }
        // Two passes end the game and make Black the player to move, whatever the order of the points.
        setup.extend(Color::BOTH.map(|color| format!("play {color} pass")));
        let first = self.last_id + 1;
        for line in &setup {
            self.send(line);
        }
        for (id, line) in (first..).zip(&setup) {
            if let Err(why) = self.answer(id, self.timeouts.answer)? {
                // Read the answers to the other commands too.
                for id in id + 1..first + setup.len() as u32 {
                    let _ = self.answer(id, self.timeouts.answer)?;
                }
                return Err(QueryError::Refused(format!("refuses {line}: {}", excerpt(&why))));
            }
        }
        let mut lists = [Vec::new(), Vec::new()];
        for (status, list) in ["dead", "seki"].into_iter().zip(&mut lists) {
            match self.ask(&format!("final_status_list {status}"), self.timeouts.answer)? {
                Ok(answer) => *list = points(&answer, size)?,
                // Not every engine knows seki.
                Err(_) if status == "seki" => {}
                Err(why) => {
                    let why = excerpt(&why);
                    return Err(QueryError::Refused(format!("doesn't say what is dead: {why}")));
                }
            }
        }
        let [dead, seki] = lists;
        Ok(owners(grid, &dead, &seki))
    }

    /// Asks the program to exit, without waiting for it.
    pub fn shutdown(&self) {
        self.process.shutdown(&format!("{} quit\n", self.last_id + 1));
    }

    fn send(&mut self, line: &str) {
        self.last_id += 1;
        self.process.send(format!("{} {line}\n", self.last_id));
    }

    fn ask(&mut self, line: &str, limit: Duration) -> Result<Result<String, String>, QueryError> {
        self.send(line);
        self.answer(self.last_id, limit)
    }

    /// Returns the answer to a command: `Ok` for the text after `=`, `Err` for that after `?`.
    fn answer(&self, id: u32, limit: Duration) -> Result<Result<String, String>, QueryError> {
        let until = Instant::now() + limit;
        let mut text = String::new();
        let mut fine = None;
        for _ in 0..MAX_ANSWER_LINES {
            let line =
                match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
                    Ok(OutputLine::Line(line)) => line,
                    Ok(OutputLine::TooLong) => return Err(protocol_error("a line without an end")),
                    Ok(OutputLine::End) | Err(RecvTimeoutError::Disconnected) => {
                        return Err(self.process.failed(self.process.describe_end()));
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        self.process.kill();
                        let why = format!("no answer in {} s", limit.as_secs_f32());
                        return Err(self.process.failed(why));
                    }
                };
            if fine.is_some() {
                if line.is_empty() {
                    return Ok(if fine == Some(true) { Ok(text) } else { Err(text) });
                }
                text.push('\n');
                text.push_str(&line);
            } else if !line.trim().is_empty() {
                let (good, rest) = match (line.strip_prefix('='), line.strip_prefix('?')) {
                    (Some(rest), _) => (true, rest),
                    (_, Some(rest)) => (false, rest),
                    _ => return Err(protocol_error(&line)),
                };
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                // Programs may omit the number; they still answer in order.
                if digits > 0 && rest[..digits] != id.to_string() {
                    return Err(failed(format!("answers out of step: {}", excerpt(&line))));
                }
                fine = Some(good);
                rest[digits..].trim().clone_into(&mut text);
            }
        }
        Err(protocol_error("an answer without an end"))
    }
}

fn failed(why: String) -> QueryError {
    QueryError::Failed(why.into())
}

fn protocol_error(line: &str) -> QueryError {
    failed(format!("doesn't speak version 2 of GTP; it said: {}", excerpt(line)))
}

/// Parses a list of points, separated by any white space.
fn points(list: &str, size: Size) -> Result<Vec<Point>, QueryError> {
    list.split_whitespace()
        .map(|name| {
            Point::from_name(name, size)
                .ok_or_else(|| protocol_error(&format!("{name}, which isn't a point of the board")))
        })
        .collect()
}

/// Returns the owner of each point, given the dead stones and the stones in seki.
fn owners(grid: &Grid, dead: &[Point], seki: &[Point]) -> Vec<f32> {
    let size = grid.size();
    let mut left = grid.clone();
    for &point in dead {
        left.set(point, None);
    }
    let regions = Regions::new(&left);
    // A region belongs to the colour whose living stones surround it, but nobody owns the eyes of a seki.
    let mut owners: Vec<_> = (0..regions.points.len()).map(|r| regions.owner(r)).collect();
    for &point in seki.iter().filter(|&&point| left.get(point).is_some()) {
        for near in left.neighbors(size.index(point)) {
            if let Some(owner) = owners.get_mut(usize::from(regions.of[near])) {
                *owner = None;
            }
        }
    }
    let surrounder = |region: u16| owners.get(usize::from(region)).copied().flatten();
    (left.cells().iter().zip(&regions.of))
        .map(|(cell, &region)| cell.or_else(|| surrounder(region)).map_or(0.0, sign))
        .collect()
}

fn sign(color: Color) -> f32 {
    match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_become_owners() {
        let grid = Grid::draw(
            ". X . O .
             X X . O O
             . X . O X
             X X X O .",
        )
        .unwrap();
        let size = grid.size();
        let dead = points("E2", size).unwrap_or_default();
        let owner = owners(&grid, &dead, &[]);
        let row = |n: usize| owner[n * 5..n * 5 + 5].to_vec();
        assert_eq!(row(0), [1., 1., 0., -1., -1.]);
        assert_eq!(row(2), [1., 1., 0., -1., -1.]);
        assert_eq!(row(3), [1., 1., 1., -1., -1.]);
        let seki = points("D4 D3\nE3\nD2 D1", size).unwrap_or_default();
        let owner = owners(&grid, &[], &seki);
        assert_eq!(owner[..5], [1., 1., 0., -1., 0.]);
        assert_eq!(owner[10..15], [1., 1., 0., -1., 1.]);
    }

    #[test]
    fn names_that_are_no_points_are_rejected() {
        assert!(points("A1 PASS", Size::STANDARD).is_err());
        assert!(points("A20", Size::STANDARD).is_err());
    }
}

//! The Go Text Protocol, version 2 (G. Farnebäck, "Specification of the Go Text Protocol, version 2,
//! draft 2"): which stones are dead by `final_status_list`.

use std::fmt::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use super::process::{OutputLine, Process, excerpt};
use super::{Timeouts, Trouble};
use crate::go::{Color, Grid, Point, Points, Size};

/// The most lines that an answer has: a chain a line, and there are no more chains than points.
const ANSWER_LINES: usize = 4096;
/// How many lines may wait to be read, before the program has to wait.
const WAITING_LINES: usize = 64;
/// The columns that the protocol has letters for.
const MOST_LINES: u8 = 25;

/// A program that speaks GTP.
pub(super) struct Gtp {
    process: Process,
    said: Receiver<OutputLine>,
    timeouts: Timeouts,
    asked: u32,
    /// What makes its answers depend on the position alone, as far as it knows such commands.
    forget: Vec<&'static str>,
}

impl Gtp {
    /// Starts a program and learns its name and version ("GNU Go 3.8").
    ///
    /// # Errors
    ///
    /// If it can't be started, doesn't speak GTP, or doesn't know the commands that are needed.
    pub fn start(words: &[String], timeouts: Timeouts) -> Result<(Self, String), Trouble> {
        let (sender, said) = sync_channel(WAITING_LINES);
        let process = Process::start(words, move |what| {
            let more = matches!(what, OutputLine::Line(_));
            sender.send(what).is_ok() && more
        })?;
        let mut gtp = Self { process, said, timeouts, asked: 0, forget: Vec::new() };
        let start = timeouts.start;
        let version = gtp.ask("protocol_version", start)?.map_err(|_| foreign("no version"))?;
        if version.trim() != "2" {
            return Err(foreign(&version));
        }
        let known = gtp.ask("list_commands", start)?.unwrap_or_default();
        let knows = |name: &str| known.split_whitespace().any(|known| known == name);
        for name in ["boardsize", "clear_board", "komi", "play", "final_status_list"] {
            if !knows(name) {
                return Err(broken(format!("doesn't know the GTP command {name}")));
            }
        }
        let forget = [("set_random_seed", "set_random_seed 1"), ("clear_cache", "clear_cache")];
        gtp.forget = forget.iter().filter(|(name, _)| knows(name)).map(|&(_, line)| line).collect();
        let mut name = String::new();
        for command in ["name", "version"] {
            let told = gtp.ask(command, start)?.unwrap_or_default();
            let told = excerpt(&told);
            if !told.is_empty() {
                let _ = write!(name, "{}{told}", if name.is_empty() { "" } else { " " });
            }
        }
        Ok((gtp, name))
    }

    /// Whose each point is: 1 Black's, -1 White's, 0 nobody's. Stones in seki live.
    ///
    /// # Errors
    ///
    /// If the program refuses the position, or fails.
    pub fn ownership(&mut self, grid: &Grid, komi: Points) -> Result<Vec<f32>, Trouble> {
        let size = grid.size();
        if size.cols() != size.rows() || size.cols() > MOST_LINES {
            let most = format!("{MOST_LINES}x{MOST_LINES}");
            return Err(Trouble::Refused(format!(
                "speaks GTP, which has square boards up to {most} only"
            )));
        }
        let mut setup = vec![format!("boardsize {}", size.cols()), "clear_board".to_owned()];
        setup.extend(self.forget.iter().map(ToString::to_string));
        setup.push(format!("komi {komi}"));
        // In whatever order they are played the stones capture nothing: a part of a chain is next to
        // the empty point of another part, and a whole chain has its liberties.
        for point in size.points() {
            if let Some(color) = grid.get(point) {
                setup.push(format!("play {color} {}", point.name(size)));
            }
        }
        // The game has ended; and so the player to move doesn't depend on the order of the points.
        setup.extend(Color::BOTH.map(|color| format!("play {color} pass")));
        let first = self.asked + 1;
        for line in &setup {
            self.put(line);
        }
        for (id, line) in (first..).zip(&setup) {
            if let Err(why) = self.answer(id, self.timeouts.answer)? {
                // The rest is answered too and has to be heard.
                for id in id + 1..first + setup.len() as u32 {
                    let _ = self.answer(id, self.timeouts.answer)?;
                }
                return Err(Trouble::Refused(format!("refuses {line}: {}", excerpt(&why))));
            }
        }
        let mut lists = [Vec::new(), Vec::new()];
        for (status, list) in ["dead", "seki"].into_iter().zip(&mut lists) {
            match self.ask(&format!("final_status_list {status}"), self.timeouts.answer)? {
                Ok(told) => *list = points(&told, size)?,
                // Not every engine tells seki from life.
                Err(_) if status == "seki" => {}
                Err(why) => {
                    let why = excerpt(&why);
                    return Err(Trouble::Refused(format!("doesn't say what is dead: {why}")));
                }
            }
        }
        let [dead, seki] = lists;
        Ok(owners(grid, &dead, &seki))
    }

    /// Tells the program to go, without waiting for it.
    pub fn shutdown(&self) {
        self.process.shutdown(&format!("{} quit\n", self.asked + 1));
    }

    fn put(&mut self, line: &str) {
        self.asked += 1;
        self.process.send(format!("{} {line}\n", self.asked));
    }

    fn ask(&mut self, line: &str, limit: Duration) -> Result<Result<String, String>, Trouble> {
        self.put(line);
        self.answer(self.asked, limit)
    }

    /// The answer to a command: what it says behind `=`, or behind `?`.
    fn answer(&self, id: u32, limit: Duration) -> Result<Result<String, String>, Trouble> {
        let until = Instant::now() + limit;
        let mut text = String::new();
        let mut fine = None;
        for _ in 0..ANSWER_LINES {
            let line = match self.said.recv_timeout(until.saturating_duration_since(Instant::now()))
            {
                Ok(OutputLine::Line(line)) => line,
                Ok(OutputLine::TooLong) => return Err(foreign("a line without an end")),
                Ok(OutputLine::End) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.process.broken(self.process.end()));
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.process.kill();
                    let why = format!("no answer in {} s", limit.as_secs_f32());
                    return Err(self.process.broken(why));
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
                    _ => return Err(foreign(&line)),
                };
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                // A program that leaves the number out answers in order all the same.
                if digits > 0 && rest[..digits] != id.to_string() {
                    return Err(broken(format!("answers out of step: {}", excerpt(&line))));
                }
                fine = Some(good);
                rest[digits..].trim().clone_into(&mut text);
            }
        }
        Err(foreign("an answer without an end"))
    }
}

fn broken(why: String) -> Trouble {
    Trouble::Broken(why.into())
}

fn foreign(line: &str) -> Trouble {
    broken(format!("doesn't speak version 2 of GTP; it said: {}", excerpt(line)))
}

/// The points of a list, whatever blanks and lines part them.
fn points(list: &str, size: Size) -> Result<Vec<Point>, Trouble> {
    list.split_whitespace()
        .map(|name| {
            Point::from_name(name, size)
                .ok_or_else(|| foreign(&format!("{name}, which is no point of the board")))
        })
        .collect()
}

/// Who owns each point when these stones are dead and those in seki.
fn owners(grid: &Grid, dead: &[Point], seki: &[Point]) -> Vec<f32> {
    let size = grid.size();
    let mut left = grid.clone();
    for &point in dead {
        left.set(point, None);
    }
    let mut in_seki = vec![false; size.area()];
    for &point in seki {
        in_seki[size.index(point)] = true;
    }
    let mut owner = vec![0.0; size.area()];
    let mut seen = vec![false; size.area()];
    for start in 0..size.area() {
        match left.cells()[start] {
            Some(color) => owner[start] = sign(color),
            None if seen[start] => {}
            None => {
                // A region that living stones of one colour surround belongs to it, but nobody owns the
                // eyes of a seki.
                let (mut region, mut next) = (vec![start], 0);
                let (mut touches, mut shared) = ([false; 2], false);
                seen[start] = true;
                while let Some(&point) = region.get(next) {
                    next += 1;
                    for near in left.neighbors(point) {
                        match left.cells()[near] {
                            Some(color) => {
                                touches[color.index()] = true;
                                shared |= in_seki[near];
                            }
                            None if !seen[near] => {
                                seen[near] = true;
                                region.push(near);
                            }
                            None => {}
                        }
                    }
                }
                let value = match touches {
                    [true, false] if !shared => sign(Color::Black),
                    [false, true] if !shared => sign(Color::White),
                    _ => 0.0,
                };
                for point in region {
                    owner[point] = value;
                }
            }
        }
    }
    owner
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
    fn what_names_no_point_is_no_list() {
        assert!(points("A1 PASS", Size::STANDARD).is_err());
        assert!(points("A20", Size::STANDARD).is_err());
    }
}

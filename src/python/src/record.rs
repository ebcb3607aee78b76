//! Work on one record, and what the library knows besides records.

use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread;

use crossbeam_channel::{RecvTimeoutError, bounded};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::types::{PyAny, PyBytes, PyDict, PyDictMethods};
use pyo3::{Bound, PyResult, Python, pyfunction};
use sgf_audit::cli;
use sgf_audit::report::score_sheet;
use sgf_audit_core::audit::Auditor;
use sgf_audit_core::convert::Converter;
use sgf_audit_core::event::outcome_text;
use sgf_audit_core::fix::{Reader, fix_bytes};
use sgf_audit_core::go::{ByColor, Color, Points};

use crate::error;
use crate::input::copied;
use crate::stream::PATIENCE;

/// Returns the count of a game: as `sgf-audit score` prints it, the table of all rulesets, a picture, and the numbers. `options` are
/// those of `sgf-audit score`, a JSON object.
#[pyfunction]
pub fn score<'py>(
    py: Python<'py>,
    name: PathBuf,
    bytes: &Bound<PyAny>,
    game: u32,
    options: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let options = cli::score_options(options).map_err(PyValueError::new_err)?;
    let bytes = copied(bytes)?;
    let counted = py.detach(|| {
        let sheet = score_sheet(&name, &bytes, game, &options, &mut Auditor::new())?;
        let texts = [sheet.text(None, false), sheet.comparison(None), sheet.svg()];
        Ok((sheet, texts))
    });
    let (sheet, [text, comparison, svg]) =
        counted.map_err(|why: sgf_audit::report::GameLookupError| {
            error(py, Some(&name), &why.to_string())
        })?;
    let audit = sheet.audit();
    let points = |points: Points| points.as_hundredths() as f64 / 100.0;
    let pair = |of: ByColor<u32>| (of.black, of.white);
    let score = audit.score.as_ref();
    let values = PyDict::new(py);
    values.set_item("text", text)?;
    values.set_item("comparison", comparison)?;
    values.set_item("svg", svg)?;
    values.set_item("result", audit.counted().map(outcome_text))?;
    values.set_item("komi", points(audit.komi))?;
    values.set_item("margin", score.map(|score| points(score.margin)))?;
    values.set_item("area", score.map(|score| pair(score.count.areas())))?;
    values.set_item("territory", score.map(|score| pair(score.count.territory)))?;
    values.set_item("prisoners", score.map(|score| pair(score.prisoners)))?;
    let size = audit.size;
    let letters = |of: &[Option<Color>]| -> Vec<Vec<Option<char>>> {
        let letters = of.iter().map(|color| color.map(Color::letter)).collect::<Vec<_>>();
        letters.chunks(usize::from(size.cols())).map(<[_]>::to_vec).collect()
    };
    let board = audit.position.as_ref().map_or(&[][..], |grid| grid.cells());
    let dead = audit.dead.as_ref().map_or(&[][..], |dead| &dead.stones);
    let is_alive =
        |place: usize| board[place].filter(|_| !dead.get(place).is_some_and(|dead| *dead));
    let owner = score.map_or_else(Vec::new, |score| {
        let territory = &score.count.owner;
        (0..board.len()).map(|place| is_alive(place).or(territory[place])).collect()
    });
    let names =
        (0..dead.len()).filter(|&place| dead[place]).map(|place| size.point(place).name(size));
    values.set_item("dead", names.collect::<Vec<_>>())?;
    values.set_item("board", letters(board))?;
    values.set_item("owner", letters(&owner))?;
    Ok(values)
}

/// Result of a repair: the repaired bytes, what was changed, what couldn't be, and the changes as a diff.
type Repair<'py> = (Option<Bound<'py, PyBytes>>, Vec<String>, Vec<String>, String);

/// Repairs a record with the options of `sgf-audit fix`.
#[pyfunction]
pub fn fix<'py>(
    py: Python<'py>,
    name: PathBuf,
    bytes: &Bound<PyAny>,
    options: &str,
) -> PyResult<Repair<'py>> {
    let options = cli::fix_options(options).map_err(PyValueError::new_err)?;
    let bytes = copied(bytes)?;
    let (record, diff) = until_interrupted(py, move || {
        let record = fix_bytes(&bytes, &options);
        let diff = record.diff(&name, &bytes, Reader::Person);
        (record, String::from_utf8_lossy(&diff).into_owned())
    })?;
    let line = |finding: &sgf_audit_core::Finding| {
        format!("{} (line {}): {}", finding.kind.as_str(), finding.line, finding.message)
    };
    let fixed = record.fixed.iter().map(|fixed| line(&fixed.found.finding)).collect();
    let not_fixed = record.not_fixed.iter().map(|left| line(&left.found.finding)).collect();
    Ok((record.bytes.map(|bytes| PyBytes::new(py, &bytes)), fixed, not_fixed, diff))
}

/// Converts a record and returns the text of each game. It takes the options of `sgf-audit convert`.
#[pyfunction]
pub fn convert(
    py: Python,
    name: PathBuf,
    bytes: &Bound<PyAny>,
    to: &str,
    options: &str,
) -> PyResult<Vec<String>> {
    let options = cli::convert_options(to, options).map_err(PyValueError::new_err)?;
    let bytes = copied(bytes)?;
    let path = name.to_string_lossy().into_owned();
    let convert = move || Converter::default().convert(&path, &bytes, &options);
    let converted = until_interrupted(py, convert)?;
    if converted.is_refused() {
        let refusing = converted.notices.iter().filter(|notice| notice.refuses);
        let lines: Vec<String> =
            refusing.map(|notice| format!("line {}: {}", notice.line, notice.message)).collect();
        return Err(error(py, Some(&name), &lines.join("; ")));
    }
    Ok(converted.games.into_iter().map(|game| game.text).collect())
}

/// Waits for work on another thread. Ctrl-C ends the wait; the work ends with the process, or when it is done.
fn until_interrupted<T: Send + 'static>(
    py: Python,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (running, ended) = bounded::<()>(0);
    let worker = thread::spawn(move || {
        let _running = running;
        work()
    });
    while py.detach(|| ended.recv_timeout(PATIENCE)) == Err(RecvTimeoutError::Timeout) {
        py.check_signals()?;
    }
    worker.join().map_err(|panic| resume_unwind(panic))
}

/// Explains a finding, a cause of a wrong result, or a ruleset.
#[pyfunction]
pub fn explain(name: &str) -> PyResult<String> {
    cli::explain(name).map_err(PyLookupError::new_err)
}

/// Returns the id and the name of each built-in ruleset.
#[pyfunction]
pub fn rulesets() -> Vec<(String, String)> {
    let all = sgf_audit_core::rulesets().iter();
    all.map(|rules| (rules.id.to_string(), rules.name.to_string())).collect()
}

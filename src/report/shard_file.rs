//! The file of a part of a run, from which all parts make the tables of the whole run.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::html::{PageLimits, PagePart};
use super::package::OptionalTables;
use super::package::Provenance;
use super::renderer::Rendered;
use super::summary::Summary;
use super::tables::TableRows;
use crate::atomic_file::AtomicFile;
use sgf_audit_core::guarded_file::open_regular;
use sgf_audit_core::table::SCHEMA_VERSION;

/// The name of the file in the directory of a part.
const NAME: &str = "shard.jsonl";

/// How the file begins.
const BEGINNING: &str = "{\"sgf-audit-shard\":";

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    /// The version of the file's form.
    #[serde(rename = "sgf-audit-shard")]
    form: u32,
    version: String,
    schema: String,
    number: u32,
    of: u32,
    rulesets: bool,
    bom: bool,
}

const FORM: u32 = 1;

/// The output of some records.
#[derive(Serialize)]
struct Line<'r> {
    order: (u64, u64),
    files: u64,
    rows: &'r TableRows,
    page: &'r PagePart,
    summary: &'r Summary,
}

/// The rows that some records add to the tables.
#[derive(Debug, Deserialize)]
pub struct ShardPart {
    /// Their place in the run.
    pub order: (u64, u64),
    /// Number of files that end with it.
    pub files: u64,
    pub rows: TableRows,
    pub page: PagePart,
    pub summary: Summary,
}

/// The last line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tail {
    /// Number of lines between the first and this one.
    parts: u64,
    /// The sources of the run, including the sources of other parts.
    sources: u64,
    digest: String,
    /// Where the tables come from.
    pub provenance: Provenance,
}

/// Writes the file of a part. It appears when it is complete.
#[derive(Debug)]
pub struct ShardWriter {
    file: AtomicFile,
    parts: u64,
    limits: PageLimits,
}

impl ShardWriter {
    /// Starts the file in a directory. Fails if it can't be created, or a file of this name that isn't ours is in the
    /// way.
    pub fn create(
        dir: &Path,
        (number, of): (u32, u32),
        optional: OptionalTables,
        bom: bool,
    ) -> io::Result<Self> {
        let path = dir.join(NAME);
        if path.symlink_metadata().is_ok() {
            let mut head = Vec::new();
            open_regular(&path)?.take(BEGINNING.len() as u64).read_to_end(&mut head)?;
            if head != BEGINNING.as_bytes() {
                let why = "exists and was not written by sgf-audit; not overwriting";
                return Err(io::Error::other(format!("{NAME} {why}")));
            }
        }
        let mut file = AtomicFile::create(&path)?;
        let head = Head {
            form: FORM,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            schema: SCHEMA_VERSION.to_owned(),
            number,
            of,
            rulesets: optional.rulesets,
            bom,
        };
        writeln!(file, "{}", serde_json::to_string(&head)?)?;
        Ok(Self { file, parts: 0, limits: PageLimits::default() })
    }

    /// Adds what was rendered of some records, at their place in the run, without entries that the page can't show.
    /// Fails if it can't be written.
    pub fn add(
        &mut self,
        order: (u64, u64),
        files: u64,
        rendered: &mut Rendered,
    ) -> io::Result<()> {
        rendered.page.leave_out_hidden(&mut self.limits);
        let Rendered { rows, page, summary, .. } = &*rendered;
        self.parts += 1;
        serde_json::to_writer(&mut self.file, &Line { order, files, rows, page, summary })?;
        self.file.write_all(b"\n")
    }

    /// Completes the file. `sources`: the number of sources of the whole run; `digest` identifies them. Fails if it
    /// can't be written.
    pub fn finish(
        mut self,
        sources: u64,
        digest: String,
        provenance: &Provenance,
    ) -> io::Result<()> {
        let tail = Tail { parts: self.parts, sources, digest, provenance: provenance.clone() };
        writeln!(self.file, "{}", serde_json::to_string(&tail)?)?;
        self.file.finish()
    }
}

/// Reads the file of a part.
pub struct ShardReader {
    pub dir: PathBuf,
    head: Head,
    /// The last line.
    pub tail: Tail,
    lines: io::Lines<BufReader<File>>,
    left: u64,
    next: Option<ShardPart>,
}

/// The last line is within this many bytes of the end.
const TAIL: u64 = 1 << 22;

impl ShardReader {
    /// Opens the file in the directory of a part. Fails if there is none, it isn't complete, or another version of the
    /// program wrote it.
    pub fn open(dir: &Path) -> io::Result<Self> {
        let path = dir.join(NAME);
        let mut file = open_regular(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                io::Error::other(format!("no {NAME}; `check --shard I/N --out DIR` writes it"))
            }
            _ => error,
        })?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        let mut end = Vec::new();
        file.read_to_end(&mut end)?;
        let end = String::from_utf8_lossy(&end);
        let last = end.trim_end().rsplit('\n').next().unwrap_or_default();
        let tail: Tail = serde_json::from_str(last).map_err(|_| {
            io::Error::other(format!("{NAME} isn't complete; run this shard again"))
        })?;
        file.rewind()?;
        let mut lines = BufReader::new(file).lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        let head: Head = serde_json::from_str(&first)
            .map_err(|_| io::Error::other(format!("{NAME} isn't the file of a shard")))?;
        let own = (FORM, env!("CARGO_PKG_VERSION"), SCHEMA_VERSION);
        if (head.form, &*head.version, &*head.schema) != own {
            let version = &head.version;
            let why = format!("another version of sgf-audit ({version}) wrote {NAME}");
            return Err(io::Error::other(why));
        }
        let mut reader =
            Self { dir: dir.to_path_buf(), head, left: tail.parts, tail, lines, next: None };
        reader.advance()?;
        Ok(reader)
    }

    /// Its number, and the number of parts.
    pub fn shard(&self) -> (u32, u32) {
        (self.head.number, self.head.of)
    }

    /// The optional tables of the run.
    pub fn optional(&self) -> OptionalTables {
        OptionalTables { rulesets: self.head.rulesets, pairings: false }
    }

    /// Whether the tables begin with a byte-order mark.
    pub fn bom(&self) -> bool {
        self.head.bom
    }

    /// Returns what is different from another part's run; `None` if both are of the same run.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let [one, other_run] = [&self.tail.provenance, &other.tail.provenance];
        let tables = |reader: &Self| (reader.head.rulesets, reader.head.bom);
        let differences = [
            (self.head.of != other.head.of, "another number of shards"),
            (one.inputs != other_run.inputs, "other paths"),
            (self.tail.digest != other.tail.digest, "other files below the paths"),
            (one.options != other_run.options, "other options"),
            (one.estimator != other_run.estimator, "another estimator"),
            (tables(self) != tables(other), "other tables"),
        ];
        differences.into_iter().find_map(|(differs, what)| differs.then_some(what))
    }

    /// The place of the next part in the run; `None` after the last one.
    pub fn place(&self) -> Option<(u64, u64)> {
        self.next.as_ref().map(|part| part.order)
    }

    /// Returns the next part. Fails if the one after it can't be read.
    pub fn take(&mut self) -> io::Result<Option<ShardPart>> {
        let part = self.next.take();
        if part.is_some() {
            self.advance()?;
        }
        Ok(part)
    }

    fn advance(&mut self) -> io::Result<()> {
        if self.left == 0 {
            return Ok(());
        }
        self.left -= 1;
        let line = self.lines.next().transpose()?.unwrap_or_default();
        let damaged = |_| io::Error::other(format!("{NAME} is damaged; run this shard again"));
        self.next = Some(serde_json::from_str(&line).map_err(damaged)?);
        Ok(())
    }
}

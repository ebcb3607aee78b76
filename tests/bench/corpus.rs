//! Measures whole runs: `cargo bench --bench corpus -- [DIR [--tar]] [--games N] [--runs N] [--csv FILE]
//! [--peer 'NAME=COMMAND {dir}']`.
//!
//! Without a directory one is made of `corpus/` and seeded games: loose files, the same as tar, tar.zst
//! and zip, and one file that holds all games (`--collection MB` to repeat them up to a size). With `--tar`
//! the directory is measured as a tar archive too. The floor is walking and reading the files. Each command
//! is a process of its own; CPU time and peak memory are those that the system counts for it. One row measures two
//! processes at the same time, each of which audits everything on one thread: an upper bound for two threads of one
//! process. All commands are run in turn; the medians of the runs are printed and, with `--csv`, added to a file.
//!
//! `cargo test` runs it too, once and on few games, to see that it works.
//!
//! The runs leave the estimator out; the bench `dead` measures its time per game.

mod games;
mod measure;

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;

/// The name of a directory's archive.
const TAR: &str = "all.tar";

/// The largest possible `--max-bytes`: a collection of a million games is larger than the default.
const LARGEST: &str = "4294967295";

/// The name of each source's first command in the tables.
const FLOOR: &str = "floor";

/// The name of the row of two processes side by side, each of which audits everything on one thread.
const TWICE: &str = "check --no-estimate, two of it";

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

struct Arguments {
    dir: Option<PathBuf>,
    games: u64,
    collection: u64,
    runs: usize,
    csv: Option<PathBuf>,
    peers: Vec<(String, String)>,
    /// Whether the given directory is measured as a tar archive too.
    tar: bool,
    keep: Option<PathBuf>,
}

fn arguments() -> Result<Arguments> {
    let mut all = Arguments {
        dir: None,
        games: 20_000,
        collection: 0,
        runs: 5,
        csv: None,
        peers: Vec::new(),
        tar: false,
        keep: None,
    };
    if !std::env::args().any(|word| word == "--bench") {
        (all.games, all.runs) = (20, 1);
    }
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--bench" => {}
            "--games" => all.games = value()?.parse()?,
            "--collection" => all.collection = value()?.parse::<u64>()? << 20,
            "--runs" => all.runs = value()?.parse()?,
            "--tar" => all.tar = true,
            "--csv" => all.csv = Some(value()?.into()),
            "--keep" => all.keep = Some(value()?.into()),
            "--peer" => {
                let peer = value()?;
                let (name, command) = peer.split_once('=').ok_or("--peer NAME=COMMAND")?;
                all.peers.push((name.to_owned(), command.to_owned()));
            }
            _ if word.starts_with('-') => return Err(format!("no such option: {word}").into()),
            _ => all.dir = Some(word.into()),
        }
    }
    Ok(all)
}

/// Something to audit: its name, its path, and the number of games and bytes in it.
struct Source {
    name: &'static str,
    path: PathBuf,
    games: u64,
    bytes: u64,
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().collect();
    if let [_, floor, dir, threads] = &words[..]
        && floor == "--floor"
    {
        return read_all(Path::new(dir), threads.parse()?);
    }
    if let [_, alone, copies, command @ ..] = &words[..]
        && alone == measure::ALONE
    {
        return measure::alone(copies.parse()?, command);
    }
    let arguments = arguments()?;
    let temporary = tempfile::tempdir()?;
    let home = arguments.keep.clone().unwrap_or_else(|| temporary.path().to_path_buf());
    let sources = match &arguments.dir {
        Some(dir) => {
            let files = measured_source("files", dir.clone(), None)?;
            if arguments.tar {
                pack_tar(&home, dir)?;
                let tar = measured_source("tar", home.join(TAR), Some(files.games))?;
                vec![files, tar]
            } else {
                vec![files]
            }
        }
        None => build(&home, &arguments)?,
    };
    let mut csv = match &arguments.csv {
        Some(path) => {
            let new = !path.exists();
            let mut file = File::options().create(true).append(true).open(path)?;
            if new {
                writeln!(
                    file,
                    "machine,version,source,games,bytes,command,threads,runs,seconds,cpu_seconds,\
                     games_per_second,mb_per_second,ratio_to_floor,peak_mb"
                )?;
            }
            Some(file)
        }
        None => None,
    };
    println!("{}, medians of {} runs\n", machine(), arguments.runs);
    println!("| source | command | threads | games/s | MB/s | CPU s | times the floor | peak MB |");
    println!("|---|---|---|---|---|---|---|---|");
    let program = env!("CARGO_BIN_EXE_sgf-audit");
    let itself = std::env::current_exe()?.display().to_string();
    let mut measured = Vec::new();
    for source in &sources {
        let path = source.path.display().to_string();
        let out = home.join("report").display().to_string();
        for threads in ["1", "2"] {
            let check = [
                &[program, "check", &path, "--no-estimate", "--quiet", "--fail-on", "never"][..],
                &["--threads", threads, "--max-bytes", LARGEST],
            ]
            .concat();
            let tables = [&check[..], &["--out", &out]].concat();
            let mut commands = vec![
                (FLOOR, 1, owned(&[&itself, "--floor", &path, threads])),
                ("check --no-estimate", 1, owned(&check)),
                ("check --no-estimate --out", 1, owned(&tables)),
            ];
            if threads == "1" {
                commands.push((TWICE, 2, owned(&check)));
            }
            if threads == "1" && source.path.is_dir() {
                for (name, command) in &arguments.peers {
                    let words = command.split(' ').map(|word| word.replace("{dir}", &path));
                    commands.push((name, 1, words.collect()));
                }
            }
            measured.extend(commands.into_iter().map(|(name, copies, words)| {
                (source, threads, name, measure::Measured { words, copies })
            }));
        }
    }
    let commands: Vec<&measure::Measured> = measured.iter().map(|(.., what)| what).collect();
    let writes = |command: &measure::Measured| command.words.iter().any(|word| word == "--out");
    let taken = measure::in_turn(&commands, writes, arguments.runs)?;
    let mut floor = 0.0;
    for ((source, threads, name, what), taken) in measured.iter().zip(taken) {
        if *name == FLOOR {
            floor = taken.cpu;
        }
        let copies = f64::from(what.copies);
        let games = copies * source.games as f64 / taken.seconds;
        let speed = copies * source.bytes as f64 / 1e6 / taken.seconds;
        let (ratio, peak) = (taken.cpu / copies / floor, taken.memory as f64 / 1e6);
        println!(
            "| {} | {name} | {threads} | {games:.0} | {speed:.1} | {:.3} | {ratio:.1} | {peak:.1} |",
            source.name, taken.cpu
        );
        if let Some(file) = &mut csv {
            writeln!(
                file,
                "{},{},{},{},{},{name},{threads},{},{:.3},{:.3},{games:.0},{speed:.2},{ratio:.2},{peak:.1}",
                machine(),
                version(),
                source.name,
                source.games,
                source.bytes,
                arguments.runs,
                taken.seconds,
                taken.cpu,
            )?;
        }
    }
    Ok(())
}

/// The version, with the commit if git knows it.
fn version() -> String {
    let mut git = Command::new("git");
    let git = git.args(["-C", env!("CARGO_MANIFEST_DIR"), "rev-parse", "--short=7", "HEAD"]);
    let commit = git.output().ok().filter(|output| output.status.success());
    let commit = commit.and_then(|output| String::from_utf8(output.stdout).ok());
    let commit = commit.map_or(String::new(), |commit| format!("+{}", commit.trim()));
    format!("{}{commit}", env!("CARGO_PKG_VERSION"))
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

/// The processor's name and the number of cores.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or("unknown processor", |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model} ({cores} cores)").replace(',', " ")
}

/// Walks the directory and reads the files: the floor.
fn read_all(path: &Path, threads: usize) -> Result<()> {
    let files = walkdir::WalkDir::new(path).sort_by_file_name().into_iter();
    let paths: Vec<PathBuf> = files
        .filter_map(std::result::Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect();
    let read = |room: &mut Vec<u8>, path: &PathBuf| {
        let Ok(mut file) = File::open(path) else { return 0 };
        let mut all = 0;
        while let Ok(read @ 1..) = file.read(room) {
            all += read;
        }
        all
    };
    let room = || vec![0; 1 << 16];
    let bytes: usize = if threads == 1 {
        let mut room = room();
        paths.iter().map(|path| read(&mut room, path)).sum()
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        pool.install(|| {
            paths
                .par_chunks(64)
                .map_init(room, |room, paths| {
                    paths.iter().map(|path| read(room, path)).sum::<usize>()
                })
                .sum()
        })
    };
    println!("{bytes}");
    Ok(())
}

/// A source with its size. Unless `games` is given, the program counts them.
fn measured_source(name: &'static str, path: PathBuf, games: Option<u64>) -> Result<Source> {
    let files = walkdir::WalkDir::new(&path).into_iter().filter_map(std::result::Result::ok);
    let bytes = files.filter_map(|entry| entry.metadata().ok());
    let bytes = bytes.filter(std::fs::Metadata::is_file).map(|file| file.len()).sum();
    let games = match games {
        Some(games) => games,
        None => {
            let output = Command::new(env!("CARGO_BIN_EXE_sgf-audit"))
                .args(["check", "--no-estimate", "--fail-on", "never", "--show", "error"])
                .args(["--max-bytes", LARGEST])
                .arg(&path)
                .output()?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let is_totals = |line: &&str| line.contains(" files, ") || line.contains("1 file, ");
            let totals = text.lines().rev().find(is_totals);
            let games =
                totals.and_then(|line| line.split(", ").nth(1)?.split(' ').next()?.parse().ok());
            games.ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())?
        }
    };
    Ok(Source { name, path, games, bytes })
}

/// Makes the corpus in all its forms.
fn build(home: &Path, arguments: &Arguments) -> Result<Vec<Source>> {
    let loose = home.join("loose");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    if !loose.exists() {
        for entry in walkdir::WalkDir::new(&corpus) {
            let entry = entry?;
            let to = loose.join("corpus").join(entry.path().strip_prefix(&corpus)?);
            if entry.file_type().is_dir() {
                std::fs::create_dir_all(to)?;
            } else {
                std::fs::copy(entry.path(), to)?;
            }
        }
        // A thousand to a directory.
        (0..arguments.games.div_ceil(1000)).into_par_iter().try_for_each(|thousand| {
            let dir = loose.join(format!("{thousand:05}"));
            std::fs::create_dir_all(&dir)?;
            (thousand * 1000..arguments.games.min(thousand * 1000 + 1000)).try_for_each(|number| {
                std::fs::write(dir.join(format!("{number:08}.sgf")), games::record(number))
            })
        })?;
        pack(home, &loose)?;
        let mut collection = BufWriter::new(File::create(home.join("collection.sgf"))?);
        let mut written = 0;
        for number in 0.. {
            let is_full = match arguments.collection {
                0 => number >= arguments.games,
                bytes => written >= bytes,
            };
            if is_full {
                break;
            }
            let dir = loose.join(format!("{:05}", number % arguments.games / 1000));
            let game = std::fs::read(dir.join(format!("{:08}.sgf", number % arguments.games)))?;
            written += game.len() as u64;
            collection.write_all(&game)?;
        }
        collection.flush()?;
    }
    let loose = measured_source("files", loose, None)?;
    let games = loose.games;
    let mut sources = vec![loose];
    for (name, file) in [("tar", TAR), ("tar.zst", "all.tar.zst"), ("zip", "all.zip")] {
        sources.push(measured_source(name, home.join(file), Some(games))?);
    }
    sources.push(measured_source("collection", home.join("collection.sgf"), None)?);
    Ok(sources)
}

/// The files of a directory in order, each with its path relative to the directory.
fn files(dir: &Path) -> impl Iterator<Item = Result<(PathBuf, String)>> + '_ {
    walkdir::WalkDir::new(dir).sort_by_file_name().into_iter().filter_map(move |entry| {
        let entry = match entry {
            Ok(entry) if entry.file_type().is_file() => entry,
            Ok(_) => return None,
            Err(error) => return Some(Err(error.into())),
        };
        let name = entry.path().strip_prefix(dir).ok()?.to_string_lossy().into_owned();
        Some(Ok((entry.into_path(), name)))
    })
}

/// The files as a tar archive.
fn pack_tar(home: &Path, loose: &Path) -> Result<()> {
    let mut tar = tar::Builder::new(BufWriter::new(File::create(home.join(TAR))?));
    for file in files(loose) {
        let (path, name) = file?;
        tar.append_path_with_name(path, name)?;
    }
    Ok(tar.into_inner()?.flush()?)
}

/// The files as each kind of archive.
fn pack(home: &Path, loose: &Path) -> Result<()> {
    pack_tar(home, loose)?;
    let tar = std::io::BufReader::new(File::open(home.join(TAR))?);
    let zst = BufWriter::new(File::create(home.join("all.tar.zst"))?);
    ruzstd::encoding::compress(tar, zst, ruzstd::encoding::CompressionLevel::Fastest);
    let mut zip = zip::ZipWriter::new(BufWriter::new(File::create(home.join("all.zip"))?));
    for file in files(loose) {
        let (path, name) = file?;
        zip.start_file(name, zip::write::SimpleFileOptions::default())?;
        zip.write_all(&std::fs::read(path)?)?;
    }
    Ok(zip.finish()?.flush()?)
}

//! Archives as sources: the same records give the same findings, whatever they are packed in.

use std::ops::ControlFlow;
use std::path::Path;

use sgf_audit_core::archive::{ArchiveLimits, Input, Unpacker, member_path};
use tempfile::TempDir;

use crate::support::packed::{gzip, seven_zip, tar, xz, zip, zstd};
use crate::support::{self, Files, Random, Run, borrowed, folder, run_with_stdin, size};

const BAD: &str = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?]\n;B[ee]\n;W[ee])";
const GOOD: &str = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee];W[cc])";

const FILES: Files = &[
    ("z.sgf", BAD.as_bytes()),
    ("d/notes.txt", b"no record"),
    ("d/a.SGF", GOOD.as_bytes()),
    ("d/b.sgf", BAD.as_bytes()),
    ("empty.sgf", b""),
];

fn run(folder: &Path, arguments: &[&str]) -> (String, String, i32) {
    let Run { status, stdout, stderr } = support::run(folder, arguments);
    (stdout, stderr, status)
}

fn check(folder: &TempDir, arguments: &[&str]) -> String {
    run(folder.path(), &[&["check"], arguments].concat()).0
}

/// The paths and names of findings, in order.
fn found(stdout: &str) -> Vec<(String, String)> {
    let line = |line: &str| {
        let (place, rest) = line.split_once(": error[")?;
        let path = place.split(':').next().unwrap_or_default();
        Some((path.to_owned(), rest.split(']').next().unwrap_or_default().to_owned()))
    };
    stdout.lines().filter_map(line).collect()
}

fn pairs(found: &[(String, String)]) -> Vec<(&str, &str)> {
    found.iter().map(|(path, name)| (&path[..], &name[..])).collect()
}

#[test]
fn every_kind_gives_the_same() {
    let archives = [
        ("a.tar", tar(FILES)),
        ("a.zip", zip(FILES)),
        ("a.7z", seven_zip(FILES)),
        ("a.tar.gz", gzip(&tar(FILES))),
        ("a.tgz", gzip(&tar(FILES))),
        ("a.tar.zst", zstd(&tar(FILES))),
        ("a.tar.xz", xz(&tar(FILES))),
        ("a.txz", [xz(&tar(FILES)[..512]), xz(&tar(FILES)[512..])].concat()),
        ("no-ending", zip(FILES)),
        ("wrong.sgf", tar(FILES)),
    ];
    for (name, bytes) in archives {
        let folder = folder(&[(name, &bytes)]);
        let stdout = check(&folder, &[name]);
        let path = |member| format!("{name}/{member}");
        let expected =
            [("z.sgf", "occupied-point"), ("d/b.sgf", "occupied-point"), ("empty.sgf", "not-sgf")]
                .map(|(member, finding)| (path(member), finding.to_owned()));
        assert_eq!(found(&stdout), expected, "{name}: {stdout}");
        assert!(stdout.contains("4 files, 3 games"), "{name}: {stdout}");
        // Whatever the number of threads, and whether the archive is held or read from the disk.
        assert_eq!(check(&folder, &[name, "--threads", "1"]), stdout);
        let piped = run_with_stdin(folder.path(), &["check", "-"], &bytes).stdout;
        let piped = piped.replace("-/", &path("")[..]);
        assert_eq!(piped, stdout);
    }
}

/// The limit on the size of a file concerns the records in an archive, not the archive.
#[test]
fn a_piped_archive_may_be_larger_than_its_records() {
    let comment = "x".repeat(2400);
    let record = GOOD.replace("RE[?]", &format!("RE[?]C[{comment}]"));
    let names: Vec<String> = (0..300).map(|number| format!("{number:03}.sgf")).collect();
    let mut files: Vec<(&str, &[u8])> =
        names.iter().map(|name| (&name[..], record.as_bytes())).collect();
    let long = format!("(;C[{}])", "x".repeat(110_000));
    files.push(("long.sgf", long.as_bytes()));
    for bytes in [tar(&files), zip(&files)] {
        let folder = folder(&[("big", &bytes)]);
        let options = ["check", "--no-estimate", "--show", "note", "--max-bytes", "100K"];
        let by_path = check(&folder, &[&["big"][..], &options[1..]].concat());
        assert!(by_path.contains("301 files, 300 games"), "{by_path}");
        assert!(by_path.contains("more than 102400 bytes, which is the limit"), "{by_path}");
        let piped = run_with_stdin(folder.path(), &[&options[..], &["-"]].concat(), &bytes);
        assert_eq!(piped.stdout.replace("-/", "big/"), by_path);
        // The archive itself has a limit of its own.
        let unpacked = [&options[..], &["--max-unpacked", "200K", "-"]].concat();
        let cut = run_with_stdin(folder.path(), &unpacked, &bytes).stdout;
        assert!(cut.contains("archive-limit") && cut.contains("204800 bytes"), "{cut}");
        assert!(!cut.contains("damaged"), "{cut}");
    }
}

#[test]
fn large_archives_are_the_same_as_files() {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for number in 0..size(300, 3000) {
        let record = if number % 7 == 0 { BAD } else { GOOD };
        // Such that they don't compress well.
        let comment: String = (0..100u32)
            .map(|i| format!("{:x}", (i + 1).wrapping_mul(2_654_435_761 ^ number)))
            .collect();
        let record = record.replace("RE[?]", &format!("RE[?]C[{comment}]"));
        files.push((format!("d/{number:04}.sgf"), record.into_bytes()));
    }
    let files = borrowed(&files);
    let loose = folder(&files);
    let expected = check(&loose, &["d", "--show", "note"]);
    for (name, bytes) in [
        ("a.tar", tar(&files)),
        ("a.tar.zst", zstd(&tar(&files))),
        ("a.tar.xz", xz(&tar(&files))),
        ("a.zip", zip(&files)),
        ("a.7z", seven_zip(&files)),
        ("in.zip", zip(&[("a.zip", &zip(&files))])),
    ] {
        let folder = folder(&[(name, &bytes)]);
        for threads in size(&["2"][..], &["1", "2", "5"]).iter().copied() {
            let stdout = check(&folder, &[name, "--show", "note", "--threads", threads]);
            let stdout = stdout.replace(&format!("{name}/"), "").replace("a.zip/", "");
            assert_eq!(stdout, expected, "{name}");
        }
    }
}

#[test]
fn folders_hold_archives_too() {
    let folder = folder(&[
        ("d/a.zip", &zip(&[("x.sgf", BAD.as_bytes())])),
        ("d/b.sgf", BAD.as_bytes()),
        ("d/c.sgf.gz", &gzip(BAD.as_bytes())),
        ("d/notes.txt.gz", &gzip(b"no record")),
        // A name without an ending says nothing, so the content does.
        ("d/g.gz", &gzip(BAD.as_bytes())),
        ("d/h.2004.gz", &gzip(BAD.as_bytes())),
        ("d/i.gz", &gzip(b"no record")),
        ("d/e.bin", &zip(&[("x.sgf", BAD.as_bytes())])),
        ("d/f.zip", b"no archive"),
    ]);
    let stdout = check(&folder, &["d"]);
    let occupied = "occupied-point";
    assert_eq!(
        pairs(&found(&stdout)),
        [
            ("d/a.zip/x.sgf", occupied),
            ("d/b.sgf", occupied),
            ("d/c.sgf.gz/c.sgf", occupied),
            ("d/f.zip", "damaged-archive"),
            ("d/g.gz/g", occupied),
            ("d/h.2004.gz/h.2004", occupied),
        ]
    );
    // What isn't unpacked is named.
    let bzip2 = b"BZh91AY&SY rest".as_slice();
    std::fs::create_dir(folder.path().join("f")).expect("made");
    for (name, bytes) in
        [("a.tar.bz2", bzip2), ("b.rar", b"Rar!\x1a\x07\0".as_slice()), ("c.sgf", bzip2)]
    {
        std::fs::write(folder.path().join("f").join(name), bytes).expect("written");
    }
    let stdout = check(&folder, &["f"]);
    let unread = ["f/a.tar.bz2", "f/b.rar", "f/c.sgf"].map(|path| (path, "unreadable"));
    assert_eq!(pairs(&found(&stdout)), unread);
    assert!(stdout.contains("packed by bzip2, which isn't supported; unpack it first"), "{stdout}");
    // Given by name, the content decides.
    let named = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).expect("written");
        found(&check(&folder, &[name]))
    };
    assert_eq!(pairs(&named("e.bin", &gzip(BAD.as_bytes()))), [("e.bin/e.bin", occupied)]);
    assert_eq!(pairs(&named("record.zip", BAD.as_bytes())), [("record.zip", occupied)]);
    assert_eq!(pairs(&named("lost.zip", b"rubbish")), [("lost.zip", "damaged-archive")]);
}

#[test]
fn json_in_archives_is_read_if_it_is_a_game() {
    let game = br#"{"game_id":1,"width":9,"height":9,"moves":[[2,2,1],[2,2,1]]}"#;
    let files: [(&str, &[u8]); 3] = [
        ("a.json", game),
        ("b.json", br#"{"name":"x","width":9,"height":9}"#),
        ("c.jsonl.gz", &gzip(game)),
    ];
    for (name, bytes) in
        [("x.tar", tar(&files)), ("x.zip", zip(&files)), ("x.7z", seven_zip(&files))]
    {
        let folder = folder(&[(name, &bytes)]);
        let stdout = check(&folder, &[name]);
        let expected = [format!("{name}/a.json"), format!("{name}/c.jsonl.gz/c.jsonl")];
        let expected = expected.each_ref().map(|path| (&path[..], "occupied-point"));
        assert_eq!(pairs(&found(&stdout)), expected, "{name}");
    }
}

#[test]
fn archives_in_archives() {
    let inner = zip(&[("x.sgf", BAD.as_bytes())]);
    let middle = gzip(&tar(&[("inner.zip", &inner), ("y.sgf", BAD.as_bytes())]));
    let seven = seven_zip(&[("middle.tar.gz", &middle), ("z.sgf.zst", &zstd(BAD.as_bytes()))]);
    let folder = folder(&[("outer.7z", &seven)]);
    let stdout = check(&folder, &["outer.7z"]);
    assert_eq!(
        pairs(&found(&stdout)),
        [
            ("outer.7z/middle.tar.gz/inner.zip/x.sgf", "occupied-point"),
            ("outer.7z/middle.tar.gz/y.sgf", "occupied-point"),
            ("outer.7z/z.sgf.zst/z.sgf", "occupied-point"),
        ]
    );
    let deeper = tar(&[("b.tar", &tar(&[("outer.7z", &seven)]))]);
    let stdout = check(&self::folder(&[("a.tar", &deeper)]), &["a.tar"]);
    let paths = ["middle.tar.gz/inner.zip", "middle.tar.gz/y.sgf", "z.sgf.zst/z.sgf"];
    let paths = paths.map(|path| format!("a.tar/b.tar/outer.7z/{path}"));
    let [too_deep, y, z] = paths.each_ref().map(|path| &path[..]);
    assert_eq!(
        pairs(&found(&stdout)),
        [(too_deep, "archive-limit"), (y, "occupied-point"), (z, "occupied-point")]
    );
}

/// However an archive is cut off, what stands before the end is audited, in order, and the rest is
/// missed.
#[test]
fn archives_that_are_cut_off() {
    let files: Vec<(String, &[u8])> =
        (0..20).map(|number| (format!("{number:02}.sgf"), BAD.as_bytes())).collect();
    let files = borrowed(&files);
    for (name, bytes) in [
        ("a.tar", tar(&files)),
        ("a.tar.gz", gzip(&tar(&files))),
        ("a.tar.zst", zstd(&tar(&files))),
        ("a.tar.xz", xz(&tar(&files))),
        ("a.zip", zip(&files)),
        ("a.7z", seven_zip(&files)),
    ] {
        let mut most = 0;
        for part in 1..8 {
            let end = bytes.len() * part / 8;
            let folder = folder(&[(name, &bytes[..end])]);
            let found = found(&check(&folder, &[name]));
            // The member within which it ends may say so too.
            let damaged = (name.to_owned(), "damaged-archive".to_owned());
            assert_eq!(found.last(), Some(&damaged), "{name} to {end}: {found:?}");
            let whole: Vec<&str> = found
                .iter()
                .filter(|(_, finding)| finding == "occupied-point")
                .map(|(path, _)| &path[..])
                .collect();
            for (number, path) in whole.iter().enumerate() {
                assert_eq!(*path, format!("{name}/{number:02}.sgf"));
            }
            most = most.max(whole.len());
        }
        // Small archives are one block for these; 7z has its list at its end.
        assert!(most > 0 || name != "a.tar" && name != "a.zip", "{name}");
    }
}

/// The end of an archive that is a member, or of what stands in a comment, is not the outer one's.
#[test]
fn a_zip_is_read_by_its_own_end() {
    let record: Files = &[("x.sgf", BAD.as_bytes())];
    let inner = zip(record);
    // The second member is stored.
    let outer = zip(&[("a.sgf", BAD.as_bytes()), ("in.zip", &inner), ("z.sgf", BAD.as_bytes())]);
    let end = outer.windows(inner.len()).position(|part| part == inner).expect("stored");
    let end = end + inner.len();
    let commented = |comment: &[u8]| {
        let mut bytes = zip(FILES);
        let at = bytes.len() - 2;
        bytes[at..].copy_from_slice(&(comment.len() as u16).to_le_bytes());
        [&bytes, comment].concat()
    };
    let empty = [&b"PK\x05\x06"[..], &[0; 18]].concat();
    let occupied = "occupied-point";
    let cut =
        [("a.zip/a.sgf", occupied), ("a.zip/in.zip/x.sgf", occupied), ("a.zip", "damaged-archive")];
    let whole =
        [("a.zip/z.sgf", occupied), ("a.zip/d/b.sgf", occupied), ("a.zip/empty.sgf", "not-sgf")];
    for (bytes, expected) in [
        (outer[..end].to_vec(), &cut[..]),
        (outer[..end + 3].to_vec(), &cut),
        (commented(b"PK\x05\x06"), &whole),
        (commented(&empty), &whole),
        (commented(&[&empty[..], b"more"].concat()), &whole),
        (commented(&inner), &whole),
        ([&zip(FILES)[..], b"rubbish"].concat(), &whole),
        ([b"rubbish", &zip(FILES)[..]].concat(), &whole),
    ] {
        let folder = folder(&[("a.zip", &bytes), ("d/a.zip", &zip(&[("a.zip", &bytes)]))]);
        if bytes.starts_with(b"PK") {
            let found = found(&check(&folder, &["a.zip"]));
            let pairs = pairs(&found);
            assert!(pairs.starts_with(expected), "{pairs:?}");
            // An end in a comment may hide the archive's own; then the headers of its members are read.
            let rest = &pairs[expected.len()..];
            assert!(rest.is_empty() || rest == [("a.zip", "damaged-archive")], "{pairs:?}");
        }
        let deeper = found(&check(&folder, &["d"]));
        let deeper: Vec<_> = deeper.iter().map(|(path, name)| (&path[8..], &name[..])).collect();
        assert_eq!(deeper.starts_with(expected), bytes.starts_with(b"PK"), "{deeper:?}");
        assert!(!deeper.is_empty());
    }
    // Of two, one behind the other, either could be meant.
    let folder = folder(&[("a.zip", &[inner, zip(&[("y.sgf", BAD.as_bytes())])].concat())]);
    let found = found(&check(&folder, &["a.zip"]));
    assert_eq!(pairs(&found), [("a.zip/x.sgf", occupied), ("a.zip", "damaged-archive")]);
}

#[test]
fn members_behind_one_that_is_missing_are_read() {
    let names = ["a.sgf", "b.sgf", "c.sgf", "d.sgf"];
    let whole = zip(&names.map(|name| (name, BAD.as_bytes())));
    let first = whole.windows(4).position(|w| w == b"PK\x01\x02").expect("it has a directory");
    for offset in [whole.len() - 10, whole.len() - 4, 7, u32::MAX as usize - 1] {
        let mut bytes = whole.clone();
        bytes[first + 42..first + 46].copy_from_slice(&(offset as u32).to_le_bytes());
        let folder = folder(&[("a.zip", &bytes)]);
        let found = found(&check(&folder, &["a.zip"]));
        let expected = names.map(|name| match name {
            "a.sgf" => ("a.zip/a.sgf".to_owned(), "damaged-archive".to_owned()),
            _ => (format!("a.zip/{name}"), "occupied-point".to_owned()),
        });
        assert_eq!(found, expected, "{offset}");
    }
}

/// A header of a tar with what a test puts into it.
fn tar_header(name: &str, kind: u8, size: usize, change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    header.set_path(name).expect("a name");
    header.set_entry_type(tar::EntryType::new(kind));
    header.set_size(size as u64);
    header.set_mode(0o644);
    change(header.as_mut_bytes());
    header.set_cksum();
    header.as_bytes().to_vec()
}

fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut padded = bytes.to_vec();
    padded.resize(bytes.len().next_multiple_of(512), 0);
    padded
}

/// Files whose holes were left out (`tar --sparse`): they can't be audited, and what follows them can.
#[test]
fn sparse_files_are_told() {
    let last = tar(&[("z.sgf", BAD.as_bytes())]);
    // The first of two further blocks says that another follows.
    let mut blocks = [[0; 512]; 2];
    blocks[0][504] = 1;
    let old = |name| {
        let header = tar_header(name, b'S', 600, |header| {
            // One piece of 600 bytes, and the size of the whole.
            header[386..398].copy_from_slice(b"00000000000\0");
            header[398..410].copy_from_slice(b"00000001130\0");
            header[482] = 1;
            header[483..495].copy_from_slice(b"00000001130\0");
        });
        [header, blocks.concat(), padded(&[b'x'; 600])].concat()
    };
    let text = b"22 GNU.sparse.major=1\n25 GNU.sparse.name=s.sgf\n";
    let pax = [
        tar_header("PaxHeaders/s", b'x', text.len(), |_| ()),
        padded(text),
        tar_header("GNUSparseFile.0/s.sgf", b'0', 600, |_| ()),
        padded(&[b'x'; 600]),
    ];
    let told = ("a.tar/s.sgf", "unreadable");
    let read = ("a.tar/z.sgf", "occupied-point");
    for (sparse, expected) in
        [(old("s.sgf"), &[told, read][..]), (old("s.bin"), &[read]), (pax.concat(), &[told, read])]
    {
        let folder = folder(&[("a.tar", &[sparse, last.clone()].concat())]);
        let stdout = check(&folder, &["a.tar"]);
        assert_eq!(pairs(&found(&stdout)), expected, "{stdout}");
        assert_eq!(stdout.contains("stored as a sparse file"), expected.len() > 1);
    }
}

/// Links and what is no file aren't read, and that is said.
#[test]
fn links_are_told() {
    let last = tar(&[("z.sgf", BAD.as_bytes())]);
    let read = ("a.tar/z.sgf", "occupied-point");
    for (kind, why) in [
        (b'1', "a hard link to another member; not read"),
        (b'2', "a symbolic link; not read"),
        (b'6', "not a regular file; not read"),
    ] {
        for (name, expected) in
            [("s.sgf", &[("a.tar/s.sgf", "unreadable"), read][..]), ("s.bin", &[read])]
        {
            let header = tar_header(name, kind, 0, |_| ());
            let folder = folder(&[("a.tar", &[header, last.clone()].concat())]);
            let stdout = check(&folder, &["a.tar"]);
            assert_eq!(pairs(&found(&stdout)), expected, "{stdout}");
            assert_eq!(stdout.contains(why), expected.len() > 1, "{stdout}");
        }
    }
    // In the directory of a ZIP: made by Unix, a link.
    let mut zip = zip(&[("s.sgf", b"z.sgf"), ("z.sgf", BAD.as_bytes())]);
    let at = zip.windows(4).position(|bytes| bytes == b"PK\x01\x02").expect("a directory");
    zip[at + 5] = 3;
    zip[at + 38..at + 42].copy_from_slice(&(0o120_777u32 << 16).to_le_bytes());
    let folder = folder(&[("a.zip", &zip)]);
    let stdout = check(&folder, &["a.zip"]);
    let expected = [("a.zip/s.sgf", "unreadable"), ("a.zip/z.sgf", "occupied-point")];
    assert_eq!(pairs(&found(&stdout)), expected, "{stdout}");
}

/// A tar of no files is nothing but zeros.
#[test]
fn empty_archives_are_no_fault() {
    let empty = tar(&[]);
    let folder = folder(&[
        ("d/a.sgf", BAD.as_bytes()),
        ("d/b.tar", &empty),
        ("d/c.tar", &[0; 10240]),
        ("d/d.tar.gz", &gzip(&empty)),
        ("d/e.tgz", &gzip(&[0; 10240])),
        ("d/f.tar", &tar(&[("in.tar", &empty)])),
        ("d/g.zip", &zip(&[("in.tar", &empty), ("in.zip", &zip(&[]))])),
        ("lost.tar", &[0; 512]),
    ]);
    assert_eq!(pairs(&found(&check(&folder, &["d"]))), [("d/a.sgf", "occupied-point")]);
    let (_, stderr, status) = run(folder.path(), &["check", "d/b.tar"]);
    assert!(status == 2 && stderr.contains("no records found"), "{stderr}");
    let (_, stderr, status) = run(folder.path(), &["convert", "d", "--to", "csv", "--out", "out"]);
    assert_eq!(status, 0, "{stderr}");
    assert!(stderr.contains("1 file read; 1 game written; 0 files refused"), "{stderr}");
    let lost = found(&check(&folder, &["lost.tar"]));
    assert_eq!(pairs(&lost), [("lost.tar", "damaged-archive")]);
}

/// Names that no file can have: what is called so is refused, and all others are written.
#[cfg(unix)]
#[test]
fn names_that_no_file_can_have() {
    let long = format!("{}.sgf", "n".repeat(300));
    let text = b"16 path=a\0b.sgf\n";
    let pax = [
        tar_header("PaxHeaders/a", b'x', text.len(), |_| ()),
        padded(text),
        tar_header("a.sgf", b'0', BAD.len(), |_| ()),
        padded(BAD.as_bytes()),
        tar(&[("z.sgf", BAD.as_bytes())]),
    ];
    let nul = zip(&[("a\0b.sgf", BAD.as_bytes()), ("z.sgf", BAD.as_bytes())]);
    let too_long = zip(&[(&long, BAD.as_bytes()), ("z.sgf", BAD.as_bytes())]);
    for (name, bytes) in [("a.zip", nul), ("a.tar", pax.concat()), ("b.zip", too_long)] {
        let folder = folder(&[(name, &bytes)]);
        let (_, stderr, status) =
            run(folder.path(), &["convert", name, "--to", "sgf", "--out", "out"]);
        assert_eq!(status, 1, "{stderr}");
        assert!(stderr.contains("error[output-name]"), "{stderr}");
        assert!(stderr.contains("2 files read; 1 game written; 1 file refused"), "{stderr}");
        assert!(folder.path().join("out").join(name).join("z.sgf").is_file());
    }
}

#[test]
fn a_packed_collection_that_is_cut_off() {
    let games: Vec<u8> = (0..2000u32)
        .flat_map(|i| {
            BAD.replace("RE[?]", &format!("RE[?]GN[{:x}]", i.wrapping_mul(2_654_435_761)))
                .into_bytes()
        })
        .collect();
    let packed = gzip(&games);
    let folder = folder(&[("games.sgf.gz", &packed[..packed.len() / 2])]);
    let found = found(&check(&folder, &["games.sgf.gz"]));
    let count = |name| found.iter().filter(|(_, finding)| finding == name).count();
    assert!(count("occupied-point") > 500, "{}", count("occupied-point"));
    assert_eq!((count("damaged-archive"), count("internal-error")), (1, 0));
}

/// A tar is known by its magic, too, so that damage in its first header doesn't make it a record.
#[test]
fn a_tar_with_a_damaged_first_header_is_a_tar() {
    let mut damaged = tar(&[("a.sgf", BAD.as_bytes()), ("b.sgf", GOOD.as_bytes())]);
    damaged[100] ^= 1;
    for name in ["a.tar", "a.sgf"] {
        let folder = folder(&[(name, &damaged)]);
        let found = found(&check(&folder, &[name]));
        assert_eq!(found, [(name.to_owned(), "damaged-archive".to_owned())]);
    }
    // A record that says the same in this place.
    let record = format!("(;FF[4]GM[1]SZ[9]RE[?]C[{:200}]C[ustar];B[ee];W[ee])", "");
    let folder = folder(&[("a.sgf", record.as_bytes())]);
    assert!(found(&check(&folder, &["a.sgf"])).iter().any(|(_, name)| name == "occupied-point"));
}

/// Damage that only a checksum or a length tells is told, however little there is, and wherever what
/// was packed ends before its packing does.
#[test]
fn checksums_are_compared() {
    let record: Files = &[("a.sgf", BAD.as_bytes())];
    let mut zstd_with_sum = zstd(&tar(record));
    assert_eq!(zstd_with_sum[4] & 4, 4, "it has a checksum");
    *zstd_with_sum.last_mut().expect("it isn't empty") ^= 1;
    let gzip_with = |bytes: &[u8], from_end: usize| {
        let mut packed = gzip(bytes);
        let at = packed.len() - from_end;
        packed[at] ^= 1;
        packed
    };
    let whole = gzip(&tar(record));
    let wrong = gzip_with(&tar(record), 8);
    for (name, damaged, bytes) in [
        ("sum.tgz", "sum.tgz", wrong.clone()),
        ("length.tgz", "length.tgz", gzip_with(&tar(record), 1)),
        ("cut.tgz", "cut.tgz", whole[..whole.len() - 3].to_vec()),
        ("sum.tar.zst", "sum.tar.zst", zstd_with_sum),
        ("sum.sgf.gz", "sum.sgf.gz/sum.sgf", gzip_with(BAD.as_bytes(), 8)),
        ("length.sgf.gz", "length.sgf.gz/length.sgf", gzip_with(BAD.as_bytes(), 1)),
        ("in.tar", "in.tar/in.tgz", tar(&[("in.tgz", &wrong)])),
        ("in.zip", "in.zip/a.sgf.gz/a.sgf", zip(&[("a.sgf.gz", &gzip_with(BAD.as_bytes(), 8))])),
    ] {
        let folder = folder(&[(name, &bytes)]);
        let found = found(&check(&folder, &[name]));
        let [(_, first), (path, second)] = &found[..] else { panic!("{name}: {found:?}") };
        assert_eq!((&first[..], &second[..]), ("occupied-point", "damaged-archive"), "{name}");
        assert_eq!(path, damaged);
    }
    // A tar that is a member: its end blocks don't end the member.
    let mut bytes = zip(&[("no.sgf", b""), ("a.tar", &tar(record))]);
    let directory = bytes.windows(4).rposition(|w| w == b"PK\x01\x02").expect("it has one");
    bytes[directory + 16] ^= 1;
    let folder = folder(&[("a.zip", &bytes)]);
    let found = found(&check(&folder, &["a.zip"]));
    assert_eq!(found.last(), Some(&("a.zip/a.tar".to_owned(), "damaged-archive".to_owned())));
}

#[test]
fn damaged_bytes_never_end_a_run() {
    let files: Vec<(String, &[u8])> =
        (0..5).map(|number| (format!("{number:02}.sgf"), BAD.as_bytes())).collect();
    let files = borrowed(&files);
    let kinds = [
        ("tar", tar(&files)),
        ("tgz", gzip(&tar(&files))),
        ("zst", zstd(&tar(&files))),
        ("xz", xz(&tar(&files))),
        ("zip", zip(&files)),
        ("7z", seven_zip(&files)),
    ];
    let folder = TempDir::new().expect("a folder for the test");
    let mut random = Random(7);
    for (ending, bytes) in &kinds {
        for number in 0..60 {
            let mut bytes = bytes.clone();
            for _ in 0..=number % 4 {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
            std::fs::write(folder.path().join(format!("{number}.{ending}")), bytes)
                .expect("written");
        }
    }
    std::fs::write(folder.path().join("zz.sgf"), BAD).expect("written");
    let (stdout, _, status) = run(folder.path(), &["check", ".", "--threads", "2"]);
    assert_eq!(status, 1);
    assert!(stdout.contains("zz.sgf:3:4: error[occupied-point]"), "{stdout}");
    assert!(stdout.contains("damaged-archive"), "{stdout}");
    // Nothing that came of the damage was only caught.
    assert!(!stdout.contains("internal-error"), "{stdout}");
}

/// Found by fuzzing: one is read for ever if it is read on after its damage, the other says that it holds more
/// files than memory can.
#[test]
fn damage_that_would_be_read_without_end() {
    for bytes in [
        &include_bytes!("../fuzz/found/archives/endless.7z")[..],
        include_bytes!("../fuzz/found/archives/crowded.7z"),
    ] {
        let folder = folder(&[("a.7z", bytes)]);
        let (stdout, _, status) = run(folder.path(), &["check", "a.7z"]);
        assert_eq!(status, 1);
        assert_eq!(found(&stdout).last().map(|(_, name)| &name[..]), Some("damaged-archive"));
    }
}

#[test]
fn encrypted_members_are_told() {
    let mut bytes = zip(&[("a.sgf", BAD.as_bytes()), ("b.sgf", BAD.as_bytes())]);
    // The flag of the first member, in both of its headers.
    bytes[6] |= 1;
    let central = bytes.windows(4).position(|w| w == b"PK\x01\x02").expect("it has a directory");
    bytes[central + 8] |= 1;
    let folder = folder(&[("a.zip", &bytes)]);
    let stdout = check(&folder, &["a.zip"]);
    let expected = [("a.zip/a.sgf", "encrypted-member"), ("a.zip/b.sgf", "occupied-point")];
    assert_eq!(pairs(&found(&stdout)), expected);
    let cut = &bytes[..central];
    std::fs::write(folder.path().join("a.zip"), cut).expect("written");
    let cut = found(&check(&folder, &["a.zip"]));
    assert_eq!(pairs(&cut)[..2], expected);
    assert_eq!(cut[2].1, "damaged-archive");
}

#[test]
fn limits_against_bombs() {
    let blanks = vec![b' '; 66 << 20];
    let bomb = gzip(&blanks);
    // What is no record has to be unpacked where there is no list of what stands where.
    let cut = zip(&[("blanks.txt", &blanks), ("a.sgf", BAD.as_bytes())]);
    let directory = cut.windows(4).position(|w| w == b"PK\x01\x02").expect("it has a directory");
    let many: Vec<(String, &[u8])> =
        (0..50).map(|n| (format!("{n}.sgf"), GOOD.as_bytes())).collect();
    let many = borrowed(&many);
    let folder = folder(&[
        ("bomb.sgf.gz", &bomb),
        ("in.zip", &zip(&[("bomb.sgf.gz", &bomb), ("a.sgf", BAD.as_bytes())])),
        ("cut.zip", &cut[..directory]),
        ("skipped.7z", &seven_zip(&[("blanks.txt", &blanks[..size(1, 66 << 20)])])),
        ("many.tar", &tar(&many)),
        ("many.zip", &zip(&many)),
    ]);
    let limited = |arguments: &[&str]| {
        let stdout = check(&folder, arguments);
        let names: Vec<_> = found(&stdout).into_iter().map(|(_, name)| name).collect();
        (names, stdout)
    };
    for bomb in ["in.zip", "cut.zip", "bomb.sgf.gz", "skipped.7z"].into_iter().take(size(2, 4)) {
        let (names, stdout) = limited(&[bomb]);
        assert_eq!(names, ["archive-limit"], "{stdout}");
        assert!(stdout.contains("more than 250 times its size"), "{stdout}");
        let (names, stdout) = limited(&[bomb, "--max-unpacked", "1000000"]);
        assert_eq!(names, ["archive-limit"], "{stdout}");
    }
    for many in ["many.tar", "many.zip"] {
        let (names, stdout) = limited(&[many, "--max-members", "9"]);
        assert_eq!(names, ["archive-limit"], "{stdout}");
        assert!(stdout.contains("10 files, 9 games"), "{stdout}");
        assert!(limited(&[many, "--max-members", "50"]).0.is_empty());
    }
    let (names, stdout) = limited(&["many.tar", "--max-bytes", "20"]);
    assert_eq!(names, vec!["too-large"; 50], "{stdout}");
}

/// Many entries of a directory that lead to one member: each reads the same bytes again.
#[test]
fn members_that_overlap_are_limited_too() {
    let blanks = vec![b' '; 1 << 18];
    let mut bytes = zip(&[("deflated.txt", b""), ("a.sgf", &blanks)]);
    let at = |bytes: &[u8], what: &[u8]| bytes.windows(4).rposition(|window| window == what);
    let entry = at(&bytes, b"PK\x01\x02").expect("it has a directory");
    let end = at(&bytes, b"PK\x05\x06").expect("it has an end");
    let (entry, mut end) = (bytes[entry..end].to_vec(), bytes.split_off(end));
    let size = u32::from_le_bytes([end[12], end[13], end[14], end[15]]) + 299 * entry.len() as u32;
    end[12..16].copy_from_slice(&size.to_le_bytes());
    end[8..10].copy_from_slice(&301u16.to_le_bytes());
    end[10..12].copy_from_slice(&301u16.to_le_bytes());
    bytes.extend(entry.repeat(299).into_iter().chain(end));
    let folder = folder(&[("a.zip", &bytes)]);
    let stdout = check(&folder, &["a.zip"]);
    let found = found(&stdout);
    assert_eq!(found.last(), Some(&("a.zip".to_owned(), "archive-limit".to_owned())), "{stdout}");
    assert!(found.len() < 270, "{stdout}");
}

#[test]
fn names_lead_nowhere() {
    let files: Files = &[
        ("/etc/a.sgf", BAD.as_bytes()),
        ("../../b.sgf", BAD.as_bytes()),
        ("\u{1b}[2J.sgf", BAD.as_bytes()),
        ("d/../../c.sgf", BAD.as_bytes()),
    ];
    let folder = folder(&[("d/a.tar", &tar(files))]);
    let mut bytes = tar(files);
    // No UTF-8 either.
    bytes[1] = 0xff;
    let sum: u32 = bytes[..512].iter().map(|&b| u32::from(b)).sum::<u32>()
        - bytes[148..156].iter().map(|&b| u32::from(b)).sum::<u32>()
        + 8 * 32;
    bytes[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    std::fs::write(folder.path().join("d/b.tar"), bytes).expect("written");
    let stdout = check(&folder, &["d"]);
    assert_eq!(
        pairs(&found(&stdout)).into_iter().map(|(path, _)| path).collect::<Vec<_>>(),
        [
            "d/a.tar//etc/a.sgf",
            "d/a.tar/../../b.sgf",
            "d/a.tar/\\u{1b}[2J.sgf",
            "d/a.tar/d/../../c.sgf",
            "d/b.tar//\\xfftc/a.sgf",
            "d/b.tar/../../b.sgf",
            "d/b.tar/\\u{1b}[2J.sgf",
            "d/b.tar/d/../../c.sgf",
        ]
    );
    let (_, stderr, status) =
        run(folder.path(), &["convert", "d/a.tar", "--to", "sgf", "--out", "deep/out"]);
    assert_eq!(status, 0, "{stderr}");
    for written in ["etc/a.sgf", "b.sgf", "d/c.sgf"] {
        let path = folder.path().join("deep/out/a.tar").join(written);
        assert!(path.is_file(), "{}: {stderr}", path.display());
    }
    assert!(!folder.path().join("b.sgf").exists() && !folder.path().join("deep/b.sgf").exists());
}

#[test]
fn convert_takes_archives() {
    let folder = folder(&[("d/a.zip", &zip(FILES)), ("d/b.sgf", GOOD.as_bytes())]);
    let (_, stderr, _) = run(folder.path(), &["convert", "d", "--to", "jsonl", "--out", "out"]);
    let jsonl = std::fs::read_to_string(folder.path().join("out/games.jsonl")).expect(&stderr);
    let paths: Vec<&str> =
        ["d/a.zip/z.sgf", "d/a.zip/d/a.SGF", "d/a.zip/d/b.sgf", "d/b.sgf"].to_vec();
    assert_eq!(jsonl.lines().count(), paths.len(), "{stderr}");
    for (line, path) in jsonl.lines().zip(paths) {
        assert!(line.contains(&format!("\"{path}\"")), "{line}");
    }
    assert!(stderr.contains("d/a.zip/empty.sgf"), "{stderr}");
}

#[test]
fn fix_leaves_archives_alone() {
    let bytes = zip(FILES);
    let folder = folder(&[("d/a.zip", &bytes), ("d/b.sgf", GOOD.as_bytes())]);
    let (stdout, _, status) = run(folder.path(), &["fix", "d/a.zip", "--write"]);
    assert_eq!(status, 1);
    assert!(stdout.contains("d/a.zip: error[unreadable] an archive"), "{stdout}");
    let (stdout, _, _) = run(folder.path(), &["fix", "d"]);
    assert!(!stdout.contains("a.zip"), "{stdout}");
    assert_eq!(std::fs::read(folder.path().join("d/a.zip")).expect("it is there"), bytes);
}

/// What was read before the damage isn't the record: it is written only where losses are allowed.
#[test]
fn convert_writes_no_part_of_a_record() {
    let whole = tar(&[("z.sgf", GOOD.as_bytes())]);
    let cut = tar(&[("a.sgf", GOOD.as_bytes())]);
    let gzipped = gzip(GOOD.as_bytes());
    let cut_gzip = &gzipped[..gzipped.len() - 9];
    for (name, bytes, part) in
        [("a.tar", &cut[..512 + 40], "a.tar/a.sgf"), ("a.sgf.gz", cut_gzip, "a.sgf.gz/a.sgf")]
    {
        let folder = folder(&[(name, bytes), ("z.tar", &whole)]);
        let arguments = ["convert", name, "z.tar", "--to", "sgf", "--out", "out"];
        let (_, stderr, status) = run(folder.path(), &arguments);
        assert_eq!(status, 1, "{stderr}");
        assert!(stderr.contains("error[damaged-archive]"), "{stderr}");
        assert!(stderr.contains("2 files read; 1 game written; 1 file refused"), "{stderr}");
        assert!(!folder.path().join("out").join(part).exists(), "{part}");
        let lossy = ["convert", name, "z.tar", "--to", "sgf", "--lossy", "--out", "lossy"];
        let (_, stderr, _) = run(folder.path(), &lossy);
        assert!(folder.path().join("lossy").join(part).is_file(), "{part}: {stderr}");
    }
}

#[test]
fn convert_knows_archives_that_are_called_records() {
    let folder = folder(&[("d/x.sgf", &tar(&[("a.sgf", GOOD.as_bytes())]))]);
    let (_, stderr, status) = run(folder.path(), &["convert", "d", "--to", "sgf", "--out", "out"]);
    assert_eq!(status, 0, "{stderr}");
    assert!(folder.path().join("out/x.sgf/a.sgf").is_file());
}

/// Paths and bytes of the records in an archive, and the message of what couldn't be read.
fn unpacked(path: &str, bytes: &[u8]) -> (Vec<(String, Vec<u8>)>, Option<String>) {
    let (mut records, mut message) = (Vec::new(), None);
    let unpacker = Unpacker { limits: ArchiveLimits::DEFAULT, most: 1 << 20 };
    unpacker.unpack(Path::new(path), Input::Bytes(bytes), false, &mut |member| {
        match member.bytes {
            Ok(bytes) if !member.is_truncated => {
                records.push((member.path.to_string_lossy().into_owned(), bytes.to_vec()));
            }
            Ok(_) => {}
            Err(error) => message = Some(error.to_string()),
        }
        ControlFlow::Continue(())
    });
    (records, message)
}

fn tar_with_long_name(long: &str) -> Vec<u8> {
    let text = [b'x'; 1000];
    tar(&[("a.sgf", b""), ("d/b.sgf", &text[..512]), (long, &text), ("c.sgf", b"x")])
}

#[test]
fn long_names_in_a_tar_are_read_up_to_a_limit() {
    const MAX_HEADERS: usize = 1 << 20;
    let long = format!("{}x.sgf", "d/".repeat(200));
    let (records, message) = unpacked("x.tar", &tar_with_long_name(&long));
    assert_eq!(message, None);
    let sizes: Vec<_> = records.iter().map(|(path, bytes)| (&path[6..], bytes.len())).collect();
    assert_eq!(sizes, [("a.sgf", 0), ("d/b.sgf", 512), (&long[..], 1000), ("c.sgf", 1)]);
    let mut header = tar::Header::new_gnu();
    header.set_path("././@LongLink").expect("short");
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(MAX_HEADERS as u64 + 1);
    header.set_cksum();
    let endless = [&header.as_bytes()[..], &vec![b'x'; 2 * MAX_HEADERS]].concat();
    let (records, message) = unpacked("x.tar", &endless);
    assert!(records.is_empty());
    assert!(message.expect("too long").starts_with("an extended header is too long"));
}

#[test]
fn a_tar_that_is_cut_off_anywhere_is_read_up_to_there() {
    let archive = tar_with_long_name("b.sgf");
    let whole = unpacked("x.tar", &archive).0;
    for end in 512..archive.len() {
        let (records, message) = unpacked("x.tar", &archive[..end]);
        assert!(whole.starts_with(&records), "{end}");
        // There are two blocks at the end; one is enough.
        assert_eq!(message.is_none(), end >= archive.len() - 512, "{end}");
    }
}

#[test]
fn gzip_members_follow_each_other_and_zeros_the_last() {
    let two = [gzip(b"(;B[aa]"), gzip(b";W[bb])")].concat();
    let both = vec![("x.sgf.gz/x.sgf".to_owned(), b"(;B[aa];W[bb])".to_vec())];
    let read = |bytes: &[u8]| unpacked("x.sgf.gz", bytes);
    assert_eq!(read(&two), (both.clone(), None));
    assert_eq!(read(&[&two[..], &[0; 999]].concat()), (both, None));
    let empty = vec![("x.sgf.gz/x.sgf".to_owned(), Vec::new())];
    assert_eq!(read(&gzip(b"")), (empty, None));
    for damaged in [&[&two[..], b"\0\0rest"].concat(), &two[..two.len() - 1]] {
        assert!(read(damaged).1.is_some());
    }
}

#[cfg(unix)]
#[test]
fn a_member_keeps_any_name() {
    use std::os::unix::ffi::OsStrExt;
    for name in
        [&b"a/b.sgf"[..], b"/etc/passwd", b"../../a.sgf", b"\xbf\xc2.sgf", "柯洁.sgf".as_bytes()]
    {
        let path = member_path(Path::new("x.tar"), name);
        assert_eq!(path.as_os_str().as_bytes(), [b"x.tar/", name].concat());
    }
}

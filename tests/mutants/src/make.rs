//! Makes the copy of the project that holds all mutants, and builds its tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use proc_macro2::LineColumn;
use serde_json::Value;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::program::Program;
use crate::rewrite::{ACTIVE, LeftOut, Mutant, Rewriter};

/// The folders that get mutants.
const MUTATED: [&str; 9] = [
    "src/core/audit",
    "src/core/event",
    "src/core/fix",
    "src/core/go",
    "src/core/record",
    "src/core/replay",
    "src/core/rules",
    "src/core/score",
    "src/report",
];

/// The roots of the two crates, and what makes the switch a module of each.
const ROOTS: [(&str, &str); 2] = [
    // The manifest of the copy has no lints, so the module needs no documentation.
    ("src/core/lib.rs", "\npub mod mutant;\n"),
    ("src/lib.rs", "\nuse sgf_audit_core::mutant;\n"),
];

/// The manifests of the program and of the library.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "src/core/Cargo.toml"];

/// What else is written into them: no lint refuses a mutant.
const LINTS: &str = "
[lints.rust]
warnings = \"allow\"
arithmetic_overflow = \"allow\"
unconditional_panic = \"allow\"
";

/// How the copy is built: as by `cargo test`. Optimising thousands of mutants takes longer than running them.
const PROFILE: &str = "
[profile.mutants]
inherits = \"dev\"
debug = 0
incremental = true
";

/// A place where tests and mutants are kept: the copy of the project, and what is known of it.
pub struct Workshop {
    folder: PathBuf,
}

impl Workshop {
    /// The one in a folder, which is made if it isn't there.
    pub fn new(folder: &Path) -> Result<Self, String> {
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let folder = folder.canonicalize().map_err(|e| e.to_string())?;
        Ok(Self { folder })
    }

    /// The copy of the project.
    pub fn copy(&self) -> PathBuf {
        self.folder.join("copy")
    }

    /// Something else that is kept.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Copies what git knows of the project, or doesn't ignore. What is the same stays untouched.
    pub fn copy_project(&self, project: &Path) -> Result<(), String> {
        let listed = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(project)
            .output()
            .map_err(|e| format!("git: {e}"))?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        for name in listed.split('\0').filter(|name| !name.is_empty()) {
            let from = project.join(name);
            let mutated = MUTATED.iter().any(|folder| name.starts_with(folder));
            let mutated = mutated && gets_mutants(&from);
            let is_root = ROOTS.iter().any(|(root, _)| *root == name);
            if mutated || is_root || MANIFESTS.contains(&name) {
                continue;
            }
            // A file that is gone, and is still in the index.
            let Ok(bytes) = fs::read(&from) else { continue };
            write_new(&self.copy().join(name), &bytes)?;
        }
        let text =
            |name: &str| fs::read_to_string(project.join(name)).map_err(|e| format!("{name}: {e}"));
        for (name, more) in MANIFESTS.into_iter().zip([PROFILE, ""]) {
            let manifest = without_lints(&text(name)?) + LINTS + more;
            write_new(&self.copy().join(name), manifest.as_bytes())?;
        }
        for (name, more) in ROOTS {
            write_new(&self.copy().join(name), (text(name)? + more).as_bytes())?;
        }
        let switch = include_str!("../switch.rs");
        write_new(&self.copy().join("src/core/mutant.rs"), switch.as_bytes())
    }

    /// Writes the sources with all mutants but those that are left out.
    fn rewrite(&self, project: &Path, left_out: &LeftOut) -> Result<Vec<Mutant>, String> {
        let mut rewriter = Rewriter::new(left_out);
        for folder in MUTATED {
            for path in sources(&project.join(folder))? {
                let name = path.strip_prefix(project).unwrap_or(&path).display().to_string();
                let text = fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
                let text = rewriter.rewrite(&name, &text).map_err(|e| format!("{name}: {e}"))?;
                write_new(&self.copy().join(&name), text.as_bytes())?;
            }
        }
        Ok(rewriter.mutants)
    }

    /// Writes the sources, asks the compiler, leaves out what it refuses, and so on until it refuses
    /// nothing. Returns the mutants that are left and how many were left out. What was refused is kept,
    /// to begin with that.
    pub fn mutate(&self, project: &Path) -> Result<(Vec<Mutant>, usize), String> {
        let kept = [self.file("refused.tsv"), self.file("constant.tsv")];
        let read = |path: &Path| {
            let text = fs::read_to_string(path).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        };
        let mut left_out = LeftOut { mutants: read(&kept[0]), constant: read(&kept[1]) };
        loop {
            let mutants = self.rewrite(project, &left_out)?;
            let errors = self.check()?;
            if errors.is_empty() {
                return Ok((mutants, left_out.mutants.len()));
            }
            let mut found = false;
            for error in &errors {
                if let Some(name) = constant_call(&error.text) {
                    found |= left_out.constant.insert(name);
                } else {
                    for (file, at) in &error.places {
                        let number = mutant_at(&self.copy().join(file), *at)?;
                        let mutant = number.and_then(|id| mutants.get(id as usize - 1));
                        if let Some(mutant) = mutant {
                            found |= left_out.mutants.insert(mutant.name());
                        }
                    }
                }
            }
            eprintln!("{} errors, {} mutants left out", errors.len(), left_out.mutants.len());
            for (path, names) in kept.iter().zip([&left_out.mutants, &left_out.constant]) {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                write_new(path, names.join("\n").as_bytes())?;
            }
            if !found {
                let shown: Vec<String> = errors.iter().map(|e| e.shown.clone()).collect();
                return Err(format!("no mutant is to blame for:\n{}", shown.join("\n")));
            }
        }
    }

    fn cargo(&self) -> Command {
        let mut cargo = Command::new("cargo");
        cargo
            .current_dir(self.copy())
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .stdin(Stdio::null())
            .stderr(Stdio::inherit());
        cargo
    }

    fn check(&self) -> Result<Vec<Refused>, String> {
        let output = self
            .cargo()
            .args(["check", "--quiet", "--profile", "mutants", "--workspace", "--lib"])
            .args(["--features", "sgf-audit-core/schema,sgf-audit-core/serde"])
            .args(["--message-format", "json"])
            .stderr(Stdio::null())
            .output()
            .map_err(|e| format!("cargo: {e}"))?;
        let lines = output.stdout.split(|&byte| byte == b'\n');
        let messages = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
        let refused: Vec<Refused> = messages.filter_map(|line| Refused::new(&line)).collect();
        if refused.is_empty() && !output.status.success() {
            return Err("cargo check fails without an error in the sources".to_owned());
        }
        Ok(refused)
    }

    /// Builds the tests. Returns their programs.
    pub fn build(&self) -> Result<Vec<Program>, String> {
        let mut cargo = self.cargo();
        cargo.args(["test", "--no-run", "--profile", "mutants", "--message-format", "json"]);
        cargo.args(["--quiet", "--workspace", "--lib", "--test", "suite"]);
        let output = cargo.output().map_err(|e| format!("cargo: {e}"))?;
        let mut programs = Vec::new();
        for line in output.stdout.split(|&byte| byte == b'\n') {
            let Ok(line) = serde_json::from_slice::<Value>(line) else { continue };
            if let ("error", Some(message)) = (
                line["message"]["level"].as_str().unwrap_or_default(),
                line["message"]["rendered"].as_str(),
            ) {
                eprint!("{message}");
            }
            let is_test = line["profile"]["test"] == true;
            if let (true, Some(program)) = (is_test, line["executable"].as_str()) {
                let name = line["target"]["name"].as_str().unwrap_or_default();
                programs.push(Program { name: name.to_owned(), path: program.into() });
            }
        }
        if output.status.success() { Ok(programs) } else { Err("the tests don't build".into()) }
    }
}

/// What the compiler refuses.
struct Refused {
    text: String,
    shown: String,
    /// The places that it names first: file, line and column.
    places: Vec<(String, LineColumn)>,
}

impl Refused {
    fn new(line: &Value) -> Option<Self> {
        let message = &line["message"];
        if message["level"] != "error" {
            return None;
        }
        let spans = message["spans"].as_array()?;
        let places = spans.iter().filter(|span| span["is_primary"] == true).filter_map(|span| {
            let number = |key: &str| span[key].as_u64().map(|n| n as usize);
            let (line, column) = (number("line_start")?, number("column_start")? - 1);
            Some((span["file_name"].as_str()?.to_owned(), LineColumn { line, column }))
        });
        let places: Vec<_> = places.collect();
        if places.is_empty() {
            return None;
        }
        let text = message["message"].as_str()?.to_owned();
        Some(Self { text, shown: message["rendered"].as_str()?.to_owned(), places })
    }
}

/// The function that a message says to be needed where constants are.
fn constant_call(text: &str) -> Option<String> {
    let rest = text.strip_prefix("cannot call non-const ")?;
    let name = rest.split('`').nth(1)?;
    let name = name.split('<').next().unwrap_or(name).trim_end_matches("::");
    Some(name.rsplit("::").next().unwrap_or(name).to_owned())
}

/// The innermost mutant at a place of a rewritten file: one whose own code it is, or else one around it.
fn mutant_at(path: &Path, at: LineColumn) -> Result<Option<u32>, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let tree = syn::parse_file(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut search = Search { at, best: None };
    search.visit_file(&tree);
    Ok(search.best.map(|(_, _, id)| id))
}

struct Search {
    at: LineColumn,
    /// Whether only around it, the length, and the mutant.
    best: Option<(bool, (usize, usize), u32)>,
}

impl Search {
    fn offer(&mut self, part: &impl Spanned, id: u32, around: bool) {
        let (start, end) = (part.span().start(), part.span().end());
        if start <= self.at && self.at < end {
            let length = (end.line - start.line, end.column.abs_diff(start.column));
            let offered = (around, length, id);
            self.best = Some(self.best.map_or(offered, |best| best.min(offered)));
        }
    }
}

impl<'ast> Visit<'ast> for Search {
    fn visit_expr_if(&mut self, part: &'ast syn::ExprIf) {
        if let Some(id) = asked(&part.cond) {
            self.offer(&part.then_branch, id, false);
            self.offer(part, id, true);
        }
        visit::visit_expr_if(self, part);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            let mut asked = Asked(Vec::new());
            asked.visit_expr(guard);
            for id in asked.0 {
                self.offer(guard, id, true);
                self.offer(arm, id, true);
            }
        }
        visit::visit_arm(self, arm);
    }
}

/// All mutants that are asked for in an expression.
struct Asked(Vec<u32>);

impl<'ast> Visit<'ast> for Asked {
    fn visit_expr(&mut self, expr: &'ast syn::Expr) {
        self.0.extend(asked(expr));
        visit::visit_expr(self, expr);
    }
}

/// The mutant that a condition asks for.
fn asked(condition: &syn::Expr) -> Option<u32> {
    let number = match condition {
        syn::Expr::Binary(binary) if matches!(&*binary.left, syn::Expr::Path(path) if path.path.is_ident(ACTIVE)) => {
            &*binary.right
        }
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) if path.path.segments.iter().any(|s| s.ident == "mutant") => {
                call.args.first()?
            }
            _ => return None,
        },
        _ => return None,
    };
    match number {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => {
            number.base10_parse().ok()
        }
        _ => None,
    }
}

/// Whether a file is one of the program's sources, and none of its tests in a file of their own.
fn gets_mutants(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs")
}

/// The Rust files below a folder that get mutants, by name.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if gets_mutants(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A manifest without its sections on lints, which mutants needn't pass.
fn without_lints(manifest: &str) -> String {
    let mut kept = String::new();
    let mut of_lints = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            of_lints = line.starts_with("[lints");
        }
        if !of_lints {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Writes a file unless it is the same already, so that nothing is built again for it.
fn write_new(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let told = |e: std::io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(told)?;
    fs::write(path, bytes).map_err(told)
}

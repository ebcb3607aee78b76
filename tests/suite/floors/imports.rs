//! Which file of `src/` uses which: every path through `crate`, `super`, `self`, a child module or an
//! imported name is followed, through re-exports, to the file that defines its end.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use walkdir::WalkDir;

use super::tokens::tokens;
use crate::support::project;

/// A module by the names of its ancestors and its own: `["sgf", "scan"]`; the crate's root is empty.
pub type Module = Vec<String>;

/// Definitions and imports of one file.
struct Source {
    file: String,
    /// Names of the functions, types, constants and so on that it defines.
    defined: BTreeSet<String>,
    /// Imported names and the full paths behind them; those of `use a::*` are in `globs`.
    imported: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    /// Every path in it.
    paths: Vec<Vec<String>>,
}

pub struct Sources {
    sources: BTreeMap<Module, Source>,
}

/// A use of one file by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    pub from: Module,
    pub to: Module,
}

impl Sources {
    pub fn read() -> Self {
        let root = project("src");
        let files = WalkDir::new(&root).sort_by_file_name().into_iter().map(Result::unwrap);
        let mut sources = BTreeMap::new();
        // Links lead to the examples.
        let files = files.filter(|entry| entry.file_type().is_file());
        for entry in files.filter(|entry| entry.path().extension().is_some_and(|e| e == "rs")) {
            let path = entry.path().strip_prefix(&root).unwrap().with_extension("");
            // The page and the Python package are crates of their own.
            if path.starts_with("web") || path.starts_with("python") {
                continue;
            }
            let is_core = path.starts_with("core");
            let path = path.strip_prefix("core").unwrap_or(&path);
            let mut module: Module = path
                .iter()
                .map(|name| name.to_str().expect("a name in ASCII").to_owned())
                .collect();
            // The root of the program has no definitions, that of the library re-exports.
            let is_root = !is_core && (module == ["main"] || module == ["lib"]);
            if is_root || module.last().is_some_and(|name| name == "tests") {
                continue;
            }
            if module == ["lib"] || module.last().is_some_and(|name| name == "mod") {
                module.pop();
            }
            let text = fs::read_to_string(entry.path()).unwrap();
            let file = entry.path().strip_prefix(&root).unwrap().to_string_lossy().into_owned();
            sources.insert(module, Source::parse(file, &tokens(&text)));
        }
        Self { sources }
    }

    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.sources.keys()
    }

    pub fn file(&self, module: &Module) -> &str {
        &self.sources[module].file
    }

    /// Every use of one file by another.
    pub fn uses(&self) -> BTreeSet<Use> {
        let mut uses = BTreeSet::new();
        for (module, source) in &self.sources {
            for path in &source.paths {
                let to = self.full_path(module, path).and_then(|path| self.definition(&path, 0));
                if let Some(to) = to.filter(|to| to != module) {
                    uses.insert(Use { from: module.clone(), to });
                }
            }
        }
        uses
    }

    /// The path from the crate's root; `None` if it leads into another crate or names something local.
    fn full_path(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let mut full = match &first[..] {
            "crate" | "sgf_audit_core" => Vec::new(),
            "self" => module.clone(),
            "super" => module[..module.len().checked_sub(1)?].to_vec(),
            name => {
                let child = [&module[..], &[name.to_owned()]].concat();
                match self.sources[module].imported.get(name) {
                    Some(imported) if imported[0] != name => self.full_path(module, imported)?,
                    _ if self.sources.contains_key(&child) => child,
                    _ => return None,
                }
            }
        };
        for segment in rest {
            if segment == "super" {
                full.pop()?;
            } else {
                full.push(segment.clone());
            }
        }
        Some(full)
    }

    /// The module in which the end of a full path is defined.
    fn definition(&self, path: &[String], depth: usize) -> Option<Module> {
        let known = (0..=path.len()).rev().find(|&n| self.sources.contains_key(&path[..n]))?;
        let (module, rest) = (path[..known].to_vec(), &path[known..]);
        let source = &self.sources[&module];
        let Some(name) = rest.first() else { return Some(module) };
        if source.defined.contains(name) || depth > 8 {
            return Some(module);
        }
        if let Some(imported) = source.imported.get(name) {
            let full = self.full_path(&module, imported)?;
            return self.definition(&[&full, &rest[1..]].concat(), depth + 1);
        }
        let globs = source.globs.iter().filter_map(|glob| self.full_path(&module, glob));
        let mut through = globs.map(|glob| [&glob[..], rest].concat());
        through.find_map(|path| self.definition(&path, depth + 1)).or(Some(module))
    }
}

impl Source {
    fn parse(file: String, tokens: &[String]) -> Self {
        let mut source = Self {
            file,
            defined: BTreeSet::new(),
            imported: BTreeMap::new(),
            globs: Vec::new(),
            paths: Vec::new(),
        };
        let mut at = 0;
        while at < tokens.len() {
            if tokens[at] == "use" {
                at = source.read_use(tokens, at + 1, &[]);
            } else {
                source.read_definition(tokens, at);
                at = source.read_path(tokens, at);
            }
        }
        source
    }

    /// Reads the rest of a `use` item, or one member of its braces. Returns the index after it.
    fn read_use(&mut self, tokens: &[String], mut at: usize, prefix: &[String]) -> usize {
        let mut path = prefix.to_vec();
        loop {
            match &tokens[at][..] {
                "{" => {
                    at += 1;
                    while tokens[at] != "}" {
                        at = self.read_use(tokens, at, &path);
                        at += usize::from(tokens[at] == ",");
                    }
                    return at + 1;
                }
                "*" => {
                    self.paths.push(path.clone());
                    self.globs.push(path);
                    return at + 1;
                }
                ":" => at += 1,
                _ => {
                    path.push(tokens[at].clone());
                    at += 1;
                    if tokens[at] != ":" {
                        break;
                    }
                }
            }
        }
        if path.last().is_some_and(|name| name == "self") {
            path.pop();
        }
        let mut name = path.last().expect("a path has a name").clone();
        if tokens[at] == "as" {
            name.clone_from(&tokens[at + 1]);
            at += 2;
        }
        self.paths.push(path.clone());
        self.imported.insert(name, path);
        at
    }

    /// Adds the name that is defined at a keyword.
    fn read_definition(&mut self, tokens: &[String], at: usize) {
        const KEYWORDS: [&str; 9] =
            ["fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules"];
        if KEYWORDS.contains(&&tokens[at][..]) {
            let words = tokens[at + 1..].iter().filter(|token| *token != "!" && *token != "mut");
            self.defined.extend(words.take(1).cloned());
        }
    }

    /// Reads a path, or one token. Returns the index after it.
    fn read_path(&mut self, tokens: &[String], mut at: usize) -> usize {
        let is_name = |at: usize| tokens.get(at).is_some_and(|token| is_identifier(token));
        let joined = |at: usize| tokens[at..].iter().take(2).filter(|t| *t == ":").count() == 2;
        if !is_name(at) {
            return at + 1;
        }
        let mut path = vec![tokens[at].clone()];
        at += 1;
        while joined(at) && is_name(at + 2) {
            path.push(tokens[at + 2].clone());
            at += 3;
        }
        if path.len() > 1 {
            self.paths.push(path);
        }
        at
    }
}

fn is_identifier(token: &str) -> bool {
    token.starts_with(|c: char| c == '_' || c.is_alphabetic())
}

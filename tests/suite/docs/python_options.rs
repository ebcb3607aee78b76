//! The options of the Python package as types, made from those of the subcommands.

use std::any::TypeId;
use std::fmt::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};
use sgf_audit::cli::{command, embedded};

/// A function of the package that takes options, or several that take the same.
struct Function {
    /// The name of the type of its options.
    options: &'static str,
    /// The subcommand whose options they are.
    subcommand: &'static str,
    /// Its name, or their names, in a sentence.
    names: &'static str,
    /// The options that are parameters of their own, or that a function on collections sets.
    set: &'static [&'static str],
    /// Whether it works on collections, as the command does.
    is_collection: bool,
}

const FUNCTIONS: [Function; 8] = [
    Function {
        options: "AuditOptions",
        subcommand: "check",
        names: "`audit`, `stream` and `audit_batches` take",
        set: &["rules"],
        is_collection: false,
    },
    Function {
        options: "ScoreOptions",
        subcommand: "score",
        names: "`score` takes",
        set: &["game"],
        is_collection: false,
    },
    Function {
        options: "FixOptions",
        subcommand: "fix",
        names: "`fix` takes",
        set: &[],
        is_collection: false,
    },
    Function {
        options: "ConvertOptions",
        subcommand: "convert",
        names: "`convert` takes",
        set: &["to"],
        is_collection: false,
    },
    Function {
        options: "ConvertAllOptions",
        subcommand: "convert",
        names: "`convert_all` takes",
        set: &["to", "out"],
        is_collection: true,
    },
    Function {
        options: "SelectOptions",
        subcommand: "select",
        names: "`select` takes",
        set: &["where", "jsonl", "copy", "link", "collection", "files-from"],
        is_collection: true,
    },
    Function {
        options: "DuplicatesOptions",
        subcommand: "duplicates",
        names: "`duplicates` takes",
        set: &["format", "files-from"],
        is_collection: true,
    },
    Function {
        options: "EventOptions",
        subcommand: "event",
        names: "`event` takes",
        set: &["files-from"],
        is_collection: true,
    },
];

/// The options of the command that no function takes.
const OF_COMMAND: [&str; 4] = ["config", "help", "isolated", "version"];

/// An option as a type has it: its entry, and the functions that take it.
struct Entry {
    text: String,
    takers: Vec<usize>,
}

/// Returns the module of the Python package that names the options of each function with their types and meanings. Options that
/// several functions take stand in a base of their types.
pub fn python_options() -> String {
    let mut module = String::from(
        "\"\"\"The options of the package's functions: names, types and meanings.\n\n\
         Made from the options of the command: `UPDATE_DOCS=1 cargo test --test suite docs` writes it anew.\n\
         \"\"\"\n\n\
         import os\n\
         from typing import Iterable, Literal, Optional, TypedDict, Union\n",
    );
    let command = command();
    let convert = command.find_subcommand("convert").expect("there is one");
    let to = convert.get_arguments().find(|option| option.get_long() == Some("to"));
    let _ = write!(
        module,
        "\n#: What `convert` converts to.\nConvertFormat = {}\n",
        value_type(to.expect("it is an option"))
    );
    let mut entries: Vec<Entry> = Vec::new();
    for (number, function) in FUNCTIONS.iter().enumerate() {
        for text in function.entries(&command) {
            match entries.iter_mut().find(|entry| entry.text == text) {
                Some(entry) => entry.takers.push(number),
                None => entries.push(Entry { text, takers: vec![number] }),
            }
        }
    }
    let mut bases: Vec<(&[usize], String)> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.takers.len() > 1) {
        if bases.iter().all(|(takers, _)| *takers != entry.takers) {
            let name = entry.text.trim_start().split(':').next().expect("a name");
            bases.push((&entry.takers, format!("_With{}", camel_case(name))));
        }
    }
    for (takers, base) in &bases {
        let _ = write!(module, "\n\nclass {base}(TypedDict, total=False):\n");
        let own = entries.iter().filter(|entry| entry.takers == *takers);
        let own: Vec<&str> = own.map(|entry| entry.text.trim_start_matches('\n')).collect();
        module.push_str(&own.join("\n"));
    }
    for (number, Function { options, subcommand, names, .. }) in FUNCTIONS.iter().enumerate() {
        let of = bases.iter().filter(|(takers, _)| takers.contains(&number));
        let mut of: Vec<&str> = of.map(|(_, base)| &**base).collect();
        if of.is_empty() {
            of.push("TypedDict");
        }
        let _ = write!(
            module,
            "\n\nclass {options}({}, total=False):\n    \
             \"\"\"The options of `sgf-audit {subcommand}` that {names}.\"\"\"\n",
            of.join(", ")
        );
        let own = entries.iter().filter(|entry| entry.takers == [number]);
        own.for_each(|entry| module.push_str(&entry.text));
    }
    module
}

impl Function {
    /// Returns the entries of its type.
    fn entries(&self, command: &Command) -> Vec<String> {
        let subcommand = match self.is_collection {
            true => command.find_subcommand(self.subcommand).cloned(),
            false => embedded(self.subcommand),
        };
        let subcommand = subcommand.expect("there is one");
        let options = subcommand.get_arguments().filter_map(|it| Some((it, it.get_long()?)));
        let taken =
            options.filter(|(_, long)| !OF_COMMAND.contains(long) && !self.set.contains(long));
        taken.map(|(option, long)| entry(option, long)).collect()
    }
}

fn camel_case(name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').map(capital).collect()
}

/// Returns the entry of an option in a type.
fn entry(option: &Arg, long: &str) -> String {
    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
    // The package gives this one the name without the negation.
    let (name, help) = match long {
        "no-estimate" => ("estimate".to_owned(), format!("False is `--no-estimate`. {help}")),
        _ => (long.replace('-', "_"), help),
    };
    let default = match option.get_default_values() {
        [default] if takes_value(option) && !takes_many(option) => Some(default.to_string_lossy()),
        _ => None,
    };
    let kind = match value_type(option) {
        _ if !takes_value(option) => "bool".to_owned(),
        kind if takes_many(option) => format!("Union[{kind}, Iterable[{kind}]]"),
        kind if default.is_some() => kind,
        kind => format!("Optional[{kind}]"),
    };
    let mut help = help.trim_end_matches('.').to_owned();
    if let Some(default) = default {
        help.push_str(&format!("; by default {default}"));
    }
    let help = help.replace('\\', "\\\\").replace('"', "'");
    format!("\n    {name}: {kind}\n    \"\"\"{help}.\"\"\"\n")
}

fn takes_value(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::Set | ArgAction::Append)
}

fn takes_many(option: &Arg) -> bool {
    let many = option.get_num_args().is_some_and(|range| range.max_values() > 1);
    matches!(option.get_action(), ArgAction::Append) || takes_value(option) && many
}

/// Returns the type of one value of an option.
fn value_type(option: &Arg) -> String {
    let known = option.get_possible_values();
    if !known.is_empty() {
        let names: Vec<String> =
            known.iter().map(|value| format!("\"{}\"", value.get_name())).collect();
        return format!("Literal[{}]", names.join(", "));
    }
    let kind = option.get_value_parser().type_id();
    let is = |kinds: &[TypeId]| kinds.iter().any(|known| kind == *known);
    let is_named = |name| option.get_value_names().is_some_and(|names| names[0] == name);
    let kind = if is_named("N") || is(&[TypeId::of::<u64>(), TypeId::of::<NonZeroU32>()]) {
        "int"
    } else if ["POINTS", "SECONDS", "PART"].into_iter().any(is_named) {
        "float"
    } else if is_named("SIZE") {
        "Union[int, str]"
    } else if is(&[TypeId::of::<PathBuf>()]) {
        "Union[str, \"os.PathLike[str]\"]"
    } else {
        "str"
    };
    kind.to_owned()
}

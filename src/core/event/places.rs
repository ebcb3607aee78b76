//! Lines of an event's file: `Places`.

use std::collections::HashMap;

use toml::de::{DeTable, DeValue};

/// A line and a column, from 1; both are 0 where they aren't known.
pub(super) type Place = (u32, u32);

/// Lines and columns of what an event's file lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    lists: HashMap<String, Vec<Place>>,
    aliases: HashMap<String, Place>,
}

impl Places {
    /// Reads the places in a TOML file. `table`: the table of the file that has the lists, if they aren't at the top.
    pub(super) fn read(text: &str, table: Option<&str>) -> Self {
        let mut places = Self::default();
        let Ok(document) = DeTable::parse(text) else { return places };
        let mut root = document.get_ref();
        if let Some(name) = table {
            let Some(DeValue::Table(inner)) = root.get(name).map(|value| value.get_ref()) else {
                return places;
            };
            root = inner;
        }
        let lines: Vec<usize> = std::iter::once(0)
            .chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1))
            .collect();
        let place = |at: usize| {
            let line = lines.partition_point(|&start| start <= at);
            let column = text.get(lines[line - 1]..at).map_or(0, |before| before.chars().count());
            (line as u32, column as u32 + 1)
        };
        for (key, value) in root {
            match value.get_ref() {
                DeValue::Table(aliases) if key.get_ref() == "aliases" => {
                    let names = aliases.keys();
                    let names =
                        names.map(|name| (name.get_ref().to_string(), place(name.span().start)));
                    places.aliases = names.collect();
                }
                DeValue::Array(items) => {
                    let items = items.iter().map(|item| place(item.span().start));
                    places.lists.insert(key.get_ref().to_string(), items.collect());
                }
                _ => {}
            }
        }
        places
    }

    /// The place of an item of a list such as `rulings`, by its number from 0.
    pub(super) fn of(&self, list: &str, at: usize) -> Place {
        self.lists.get(list).and_then(|places| places.get(at)).copied().unwrap_or_default()
    }

    pub(super) fn of_alias(&self, name: &str) -> Place {
        self.aliases.get(name).copied().unwrap_or_default()
    }
}

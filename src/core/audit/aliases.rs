//! Values of the header to replace, as a keeper of records lists them.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::sgf::{first_date, oddly_written_rank};

/// The order of day, month and year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DateOrder {
    /// 24.12.2026
    Dmy,
    /// 12/24/2026
    Mdy,
}

impl DateOrder {
    /// Returns a date in this order as `YYYY-MM-DD`. `None` if the text isn't one.
    pub fn read(self, text: &str) -> Option<String> {
        let parts: Vec<&str> =
            text.trim().split(['.', '/', '-', ' ']).filter(|part| !part.is_empty()).collect();
        let [one, other, year] = parts[..] else { return None };
        let (day, month) = if self == Self::Dmy { (one, other) } else { (other, one) };
        let day = format!("{year}-{month:0>2}-{day:0>2}");
        (year.len() == 4 && first_date(&day) == day).then_some(day)
    }
}

/// Values of the header to replace. No replacement is itself replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Aliases {
    /// Players' names as records write them in PB and PW, each with the name that `fix` writes instead.
    pub names: BTreeMap<String, String>,
    /// Ranks as records write them in BR and WR, each with the rank that `fix` writes instead.
    pub ranks: BTreeMap<String, String>,
    /// Events as records write them in EV, each with the one that `fix` writes instead.
    pub events: BTreeMap<String, String>,
    /// Places as records write them in PC, each with the one that `fix` writes instead.
    pub places: BTreeMap<String, String>,
    /// Rulesets as records write them in RU, each with the one that `fix` writes instead.
    pub rulesets: BTreeMap<String, String>,
    /// How the records write dates that begin with the day or the month: `8.11.1998`.
    #[serde(rename = "date-order")]
    pub date_order: Option<DateOrder>,
}

impl Aliases {
    /// Returns the meaning of a property's value; `None` if it isn't listed. Blanks around it don't count.
    #[must_use]
    pub fn meant(&self, property: &str, value: &str) -> Option<&str> {
        let list = match property {
            "PB" | "PW" => &self.names,
            "BR" | "WR" => &self.ranks,
            "EV" => &self.events,
            "PC" => &self.places,
            "RU" => &self.rulesets,
            _ => return None,
        };
        list.get(value.trim()).map(String::as_str)
    }

    /// Checks that the list can be followed. Returns a message about a name or rank that is empty, has blanks around
    /// it, or is itself replaced by another.
    pub fn check(&self) -> Result<(), String> {
        for list in [&self.names, &self.ranks, &self.events, &self.places, &self.rulesets] {
            for (written, meant) in list {
                if meant.trim().is_empty() {
                    return Err(format!("`{written}` stands for nothing"));
                }
                // Another fix would change it again.
                let words: Vec<&str> = meant.split_whitespace().collect();
                if words.join(" ") != *meant {
                    return Err(format!("`{meant}` has blanks around it, or several in a row"));
                }
                if written.trim() != written {
                    return Err(format!("`{written}` has blanks around it, which don't count"));
                }
                if list.contains_key(meant) {
                    return Err(format!(
                        "`{written}` stands for `{meant}`, which itself stands for another; use the last one"
                    ));
                }
            }
        }
        for meant in self.ranks.values() {
            if let Some(rank) = oddly_written_rank(meant) {
                return Err(format!("`{meant}` is written {rank} in short form; write that"));
            }
        }
        Ok(())
    }
}

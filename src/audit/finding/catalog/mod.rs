//! The catalogue of findings: an entry per kind with its name, family, severity and the conditions that
//! change it, meaning, reason, example, advice, source, and the files that raise it.
//!
//! `explain`, `docs/findings.md` and the reports are generated from it. Each family has a file of
//! entries, which a macro hands on from file to file, so that all of them become one table.

#[macro_use]
mod legality;
#[macro_use]
mod ending;
#[macro_use]
mod setup;
#[macro_use]
mod result;
#[macro_use]
mod format;
#[macro_use]
mod encoding;
#[macro_use]
mod cleaning;
#[macro_use]
mod event;

mod condition;
mod family;
mod info;

pub(crate) use condition::Condition;
pub use family::Family;
pub use info::FindingInfo;

use super::severity::Severity;
use Severity::{Error, Note, Warning};

macro_rules! catalog {
    ([] $($variant:ident = $name:literal, $family:ident, $severity:ident {
        $(unless: [$($condition:ident => $other:ident),+],)?
        raised_in: [$($file:literal),+],
        meaning: $meaning:literal,
        reason: $reason:literal,
        example: $example:literal,
        advice: $advice:literal,
        source: $source:literal,
    })*) => {
        /// The kind of a finding, and the key of its entry in the catalogue.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        #[allow(rustdoc::broken_intra_doc_links, reason = "`FF[4]` in a meaning is no link")]
        pub enum FindingKind {
            $(
                #[doc = $meaning]
                $variant,
            )*
        }

        impl FindingKind {
            /// All kinds, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The entry of the catalogue.
            #[must_use]
            pub fn info(self) -> &'static FindingInfo {
                static ENTRIES: &[FindingInfo] = &[$(FindingInfo {
                    name: $name,
                    family: Family::$family,
                    severity: $severity,
                    conditions: &[$($((Condition::$condition, $other)),+)?],
                    raised_in: &[$($file),+],
                    meaning: $meaning,
                    reason: $reason,
                    example: $example,
                    advice: $advice,
                    source: $source,
                }),*];
                &ENTRIES[self as usize]
            }
        }
    };
}

impl FindingKind {
    /// The kebab-case name that people write and reports carry.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.info().name
    }

    /// Whether it says that the recorded result is wrong, which is what most people want to know first.
    #[must_use]
    pub const fn is_wrong_result(self) -> bool {
        matches!(self, Self::WrongWinner | Self::WrongMargin)
    }

    /// The kind with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == name)
    }
}

// The families in the order of the documentation.
legality_entries! { [ending_entries setup_entries result_entries format_entries encoding_entries cleaning_entries event_entries catalog] }

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use walkdir::WalkDir;

    use super::*;

    #[test]
    fn the_listed_files_raise_the_finding() {
        for &kind in FindingKind::ALL {
            for file in kind.info().raised_in {
                let is_raised = source_text(file).contains(&format!("FindingKind::{kind:?}"));
                assert!(is_raised, "{kind:?} in {file}");
            }
        }
    }

    #[test]
    fn every_condition_is_set_by_a_check() {
        let paths = ["audit/checks", "audit/recount", "audit/file.rs"];
        let text: String = paths.into_iter().map(source_text).collect();
        for &kind in FindingKind::ALL {
            for (condition, _) in kind.info().conditions {
                let is_set = text.contains(&format!("Condition::{condition:?}"));
                assert!(is_set, "{kind:?}: nothing sets {condition:?}");
            }
        }
    }

    /// The text of a source file, or of all files of a directory.
    fn source_text(path: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path);
        let entries = WalkDir::new(path).into_iter().map(|entry| entry.expect("a source file"));
        let files = entries.filter(|entry| entry.file_type().is_file());
        files.map(|file| fs::read_to_string(file.path()).expect("source files are UTF-8")).collect()
    }
}

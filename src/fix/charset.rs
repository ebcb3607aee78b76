//! Characters: CA, and NUL bytes.

use encoding_rs::Encoding;
use memchr::memchr_iter;

use super::catalog::{Mended, Safety, Subject};
use super::edit::Edit;
use super::syntax::outer_written_breaks;
use crate::audit::{Finding, FindingKind};
use crate::sgf::{Confidence, Declared, EncodingSource, Ident, ROOT, Span, Text};

/// How the games of a file are encoded, and which of its NUL bytes are inside values.
#[derive(Default)]
pub(super) struct Charsets {
    games: Vec<Charset>,
    nul_in_value: bool,
}

struct Charset {
    span: Span,
    encoding: &'static Encoding,
    certain: bool,
    in_root: Option<usize>,
    declared: Option<Span>,
    /// All CA properties, wherever they stand.
    all_declared: Vec<Span>,
}

impl Charsets {
    /// Notes a game, in the order of the file.
    pub fn note(&mut self, subject: &Subject) {
        let Subject { text, game, .. } = subject;
        let bytes = text.bytes();
        // A name that means no charset, over nothing but ASCII, is as good as any.
        let unknown = match text.declared() {
            Declared::Unknown(label) => Some(!is_of_ascii(label.of(bytes))),
            _ => None,
        };
        let harmless = text.is_ascii() && unknown == Some(true);
        let declared = game.find(ROOT, Ident::new("CA")).and_then(|values| values.first().copied());
        self.games.push(Charset {
            span: game.span,
            encoding: if harmless { encoding_rs::UTF_8 } else { text.encoding() },
            certain: harmless
                || unknown != Some(false)
                    && (text.source() == EncodingSource::Bom
                        || text.confidence() == Some(Confidence::Sure)),
            in_root: subject.in_root(),
            declared,
            all_declared: (0..game.nodes().len() as u32)
                .flat_map(|node| game.props(node))
                .filter(|(prop, _)| prop.id == Ident::new("CA"))
                .filter_map(|(_, values)| values.first().copied())
                .collect(),
        });
        self.nul_in_value |= memchr::memchr(0, game.span.of(bytes)).is_some()
            && (0..game.nodes().len() as u32)
                .flat_map(|node| game.props(node))
                .flat_map(|(_, values)| values)
                .any(|value| value.of(bytes).contains(&0));
    }

    /// How a finding about characters is mended; `spoiled` says that the file's characters can't be told.
    pub fn mend(&self, text: &Text, finding: &Finding, spoiled: bool) -> Mended {
        match finding.kind {
            FindingKind::NulByte if !self.nul_in_value => {
                Some((Safety::Safe, nul_runs(text.bytes())))
            }
            FindingKind::UndeclaredEncoding | FindingKind::WrongEncoding => {
                let edits =
                    (!spoiled && !self.is_mixed(text)).then(|| self.declare(text, finding))?;
                Some((Safety::Safe, edits?))
            }
            FindingKind::Junk => outer_written_breaks(text.bytes(), finding),
            _ => None,
        }
    }

    /// Whether a part of the text may be in another encoding, without proof.
    fn is_mixed(&self, text: &Text) -> bool {
        let odd = |game: &Charset| !text.odd_stretches(game.span, 1).is_empty();
        !text.is_decoded() && !text.has_several_charsets() && self.games.iter().any(odd)
    }

    /// The game that a place is in, if it is in one.
    fn around(&self, at: u32) -> &[Charset] {
        let first = self.games.partition_point(|game| game.span.end <= at);
        let behind = self.games.partition_point(|game| game.span.start <= at);
        self.games.get(first..behind).unwrap_or_default()
    }

    fn declare(&self, text: &Text, finding: &Finding) -> Option<Vec<Edit>> {
        // Games that differ in their charsets have findings of their own.
        let games = match text.has_several_charsets() {
            true => self.around(finding.span.start),
            false => &self.games,
        };
        let first = games.first()?;
        if !games.iter().all(|game| game.certain && game.encoding == first.encoding) {
            return None;
        }
        let label = first.encoding.name();
        if finding.kind == FindingKind::UndeclaredEncoding {
            let without = games.iter().filter(|game| game.declared.is_none());
            return without
                .map(|game| Some(Edit::insert(game.in_root?, format!("CA[{label}]"))))
                .collect();
        }
        let wrong = finding.span.of(text.bytes());
        let mut spans: Vec<Span> = games
            .iter()
            .filter_map(|game| game.declared)
            .filter(|span| span.of(text.bytes()) == wrong)
            .collect();
        if !spans.contains(&finding.span) {
            // It stands somewhere else than in a root; or in a text.
            let stands = |game: &Charset| game.all_declared.contains(&finding.span);
            if !games.iter().any(stands) {
                return None;
            }
            spans = vec![finding.span];
        }
        Some(spans.into_iter().map(|span| Edit::replace(span, label)).collect())
    }
}

/// Whether a name is of a charset that writes other characters in ASCII, and isn't read here: then its bytes mean
/// something else.
fn is_of_ascii(label: &[u8]) -> bool {
    let letters = label.iter().filter(|b| b.is_ascii_alphanumeric());
    let plain: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
    let names: [&[u8]; 4] = [b"hz", b"utf7", b"iso2022", b"unicode11utf7"];
    names.iter().any(|name| plain.starts_with(name))
}

fn nul_runs(bytes: &[u8]) -> Vec<Edit> {
    let mut runs: Vec<Span> = Vec::new();
    for at in memchr_iter(0, bytes) {
        match runs.last_mut() {
            Some(run) if run.end as usize == at => run.end += 1,
            _ => runs.push(Span::new(at, at + 1)),
        }
    }
    runs.into_iter().map(|run| Edit::replace(run, "")).collect()
}

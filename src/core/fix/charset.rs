//! Fixes of characters: the declared encoding, and NUL bytes.

use memchr::memchr_iter;

use super::context::{DeclaredCharset, FileContext};
use super::edit::Edit;
use crate::audit::Finding;
use crate::sgf::Span;

pub(super) fn remove_nul_bytes(context: &FileContext, _: &Finding) -> Option<Vec<Edit>> {
    if context.has_nul_in_value {
        return None;
    }
    let mut runs: Vec<Span> = Vec::new();
    for at in memchr_iter(0, context.text.bytes()) {
        match runs.last_mut() {
            Some(run) if run.end as usize == at => run.end += 1,
            _ => runs.push(Span::new(at, at + 1)),
        }
    }
    Some(runs.into_iter().map(Edit::remove).collect())
}

pub(super) fn declare(context: &FileContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (games, label) = games_in_one_encoding(context, finding)?;
    games
        .iter()
        .filter(|game| game.declared.is_none())
        .map(|game| Some(Edit::insert(game.root_start?, format!("CA[{label}]"))))
        .collect()
}

pub(super) fn correct(context: &FileContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (games, label) = games_in_one_encoding(context, finding)?;
    let bytes = context.text.bytes();
    let wrong = finding.span.of(bytes);
    let in_roots: Vec<Span> = games
        .iter()
        .filter_map(|game| game.declared)
        .filter(|span| span.of(bytes) == wrong)
        .collect();
    let spans = if in_roots.contains(&finding.span) {
        in_roots
    } else {
        // An apparent CA may be part of a text.
        let is_property = games.iter().any(|game| game.all_declared.contains(&finding.span));
        is_property.then(|| vec![finding.span])?
    };
    Some(spans.into_iter().map(|span| Edit::replace(span, label)).collect())
}

/// Returns the games that the finding concerns and the name of their encoding, if it is certain and the same throughout.
fn games_in_one_encoding<'a>(
    context: &'a FileContext,
    finding: &Finding,
) -> Option<(&'a [DeclaredCharset], &'static str)> {
    if context.has_ambiguous_text || context.may_be_mixed() {
        return None;
    }
    let games = context.games_concerned(finding.span.start);
    let encoding = games.first()?.encoding;
    let is_same = games.iter().all(|game| game.is_certain && game.encoding == encoding);
    is_same.then(|| (games, encoding.name()))
}

//! Findings that follow from others: one cause, one finding.

use std::collections::HashMap;

use super::catalog::{Family, FindingKind};
use super::finding::Finding;
use crate::sgf::NodeId;

/// Maximum number of bytes between two faults of syntax that are one damage.
const MAX_GAP: u32 = 16;

/// Maximum number of findings that are compared one by one, which takes less time than a map.
const FEW: usize = 32;

/// Maximum number of moves between two repetitions of one cycle.
const MAX_MOVES: u32 = 2;

/// Marks the findings of a game, or of a file, that follow from another one, and counts them there. They are in the order of
/// the file. None follows from one of lower severity, so that no severity is lost.
pub fn fold(findings: &mut [Finding]) {
    if findings.len() < 2 {
        return;
    }
    let heads = Heads::new(findings);
    let mut causes: Vec<usize> = (0..findings.len()).collect();
    let (mut damage, mut cycle) = (None, None);
    let mut first_by_value: HashMap<(FindingKind, &str), usize> = HashMap::new();
    let has_few = findings.len() <= FEW;
    for (at, finding) in findings.iter().enumerate() {
        let mut cause = heads.cause_of(finding);
        if is_damage(finding.kind) {
            let near = damage.filter(|(_, end)| finding.span.start <= *end + MAX_GAP);
            let head = near.map(|(head, _)| head);
            damage = Some((head.unwrap_or(at), finding.span.end));
            cause = cause.or(head);
        }
        if is_repetition(finding.kind) {
            let number = finding.move_number.unwrap_or_default();
            // With threats between, the same play comes back later.
            let is_same =
                |head: usize| finding.point.is_some() && findings[head].point == finding.point;
            let near = cycle.filter(|&(head, last)| number <= last + MAX_MOVES || is_same(head));
            let head = near.map(|(head, _)| head);
            cycle = Some((head.unwrap_or(at), number));
            cause = cause.or(head);
        }
        // The same fault again and again, such as a program's spelling of a value.
        if finding.kind.info().family == Family::Format {
            let value = (finding.kind, repeated_message(finding));
            let first = match has_few {
                true => findings.iter().position(|it| (it.kind, repeated_message(it)) == value),
                false => Some(*first_by_value.entry(value).or_insert(at)),
            };
            let first = first.unwrap_or(at);
            cause = cause.or(Some(first));
        }
        let cause = cause.map_or(at, |cause| causes[cause]);
        if findings[cause].severity >= finding.severity {
            causes[at] = cause;
        }
    }
    for (at, cause) in causes.into_iter().enumerate().filter(|(at, cause)| at != cause) {
        findings[at].follows = Some(findings[cause].kind);
        findings[cause].followers += 1 + findings[at].more;
    }
}

/// The findings that others of the same node or file follow from.
#[derive(Default)]
struct Heads {
    undeclared_encoding: Option<usize>,
    illegal_move: HashMap<NodeId, usize>,
    malformed_value: HashMap<NodeId, usize>,
}

impl Heads {
    fn new(findings: &[Finding]) -> Self {
        let mut heads = Self::default();
        for (at, finding) in findings.iter().enumerate() {
            match (finding.kind, finding.node) {
                (FindingKind::UndeclaredEncoding, _) => heads.undeclared_encoding = Some(at),
                (FindingKind::MalformedValue, Some(node)) => {
                    heads.malformed_value.entry(node).or_insert(at);
                }
                (FindingKind::OccupiedPoint | FindingKind::OffBoard, Some(node)) => {
                    heads.illegal_move.entry(node).or_insert(at);
                }
                _ => {}
            }
        }
        heads
    }

    fn cause_of(&self, finding: &Finding) -> Option<usize> {
        match finding.kind {
            // A guessed encoding decides which bytes can't be decoded.
            FindingKind::UndecodableBytes => self.undeclared_encoding,
            FindingKind::OutOfTurn => self.illegal_move.get(&finding.node?).copied(),
            FindingKind::AnnotationWithoutMove => self.malformed_value.get(&finding.node?).copied(),
            _ => None,
        }
    }
}

/// Whether a finding is about misplaced bytes.
fn is_damage(kind: FindingKind) -> bool {
    matches!(
        kind,
        FindingKind::Junk
            | FindingKind::UnclosedValue
            | FindingKind::PropertyWithoutValue
            | FindingKind::ValueWithoutProperty
            | FindingKind::MissingNode
            | FindingKind::NodeAfterVariation
            | FindingKind::SeveralMoves
            | FindingKind::EmptyVariation
    )
}

fn is_repetition(kind: FindingKind) -> bool {
    matches!(kind, FindingKind::Superko | FindingKind::Repetition)
}

/// Returns the message, without the number of unlisted ones.
fn repeated_message(finding: &Finding) -> &str {
    let end = (finding.more > 0).then(|| finding.message.rfind(" (")).flatten();
    &finding.message[..end.unwrap_or(finding.message.len())]
}

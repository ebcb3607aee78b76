//! Our reader and `sgf-parse` on the same bytes: where they differ, and of which known kind.

// A fuzz target uses only a part of this module.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};

use sgf_audit_core::go::Size;
use sgf_audit_core::sgf::{
    Fault, FaultKind, Game, Ident, MoveValue, PointsValue, Scanner, SizeValue, Span, Text,
    move_value, points_value, size,
};
use sgf_parse::go::{Move, Point, Prop};
use sgf_parse::{GameTree, SgfNode, SgfProp};

/// A property of the main line, as one of the readers understands it.
#[derive(Clone, Debug, PartialEq)]
enum Read {
    Point(u8, u8),
    Pass,
    /// A point outside the board.
    Outside,
    Points(BTreeSet<(u8, u8)>),
    Text(String),
    /// Several values where one belongs, of which we take the first.
    Several,
    /// Values of a list of which some mean nothing or lie outside the board, and the others.
    Partly(BTreeSet<(u8, u8)>),
    /// A notation that isn't SGF's, which we read all the same.
    Odd,
    Invalid,
}

type Nodes = Vec<Vec<(String, Read)>>;

const MOVES: [&str; 2] = ["B", "W"];
const LISTS: [&str; 3] = ["AB", "AW", "AE"];
const TEXTS: [&str; 4] = ["PB", "PW", "RE", "KM"];

fn ours(text: &Text, game: &Game) -> Nodes {
    let first = |id| game.find(0, Ident::new(id)).and_then(|values| values.first().copied());
    let size = match first("SZ").map(|value| size(&text.simple_text(value))) {
        Some(SizeValue::Standard(size) | SizeValue::Odd(size)) => size,
        _ => Size::STANDARD,
    };
    let node = |node| {
        let props = game.props(node).map(|(prop, values)| (prop.id.spelling(), values));
        let read = props.map(|(id, values)| {
            let read = read(text, &id, &values, size);
            read.map(|read| (id, read))
        });
        read.flatten().collect()
    };
    (0..game.main_line()).map(node).collect()
}

fn read(text: &Text, id: &str, values: &[Span], size: Size) -> Option<Read> {
    if LISTS.contains(&id) {
        let mut points = BTreeSet::new();
        let mut partly = false;
        for &value in values {
            match points_value(text, value, size) {
                rectangle @ PointsValue::Rectangle(..) => {
                    points.extend(rectangle.points().map(|point| (point.col, point.row)));
                }
                _ => partly = true,
            }
        }
        return Some(if partly { Read::Partly(points) } else { Read::Points(points) });
    }
    let [value] = *values else {
        return (MOVES.contains(&id) || TEXTS.contains(&id)).then_some(Read::Several);
    };
    if MOVES.contains(&id) {
        return Some(match move_value(text, value, size) {
            MoveValue::Point(point) => Read::Point(point.col, point.row),
            MoveValue::Pass => Read::Pass,
            MoveValue::OddPass | MoveValue::OddPoint(_) => Read::Odd,
            MoveValue::OffBoard => Read::Outside,
            MoveValue::Malformed => Read::Invalid,
        });
    }
    TEXTS.contains(&id).then(|| Read::Text(text.simple_text(value).into_owned()))
}

fn theirs(root: &SgfNode<Prop>) -> Nodes {
    root.main_variation()
        .map(|node| node.properties().filter_map(read_by_sgf_parse).collect())
        .collect()
}

fn read_by_sgf_parse(prop: &Prop) -> Option<(String, Read)> {
    let points = |points: &std::collections::HashSet<Point>| {
        Read::Points(points.iter().map(|point| (point.x, point.y)).collect())
    };
    let read = match prop {
        Prop::B(Move::Pass) | Prop::W(Move::Pass) => Read::Pass,
        Prop::B(Move::Move(point)) | Prop::W(Move::Move(point)) => Read::Point(point.x, point.y),
        Prop::AB(all) | Prop::AW(all) | Prop::AE(all) => points(all),
        Prop::PB(text) | Prop::PW(text) | Prop::RE(text) => Read::Text(text.text.clone()),
        Prop::KM(komi) => Read::Text(komi.to_string()),
        Prop::Invalid(..) => Read::Invalid,
        _ => return None,
    };
    let id = prop.identifier();
    let compared = [&MOVES[..], &LISTS, &TEXTS].concat().contains(&&id[..]);
    compared.then_some((id, read))
}

/// The kind of a difference, or `None` where the two agree.
fn difference(id: &str, ours: &Read, theirs: &Read) -> Option<&'static str> {
    match (ours, theirs) {
        _ if ours == theirs => None,
        (Read::Pass, Read::Point(19, 19)) => Some("`tt`"),
        (Read::Odd, Read::Point(..)) => Some("a pass beyond a corner"),
        (Read::Outside, Read::Point(..)) => Some("a point outside the board"),
        (Read::Several, Read::Invalid) => Some("several values where one belongs"),
        (Read::Odd | Read::Outside, Read::Invalid) => Some("a move in another notation"),
        (Read::Partly(ours), Read::Invalid) if ours.is_empty() => None,
        (Read::Partly(_), Read::Invalid) => Some("a list with a value that means nothing"),
        (Read::Partly(_), Read::Points(_)) => Some("a point outside the board"),
        (Read::Points(_), Read::Invalid) => Some("points in another notation"),
        (Read::Text(ours), Read::Text(theirs)) if id == "KM" => {
            let same = ours.parse::<f64>().ok() == theirs.parse::<f64>().ok();
            (!same).then_some("unknown: a komi")
        }
        (Read::Text(_), Read::Invalid) if id == "KM" => Some("a komi that is no number"),
        (Read::Text(ours), Read::Text(theirs)) => {
            let blank = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let plain = |text: &str| blank(text).replace('\\', "");
            let bare = |text: &str| plain(text).replace(' ', "");
            if ours.trim() == theirs.trim() || blank(ours) == blank(theirs) {
                Some("white space in text")
            } else if plain(ours) == plain(theirs) {
                Some("a backslash in text")
            } else if bare(ours) == bare(theirs) {
                Some("a soft line break in text")
            } else if ours.contains('\u{fffd}') {
                Some("bytes that mean nothing")
            } else {
                Some("unknown: text")
            }
        }
        _ => Some("unknown: a value"),
    }
}

/// The kind of a difference between trees: what our scanner had to mend says which.
fn mended(faults: &[Fault]) -> &'static str {
    let has = |kind| faults.iter().any(|fault| fault.kind == kind);
    if has(FaultKind::UnescapedBracket) {
        "an unescaped bracket in text"
    } else if has(FaultKind::UnclosedValue) {
        "a value that isn't closed"
    } else if has(FaultKind::EarlyEnd) {
        "a `)` too early"
    } else if has(FaultKind::NodeAfterVariation) {
        "a node behind variations"
    } else if has(FaultKind::PropertyWithoutValue) {
        "an identifier without a value"
    } else if has(FaultKind::LowerCaseIdent) {
        "an identifier in lower case"
    } else if [FaultKind::Junk, FaultKind::LiteralNewline, FaultKind::ValueWithoutProperty]
        .into_iter()
        .any(has)
    {
        "rubbish between properties"
    } else if has(FaultKind::ConflictMarker) {
        "a merge conflict"
    } else if has(FaultKind::MissingParentheses) {
        "missing parentheses"
    } else if has(FaultKind::EscapedEnd) {
        "an escaped bracket that ends a value"
    } else if has(FaultKind::WrongSeparator)
        || has(FaultKind::MissingNode)
        || has(FaultKind::EmptyVariation)
    {
        "a missing node"
    } else if has(FaultKind::TextOutsideTree) {
        "text outside the game trees"
    } else {
        "unknown: the tree"
    }
}

/// Whether white space separates an identifier from its value, or a vertical tab the parts of a tree. `FF[4]` allows
/// both (EBNF, "White space"); `sgf-parse` takes them for a part of the identifier.
fn parts_identifiers(text: &str) -> bool {
    let space = |c: char| c.is_ascii_whitespace() || c == '\u{b}';
    text.match_indices('[').any(|(at, _)| {
        let before = &text[..at];
        let trimmed = before.trim_end_matches(space);
        trimmed.len() < before.len() && trimmed.ends_with(|c: char| c.is_ascii_uppercase())
    })
}

/// Whether an identifier has a digit, as those of old formats may: `sgf-parse` drops what isn't a capital.
fn has_numbered_identifiers(text: &str) -> bool {
    text.match_indices('[').any(|(at, _)| {
        let before = text[..at].trim_ascii_end();
        let letters =
            before.trim_end_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
        let ident = &before[letters.len()..];
        ident.starts_with(|c: char| c.is_ascii_uppercase())
            && ident.contains(|c: char| c.is_ascii_digit())
    })
}

/// Whether our scanner has nothing to mend, and no NUL or vertical tab to take for white space.
pub fn is_well_formed(bytes: &[u8]) -> bool {
    let text = Text::new(bytes);
    let (mut scanner, mut game, mut faults) = (Scanner::new(&text), Game::default(), Vec::new());
    while scanner.next_game(&mut game, &mut faults) {}
    faults.is_empty()
        && !may_be_cut_off(&text)
        && !bytes.iter().any(|byte| matches!(byte, 0 | 0x0b | 0x0c))
}

/// The number of nodes of each game, as the grammar of FF[4] alone defines them; `None` if the bytes aren't well formed.
pub fn strict(bytes: &[u8]) -> Option<Vec<usize>> {
    #[derive(PartialEq)]
    enum After {
        Open,
        Node,
        Ident,
        Value,
        Close,
    }
    let (mut games, mut nodes, mut depth, mut after) = (Vec::new(), 0, 0usize, After::Close);
    let mut rest = bytes.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        let in_node = matches!(after, After::Node | After::Value);
        after = match byte {
            b' ' | b'\n' | b'\r' | b'\t' if after != After::Ident => after,
            b'(' if depth == 0 || in_node || after == After::Close => {
                depth += 1;
                After::Open
            }
            b';' if depth > 0 && (in_node || after == After::Open) => {
                nodes += 1;
                After::Node
            }
            b')' if depth > 0 && (in_node || after == After::Close) => {
                depth -= 1;
                if depth == 0 {
                    games.push(std::mem::take(&mut nodes));
                }
                After::Close
            }
            b'A'..=b'Z' if in_node => {
                while rest.next_if(u8::is_ascii_uppercase).is_some() {}
                After::Ident
            }
            b'[' if matches!(after, After::Ident | After::Value) => {
                while let Some(byte) = rest.next_if(|&byte| byte != b']') {
                    if byte == b'\\' {
                        rest.next()?;
                    }
                }
                rest.next()?;
                After::Value
            }
            _ => return None,
        };
    }
    (depth == 0 && !games.is_empty()).then_some(games)
}

/// Whether half a character may have a bracket behind it. A reader that decodes the text first takes the bracket for the
/// other half.
fn may_be_cut_off(text: &Text) -> bool {
    text.has_unsafe_trails() && !text.undecodable(1).is_empty()
}

/// The result of a comparison: why `sgf-parse` refuses the file, or the kinds of differences with an example of each.
pub enum Compared {
    Refused(String),
    Read(BTreeMap<&'static str, String>),
}

pub fn compare(bytes: &[u8]) -> Compared {
    let text = Text::new(bytes);
    let decoded = text.decode(Span::new(text.bom_len(), text.bytes().len()));
    let trees = match sgf_parse::parse(&decoded) {
        Ok(trees) => trees,
        Err(error) => return Compared::Refused(error.to_string()),
    };
    // Theirs are all read in one charset, in which a bracket may be half a character.
    let kind = |faults: &[Fault]| match mended(faults) {
        "unknown: the tree" if text.has_several_charsets() => "games in several charsets",
        kind => kind,
    };
    let mut kinds = BTreeMap::new();
    let (mut scanner, mut game, mut faults) = (Scanner::new(&text), Game::default(), Vec::new());
    let mut trees = trees.into_iter();
    loop {
        let more = scanner.next_game(&mut game, &mut faults);
        let tree = trees.next();
        let (true, Some(tree)) = (more, &tree) else {
            if more || tree.is_some() {
                kinds.entry(kind(&faults)).or_insert("number of games".to_owned());
            }
            return Compared::Read(kinds);
        };
        let GameTree::GoGame(root) = tree else { continue };
        let (ours, theirs) = (ours(scanner.text(), &game), theirs(root));
        let shape = |nodes: &Nodes| -> Vec<Vec<String>> {
            nodes.iter().map(|node| node.iter().map(|(id, _)| id.clone()).collect()).collect()
        };
        let (our_shape, their_shape) = (shape(&ours), shape(&theirs));
        if our_shape != their_shape {
            let at = our_shape.iter().zip(&their_shape).position(|(a, b)| a != b);
            let what = format!("{} and {} nodes, first at {at:?}", ours.len(), theirs.len());
            let kind = match kind(&faults) {
                "unknown: the tree" if parts_identifiers(&decoded) => {
                    "white space behind an identifier"
                }
                "unknown: the tree" if has_numbered_identifiers(&decoded) => {
                    "a digit in an identifier"
                }
                "unknown: the tree" if may_be_cut_off(&text) => "half a character",
                kind => kind,
            };
            kinds.entry(kind).or_insert(what);
            continue;
        }
        for ((id, ours), (_, theirs)) in ours.iter().flatten().zip(theirs.iter().flatten()) {
            if let Some(kind) = difference(id, ours, theirs) {
                let kind = match kind {
                    "unknown: text" | "unknown: a value" if text.has_several_charsets() => {
                        "games in several charsets"
                    }
                    kind => kind,
                };
                kinds.entry(kind).or_insert_with(|| format!("{id}: {ours:?}, {theirs:?}"));
            }
        }
    }
}

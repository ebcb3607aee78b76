//! The rulesets of the servers that records name.

use crate::rules::{Ruleset, find};
use crate::sgf::{Game, Ident, ROOT, Text};

const PLACE: Ident = Ident::new("PC");
const USER: Ident = Ident::new("US");
const APPLICATION: Ident = Ident::new("AP");

/// Servers that write no ruleset into their records, by their names in PC, US or AP, and the ids of their rulesets.
/// Associations aren't listed: their records often lack the last moves, by which rulesets differ.
const SERVERS: [(&str, &str); 9] = [
    ("igs", "japanese"),
    ("pandanet", "japanese"),
    ("gopanda", "japanese"),
    ("nngs", "japanese"),
    ("no name go server", "japanese"),
    ("tygem", "korean"),
    ("tygembaduk", "korean"),
    ("cyberoro", "korean"),
    ("wbaduk", "korean"),
];

/// The ruleset of the server that a record names in PC, US or AP.
pub(crate) fn rules(text: &Text, game: &Game) -> Option<&'static Ruleset> {
    let named = game.props(ROOT).filter(|(prop, _)| [PLACE, USER, APPLICATION].contains(&prop.id));
    let mut values = named.flat_map(|(_, values)| values);
    values.find_map(|value| server_ruleset(value.of(text.bytes()))).and_then(find)
}

/// The id of the ruleset of a server whose name is a word of `value`.
fn server_ruleset(value: &[u8]) -> Option<&'static str> {
    let is_letter = |at: usize| value.get(at).is_some_and(u8::is_ascii_alphabetic);
    let begins_word = |&at: &usize| is_letter(at) && (at == 0 || !is_letter(at - 1));
    (0..value.len()).filter(begins_word).find_map(|at| {
        let server = SERVERS.iter().find(|(name, _)| {
            let end = at + name.len();
            let word = value.get(at..end);
            !is_letter(end) && word.is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
        });
        server.map(|&(_, rules)| rules)
    })
}

/// Whether the server Fox wrote a record: it adds `AP[foxwq]` to another AP. Its HA is 0 whatever the handicap, and its
/// margins under Chinese rules are in zi.
pub(crate) fn is_from_fox(text: &Text, game: &Game) -> bool {
    let programs = game.props(ROOT).filter(|(prop, _)| prop.id == APPLICATION);
    programs
        .flat_map(|(_, values)| values)
        .any(|value| value.of(text.bytes()).eq_ignore_ascii_case(b"foxwq"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::Scanner;

    fn read<T>(record: &str, of: impl Fn(&Text, &Game) -> T) -> T {
        let text = Text::new(record.as_bytes());
        let mut game = Game::default();
        assert!(Scanner::new(&text).next_game(&mut game, &mut Vec::new()));
        of(&text, &game)
    }

    #[test]
    fn servers_have_rules() {
        for (root, expected) in [
            ("PC[IGS:  igs.joyjoy.net 6969]", Some("japanese")),
            ("US[Brought to you by IGS PANDANET]PC[]", Some("japanese")),
            ("AP[GoPanda2.5.2-3]PC[IGS-PandaNet]", Some("japanese")),
            ("AP[GoPanda2.5.2-3]", Some("japanese")),
            ("PC[cg_nngs]", Some("japanese")),
            ("PC[NNGS Worldwide: nngs.cosmic.org]", Some("japanese")),
            ("PC[Nihon Ki-in, Tokyo]", None),
            ("PC[Tygem Baduk]", Some("korean")),
            ("PC[www.cyberoro.com]", Some("korean")),
            ("PC[Bigs and Rigsby]", None),
            ("PC[Tokyo]AP[PANDA-EGG:1]", None),
            ("", None),
        ] {
            let found = read(&format!("(;GM[1]{root};B[aa])"), rules);
            assert_eq!(found.map(|rules| &*rules.id), expected, "{root}");
        }
    }

    #[test]
    fn fox_names_itself_last() {
        assert!(read("(;AP[GNU Go:3.8]KM[375]AP[foxwq];B[aa])", is_from_fox));
        assert!(!read("(;AP[GNU Go:3.8]PC[foxwq];B[aa])", is_from_fox));
    }
}

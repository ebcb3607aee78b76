//! The servers that records name, and their rulesets.

use crate::formats::{ForeignFormat, by_source};
use crate::rules::{Ruleset, find};
use crate::sgf::{Game, Ident, ROOT, Text, small_number};

const SOURCE: Ident = Ident::new("SO");
const PLACE: Ident = Ident::new("PC");
const USER: Ident = Ident::new("US");
const APPLICATION: Ident = Ident::new("AP");

/// A server, by its name in PC, US or AP.
struct Server {
    name: &'static str,
    /// The id in tables.
    id: &'static str,
    /// The id of its ruleset, if it writes none into its records. Associations aren't listed: their records often lack
    /// the last moves, by which rulesets differ.
    rules: &'static str,
}

const fn server(name: &'static str, id: &'static str, rules: &'static str) -> Server {
    Server { name, id, rules }
}

const SERVERS: [Server; 19] = [
    server("igs", "igs", "japanese"),
    server("pandanet", "igs", "japanese"),
    server("gopanda", "igs", "japanese"),
    server("nngs", "nngs", "japanese"),
    server("no name go server", "nngs", "japanese"),
    server("tygem", "tygem", "korean"),
    server("tygembaduk", "tygem", "korean"),
    server("cyberoro", "cyberoro", "korean"),
    server("wbaduk", "wbaduk", "korean"),
    server("kgs", "kgs", ""),
    server("gokgs", "kgs", ""),
    server("ogs", "ogs", ""),
    server("online-go", "ogs", ""),
    server("foxwq", "fox", ""),
    server("fox weiqi", "fox", ""),
    server("dragon go server", "dgs", ""),
    server("dragongoserver", "dgs", ""),
    server("goquest", "goquest", ""),
    server("questgo", "goquest", ""),
];

/// The ruleset of the server that a record is from. Each format other than SGF belongs to one server, and its games are
/// played by that server's rules. Otherwise PC, US or AP names the server.
pub(crate) fn rules(text: &Text, game: &Game) -> Option<&'static Ruleset> {
    let by_format = format_of(text, game).and_then(|format| find(format.info().ruleset));
    by_format.or_else(|| servers(text, game).find_map(|server| find(server.rules)))
}

/// The format other than SGF that a record is from, even if it was converted since.
fn format_of(text: &Text, game: &Game) -> Option<&'static dyn ForeignFormat> {
    let source = *game.find(ROOT, SOURCE)?.first()?;
    by_source(source.of(text.bytes()))
}

/// The id of the server that a record is from. UGF and UGI are files of PandaNET (IGS), and only Fox writes TC and TT.
pub(crate) fn server_id(text: &Text, game: &Game) -> Option<&'static str> {
    let named = servers(text, game).map(|server| server.id).next();
    let is_ugf = || format_of(text, game).is_some_and(|format| format.info().name == "ugf");
    named.or_else(|| is_ugf().then_some("igs")).or_else(|| fox_overtime(text, game).map(|_| "fox"))
}

/// The overtime in Fox' own properties: TC, the number of periods, and TT, their seconds.
pub(crate) fn fox_overtime(text: &Text, game: &Game) -> Option<(i64, i64)> {
    let number = |name| {
        let span = *game.find(ROOT, Ident::new(name))?.first()?;
        small_number(&text.simple_text(span)).filter(|&number| number > 0)
    };
    number("TC").zip(number("TT"))
}

/// The servers whose names are words of PC, US and AP, in the order of the record.
fn servers(text: &Text, game: &Game) -> impl Iterator<Item = &'static Server> {
    let named = game.props(ROOT).filter(|(prop, _)| [PLACE, USER, APPLICATION].contains(&prop.id));
    named.flat_map(|(_, values)| values).flat_map(|value| named_servers(value.of(text.bytes())))
}

/// The servers whose names are words of `value`.
fn named_servers(value: &[u8]) -> impl Iterator<Item = &'static Server> {
    let is_letter = |at: usize| value.get(at).is_some_and(u8::is_ascii_alphabetic);
    let begins_word = move |&at: &usize| is_letter(at) && (at == 0 || !is_letter(at - 1));
    (0..value.len()).filter(begins_word).filter_map(move |at| {
        SERVERS.iter().find(|server| {
            let end = at + server.name.len();
            let word = value.get(at..end);
            !is_letter(end)
                && word.is_some_and(|word| word.eq_ignore_ascii_case(server.name.as_bytes()))
        })
    })
}

/// Whether a record is from a server that counts by the dead stones which the players mark. CGoban alone doesn't say so:
/// records of games over the board are written with it, too.
pub(crate) fn is_counted_by_server(text: &Text, game: &Game) -> bool {
    matches!(server_id(text, game), Some("kgs" | "igs" | "nngs" | "ogs"))
}

/// Whether the server Fox wrote a record: it adds `AP[foxwq]` to another AP, or states its overtime in TC and TT. Its HA is 0
/// whatever the handicap, and its margins under Chinese rules are in zi.
pub(crate) fn is_from_fox(text: &Text, game: &Game) -> bool {
    let programs = game.props(ROOT).filter(|(prop, _)| prop.id == APPLICATION);
    programs
        .flat_map(|(_, values)| values)
        .any(|value| value.of(text.bytes()).eq_ignore_ascii_case(b"foxwq"))
        || fox_overtime(text, game).is_some()
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
            ("SO[GIB]", Some("korean")),
            ("SO[UGF of gopanda]PC[Tygem]", Some("japanese")),
            ("SO[GIBSON]", None),
            ("", None),
        ] {
            let ruleset = read(&format!("(;GM[1]{root};B[aa])"), rules);
            assert_eq!(ruleset.map(|rules| &*rules.id), expected, "{root}");
        }
    }

    #[test]
    fn servers_have_ids() {
        for (root, expected) in [
            ("PC[The KGS Go Server at http://www.gokgs.com/]", Some("kgs")),
            ("PC[OGS: https://online-go.com/game/1]", Some("ogs")),
            ("AP[GNU Go:3.8]AP[foxwq]", Some("fox")),
            ("PC[Dragon Go Server: http://www.dragongoserver.net]", Some("dgs")),
            ("PC[IGS-PandaNet]", Some("igs")),
            ("AP[GNU Go:3.8]TM[600]TC[3]TT[30]", Some("fox")),
            ("AP[GNU Go:3.8]TM[600]TC[3]", None),
            ("AP[CGoban:3]PC[Foxtown]", None),
        ] {
            assert_eq!(read(&format!("(;GM[1]{root};B[aa])"), server_id), expected, "{root}");
        }
    }

    #[test]
    fn fox_names_itself_last() {
        assert!(read("(;AP[GNU Go:3.8]KM[375]AP[foxwq];B[aa])", is_from_fox));
        assert!(read("(;AP[GNU Go:3.8]TC[3]TT[30];B[aa])", is_from_fox));
        assert!(!read("(;AP[GNU Go:3.8]PC[foxwq];B[aa])", is_from_fox));
    }
}

//! Records of other games without GM. Little Golem writes no GM, but the event begins with the game's name:
//! `EV[go19.ch.10.4.3]`, `EV[hex.mc.2010.oct.1.11]`.

use crate::sgf::text::Text;
use crate::sgf::tree::Ident;
use crate::sgf::tree::{Game, ROOT, Span};

/// The EV value by which a root without GM belongs to a game other than Go. `None` if nothing shows that.
#[must_use]
pub fn other_game(text: &Text, game: &Game) -> Option<Span> {
    let value = |id| game.find(ROOT, Ident::new(id))?.first().copied();
    let source = text.simple_text(value("SO")?);
    if !source.contains("littlegolem.com") {
        return None;
    }
    let event = value("EV")?;
    let named = text.simple_text(event);
    let (name, _) = named.split_once('.')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let is_go = name.trim_end_matches(|c: char| c.is_ascii_digit()) == "go";
    (is_name && !is_go).then_some(event)
}

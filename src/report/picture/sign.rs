//! Marks on a board and in its legend.

use std::fmt::Write;

use crate::go::Color;

/// A sign on a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// Territory of a colour.
    Owner(Color),
    /// A point that is nobody's.
    Dame,
    /// A point that its owner has to fill.
    Fill,
    /// A stone or an eye in seki.
    Seki,
    /// A dead stone.
    Dead,
    /// A stone in dispute.
    Disputed,
}

impl Sign {
    /// The signs of a counted position besides its stones.
    pub const COUNTED: [Self; 5] =
        [Self::Owner(Color::Black), Self::Owner(Color::White), Self::Dame, Self::Fill, Self::Seki];

    /// Its meaning.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Owner(Color::Black) => "Black's territory",
            Self::Owner(Color::White) => "White's territory",
            Self::Dame => "dame: nobody's point",
            Self::Fill => "to be filled: no point by territory",
            Self::Seki => "in seki",
            Self::Dead => "dead stone",
            Self::Disputed => "in dispute: the other status gives the recorded result",
        }
    }

    /// Appends it at a place of the drawing.
    pub fn push(self, out: &mut String, x: u32, y: u32) {
        let written = match self {
            Self::Owner(color) => {
                let class = match color {
                    Color::Black => "own-black",
                    Color::White => "own-white",
                };
                let (x, y) = (x - 4, y - 4);
                write!(
                    out,
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"8\" height=\"8\"/>"
                )
            }
            Self::Dame => {
                write!(out, "<path class=\"dame\" d=\"M{} {}l6 6m0-6l-6 6\"/>", x - 3, y - 3)
            }
            Self::Fill => {
                write!(out, "<path class=\"fill\" d=\"M{} {y}h8m-4-4v8\"/>", x - 4)
            }
            Self::Seki => write!(out, "<circle class=\"seki\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>"),
            Self::Dead => {
                write!(out, "<circle class=\"black dead\" cx=\"{x}\" cy=\"{y}\" r=\"8\"/>")
            }
            Self::Disputed => {
                write!(out, "<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"11\"/>")
            }
        };
        written.expect("a string takes everything");
    }

    /// Returns it as a small drawing of its own, for the legend of a page.
    pub fn key(self) -> String {
        let mut out =
            String::from("<svg class=\"key\" viewBox=\"0 0 26 26\" aria-hidden=\"true\">");
        self.push(&mut out, 13, 13);
        out.push_str("</svg>");
        out
    }
}

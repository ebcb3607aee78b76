//! The outcome of a game, and the value of RE.

use std::fmt;

use crate::go::{Color, Points};

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinBy {
    Points(Points),
    Resignation,
    /// The other player ran out of time.
    Time,
    /// The other player forfeited the game, or it was decided off the board.
    Forfeit,
    /// The other player made an illegal move.
    IllegalMove,
    /// A referee or a moderator decided, with this margin if one was given.
    Adjudication(Option<Points>),
    /// The other player didn't come: the game wasn't played.
    Default,
    /// The source doesn't say how.
    Unspecified,
}

impl WinBy {
    /// Returns the margin in points, if there is one.
    #[must_use]
    pub fn margin(self) -> Option<Points> {
        match self {
            Self::Points(points) | Self::Adjudication(Some(points)) => Some(points),
            _ => None,
        }
    }

    /// Whether two sources may mean the same. `FF[4]` has the letter F for every decision off the board.
    fn agrees(self, other: Self) -> bool {
        let is_off_board =
            |by| matches!(by, Self::IllegalMove | Self::Adjudication(None) | Self::Default);
        match (self, other) {
            (Self::Unspecified, _) | (_, Self::Unspecified) => true,
            (Self::Forfeit, by) | (by, Self::Forfeit) => by == Self::Forfeit || is_off_board(by),
            (Self::Adjudication(None), by) | (by, Self::Adjudication(None)) => {
                by.margin().is_some() || by == Self::Adjudication(None)
            }
            (one, other) => {
                one == other || one.margin().is_some() && one.margin() == other.margin()
            }
        }
    }
}

impl fmt::Display for WinBy {
    /// The form of `FF[4]` behind the plus sign: `3.5`, `R`, `T`, `F`, or nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) | Self::Adjudication(Some(points)) => write!(f, "{points}"),
            Self::Resignation => f.write_str("R"),
            Self::Time => f.write_str("T"),
            Self::Forfeit | Self::IllegalMove | Self::Adjudication(None) | Self::Default => {
                f.write_str("F")
            }
            Self::Unspecified => Ok(()),
        }
    }
}

/// What a comparison of two statements about a game shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    Agrees,
    Differs,
    Unknown,
}

impl Agreement {
    fn of(is_same: bool) -> Self {
        if is_same { Self::Agrees } else { Self::Differs }
    }
}

/// The outcome of a game, whatever states it: a record, a table of results, a referee or a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    Win(Color, WinBy),
    /// A draw (jigo).
    Draw,
    Void,
    /// A result that the server or the organiser annulled.
    Annulled,
    /// Play was suspended, and isn't known to have gone on.
    Suspended,
    /// Both players lost, as under Japanese rules those who agree on a wrong count do. `FF[4]` has no form
    /// for it; its `Void` means something else.
    BothLose,
    /// Both players got the point, as some organisers rule.
    BothWin,
    /// The game was paired and not played.
    NotPlayed,
    /// A round without an opponent.
    Bye,
    /// The result is unknown, or the game isn't finished.
    Unknown,
    #[default]
    Missing,
    /// The recorded text can't be read as a result.
    Unreadable,
}

impl Outcome {
    /// White's margin in points, if the game was counted.
    #[must_use]
    pub fn white_margin(self) -> Option<Points> {
        match self {
            Self::Draw => Some(Points::ZERO),
            Self::Win(Color::White, WinBy::Points(points)) => Some(points),
            Self::Win(Color::Black, WinBy::Points(points)) => Some(-points),
            _ => None,
        }
    }

    /// Whether two sources say the same of a game, as far as both say it: `W+` and `W+2.5` do.
    #[must_use]
    pub fn agreement(self, other: Self) -> Agreement {
        let is_without_result = |one| matches!(one, Self::Void | Self::Annulled | Self::Suspended);
        match (self, other) {
            (one, other) if one.is_unknown() || other.is_unknown() => Agreement::Unknown,
            (Self::Win(winner, by), Self::Win(other, how)) => {
                Agreement::of(winner == other && by.agrees(how))
            }
            (one, other) if is_without_result(one) => Agreement::of(is_without_result(other)),
            (one, other) => Agreement::of(one == other),
        }
    }

    #[must_use]
    pub const fn is_unknown(self) -> bool {
        matches!(self, Self::Unknown | Self::Missing | Self::Unreadable)
    }

    /// Whether there was a game on a board: not for a bye, or where a player didn't come.
    #[must_use]
    pub const fn is_played(self) -> bool {
        !matches!(self, Self::NotPlayed | Self::Bye | Self::Win(_, WinBy::Default))
    }

    /// The same outcome with the colours exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::Win(winner, by) => Self::Win(winner.opponent(), by),
            outcome => outcome,
        }
    }

    /// The same outcome with its margin as a number of zi, of two points each.
    #[must_use]
    pub fn with_margin_in_zi(self) -> Self {
        match self {
            Self::Win(winner, WinBy::Points(points)) => {
                Self::Win(winner, WinBy::Points(Points::hundredths(points.as_hundredths() / 2)))
            }
            outcome => outcome,
        }
    }

    /// The outcome of a count. `margin` is White's, negative where Black won.
    #[must_use]
    pub fn from_white_margin(margin: Points) -> Self {
        match margin.as_hundredths() {
            0 => Self::Draw,
            1.. => Self::Win(Color::White, WinBy::Points(margin)),
            _ => Self::Win(Color::Black, WinBy::Points(-margin)),
        }
    }
}

impl fmt::Display for Outcome {
    /// The form of `FF[4]`: `B+R`, `W+3.5`, `0`, `Void` (also for games that were suspended, annulled or not
    /// played), `?`; words for what it has no form for. Empty for a missing or unreadable result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color, how) => write!(f, "{}+{how}", color.letter()),
            Self::Draw => f.write_str("0"),
            Self::Void | Self::Annulled | Self::Suspended | Self::NotPlayed | Self::Bye => {
                f.write_str("Void")
            }
            Self::BothLose => f.write_str("Both lose"),
            Self::BothWin => f.write_str("Both win"),
            Self::Unknown => f.write_str("?"),
            Self::Missing | Self::Unreadable => Ok(()),
        }
    }
}

/// A number of zi whose last quarter was cut or rounded to one decimal: 0.25 for 0.2 and 0.3. `None` for any other number.
pub(crate) fn whole_quarter(zi: Points) -> Option<Points> {
    let quarter = match zi.as_hundredths() % 100 {
        20 | 30 => 25,
        70 | 80 => 75,
        _ => return None,
    };
    Some(Points::hundredths(zi.as_hundredths() / 100 * 100 + quarter))
}

/// The result of an RE value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedResult {
    /// The outcome. A margin recorded in zi is in points here.
    pub outcome: Outcome,
    /// Whether the value has a form of `FF[4]`.
    pub standard: bool,
    /// Whether the margin was recorded in zi, the Chinese unit of two points.
    pub zi: bool,
    /// Whether the text says more about how the game was won than could be read, so that the game needn't
    /// have been counted.
    pub has_unread_reason: bool,
    /// Whether a winner is named with a margin of zero: `W+0.0`, which Fox and Tygem write where a game
    /// wasn't counted, and others for a draw.
    pub zero_margin: bool,
    /// The number of moves that the text states.
    pub moves: Option<u32>,
}

impl RecordedResult {
    /// A result in another form than `FF[4]`'s.
    pub(super) fn nonstandard(outcome: Outcome) -> Self {
        Self {
            outcome,
            standard: false,
            zi: false,
            has_unread_reason: false,
            zero_margin: false,
            moves: None,
        }
    }

    pub(super) fn standard(outcome: Outcome) -> Self {
        Self { standard: true, ..Self::nonstandard(outcome) }
    }

    /// The result with its margin taken as zi, for a source that gives every margin in zi.
    #[must_use]
    pub fn in_zi(self) -> Self {
        match self.outcome {
            Outcome::Win(winner, WinBy::Points(zi)) if !self.zi => {
                let zi = whole_quarter(zi).unwrap_or(zi);
                Self { outcome: Outcome::Win(winner, WinBy::Points(zi + zi)), zi: true, ..self }
            }
            _ => self,
        }
    }

    /// The result, unread if its margin in zi is about half of a board of so many points: then it is the winner's area.
    #[must_use]
    pub fn unless_area(self, points_of_board: usize) -> Self {
        let most = Points::hundredths(80 * points_of_board as i64);
        let margin = self.outcome.white_margin().unwrap_or_default().abs();
        match self.zi && margin >= most {
            true => Self { zi: true, ..Self::nonstandard(Outcome::Unreadable) },
            false => self,
        }
    }

    /// The outcome with the number as recorded, where the unit zi was only a guess.
    pub fn as_written(&self) -> Outcome {
        if self.zi && self.standard { self.outcome.with_margin_in_zi() } else { self.outcome }
    }
}

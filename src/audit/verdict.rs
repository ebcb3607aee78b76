//! The recorded result compared with the count: `Verdict`.

/// The recorded result compared with the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// It is right.
    Confirmed,
    /// Another player won.
    WrongWinner,
    /// The winner is right, the margin isn't.
    WrongMargin,
    /// The game wasn't decided by counting.
    NotCounted,
    /// It can't be counted again.
    Undecided,
    /// No result is recorded.
    NoResult,
}

impl Verdict {
    /// Whether the recorded result is wrong, or can't be checked.
    #[must_use]
    pub const fn is_in_doubt(self) -> bool {
        matches!(self, Self::WrongWinner | Self::WrongMargin | Self::Undecided)
    }

    /// The word that reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::WrongWinner => "wrong-winner",
            Self::WrongMargin => "wrong-margin",
            Self::NotCounted => "not-counted",
            Self::Undecided => "undecided",
            Self::NoResult => "no-result",
        }
    }

    /// Whether the recorded result differs from the count.
    #[must_use]
    pub const fn is_wrong(self) -> bool {
        matches!(self, Self::WrongWinner | Self::WrongMargin)
    }
}

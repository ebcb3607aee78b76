//! The families that findings are grouped in.

/// A family of findings: what they are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Moves against the rules.
    Legality,
    /// How the game ended.
    End,
    /// Handicap and other stones set up.
    Setup,
    /// The recorded result.
    Result,
    /// The format of the file.
    Format,
    /// Its characters.
    Encoding,
    /// What cleaners of game records reject.
    Cleaning,
    /// The terms of an event, and its table of results.
    Event,
}

impl Family {
    /// All families in the order of the documentation.
    pub const ALL: [Self; 8] = [
        Self::Legality,
        Self::End,
        Self::Setup,
        Self::Result,
        Self::Format,
        Self::Encoding,
        Self::Cleaning,
        Self::Event,
    ];

    /// The word that tables use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Legality => "legality",
            Self::End => "end",
            Self::Setup => "setup",
            Self::Result => "result",
            Self::Format => "format",
            Self::Encoding => "encoding",
            Self::Cleaning => "cleaning",
            Self::Event => "event",
        }
    }

    /// The heading in the documentation.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Legality => "Legality",
            Self::End => "The end of the game",
            Self::Setup => "Setup and handicap",
            Self::Result => "The result",
            Self::Format => "The format",
            Self::Encoding => "Characters",
            Self::Cleaning => "What cleaners of game records reject",
            Self::Event => "The event and its results",
        }
    }
}

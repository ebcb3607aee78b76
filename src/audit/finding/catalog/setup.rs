//! Entries of the catalogue: handicap and other stones set up.

/// Hands the entries of this family, after those of the families before it, to the next macro of the list.
macro_rules! setup_entries {
    ([$next:ident $($later:ident)*] $($before:tt)*) => { $next! { [$($later)*] $($before)*

        HandicapMismatch = "handicap-mismatch", Setup, Warning {
            unless: [StartUnknown => Error],
            raised_in: ["audit/checks/handicap.rs"],
            meaning: "HA doesn't agree with the handicap stones on the board.",
            reason: "Komi and compensation depend on the number of handicap stones. If no stones are recorded and White moves first on a 19x19 board, the stones are assumed to be on the star points, unless that makes moves illegal. Where they can't be assumed, nobody knows the position at the start, and it is an error.",
            example: "(;HA[3]AB[dd][pp];W[dp])",
            advice: "Correct HA to the number of stones set up, or add the stones that are missing.",
            source: "FF[4], HA; A91 4",
        }
        HandicapPlacement = "handicap-placement", Setup, Note {
            raised_in: ["audit/checks/handicap.rs"],
            meaning: "The handicap stones aren't where the ruleset puts them.",
            reason: "Under rules with fixed placement the game should have begun from another position.",
            example: "(;RU[AGA]HA[2]AB[dd][pp];W[dp])",
            advice: "Nothing, if free placement was agreed. The game is valid even if this was noticed late.",
            source: "A91 4; BGA 4, A.2 iv",
        }
        MidGameSetup = "mid-game-setup", Setup, Warning {
            unless: [ChangesNothing => Note, TakesDeadStones => Note],
            raised_in: ["audit/checks/legality.rs"],
            meaning: "Stones are added or removed after the first move.",
            reason: "From here on the moves don't explain the position, so prisoners, repetition and move numbers can't be followed. It is only a note if the setup changes nothing, or removes stones after the last pass; those stones count as dead.",
            example: "(;B[dd];AW[pp];B[dp])",
            advice: "Nothing, for a correction during the game (BGA A.2 v, vi). Otherwise record it as moves.",
            source: "FF[4], Setup properties; BGA A.2 v, vi",
        }
    } };
}

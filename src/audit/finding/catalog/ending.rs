//! Entries of the catalogue: how the game ended.

/// Hands the entries of this family, after those of the families before it, to the next macro of the list.
macro_rules! ending_entries {
    ([$next:ident $($later:ident)*] $($before:tt)*) => { $next! { [$($later)*] $($before)*

        MissingWhitePass = "missing-white-pass", End, Warning {
            unless: [ResultNotConfirmed => Error],
            raised_in: ["audit/checks/ending.rs"],
            meaning: "Black was the last to pass, and White's last pass isn't recorded.",
            reason: "White must make the last move. Without White's pass stone, the territory count gives White one point too many and differs from the area count. If the recorded result is confirmed nevertheless, this is only a warning.",
            example: "(;RU[AGA]...;W[];B[])",
            advice: "Add White's pass: `sgf-audit fix --write --fix missing-white-pass FILE`.",
            source: "A91 11; BGA 11; B07 6",
        }
        MissingPasses = "missing-passes", End, Warning {
            unless: [PassesAreFree => Note, NeverPasses => Note],
            raised_in: ["audit/checks/ending.rs"],
            meaning: "A counted game ends with fewer than two passes.",
            reason: "Where passes cost stones, the territory count depends on who passed. This is only a note where passes are free, or where a record has no pass at all and names no ruleset.",
            example: "(;RU[AGA]RE[B+3.5]...;B[aa])",
            advice: "Nothing, if the source never records passes; the count assumes that the game ended properly.",
            source: "A91 9, 11",
        }
        UnequalMoves = "unequal-moves", End, Warning {
            raised_in: ["audit/checks/ending.rs"],
            meaning: "Even with the missing final passes added, Black and White made different numbers of moves.",
            reason: "Area and territory scores then differ by the difference in moves. A move is missing, or a player moved twice in a row.",
            example: "(;RU[AGA]RE[B+3.5];B[pd];W[dp];W[dd];...)",
            advice: "Look for `out-of-turn` findings of the same game.",
            source: "A91 11; AS 9; BGA B",
        }
        ExtraPass = "extra-pass", End, Note {
            raised_in: ["audit/checks/legality.rs"],
            meaning: "There are more passes at the end than the ruleset asks for.",
            reason: "Where passes cost stones, each costs a point.",
            example: "(;RU[Japanese];B[];W[];B[])",
            advice: "Usually nothing: some programs record an agreement as passes.",
            source: "A91 9; OVw, Rule 9",
        }
    } };
}

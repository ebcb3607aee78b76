//! Findings about the terms of an event, and its results.

use super::{FindingInfo, entries};

/// Findings about the terms of an event, and its results.
pub(super) const EVENT: &[FindingInfo] = entries! { Event:
    UnexpectedRuleset: Error
        meaning: "The record names a ruleset other than the event's."
        reason: "The result may be counted by rules other than those that the players agreed to."
        example: "RU[Chinese] against `ruleset = \"japanese\"`"
        advice: "Ask the players which rules were used; correct RU or the event's file."
        source: "the event's file: ruleset"
    UnexpectedKomi: Error
        meaning: "The recorded komi isn't the event's."
        reason: "A wrong komi changes the margin, and may change the winner."
        example: "KM[5.5] against `komi = 6.5`"
        advice: "Ask the players which komi was used. If it was the event's, correct KM."
        source: "the event's file: komi, handicap-komi"
    UnexpectedHandicap: Error
        meaning: "The number of handicap stones is outside the event's range."
        reason: "The game wasn't played on the event's terms, and may not be rated."
        example: "HA[5] against `max-handicap = 3`"
        advice: "Compare with the pairing."
        source: "the event's file: min-handicap, max-handicap"
    UnexpectedBoardSize: Error
        meaning: "The board size isn't the event's."
        reason: "The game isn't the one that was to be played."
        example: "SZ[13] against `board-size = 19`"
        advice: "Check whether the record belongs to the event."
        source: "the event's file: board-size"
    UnexpectedDate: Warning
        meaning: "The recorded date is outside the event's dates, or outside those of its round."
        reason: "The record may be of another event, or its date is wrong."
        example: "DT[2019-05-04] in an event of 2026"
        advice: "Correct DT, or remove the record."
        source: "the event's file: first-date, last-date, rounds"
    UnexpectedTime: Warning
        meaning: "The recorded time limits aren't the event's."
        reason: "Ratings weigh a game by its time limits, and leagues refuse games that are too fast."
        example: "TM[600] against `main = 3600` under `[time]`"
        advice: "Ask the players how the clock was set."
        source: "the event's file: time"
    UnexpectedRound: Warning
        meaning: "The event has no such round."
        reason: "The record can't be assigned to a pairing by its round."
        example: "RO[7] in an event of 4 rounds"
        advice: "Correct RO."
        source: "the event's file: rounds"
    UnexpectedPlayer: Error
        meaning: "A player of the record isn't in the event's list."
        reason: "The result can't be credited. Names are never guessed."
        example: "PB[Jon Smith], where the list has John Smith"
        advice: "Correct the name, or add it to the player's `aliases` in the event's file."
        source: "the event's file: players"
    UnexpectedRank: Warning
        meaning: "A player's recorded rank isn't the one in the event's list."
        reason: "Handicap and pairing follow the rank that a player entered with."
        example: "BR[3d], where the list has 1d"
        advice: "Correct BR, WR or the list."
        source: "the event's file: players"
    UnexpectedPairing: Error
        meaning: "The two players weren't supposed to play each other."
        reason: "They are of different groups, or they are the same person."
        example: "a game of two players whose `group` differs"
        advice: "Check whether it is a game outside of the event."
        source: "the event's file: players"
    UnstatedTerm: Warning
        meaning: "The event has a rule for something that the record doesn't state."
        reason: "What isn't recorded can't be checked."
        example: "no TM against `main = 3600` under `[time]`"
        advice: "Add the property, or remove the rule from the event's file."
        source: "the event's file: all keys"
    ResultDiffersFromTable: Error
        meaning: "The table of results and the record have different results."
        reason: "One of them is wrong, and the standings depend on it. If the game was counted, the count says which."
        example: "RE[B+3.5], where the table says W+3.5"
        advice: "Ask the players, with the counted board at hand."
        source: "the event's table of results"
    ColorsDifferFromTable: Warning
        meaning: "The table gives the two players the opposite colours."
        reason: "Winners are compared by name, so this doesn't change the result."
        example: "PB[Ann]PW[Bob], where the table has Bob as Black"
        advice: "Correct the table or the record."
        source: "the event's table of results"
    KomiDiffersFromTable: Warning
        meaning: "The table and the record have different komi."
        reason: "Some programs write the event's komi for each game, whatever was played."
        example: "KM[5.5], where the table says 6.5"
        advice: "Ask the players which komi was used."
        source: "the event's table of results"
    HandicapDiffersFromTable: Warning
        meaning: "The table and the record have different numbers of handicap stones."
        reason: "Ratings take the handicap into account."
        example: "HA[2], where the table says 3"
        advice: "Check the stones in the record, and correct the table."
        source: "the event's table of results"
    RoundDiffersFromTable: Warning
        meaning: "The table and the record put the game in different rounds."
        reason: "The players met only once, so the game is the same one."
        example: "RO[3], where the table has the game in round 2"
        advice: "Correct RO or the table."
        source: "the event's table of results"
    DateDiffersFromTable: Warning
        meaning: "The table and the record have different dates for a game of one round or file."
        reason: "Rating lists and reports take the date of the game."
        example: "DT[2026-05-02], where the table has 2026-05-01"
        advice: "Correct DT or the table."
        source: "the event's table of results"
    ContradictoryTable: Error
        meaning: "Rows of the table contradict each other or the event's list: a player has two numbers, ranks or teams, a number is that of two players, or a player is twice in a round."
        reason: "Results would be credited to another person. Until it is settled, no rating report is written and no match of teams is counted."
        example: "Carl Öhman with number 10006 in line 4, and 10003 in three other rows"
        advice: "Correct the row or the list that the message names."
        source: "the event's table of results, and its file: players"
    RecordMissing: Warning
        meaning: "There is no record of a game in the table."
        reason: "The result can't be checked."
        example: "line 12 of the table"
        advice: "Ask the players for the record."
        source: "the event's table of results"
    RowMissing: Warning
        meaning: "No game in the table is the recorded one."
        reason: "The table lacks a result, the record belongs to another event, or the players met more than once and the record states no round."
        example: "a record of a game that isn't in the table"
        advice: "Add the game to the table, or RO to the record."
        source: "the event's table of results"
    DuplicateRecord: Warning
        meaning: "There are several records of a game in the table."
        reason: "Only one of them can be the game that counts."
        example: "final.sgf and final-copy.sgf"
        advice: "Keep one."
        source: "the event's table of results"
    UnmatchedName: Warning
        meaning: "A name in the table isn't in the event's list of players, a name in a record isn't in the table, or an alias is a name of two players."
        reason: "The games can't be matched. Names are never guessed."
        example: "Jon Smith, where the event's list has John Smith"
        advice: "Correct the name, or add it to the player's `aliases` in the event's file."
        source: "the event's file: players"
    NameVariant: Note
        meaning: "A player's name is written in another way than elsewhere, and was recognised by the opponent, by the player's number, or by the row that names the file."
        reason: "Of all whom the opponent met, only one has a name like this, or a stronger key than the name says who it is."
        example: "Leopold Matoh, where the table has Leon Matoh"
        advice: "Correct the name, or add it to `[aliases]` in the event's file."
        source: "the event's table of results"
    UnreadRow: Warning
        meaning: "A row or a cell of the table of results can't be read."
        reason: "What can't be read isn't compared with any record. The rest of the row is."
        example: "a result `x-y`"
        advice: "Correct the cell."
        source: "the event's table of results"
    UnappliedDecision: Error
        meaning: "A ruling or a penalty of the event's file has no effect."
        reason: "It names no game, several games, a point without a stone, or a game whose result it can't change. A decision must never be lost."
        example: "`file = \"r1-3.sgf\"`, and no record is called so"
        advice: "Correct what the message names. A note says that stones beside a result decide nothing."
        source: "the event's file: rulings, penalties"
    UnusedEntry: Warning
        meaning: "No game has an alias, a round or a player of the event's file."
        reason: "It is perhaps misspelt, and then the record that it is meant for isn't found."
        example: "the alias `Jon Smitt`, where the records have Jon Smith"
        advice: "Correct or remove it. A player without a game is a note."
        source: "the event's file: aliases, rounds, players"
};

-- What KataGo's cleaning of human games rejects, by the names of its reasons (writetrainingdata.cpp, lines 850 to 1990 at 6a1fc5de), with its
-- limits. The tables are those of statistics.sql.
-- KataGo begins a game behind early passes and behind Black's moves in a row. This view says how many moves it skips.
create view skipped as select path, game, coalesce(max(case when point = 'pass' and "move" <= 12 + width * height // 20 then "move" + 1 when color = 'B' and before = 'B' and "move" <= 6 + width * height // 40 then "move" - 1 end), 0) as skipped from (select *, lag(color) over (partition by path, game order by "move") as before from moves) join games using (path, game) group by path, game;
-- SGFExcluded: paths with a word of a list of your own.
select path, game from games where path like '%excluded%';
-- SGFInvalid: files that can't be read, or that contain no game.
select distinct path from findings where finding in ('not-sgf', 'unreadable', 'too-large', 'damaged-archive', 'internal-error');
-- SGFInvalidCompact
select distinct path, game from findings where finding in ('mid-game-setup', 'several-moves');
-- SGFGreaterThanDataBoardLen
select path, game from games where width > 19 or height > 19;
-- SGFDisallowedBoardSize: all but a list of your own.
select path, game from games where (width, height) not in ((9, 9), (13, 13), (19, 19));
-- GameUnknownRatingStatus, of OGS: neither "ranked" nor "unranked" in GC, which is no column.
-- UserInNoGameUsers
select path, game from games where black in ('a', 'b') or white in ('a', 'b');
-- UserBothNoTrain
select path, game from games where black in ('a', 'b') and white in ('a', 'b');
-- GameBadHandicap
select path, game from games where handicap > sqrt(width * height) / 2 union select path, game from findings where finding = 'malformed-value' and message like 'HA[%';
-- GameSkipHandicap, of Fox
select path, game from games where server = 'fox' and handicap > 0;
-- GameBadRules, of servers: none that is known.
select path, game from games where ruleset_source <> 'record';
-- GameHandicap1MismatchKomi
select path, game from findings join games using (path, game) where finding = 'one-stone-handicap' and komi >= 2;
-- UnsupportedRules, of GoGoD
select path, game from games where regexp_matches(concat_ws(' ', place, event), 'Environmental Go|Children|Student|Youth|Young |1-dans v. 9-dans|[Tt]eaching|[Pp]air go|[Aa]mateur|Internet|[Oo]nline');
-- GameRulesParsing, of GoGoD: no ruleset is named, or the komi is odd.
select path, game from games where ruleset_source in ('inferred', 'default') union select path, game from findings where finding = 'unusual-komi';
-- The komi of Fox's even games, which KataGo takes as 6.5.
select path, game from findings where finding = 'zero-komi';
-- BadInitialSetup
select distinct path, game from findings where finding in ('setup-without-effect', 'duplicate-point');
-- MovesTooManyMoves
select path, game from games where moves > 1.5 * width * height + 40;
-- ResultInvalidScore
select path, game from games where margin >= width * height;
-- ResultUnknown
select path, game from games where result_text is not null and winner is null and coalesce(recorded_result, '') not in ('Void', '?');
-- BadTimeControl
select path, game from games where overtime_text is not null and overtime is null;
-- GameDateParsing, GameBadDate
select path, game from games where date_iso is null;
-- GameBadRankParse
select path, game from games where (black_rank_text is not null and black_rank is null) or (white_rank_text is not null and white_rank is null);
-- MovesSemiEarlyPass
select distinct path, game from moves join games using (path, game) where point = 'pass' and "move" between 13 + width * height // 20 and 14 + width * height // 10;
-- MovesTooShortOverlaps
select path, game from games left join skipped using (path, game) where coalesce(skipped, 0) >= moves;
-- MovesUnexpectedGameEndNearStart
select distinct path, game from findings join skipped using (path, game) where finding = 'play-after-end' and "move" <= skipped;
-- MovesIllegalMoveNearStart
select distinct path, game from findings join skipped using (path, game) where finding in ('occupied-point', 'off-board', 'suicide', 'ko', 'superko') and "move" <= skipped;
-- MovesIllegal
select distinct path, game from findings join skipped using (path, game) where finding in ('occupied-point', 'off-board', 'suicide', 'ko', 'superko') and "move" > skipped;
-- MovesNonAlternating
select distinct path, game from findings join skipped using (path, game) where finding = 'out-of-turn' and "move" > skipped + 1;
-- MovesTooShort
select path, game from games join skipped using (path, game) where moves - final_passes - skipped < 15 + width * height // 8;

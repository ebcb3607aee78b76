-- Why KataGo's writetrainingdata (cpp/command/writetrainingdata.cpp at 6a1fc5de) rejects games, for DuckDB: a view with a row per game
-- and reason. `step` is the place of the reason in KataGo's order; KataGo names the first:
--   select path, game, arg_min(reason, step) as reason from katago group by all;
-- It reads the tables games, findings, moves and setup of the Python package.

create view katago_moves as
select path, game, "move", color, point, width * height as area,
  lag(color) over line as color_before, lag(point) over line as point_before
from moves join games using (path, game)
window line as (partition by path, game order by "move");

-- `skipped`: KataGo begins behind early passes, and at the last of several first moves of Black's. `ended`: the second of two passes in a row.
create view katago_lines as
select path, game,
  coalesce(max(case when point = 'pass' and "move" <= 12 + area // 20 then "move" + 1
    when color = 'B' and color_before = 'B' and "move" <= 6 + area // 40 then "move" - 1 end), 0) as skipped,
  min("move") filter (point = 'pass' and point_before = 'pass') as ended,
  arg_max(point, "move") = 'pass' as passed,
  bool_or(point = 'pass' and "move" > 12 + area // 20 and "move" <= 14 + area // 10) as passes_semi_early
from katago_moves group by path, game;

create view katago_games as
select games.*, width * height as area, coalesce(skipped, 0) as skipped, ended, coalesce(ended, moves) as played,
  coalesce(passed, false) as passed, coalesce(passes_semi_early, false) as passes_semi_early,
  coalesce(place, '') || ' | ' || coalesce(event, '') as occasion, coalesce(black_rank_text, '') as black_grade,
  coalesce(white_rank_text, '') as white_grade,
  -- In lower case, without remarks about zi and about who connects the last ko.
  trim(regexp_replace(regexp_replace(lower(result_text), ' [({]zi[)}]', ''),
    '[({][^(){}]*((connect|win)[^(){}]*ko|ko[^(){}]*(connect|win))[^(){}]*[)}]', '')) as result
from games left join katago_lines using (path, game);

create view katago as
with grades as (select '(?i:|\?|-|insei|ama\.?|amateur|nr|meijin|kisei|judan|holder|challenger|oza|tianyuan|mingren|tengen|guoshou|gosei)'
    || '|\s*\+?0*[1-9]\d*\s*(kyu|k|k ama|dan|d|d ama|a|级|段)|\s*[-+]?\d+\s*(pro|p)' as grade),
unknown as (select path, game, result, area, regexp_full_match(result, '.*(oves beyond|oves after|urther moves).*', 's')
    and regexp_full_match(result, '.*(not known|not recorded|not given|no further|omitted).*', 's') as is_cut,
    try_cast(regexp_extract(result, '^(b|w|black|white)\+\s*([-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?)$', 2) as double) as margin
  from katago_games where result <> '' and not regexp_full_match(result,
    'void|\?|draw|0|jigo|[bw]\+|(b|w|black|white)\+[rtf]|[bw]\+(resign|time|forfeit)'))
select path, 0 as game, 1 as step, 'SGFInvalid' as reason from findings
  where finding in ('not-sgf', 'unreadable', 'too-large', 'damaged-archive', 'internal-error')
union select path, game, 2, 'SGFGreaterThanDataBoardLen' from games where width > 19 or height > 19
-- Setup outside the root.
union select path, game, 3, 'SGFInvalidCompact' from setup where node > 0
union select path, game, 3, 'SGFInvalidCompact' from findings where finding in ('off-board', 'odd-pass')
union select path, game, 4, 'GameBadHandicap' from katago_games where handicap > floor(sqrt(area) / 2) and moves > 0
union select path, game, 4, 'GameBadHandicap' from findings where finding = 'malformed-value' and message like 'HA[%'
union select path, game, 5, 'GameSkipHandicap' from games where server = 'fox' and (handicap is null or handicap > 1)
-- Of servers: no ruleset or komi, or one that isn't known.
union select path, game, 6, 'GameBadRules' from games where server in ('kgs', 'ogs', 'fox') and (ruleset_source <> 'record'
  or komi_source = 'default' or (komi_source = 'inferred' and server <> 'fox') or komi * 2 <> floor(komi * 2))
union select path, game, 7, 'GameHandicap1MismatchKomi' from findings join games using (path, game)
  where finding = 'one-stone-handicap' and server = 'fox' and komi <> 0
-- Of GoGoD.
union select path, game, 8, 'UnsupportedRules' from katago_games where regexp_matches(occasion, '^AI |Environmental Go|Children|Student|Youth'
  || '|Young |1-dans v\. 9-dans|[Tt]eaching|[Pp]air go|[Aa]mateur|Internet|[Oo]nline|on-line|(High|Middle|Primary|Elementary) School'
  || '|Cross-Straits|[Cc]omputer|Machine|Sunjang|World AI ') or contains(black_grade || white_grade, '&')
union select path, game, 9, 'BadInitialSetup' from findings where finding in ('setup-without-effect', 'duplicate-point') and node = 0
union select path, game, 10, 'MovesTooManyMoves' from katago_games where moves > 1.5 * area + 40
union select path, game, 11, 'ResultInvalidScore' from unknown where coalesce(abs(margin) >= area,
  is_cut and not regexp_matches(result, '^(b\+|w\+|black\+|white\+|draw|jigo)'))
union select path, game, 11, 'ResultUnknown' from unknown where margin is null and not is_cut
-- KataGo lets other overtime pass, and ends at one of these that it can't read.
union select path, game, 12, 'BadTimeControl' from games where server in ('kgs', 'ogs') and main_time_text is not null and regexp_matches(
  overtime_text, '^(0+x\S+|\d+x0*\.?0*) .*byo-yomi|^0*\.?0* (fischer|simple)|^(0+/\S+|\d+/0*\.?0*) [cC]anadian')
union select path, game, 13, 'GameBadDate' from games where date_iso is null
-- KataGo decodes no encoding but UTF-8.
union select path, game, 14, 'GameBadRankParse' from katago_games, grades where not regexp_full_match(black_grade, grade)
  or not regexp_full_match(white_grade, grade) or (encoding <> 'UTF-8' and regexp_matches(black_grade || white_grade, '级|段'))
union select path, game, 15, 'MovesSemiEarlyPass' from katago_games where passes_semi_early
union select path, game, 16, 'MovesTooShortOverlaps' from katago_games where skipped >= moves
union select path, game, 17, 'MovesUnexpectedGameEndNearStart' from katago_games where skipped < moves and ended < skipped
-- By its own rules, which may be others than the record's.
union select path, game, if("move" <= skipped, 18, 19), if("move" <= skipped, 'MovesIllegalMoveNearStart', 'MovesIllegal')
  from findings join katago_games using (path, game) where finding in ('occupied-point', 'suicide', 'ko', 'superko') and "move" <= played
union select path, game, 20, 'MovesNonAlternating' from katago_moves join katago_games using (path, game)
  where katago_moves.color = color_before and "move" between skipped + 2 and played
union select path, game, 21, 'MovesTooShort' from katago_games where skipped < moves and coalesce(ended >= skipped, true)
  and played - skipped - least(played - skipped, if(ended is null, passed::int, 2)) < 15 + area // 8;

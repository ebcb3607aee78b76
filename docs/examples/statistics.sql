-- Statistics of a collection, for `duckdb` in the directory of these files:
--   sgf-audit check games/ --quiet --raw-cells --out report
--   sgf-audit convert games/ --to csv --lossy --out moves.csv.gz
-- DuckDB guesses the types of columns, so those of text columns that may be empty are stated.
create table games as select * from read_csv('report/games.csv', sample_size = -1, types = {'black_rank': 'varchar',
  'white_rank': 'varchar', 'date': 'varchar', 'date_iso': 'varchar', 'round': 'varchar', 'overtime': 'varchar', 'result_text': 'varchar',
  'black_rank_text': 'varchar', 'white_rank_text': 'varchar', 'main_time_text': 'varchar', 'overtime_text': 'varchar'});
create table findings as select * from read_csv('report/findings.csv', sample_size = -1);
create table moves as select * from read_csv('moves.csv.gz', sample_size = -1, types = {'point': 'varchar'});

-- By year, server, rank and ruleset: games, length, and White's share of the decided ones.
select left(date_iso, 4) as year, count(*) as games, median(moves) as moves, avg((winner = 'W')::int) as white from games group by year order by year;
select server, count(*) as games, avg(clean::int) as clean, median(moves) as moves from games group by server order by games desc;
select black_rank, white_rank, count(*) as games, avg((winner = 'B')::int) as black from games where handicap = 0 group by all order by games desc;
select ruleset, ruleset_source, komi, count(*) as games from games group by all order by games desc;
select ruleset, verdict, count(*) as games from games group by all order by ruleset, games desc;
-- How counted games differ from their records, and why.
select coalesce(cause, 'none found') as cause, count(*) as games from games where verdict like 'wrong-%' group by cause order by games desc;
-- A matrix of strengths.
pivot (select black_rank, white_rank from games where black_rank like '%d' and white_rank like '%d') on white_rank using count(*) group by black_rank order by black_rank;
-- The most frequent first moves of each year.
select left(date_iso, 4) as year, mode(point) as point, count(*) as games from moves join games using (path, game) where "move" = 1 and handicap = 0 group by year order by year;

"""The package in other processes and threads of the caller's."""

import concurrent.futures
import multiprocessing
import pathlib
import sys
import threading

import pytest

import sgf_audit

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = [str(ROOT / "corpus" / name) for name in ("games", "rules")]
METHODS = [method for method in ("fork", "spawn", "forkserver") if method in multiprocessing.get_all_start_methods()]


def games_of(folder):
    return sgf_audit.audit(folder, threads=2).games


def positions_of(folder):
    return sum(len(batch.game) for batch in sgf_audit.positions(folder, size=9))


def hashes(table):
    return [(game["path"], game["game_hash"], game["verdict"]) for game in table.to_pylist()]


@pytest.mark.skipif(sys.platform == "win32", reason="the workers of a pool import the tests by their name")
@pytest.mark.parametrize("method", METHODS)
def test_workers_have_the_same_tables(method):
    # The caller has run threads of its own before its process is forked.
    expected = [hashes(games_of(folder)) for folder in FOLDERS]
    positions = [positions_of(folder) for folder in FOLDERS]
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        # Tables are sent back.
        assert [hashes(table) for table in pool.map(games_of, FOLDERS)] == expected
        assert list(pool.map(positions_of, FOLDERS)) == positions


def test_threads_have_the_same_tables():
    expected = [hashes(games_of(folder)) for folder in FOLDERS]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert [hashes(table) for table in pool.map(games_of, 3 * FOLDERS)] == 3 * expected


def test_other_threads_run_while_a_table_is_made():
    ended = threading.Event()
    ticks = 0

    def audit():
        for folder in FOLDERS:
            games_of(folder)
        ended.set()

    thread = threading.Thread(target=audit)
    thread.start()
    while not ended.wait(0.001):
        ticks += 1
    thread.join()
    assert ticks > 5

"""What users write, which type checkers must accept."""

import pathlib
from typing import List, Optional

import sgf_audit


def games_of(paths: List[str], komi: Optional[float]) -> sgf_audit.Table:
    return sgf_audit.audit(paths, "aga", komi=komi, threads=4, estimate=False, select=["legality", "ko"]).games


def moves_of(path: pathlib.Path) -> sgf_audit.Table:
    moves = sgf_audit.audit(path, rules_file=path / "rules.toml", moves=True, max_bytes="64M").moves
    assert moves is not None
    return moves


options: sgf_audit.AuditOptions = {"ko": "simple", "exclude": "old/**"}
for batch in sgf_audit.stream("games/", table="moves", progress=print, **options):
    for column in batch.fields:
        print(column["name"], column["unit"], batch.to_pylist()[0][column["name"]])
    print(batch.columns[0].upper(), batch.shape[0], batch.head(3), sgf_audit.__version__)
for game in sgf_audit.select("games/", where="moves > 50", clean=True):
    print(game["path"])
for near in sgf_audit.duplicates("games/", share=0.8, min_moves=20):
    print(near["relation"])
for positions in sgf_audit.positions("games/", "aga", size=9, symmetry="random", komi=7.0):
    print(positions.black.shape, positions.legal.dtype)
margin: Optional[float] = sgf_audit.score(b"(;SZ[9])").margin

with_bytes = sgf_audit.audit((name, b"(;SZ[9])") for name in ("a", "b"))
comparison: str = sgf_audit.score(b"(;SZ[9])", game=1, rules="japanese", territory_from="board").comparison
repaired: Optional[bytes] = sgf_audit.fix("a.sgf", unsafe=True, ignore={"ko"}).bytes
texts: List[str] = sgf_audit.convert("a.sgf", "sgf", strip=["comments", "times"], lossy=True)
sgf_audit.audit_batches([], table="findings", variations=True)
sgf_audit.schema("moves")
sgf_audit.rulesets()["aga"].upper()

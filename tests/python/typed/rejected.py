"""What type checkers must reject: each line that says so, and no other."""

import sgf_audit

sgf_audit.audit("a.sgf", rulez="aga")  # rejected
sgf_audit.audit("a.sgf", threads="four")  # rejected
sgf_audit.audit("a.sgf", ko="superko")  # rejected
sgf_audit.audit("a.sgf", out="report")  # rejected
sgf_audit.audit(1)  # rejected
sgf_audit.stream("a.sgf", table="summary")  # rejected
sgf_audit.audit_batches([], max_findings="many")  # rejected
sgf_audit.score("a.sgf", engine="katago")  # rejected
sgf_audit.fix("a.sgf", write=True)  # rejected
sgf_audit.convert("a.sgf", "html")  # rejected
sgf_audit.convert("a.sgf", "sgf", strip="header")  # rejected
sgf_audit.audit("a.sgf").moves.to_pylist()  # rejected
sgf_audit.select("a.sgf", wher="moves > 5")  # rejected
sgf_audit.select("a.sgf", uniqe=True)  # rejected
sgf_audit.duplicates("a.sgf", format="csv")  # rejected
sgf_audit.duplicates("a.sgf", min_moves="many")  # rejected
sgf_audit.convert_all("a.sgf", "html", "out")  # rejected
sgf_audit.convert_all("a.sgf", "sgf", "out", splitt=True)  # rejected
sgf_audit.event("a.sgf", komi=6.5)  # rejected
sgf_audit.duplicates("a.sgf", share="most")  # rejected
# A wrong name, by each function.
sgf_audit.stream("a.sgf", rulez="aga")  # rejected
sgf_audit.audit_batches([], rulez="aga")  # rejected
sgf_audit.positions("a.sgf", rulez="aga")  # rejected
sgf_audit.positions("a.sgf", symmetry="half")  # rejected
sgf_audit.score("a.sgf", rulez="aga")  # rejected
sgf_audit.fix("a.sgf", rulez="aga")  # rejected
sgf_audit.convert("a.sgf", "sgf", rulez="aga")  # rejected
sgf_audit.convert_all("a.sgf", "sgf", "out", rulez="aga")  # rejected
sgf_audit.select("a.sgf", rulez="aga")  # rejected
sgf_audit.duplicates("a.sgf", rulez="aga")  # rejected
sgf_audit.event("a.sgf", max_bites="1M")  # rejected
sgf_audit.explain(nam="ko")  # rejected
sgf_audit.schema(tabel="games")  # rejected
sgf_audit.audit("a.sgf").games.to_pylist()

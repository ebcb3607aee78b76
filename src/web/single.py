"""Joins the built page into one file that works without a server: single.py DIRECTORY FILE."""

import base64
import gzip
import hashlib
import pathlib
import re
import sys


def packed(path):
    return base64.b64encode(gzip.compress(path.read_bytes(), 9, mtime=0)).decode()


def main():
    site, out = map(pathlib.Path, sys.argv[1:3])
    hashes = {"script": [], "style": []}

    def inline(tag, name):
        text = (site / name).read_text(encoding="utf-8")
        if f"</{tag}" in text:
            raise SystemExit(f"{name} has </{tag}")
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        hashes[tag].append(f"'sha256-{digest}'")
        return f"<{tag}>{text}</{tag}>"

    page = (site / "index.html").read_text(encoding="utf-8")
    page = re.sub(r'<link rel="stylesheet" href="(.*?)">', lambda link: inline("style", link[1]), page)
    page = re.sub(r'<script src="(.*?)"></script>', lambda script: inline("script", script[1]), page)
    icon = base64.b64encode((site / "icon.svg").read_bytes()).decode()
    page = page.replace('href="icon.svg"', f'href="data:image/svg+xml;base64,{icon}"')
    licences = packed(site / "licenses.txt")
    page = page.replace('href="licenses.txt"', f'href="data:application/gzip;base64,{licences}" download="licenses.txt.gz"')
    policy = (
        f"default-src 'none'; script-src {' '.join(hashes['script'])} 'wasm-unsafe-eval'; worker-src blob:; "
        f"style-src {' '.join(hashes['style'])}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    page, replaced = re.subn("default-src [^\"]*", lambda _: policy, page, count=1)
    # Data, which browsers don't run: `pool.js` reads them.
    worker = (site / "worker.js").read_text(encoding="utf-8")
    held = {"worker.js": worker, "sgf-audit.wasm": packed(site / "sgf-audit.wasm")}
    blocks = "".join(f'<script type="text/plain" id="{name}">{text}</script>\n' for name, text in held.items())
    if not replaced or "</script" in worker or 'src="' in page:
        raise SystemExit("the page can't be joined into one file")
    first = page.index("<script>")
    out.write_text(page[:first] + blocks + page[first:], encoding="utf-8")
    print(f"{out}: {out.stat().st_size} bytes")


main()

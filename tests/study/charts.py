"""Charts as SVG, the same bytes for the same numbers."""

from xml.sax.saxutils import escape

WIDTH = 760
INK, LINE, BAR, MARK = "#24292f", "#d0d7de", "#9aa7b4", "#c4432b"


def write(path, svg):
    path.write_text(svg, encoding="utf-8")


def _text(x, y, words, anchor="start", size=13, weight="normal"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" fill="{INK}">{escape(words)}</text>'


def _line(x1, y1, x2, y2, color=LINE, width=1):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width}"/>'


def _rect(x, y, width, height, color):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{color}"/>'


def _page(title, height, parts):
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="sans-serif" role="img" aria-label="{escape(title)}">'
    )
    body = [head, _rect(0, 0, WIDTH, height, "#ffffff"), _text(16, 26, title, size=16, weight="bold"), *parts, "</svg>"]
    return "\n".join(body) + "\n"


def intervals(title, rows):
    """Rows of a name, a share, and the ends of its interval."""
    left, right, top, step = 300, WIDTH - 40, 56, 28
    most = max(high for *_, high in rows)
    end = next(limit for limit in (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.5, 1.0) if most <= limit)
    at = lambda share: left + (right - left) * share / end
    bottom = top + step * len(rows)
    parts = []
    for tick in range(6):
        x = at(end * tick / 5)
        parts += [_line(x, top - 8, x, bottom), _text(x, bottom + 18, f"{100 * end * tick / 5:g} %", "middle", 12)]
    for number, (name, share, low, high) in enumerate(rows):
        y = top + step * number + step / 2
        parts += [_text(left - 12, y + 4, name, "end"), _line(at(low), y, at(high), y, INK, 2)]
        parts.append(f'<circle cx="{at(share):.1f}" cy="{y:.1f}" r="4.5" fill="{MARK}"/>')
    parts.append(_text((left + right) / 2, bottom + 40, "share of the games, with 95 % interval", "middle", 12))
    return _page(title, bottom + 56, parts)


def causes(title, rows):
    """Rows of a cause and a number of games."""
    left, right, top, step = 370, WIDTH - 60, 48, 30
    most = max(number for _, number in rows)
    parts = []
    for index, (name, number) in enumerate(rows):
        y = top + step * index
        width = (right - left) * number / most
        parts += [_text(left - 12, y + 18, name, "end"), _rect(left, y + 4, width, step - 10, MARK)]
        parts.append(_text(left + width + 8, y + 18, str(number), size=12))
    bottom = top + step * len(rows)
    parts.append(_text((left + right) / 2, bottom + 20, "even games by Japanese rules; a game may have several causes", "middle", 12))
    return _page(title, bottom + 36, parts)

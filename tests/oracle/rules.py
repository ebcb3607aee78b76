"""The rules, as the oracle reads them: who may repeat what, who may commit suicide."""
from record import OTHER

# name: (kinds of repetition that are forbidden, whether suicide is allowed)
MODES = {
    "simple": ({"simple"}, False),
    "psk": ({"psk"}, False),
    "ssk": ({"ssk"}, False),
    "nssk": ({"nssk"}, False),
    "tromp-taylor": ({"psk"}, True),
}
RULESETS = {
    "aga": ({"ssk"}, False),
    "aga-1991": ({"ssk"}, False),
    "aga-simplified": ({"psk"}, False),
    "bga": ({"simple", "nssk"}, False),
    "bga-2007": ({"ssk"}, False),
    "french": ({"nssk"}, False),
    "japanese": ({"simple"}, False),
    "korean": ({"simple"}, False),
    "wagc": ({"simple"}, False),
    "chinese": ({"psk"}, False),
    "wmsg": ({"psk"}, False),
    "new-zealand": ({"ssk-after-moves"}, True),
    "tromp-taylor": ({"psk"}, True),
    "basic-7a": ({"psk"}, False),
    "davies": ({"psk"}, True),
    "stone-scoring": ({"simple"}, False),
    "area-group-tax": ({"simple"}, False),
    "territory-group-tax": ({"simple"}, False),
}


def simple_ko(step, last):
    """One stone takes back the one stone that just took one, and the board returns."""
    return (last is not None and last.what == "play" and last.color != step.color
            and len(last.captured) == 1 and not last.suicide
            and len(step.captured) == 1 and not step.suicide
            and step.after == last.before)


def violations(game, forbidden, suicide_ok):
    """[(step, kind)]. `forbidden` is a set out of simple, psk, ssk, nssk and
    ssk-after-moves (ssk, where the initial position does not count)."""
    found = []
    for step in game.steps:
        if step.fresh:                                   # history begins with this position
            turn = step.pl or step.color
            boards, situations = {step.before}, {(step.before, turn)}
            after_moves, made, last = set(), set(), None
        elif step.pl:
            turn = step.pl
        if step.color != turn and not step.handicap:
            found.append((step, "out-of-turn"))
        turn = OTHER[step.color]
        if step.what in ("occupied-point", "off-board", "malformed"):
            found.append((step, step.what))
        elif step.suicide and not suicide_ok:
            found.append((step, "suicide"))
        elif step.what == "play":
            ko = simple_ko(step, last)
            illegal = ("simple" in forbidden and ko
                       or "psk" in forbidden and step.after in boards
                       or "ssk" in forbidden and (step.after, turn) in situations
                       or "ssk-after-moves" in forbidden and (step.after, turn) in after_moves
                       or "nssk" in forbidden and (step.after, step.color) in made)
            if illegal:
                found.append((step, "ko" if ko else "superko"))
            elif step.after in boards:
                found.append((step, "repetition"))
        boards.add(step.after)
        situations.add((step.after, turn))
        after_moves.add((step.after, turn))
        if step.what == "play":
            made.add((step.after, step.color))
        if step.handicap:
            boards, situations = {step.after}, {(step.after, turn)}
            after_moves, made = set(), set()
        last = step
    return found

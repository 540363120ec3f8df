"""What Chen & Ng (2013, §4.2 and §4.3) say of their Figure 3: five responses under five weightings."""

from __future__ import annotations

from corefscope.lab.papers.chen import METRICS, TITLES, value
from corefscope.lab.papers.items import Item, claim

WEIGHTINGS = ("W1", "W2", "W3", "W4", "W5")
SAME = 0.05  # per cent: “almost the same”, or identical but for the last bits of floats


def aware(response: str, metric: str, weights: str) -> float:
    return value(response, f"l{metric}(weights={weights})")


def listed(response: str, metric: str, weightings: tuple[str, ...]) -> str:
    return " ".join(f"{aware(response, metric, weights):.2f}" for weights in weightings)


def claims() -> list[Item]:
    return [*_singleton_weight(), *_link_weights()]


def _singleton_weight() -> list[Item]:
    """§4.2: W1, W2 and W3 differ only in the weight of singletons."""
    flat, every = WEIGHTINGS[:3], "abcde"
    nearly = [abs(value(name, "muc") - aware(name, "muc", "W1")) for name in every]
    falling = [
        value(name, "muc") > aware(name, "muc", "W2") and value(name, "muc") > aware(name, "muc", "W3")
        for name in "abcd"
    ]
    rising = [aware("e", "muc", weights) > value("e", "muc") for weights in ("W2", "W3")]
    spread = {
        metric: max(abs(aware(name, metric, w) - aware(name, metric, "W1")) for name in every for w in flat)
        for metric in METRICS
    }
    mild, strict = ((aware("a", "ceafm", w), aware("e", "ceafm", w)) for w in ("W1", "W3"))
    return [
        claim("MUC and LMUC(W1) are almost the same", max(nearly) < SAME, f"they differ by at most {max(nearly):.2f}"),
        claim(
            "LMUC of (a) to (d) decreases with W2 and W3",
            all(falling),
            f"(a): MUC {value('a', 'muc'):.2f}, LMUC(W1, W2, W3) {listed('a', 'muc', flat)}",
        ),
        claim(
            "LMUC of (e) is then higher than MUC",
            all(rising),
            f"MUC {value('e', 'muc'):.2f}, LMUC(W2, W3) {listed('e', 'muc', flat[1:])}",
        ),
        claim("LB³ is the same with W1, W2, W3", spread["b3"] < SAME, f"they differ by at most {spread['b3']:.2f}"),
        claim("LCEAFm(W1) scores (a) above (e)", mild[0] > mild[1], f"{mild[0]:.2f} > {mild[1]:.2f}"),
        claim("LCEAFm(W3) scores (e) above (a)", strict[1] > strict[0], f"{strict[1]:.2f} > {strict[0]:.2f}"),
        claim(
            "LCEAFe is the same with W1, W2, W3",
            spread["ceafe"] < SAME,
            f"they differ by at most {spread['ceafe']:.2f}",
        ),
    ]


def _link_weights() -> list[Item]:
    """§4.3: W4 and W5 set names, nominals and pronouns apart, W5 more than W4."""
    found = []
    for metric in METRICS:
        title = TITLES[metric]
        plain, four, five = value("a", metric), aware("a", metric, "W4"), aware("a", metric, "W5")
        low = plain > four > five
        found.append(
            claim(f"(a): {title} > L{title}(W4) > L{title}(W5)", low, f"{plain:.2f} > {four:.2f} > {five:.2f}")
        )
    for metric in METRICS:
        title = TITLES[metric]
        same = [value(name, metric) for name in "bcd"]
        one = max(same) - min(same) < 1e-9
        found.append(claim(f"{title} of (b), (c), (d) is identical", one, " ".join(f"{each:.2f}" for each in same)))
        gaps = {}
        for weights in ("W4", "W5"):
            b, c, d = (aware(name, metric, weights) for name in "bcd")
            gaps[weights] = (c - b, d - c)
            said = f"L{title}({weights}): (d) above (c) above (b)"
            found.append(claim(said, d > c > b, f"{d:.2f} > {c:.2f} > {b:.2f}"))
        wider = all(five > four for four, five in zip(gaps["W4"], gaps["W5"], strict=True))
        text = "; ".join(f"{w}: {first:.2f}, {second:.2f}" for w, (first, second) in gaps.items())
        found.append(claim(f"L{title}: both gaps are larger with W5 than with W4", wider, text))
    return found

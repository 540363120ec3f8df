"""Score two files in exact fractions: python -S -m reference KEY RESPONSE [METRIC …]."""

from __future__ import annotations

import sys

from .readers import pair, read
from .scoring import DEFAULT, score


def main(key: str, response: str, *metrics: str) -> None:
    """Print a line for each metric: recall, precision and F1, each as a fraction and in per cent."""
    documents = pair(read(key), read(response)).values()
    for name in metrics or DEFAULT:
        values = zip(("R", "P", "F1"), score(documents, name)[:3], strict=True)
        texts = [f"{field} {value} = {float(100 * value):.2f}" for field, value in values if value is not None]
        sys.stdout.write("  ".join([name, *texts]) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])

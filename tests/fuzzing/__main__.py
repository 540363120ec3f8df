"""Runs campaigns: `python tests/fuzzing reading --cases 1000000`; exit status 1 if anything went wrong.

Every case is repeatable: `--first 4711 --cases 1` runs one again.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzzing import CAMPAIGNS
from fuzzing.harness import Outcomes, bound_memory, run_campaign


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("campaigns", nargs="*", metavar="CAMPAIGN", help=f"{', '.join(CAMPAIGNS)}; default: all")
    parser.add_argument("--cases", type=int, help="how many of each; default: as many as the closing run asks for")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    for name in chosen.campaigns:
        if name not in CAMPAIGNS:
            parser.error(f"there is no campaign {name}")
    wrong = 0
    for name in chosen.campaigns or CAMPAIGNS:
        wrong += campaign(name, chosen.cases or CAMPAIGNS[name], chosen.first, chosen.seed, chosen.processes)
    return 1 if wrong else 0


def campaign(name: str, cases: int, first: int, seed: str, processes: int) -> int:
    """Runs the cases of a campaign in processes that each take slices of them; gives how many went wrong."""
    outcomes, begun = Outcomes(), time.monotonic()
    slice_size = max(1, min(5_000, cases // processes))
    slices = [range(start, min(start + slice_size, first + cases)) for start in range(first, first + cases, slice_size)]
    with ProcessPoolExecutor(processes, get_context("spawn"), bound_memory) as pool:
        for done in pool.map(run_campaign, *zip(*((name, numbers, seed) for numbers in slices), strict=True)):
            outcomes.add(done)
            if sys.stderr.isatty():
                print(f"\r{name}: {sum(outcomes.counts.values()):,} of {cases:,}", end="", file=sys.stderr, flush=True)
    for finding in outcomes.findings:
        print(finding)
    print(f"{name}: {outcomes}; {time.monotonic() - begun:.0f} s in all", flush=True)
    return outcomes.counts["WRONG"]


if __name__ == "__main__":
    sys.exit(main())

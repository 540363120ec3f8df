"""corefscope beside every scorer that is given, on the same data: time, memory, and whether the numbers agree.

    python benchmarks/compare.py                      small and middle sizes, peers that are found
    python benchmarks/compare.py --large --write      all sizes; writes benchmarks/results.md and its plots

Where the peers are is said by environment variables:
    COREFSCOPE_PERL_SCORER      folder of the official scorer, with scorer.pl
    COREFSCOPE_COVAL            folder of coval, with scorer.py
    COREFSCOPE_COREFUD_SCORER   folder of corefud-scorer; COREFSCOPE_COREFUD_PYTHON a Python that has udapi
    COREFSCOPE_PEERS_PYTHON     a Python that has coreference-eval, scorch, neleval and pyarrow
    COREFSCOPE_E2E              metrics.py of e2e-coref, for the training loop

Every run is a whole command with its start-up, and every run's numbers are compared with ours: a difference is
printed and makes the exit status 1. Times on a shared machine wander; ratios are taken within one run.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import corpora
import giant
import small
from measuring import Run, best_of, quicker
from peers import PEERS, Peer, differences, there
from results import write_page

ONTONOTES = (348, 490, 57)  # documents, tokens and mentions per document of its English test set


@dataclass(frozen=True)
class Case:
    """One corpus in one format."""

    name: str
    kind: str
    mentions: int
    key: Path
    response: Path

    @property
    def megabytes(self) -> float:
        return sum(path.stat().st_size for path in (self.key, self.response)) / 1e6


@dataclass(frozen=True)
class Row:
    """What one scorer did with one corpus."""

    case: str
    kind: str
    mentions: int
    megabytes: float  # of both files
    scorer: str
    run: Run
    differences: tuple[str, ...]


def many_documents(folder: Path, times: float) -> Iterator[Case]:
    """OntoNotes-sized corpora in the three text formats."""
    documents, tokens, mentions = ONTONOTES
    made = list(corpora.texts(max(int(documents * times), 1), tokens, mentions))
    count = sum(len(text.key) for text in made)
    for kind in corpora.WRITERS:
        place = folder / f"documents-{times}"
        place.mkdir(exist_ok=True)
        yield Case(f"OntoNotes × {times}", kind, count, *corpora.write(made, place, kind))


def one_document(folder: Path, mentions: int, kind: str) -> Iterator[Case]:
    """A single document, as a table and, where scorers can read it, as one line of JSON."""
    place = folder / f"{kind}-{mentions}"
    place.mkdir(exist_ok=True)
    yield Case(f"one document, {kind}", "parquet", mentions, *giant.write(mentions, place, kind))
    if mentions <= 100_000:
        sides = [
            {(place, place): entity for place, entity in enumerate(side.tolist())}
            for side in giant.pair(mentions, kind)
        ]
        text = corpora.Text("all", ["w"] * mentions, *sides)
        yield Case(f"one document, {kind}", "jsonl", mentions, *corpora.write([text], place, "jsonl"))


def cases(folder: Path, times: list[float], sizes: list[int], hostile: list[int]) -> Iterator[Case]:
    for number in times:
        yield from many_documents(folder, number)
    for size in sizes:
        yield from one_document(folder, size, "noisy")
    for size in hostile:
        yield from one_document(folder, size, "hostile")


def measured(case: Case, before: list[Row], limit: float, repeats: int) -> list[Row]:
    """Every scorer that reads this kind of file, ours first and last: the others are held against it.

    A scorer that would not end in time even if it took no longer per mention than before is not run.
    """
    ours, *others = [peer for peer in PEERS if case.kind in peer.reads.split() and case.name.startswith(peer.only)]
    command = ours.command(Path(), case.key, case.response)
    best = best_of(repeats, command, limit)
    runs = [(peer, _run(peer, place, case, before, limit, repeats)) for peer in others if (place := there(peer))]
    # A machine that others use has its moments; these are not the same moments.
    best = quicker(best, best_of(repeats, command, limit))
    mine = ours.numbers(best.output) if best.seconds is not None else {}
    rows = [_row(case, ours.name, best, ())]
    for peer, done in runs:
        numbers = peer.numbers(done.output) if done.seconds is not None else {}
        rows.append(_row(case, peer.name, done, tuple(differences(mine, numbers, peer.tolerance))))
    return rows


def _row(case: Case, scorer: str, done: Run, wrong: tuple[str, ...]) -> Row:
    return Row(case.name, case.kind, case.mentions, case.megabytes, scorer, done, wrong)


def _run(peer: Peer, place: Path, case: Case, before: list[Row], limit: float, repeats: int) -> Run:
    expected = _expected(peer.name, case, before)
    if expected > limit:
        long = "the size before took too long" if expected == float("inf") else f"{expected:,.0f} s expected"
        return Run(None, 0.0, "", f"not run: {long}")
    return best_of(repeats, peer.command(place, case.key, case.response), limit)


def _expected(scorer: str, case: Case, before: list[Row]) -> float:
    """Seconds, if time grew with mentions from the size before; 0 where there is none."""
    kind = case.name.partition(" ×")[0]
    rows = [row for row in before if row.scorer == scorer and row.kind == case.kind and row.case.startswith(kind)]
    if not rows:
        return 0.0
    seconds = float("inf") if rows[-1].run.seconds is None else rows[-1].run.seconds
    return seconds * case.mentions / rows[-1].mentions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--large", action="store_true", help="also OntoNotes × 10 and × 100, and ten million mentions")
    parser.add_argument("--times", type=float, nargs="+", help="how many times OntoNotes instead, as 1 10")
    parser.add_argument("--small", action="store_true", help="only a few documents, to see that it works")
    parser.add_argument("--limit", type=float, default=300, help="seconds after which a scorer is stopped")
    parser.add_argument("--repeats", type=int, default=3, help="of quick runs; the best one counts")
    parser.add_argument("--write", action="store_true", help="write results.md and the plots beside this file")
    chosen = parser.parse_args()
    times: list[float] = [0.01] if chosen.small else [1]
    sizes, hostile = ([1_000], [1_000]) if chosen.small else ([10_000, 100_000], [10_000])
    if chosen.large:
        times, sizes = [1, 10, 100], [10_000, 100_000, 1_000_000, 10_000_000]
        hostile = sizes
    if chosen.times:
        times = [int(number) if number == int(number) else number for number in chosen.times]
    absent = [peer.name for peer in PEERS if there(peer) is None]
    if absent:
        print(f"not given, so left out: {', '.join(absent)}", file=sys.stderr)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(Path(folder), times, sizes, hostile):
            for row in measured(case, list(rows), chosen.limit, chosen.repeats):
                rows.append(row)
                took = row.run.failure if row.run.seconds is None else f"{row.run.seconds:8.2f} s"
                print(f"{row.case:<24}{row.kind:<9}{row.scorer:<24}{took}{row.run.megabytes:9.0f} MB", flush=True)
                for wrong in row.differences:
                    print(f"    differs: {wrong}", flush=True)
    if chosen.write:
        command = " ".join(["python benchmarks/compare.py", *sys.argv[1:]])
        machine = f"{platform.machine()}, Python {platform.python_version()}"
        write_page(rows, small.table(), Path(__file__).parent, command, machine, chosen.repeats)
    failed = any(row.scorer == "corefscope" and row.run.seconds is None for row in rows)
    return int(failed or any(row.differences for row in rows))


if __name__ == "__main__":
    sys.exit(main())

"""Runs the official scorer, reads what it prints, and compares it with ours count by count."""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import corefscope
from differential.peers import peer

SCORER, LEA_SCORER = "COREFSCOPE_PERL_SCORER", "COREFSCOPE_PERL_LEA_SCORER"
# The official names and ours.
METRICS = {"muc": "muc", "bcub": "b3", "ceafm": "ceafm", "ceafe": "ceafe", "blanc": "blanc", "lea": "lea"}
LINE = re.compile(
    r"^(?P<what>[\w -]+): Recall: \((?P<rn>\S+) / (?P<rd>\S+)\) \S+%\s+"
    r"Precision: \((?P<pn>\S+) / (?P<pd>\S+)\) \S+%\s+F1: (?P<f1>\S+)%$"
)


def scorer_folder(variable):
    """The folder with scorer.pl that an environment variable names."""
    return peer(variable)


def run(folder, metric, key, response):
    """What the scorer prints in total, by our metric names: lines as (recall, precision, F1) texts."""
    command = ["perl", str(folder / "scorer.pl"), metric, str(key), str(response), "none"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
    printed, name = {}, METRICS.get(metric)
    for line in done.stdout.splitlines():
        if line.startswith("METRIC "):
            name = METRICS[line.removeprefix("METRIC ").rstrip(":")]
        match = LINE.match(line)
        if match:
            texts = (match["rn"], match["rd"]), (match["pn"], match["pd"]), match["f1"]
            printed.setdefault(name, {})[match["what"]] = texts
    return printed


@dataclass
class Comparison:
    """How much was compared, and what did not agree."""

    files: int = 0
    documents: int = 0
    numbers: int = 0
    differences: list = field(default_factory=list)

    def add(self, what, value, text, close):
        self.numbers += 1
        if not close(value, text):
            self.differences.append((what, value, text))

    def conclude(self, title, record_property):
        """Says how much was compared, and fails if anything differs."""
        text = f"{self.files} files, {self.documents} documents, {self.numbers} numbers, {len(self.differences)} differ"
        print(f"\n{title}: {text}")
        record_property("comparison", text)
        assert self.numbers
        assert not self.differences, self.differences[:20]


def same_count(value, text):
    """Whole numbers of ours exactly; fractions to what Perl prints of them."""
    return value == float(text) if isinstance(value, int) else abs(value - float(text)) <= 1e-9


def same_percentage(value, text):
    """Percentages are cut off after two decimals."""
    return -1e-9 <= 100 * value - float(text) < 0.01 + 1e-9


def same_quotient(value, text):
    return abs(value - float(text)) <= 1e-12


def compare(comparison, where, printed, scores):
    """All numbers of one run; `printed` may hold some of the metrics only."""
    for name, lines in printed.items():
        score = scores[name]
        if name == "blanc":
            links = {"Coreference links": "coreference", "Non-coreference links": "non_coreference"}
            for line, kind in links.items():
                _counts(comparison, (where, name, kind), lines[line], score.counts, kind)
                comparison.add((where, name, kind, "f1"), score.parts[kind].f1, lines[line][2], same_percentage)
            (recall, _), (precision, _), f1 = lines["BLANC"]
            comparison.add((where, name, "recall"), score.recall, recall, same_quotient)
            comparison.add((where, name, "precision"), score.precision, precision, same_quotient)
        else:
            *_, f1 = lines["Coreference"]
            _counts(comparison, (where, name), lines["Coreference"], score.counts)
        comparison.add((where, name, "f1"), score.f1, f1, same_percentage)
        identified = lines["Identification of Mentions"]
        _counts(comparison, (where, name, "mentions"), identified, scores["mentions"].counts)
        comparison.add((where, name, "mentions f1"), scores["mentions"].f1, identified[2], same_percentage)


def _counts(comparison, where, texts, counts, kind=None):
    names = ("recall_num", "recall_den", "precision_num", "precision_den")
    if kind:
        names = tuple(f"{kind}_{part}" for part in ("both", "key", "both", "response"))
    (recall_num, recall_den), (precision_num, precision_den), _ = texts
    for name, text in zip(names, (recall_num, recall_den, precision_num, precision_den), strict=True):
        comparison.add((*where, name), counts[name], text, same_count)


def compare_files(jobs):
    """Scores (key, response, [(folder, metric)]) both ways; Perl runs beside us in processes of its own."""

    def with_ours():
        for key, response, wanted in jobs:
            result = corefscope.score(key, response, preset="conll2012", metrics=["mentions", *METRICS.values()])
            yield key, response, wanted, len(result.documents), result.scores

    return compare_scores(with_ours())


def compare_scores(jobs):
    """Compares scores of ours: (key, response, [(folder, metric)], number of documents, scores)."""
    comparison = Comparison()
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        runs = [
            (
                response,
                documents,
                scores,
                [workers.submit(run, folder, metric, key, response) for folder, metric in wanted],
            )
            for key, response, wanted, documents, scores in jobs
        ]
        for response, documents, scores, printing in runs:
            comparison.files += 1
            comparison.documents += documents
            for printed in printing:
                compare(comparison, str(response), printed.result(), scores)
    return comparison

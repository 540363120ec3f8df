"""`corefscope verify`, `audit` and `lab`: saved scores, foreign scorers and the metrics themselves put to the test."""

from __future__ import annotations

import os
from argparse import Namespace

from corefscope.cli import arguments as declare
from corefscope.cli.arguments import KEY, Outcome, command, flag, option, positional, values_of
from corefscope.cli.output import say, show_warnings

PICTURES = ("svg", "png", "html")
CALL = "how to call it, if inference fails"


@command(positional("saved", "SAVED.json", "a saved result"), declare.output())
def verify(arguments: Namespace) -> Outcome:
    """Compute every number of a result saved by `score -o json` a second time: from its files, after a check that they
    have not changed, in the exact fractions of the reference, which shares no code with the rest of corefscope. Print
    how many numbers were verified, which differ, and what lies outside the reference.

    Exit status: 0 if all numbers that could be verified are right, 1 if one differs, 2 if none could be verified.

    examples:
      corefscope score examples/key.conll examples/response-a.conll -o json > saved.json
      corefscope verify saved.json
    """
    from corefscope.auditing.verification import verify

    verification = verify(arguments.saved)
    return verification, verification.status


@command(
    positional(
        "target", "TARGET", "package.module:function, a class with update, or a command with {key} and {response}"
    ),
    option(
        "--as",
        "METRIC",
        "the metric that it claims to compute; default: its key in a dict, else its name",
        dest="metric",
    ),
    option("--accept", "DIALECT", "also exit with 0 for this dialect"),
    option("--key", "KEY", "your own data, to measure the difference there"),
    option("--response", "RESPONSE", "the response to KEY"),
    option("--order", "ORDER", "key-first or response-first", CALL),
    option("--fields", "A,B,C", "fields of a tuple, e.g. precision,recall,f1", CALL),
    option("--scale", "SCALE", "percent or fraction", CALL),
    option("--decimals", "N", "decimals that its numbers are rounded to", CALL, type=int),
    option("--time-limit", "SECONDS", "time limit (default: 120)", type=float, default=120.0),
    declare.output(),
)
def audit(arguments: Namespace) -> Outcome:
    """Test somebody else's scorer on some sixty tiny cases, each of which isolates one decision.

    The verdict is the first that fits on every case: the official metric, a dialect, known deviations, or unknown; with
    the smallest case that differs. A function takes the entities of key and response, of one document or of a list of
    documents, and returns a number, a tuple or a dict. A command reads two files, as CoNLL or JSON Lines, and prints
    numbers or JSON. Both run in a separate process.

    Exit status: 0 if it is official, 1 if not.

    examples:
      corefscope audit corefscope:score
      corefscope audit "corefscope score {key} {response} -o csv" --as muc
    """
    from corefscope.auditing.audit import audit

    names = ("metric", "accept", "key", "response", "order", "fields", "scale", "decimals", "time_limit")
    result = audit(arguments.target, **values_of(arguments, *names))
    return result, result.status


@command(
    positional("papers", "PAPER", "only these papers; default: all four", nargs="*"),
    flag("--differences", "show only what differs"),
    declare.output(),
)
def papers(arguments: Namespace) -> Outcome:
    """Recompute every number of four papers that can be recomputed: Pradhan et al. 2014 (pradhan2014), Recasens & Hovy
    2011 (recasens2011), Chen & Ng 2013 (chen2013), Moosavi & Strube 2016 (moosavi2016). For each table, print what the
    paper has, what comes out, and, where the two differ, the arithmetic that explains it.

    The exit status is 1 if a number differs that is not on the list of known differences.

    examples:
      corefscope lab papers
      corefscope lab papers chen2013
      corefscope lab papers pradhan2014 -o json
    """
    from corefscope.lab.papers.reproduction import recompute, unexplained, view

    sections = recompute(arguments.papers)
    differing = unexplained(sections)
    for section, item in differing:
        what = f"{section.paper}, {section.name}: {' '.join(filter(None, (item.row, item.column)))}"
        say(f"differs: {what}: printed {item.printed}, ours {item.ours}")
    return view(sections, arguments.differences), 1 if differing else 0


@command(
    positional("folder", "FOLDER", "where to put the files; created if need be", nargs="?"),
    option("--only", "NAME", "a figure; repeatable", action="append", default=[]),
    declare.output(),
)
def figures(arguments: Namespace) -> Outcome:
    """Draw Moosavi & Strube (2016), Figures 2 to 8, Recasens & Hovy (2011), Figures 6 and 7, and Chen & Ng (2013),
    Figure 3, as SVG, PNG and interactive HTML into FOLDER, and report for each of the authors' statements whether it
    holds. Where a paper does not say how its responses were made, the construction is named. Without FOLDER, nothing
    is drawn. The exit status is 1 if a statement fails that is not known to contradict the paper's own definitions.

    examples:
      corefscope lab figures --only moosavi-strube-6
      corefscope lab figures figures --only moosavi-strube-7
      corefscope lab figures figures --only chen-ng-3 -o json
    """
    from corefscope import plots
    from corefscope.basics.writing import write_folder
    from corefscope.lab.figures import figures, view
    from corefscope.lab.papers import DIFFERS

    folder = arguments.folder
    drawn = figures(arguments.only)
    files: dict[str, list[str]] = {}
    if folder:
        files = {figure.name: [f"{figure.name}.{kind}" for kind in PICTURES] for figure in drawn}
        contents = {name: plots.rendered(figure.drawing, name) for figure in drawn for name in files[figure.name]}
        write_folder(folder, contents)
    paths = {name: [os.path.join(folder, file) for file in own] for name, own in files.items()}
    unexpected = any(one.verdict == DIFFERS for figure in drawn for one in figure.statements)
    return view(drawn, paths), int(unexpected)


@command(
    KEY,
    positional("response", "RESPONSE", "the output of a system"),
    declare.metrics(help="a metric; repeatable; default: as in score"),
    declare.output(),
    declare.settings(strict=False),
)
def effect(arguments: Namespace) -> Outcome:
    """Repeat the experiment of Moosavi & Strube (2016), Table 1, on your own data. The response is scored as it is;
    more precise, without the mentions that have only wrong links; less precise, with missed mentions added in wrong
    entities, as pairs (a) or as a few large ones (b); and at its boundaries, as all singletons and as one entity. Right
    links never change.

    * marks what moves the wrong way: recall that changes at all, precision or F1 that falls when the response becomes
    more precise or rises when it becomes less precise, and a boundary whose F1 is above that of the response.
    `mentions` is not judged, since finding mentions is what it measures.

    examples:
      corefscope lab effect examples/key.conll examples/response-a.conll -m muc,b3,lea
      corefscope lab effect examples/key.conll examples/response-b.jsonl --singletons drop -o json
    """
    from corefscope.cli.call import parse_call
    from corefscope.lab.effect import effect, view

    files = (arguments.key, arguments.response)
    call = parse_call(arguments, *files)
    changed = effect(*files, **call.keywords())
    show_warnings(changed.result)
    return view(changed)


@command(
    KEY,
    positional("systems", "SYSTEM", "the output of a system", nargs="+"),
    declare.output(),
    declare.settings(strict=False),
)
def links(arguments: Namespace) -> Outcome:
    """Count what Recasens & Hovy (2011) count in their Tables 5, 9 and 15, for each system: entities and singletons,
    right and wrong coreference links (rc and wc), and right and wrong non-coreference links (rn and wn). A link is a
    pair of mentions of one document that a system puts into one entity or keeps apart; it is right if the key does the
    same. A second table compares how the system and the key treat each pair; a pair is absent from a side that lacks
    one of its mentions.

    examples:
      corefscope lab links examples/key.conll examples/response-a.conll examples/response-b.jsonl
      corefscope lab links examples/key.conll examples/response-a.conll --singletons drop -o json
    """
    from corefscope.cli.call import parse_call
    from corefscope.lab.links import links, view

    files = (arguments.key, *arguments.systems)
    counted = links(*files, settings=parse_call(arguments, *files).settings)
    show_warnings(counted.result)
    return view(counted)


@command(
    declare.metrics(help="a metric; repeatable; default: all registered ones"),
    option("--trials", "N", "random cases per axiom (default: 300)", type=int, default=300),
    option("--seed", "N", "random seed (default: 1)", type=int, default=1),
    flag("--no-examples", "print the tables without counterexamples"),
    declare.output(),
)
def axioms(arguments: Namespace) -> Outcome:
    """Search random partitions for cases in which a metric does what a paper says it should not: Recasens & Hovy's
    desiderata (2011, §3.2), Amigó et al.'s constraints (2009), Moosavi & Strube's interpretability (2016), boundary
    cases, symmetric roles, repeated mentions, and how finely scores spread. Print a table of axioms and metrics, then
    the smallest counterexample of each failure.

    ✓ no counterexample; = never the wrong way round, but sometimes the same score where it should differ; ✗ a
    counterexample; – not defined for the metric. A search can show that an axiom fails, but not that it holds.

    examples:
      corefscope lab axioms -m b3,ceafe,lea --trials 50 --seed 7
      corefscope lab axioms -m muc -o json --trials 20
    """
    from corefscope.cli.call import parse_metrics
    from corefscope.lab.axioms import axioms, view

    return view(axioms(parse_metrics(arguments), arguments.trials, arguments.seed), not arguments.no_examples)

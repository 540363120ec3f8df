"""`corefscope compare`, `leaderboard`, `agreement` and `challenge`: which differences are real."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace

from corefscope.basics.options import Option, listed, options_of
from corefscope.challenges.rule import SETS, Rule
from corefscope.cli import arguments as declare
from corefscope.cli.arguments import OUTPUT, Outcome, command, flag, option, positional, values_of
from corefscope.cli.output import progress, say, show_warnings, warn

PAPER = ("muc", "b3", "ceafe", "conll")  # the metrics of most tables
SHOWN_FIELDS = (
    "columns of each metric: recall,precision,f1 (default: f1); of muc, b3, ceafe and conll unless -m names others"
)
COMPARE_MISSING = Option(
    "missing or malformed submissions: zero (default, they count as 0) or skip (they are left out)",
    name="missing",
    group=OUTPUT,
)


def _fields(text: str) -> tuple[str, ...]:
    """Parse --columns."""
    from corefscope.statistics.plan import FIELDS

    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in FIELDS or names.count(name) > 1:
            raise ArgumentTypeError(f"expected {listed(FIELDS)}, each once and with commas, not {text!r}")
    return names


@command(
    positional("key", "KEY", "the gold annotation, or a saved result"),
    positional("systems", "SYSTEM", "the output of a system, or a saved result", nargs="*"),
    declare.metrics(),
    declare.output(),
    declare.names(),
    option("--baseline", "NAME", "compare each system with this one only", OUTPUT),
    option("--by", "WHAT", "also compare within groups of documents, e.g. genre", OUTPUT),
    option("--plot", "FILE", "plot scores and intervals as .svg, .png or .html", OUTPUT),
    option("--columns", "A,B,…", SHOWN_FIELDS, OUTPUT, type=_fields, default=()),
    declare.plan(),
    declare.settings(),
    declare.jobs("systems"),
)
def compare(arguments: Namespace) -> Outcome:
    """Compare systems: each one's score with its confidence interval and its rank, which is 1 + the number of
    systems that are significantly better; and every pair with difference, p-value and effect size.

    KEY and SYSTEMs may also be results saved by `score --per-document -o json`, if all have the same key.

    examples:
      corefscope compare examples/tales/key.jsonl examples/tales/small.jsonl examples/tales/large.jsonl -m conll -m lea
      corefscope compare examples/tales/key.jsonl examples/tales/small.jsonl -o latex --columns recall,precision,f1
      corefscope compare examples/key.conll examples/response-a.conll examples/response-b.jsonl --names a,b --baseline a
      corefscope score examples/tales/key.jsonl examples/tales/small.jsonl --per-document -o json > small.json
      corefscope score examples/tales/key.jsonl examples/tales/large.jsonl --per-document -o json > large.json
      corefscope compare small.json large.json --test bootstrap --seed 7
    """
    from corefscope import plots
    from corefscope.cli.call import parse_call
    from corefscope.plots.charts import forest
    from corefscope.reporting.views.comparison import view
    from corefscope.scoring.saved import is_saved
    from corefscope.statistics.comparison import compare

    if arguments.plot:
        plots.check(arguments.plot)
    call = parse_call(arguments, arguments.key, *arguments.systems, plan=True)
    options = {**call.keywords(), "settings": call.settings if call.values or arguments.signature else None}
    if arguments.columns and not is_saved(arguments.key):
        options.setdefault("metrics", PAPER)
    options |= values_of(arguments, "names", "baseline", "by", "strict")
    with progress() as step:
        jobs = declare.process_count(arguments, arguments.systems)
        comparison = compare(arguments.key, arguments.systems, progress=step, jobs=jobs, **options)
    show_warnings(comparison.result)
    warn(comparison.judgement.notices)
    if arguments.plot:
        plots.save(forest(comparison), arguments.plot)
    return view(comparison, arguments.columns)


@command(
    positional(
        "entries", "FOLDER|MANIFEST", "a folder with keys/DATASET.* and SYSTEM/DATASET.*, or a manifest in .toml"
    ),
    declare.metrics(),
    option("--rank-by", "METRIC", "the metric to rank by (default: conll if scored, else the first)", OUTPUT),
    declare.output(),
    declare.field(COMPARE_MISSING),
    declare.plan("test", "tail", "correction", "interval", "alpha", "trials", "seed"),
    declare.settings(),
    declare.jobs("data sets"),
)
def leaderboard(arguments: Namespace) -> Outcome:
    """Score many systems on many data sets and rank them by the macro average over data sets.

    FOLDER holds FOLDER/DATASET/key.* and FOLDER/DATASET/SYSTEM.*, or FOLDER/keys/DATASET.* and
    FOLDER/SYSTEM/DATASET.*; a manifest lists the same in TOML. A submission that is missing or malformed is
    marked with its reason and counts as 0 in the average. The rank is 1 + the number of systems above that are
    significantly better, and no less than the rank above; documents are resampled within data sets. Under
    --strict a submission with warnings is malformed too, and the exit status is 1 if anything could not be scored.

    examples:
      corefscope leaderboard examples/leaderboard
      corefscope leaderboard examples/leaderboard/manifest.toml -m conll -m lea --missing skip
      corefscope leaderboard examples/leaderboard -m lea -o latex
    """
    from corefscope.boards.board import leaderboard
    from corefscope.boards.entries import find_entries
    from corefscope.cli.call import merge_options, parse_call

    call = parse_call(arguments, plan=True)
    entries = find_entries(arguments.entries)
    with progress() as step:
        options = {**call.keywords(), **values_of(arguments, "rank_by", "strict")}
        options |= merge_options(arguments, {"missing": COMPARE_MISSING})
        jobs = declare.process_count(arguments, [path for each in entries.datasets for path in each.paths])
        board = leaderboard(entries, progress=step, jobs=jobs, **options)
    warn(board.warnings)
    return board, 1 if arguments.strict and board.problems else 0


@command(
    positional("annotations", "FILE", "an annotation: a file, a folder, a quoted glob", nargs="+"),
    declare.metrics(),
    declare.output(),
    declare.names("annotators"),
    declare.plan("interval", "alpha", "trials", "seed"),
    declare.settings(),
)
def agreement(arguments: Namespace) -> Outcome:
    """Measure the agreement of two or more annotations of the same documents: every metric for every pair of
    annotators, each serving once as the key, and Krippendorff's α, in which the value of a mention is the set of
    mentions in its entity. Only mentions that at least two annotators marked count for α; the number of the others is
    printed. A single file must contain several annotators: Label Studio, Prodigy, or the ZIP that INCEpTION or doccano
    exports.

    examples:
      corefscope agreement examples/key.conll examples/response-a.conll examples/response-b.jsonl -m conll -m lea
      corefscope agreement examples/key.conll examples/response-a.conll --singletons drop -o json
    """
    from corefscope.annotators import agreement
    from corefscope.cli.call import parse_call

    call = parse_call(arguments, *arguments.annotations, plan=True)
    with progress() as step:
        options = {**call.keywords(), **values_of(arguments, "names", "strict")}
        measured = agreement(*arguments.annotations, progress=step, **options)
    warn(measured.warnings)
    return measured


@command(
    positional("set", "SET", listed(SETS)),
    positional("data", "DATA", "the questions: the file of the set, or a quoted glob"),
    positional("responses", "RESPONSE", "the output of a system", nargs="*"),
    option(
        "--make-texts", "PLACE", "write the texts into a .jsonl file (doc_key, text) or a folder of .txt files", OUTPUT
    ),
    flag("--per-question", "with -o json, also the answer to each question", OUTPUT),
    declare.metrics(help="winobias: a metric for F1 on clusters; repeatable; default: conll"),
    declare.output(),
    declare.names(),
    [declare.field(option) for option in options_of(Rule).values()],
    declare.plan("interval", "alpha", "trials", "seed", "correction"),
    declare.reading("RESPONSE"),
    declare.STRICT,
)
def challenge(arguments: Namespace) -> Outcome:
    """Score systems on a challenge set: GAP, WinoBias, Winogender or WinoPron.

    DATA is the file of the set (for WinoBias a quoted glob for its four files, e.g. 'wino/data/*.dev'). RESPONSE has
    clusters over the texts, in any format, in tokens or characters. Several responses are compared by a paired
    bootstrap and by McNemar's exact test. Without a RESPONSE, --make-texts writes the texts for a system to run on.

    examples:
      corefscope challenge gap examples/challenge/gap.tsv --make-texts texts.jsonl
      corefscope challenge gap examples/challenge/gap.tsv examples/challenge/gap-response.jsonl
      corefscope challenge gap examples/challenge/gap.tsv examples/challenge/gap-response.jsonl --rule containment
      corefscope challenge winogender examples/challenge/winogender.tsv examples/challenge/winogender-response.conll
    """
    from corefscope.challenges.challenge import challenge
    from corefscope.challenges.questions import make_texts, questions
    from corefscope.cli.call import parse_metrics, parse_options
    from corefscope.reporting.report import counted
    from corefscope.reporting.views.challenge import view
    from corefscope.statistics.plan import Plan

    declare.check_inputs(arguments.data, *arguments.responses)
    if arguments.make_texts is not None:
        declare.check_not_overwritten(arguments.data, arguments.make_texts)
        written = make_texts(questions(arguments.set, arguments.data), arguments.make_texts)
        say(f"{counted(written, 'text')} written")
        if not arguments.responses:
            return None
    with progress() as step:
        answered = challenge(
            arguments.set,
            arguments.data,
            *arguments.responses,
            metrics=parse_metrics(arguments) or None,
            plan=Plan(**parse_options(vars(arguments), options_of(Plan))),
            progress=step,
            **parse_options(vars(arguments), options_of(Rule)),
            **values_of(arguments, "names", "format", "clusters", "strict"),
        )
    warn(answered.warnings)
    for system in answered.systems:
        name = f"{system.name}: " if len(answered.systems) > 1 else ""
        warn(f"{name}{notice}" for notice in system.warnings)
    return view(answered, arguments.per_question)

"""`corefscope check`, `convert`, `stats`, `baseline`, `list`, `cite` and `example`."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from corefscope.basics.options import options_of
from corefscope.cli import arguments as declare
from corefscope.cli.arguments import FILES, Outcome, command, flag, option, positional, values_of
from corefscope.cli.output import progress, say, warn
from corefscope.problems import FormatError
from corefscope.settings import READING, Settings

LIST_SETTINGS = options_of(Settings)
READ_AS = ("format", "clusters", "key_format", "key_clusters")
LIST_KINDS = ("metrics", "formats", "presets", "settings")
PROMPTS = "prompts for language models"
OUT = positional("target", "OUT", "the file to write, or -")


@command(
    FILES,
    option("--against", "KEY", "also check that the files can be scored against this key"),
    flag("--gold-mentions", "with --against, report mentions that only one side has"),
    declare.output(),
    declare.reading("the files", key=True),
    declare.field(LIST_SETTINGS["names_strip"]),
    declare.field(LIST_SETTINGS["pair_by"]),
    declare.jobs("submissions"),
)
def check(arguments: Namespace) -> Outcome:
    """List the problems of each FILE with place and remedy: all of a single FILE, and the first three of each if there
    are several (-o json has all). With --against KEY, also check that it can be scored against that key, i.e. that it
    has the same documents and tokens. A folder or a quoted glob is one submission in several files; in a leaderboard,
    each submission is checked against its key. The exit status is 1 if any file has an error or a warning.

    examples:
      corefscope check examples/response-a.conll examples/response-b.jsonl --against examples/key.conll
      corefscope check examples/broken.conll -o json
      corefscope check examples/leaderboard
      corefscope check examples/key.conll --against examples/key.conll --gold-mentions
    """
    from corefscope.basics.checksums import check_read_once
    from corefscope.formats import registry
    from corefscope.scoring.checking import check

    for name in filter(None, (arguments.format, arguments.key_format)):
        registry.format_named(name)
    check_read_once([*arguments.files, arguments.against])
    declare.check_inputs(arguments.against)  # a missing submission is reported as a problem
    with progress() as step:
        checked = check(
            *arguments.files,
            **values_of(arguments, "against", "gold_mentions", "names_strip", "pair_by", *READ_AS),
            jobs=declare.process_count(arguments, arguments.files),
            progress=step,
        )
    return checked, int(not checked.ok)


@command(
    positional("source", "IN", "a file, a folder, a quoted glob or -"),
    OUT,
    declare.TO,
    declare.reading("IN"),
    option("--annotator", "NAME", "the annotator to read, if a file has several", READING),
    flag("--blind", "leave out the answer", PROMPTS),
    flag("--given", "add the text with its mentions, without their entities", PROMPTS),
    flag("--chat", "write chat messages with an instruction", PROMPTS),
    option("--window", "N", "one record for every N tokens", PROMPTS, type=int),
    option("--overlap", "N", "tokens that a window shares with the one before", PROMPTS, type=int, default=0),
)
def convert(arguments: Namespace) -> Outcome:
    """Read IN, write it as OUT in another format, and list what that format cannot express. The file name of
    OUT, or --to, names the format. For brat, OUT is a folder. Running text is tokenised if the other format has tokens.
    With --to and a form of language models' answers (corefscope list formats), OUT is JSON Lines with the text and the
    answer of each document, for prompts and for training.

    examples:
      corefscope convert examples/key.conll key.jsonl
      corefscope convert examples/response-b.jsonl - --to conll
      corefscope convert examples/key.conll prompts.jsonl --to markdown --blind --chat
    """
    from corefscope.reporting.report import counted
    from corefscope.scoring.conversion import convert, target_format

    target_format(arguments.target, arguments.to)
    declare.check_not_overwritten(arguments.source, arguments.target)
    reading = arguments.format, arguments.clusters, arguments.annotator
    prompts = values_of(arguments, "blind", "given", "chat", "window", "overlap")
    done = convert(arguments.source, arguments.target, arguments.to, *reading, **prompts)
    warn(done.warnings)
    for notice in done.not_expressed:
        say(f"not expressed: {notice}")
    altered = f", {done.changed:,} changed" if done.changed else ""
    read = f"{counted(done.documents, 'document')}, {counted(done.mentions, 'mention')} read"
    say(f"{read}, {f'{done.lost:,}' if done.lost else 'none'} lost{altered}")
    return None


@command(
    FILES,
    option("--key", "KEY", "also the best score that grouping these mentions could reach against KEY"),
    declare.output(),
    option("--types", "FILE", "a table of document, start, end, type"),
    declare.field(LIST_SETTINGS["guess_types"], default="auto"),
    declare.reading("the files", key=True),
)
def stats(arguments: Namespace) -> Outcome:
    """Describe corpora: documents, tokens, mentions, entities, sizes, types and how mentions lie in the text.
    With --key, also the scores that each file would have if its right mentions were grouped as in the key and every
    other mention were alone. No grouping of these mentions gets a higher MUC, B³, CEAFm, LEA or pairwise F1; CEAFe,
    BLANC and CoNLL can be higher if wrong mentions are together, because they count entities and links.

    examples:
      corefscope stats examples/key.conll examples/response-a.conll --key examples/key.conll
      corefscope stats examples/key.conll -o json
    """
    from corefscope.analysis.description import stats

    declare.check_inputs(*arguments.files, arguments.key)
    described = stats(*arguments.files, **values_of(arguments, "key", "types", "guess_types", *READ_AS))
    warn(described.warnings)
    return described


@command(
    positional("source", "FILE", "a key or a response: a file, a folder, a quoted glob or -"),
    OUT,
    option("--kind", "KIND", "singletons, one-entity, head-match, head-lemma or string-match", required=True),
    option(
        "--scope", "WHAT", "unit of grouping: document (default), corpus, or a column such as topic", default="document"
    ),
    declare.TO,
    declare.reading("FILE"),
)
def baseline(arguments: Namespace) -> Outcome:
    """Regroup the mentions of FILE and write them to OUT: every mention alone, all mentions of a document in
    one entity, or mentions with the same head, the same lemma of the head, or the same words (in lower case).

    examples:
      corefscope baseline examples/key.conll singletons.conll --kind singletons
      corefscope baseline examples/topics/key.conllu lemma.csv --kind head-lemma --scope topic
      corefscope baseline examples/response-a.conll - --kind string-match --to conll
    """
    from corefscope.analysis.baselines import baseline
    from corefscope.formats import load, save
    from corefscope.reporting.report import counted

    declare.check_not_overwritten(arguments.source, arguments.target)
    corpus = load.read_corpus(arguments.source, arguments.format, arguments.clusters)
    if corpus.label is not None:
        fact = "a baseline is written with the positions of its mentions, but these mentions are only ids"
        hint = "give the table columns start and end"
        raise FormatError("mentions-without-place", fact, corpus.sources[0], hint=hint)
    made = baseline(corpus, arguments.kind, arguments.scope)
    lost = save.write(made, arguments.target, arguments.to, lossy=True)
    warn(corpus.notices)
    for notice in lost:
        say(f"not expressed: {notice}")
    # Across documents an entity is counted once, by its id.
    entities = made.entity_count if arguments.scope == "document" else len(set(made.entity_id.tolist()))
    say(f"{counted(made.mention_count, 'mention')} in {counted(entities, 'entity', 'entities')} written")
    return None


# Lists, citations and examples


@command(
    positional("kind", "WHAT", "metrics, formats, presets or settings", choices=LIST_KINDS),
    declare.output(),
)
def listing(arguments: Namespace) -> Outcome:
    """List all metrics with their parameters, formats with the file names by which they are written, presets
    with their settings, or settings with their values. Metrics and formats of installed plug-ins are included.

    examples:
      corefscope list metrics
      corefscope list presets -o json
    """
    from corefscope.reporting.views import registries

    if arguments.kind == "metrics":
        from corefscope.metrics.lookup import all_families

        families, problems = all_families()
        warn(problems)
        return registries.metrics_view(families.values())
    if arguments.kind == "formats":
        from corefscope.formats.registry import FORMATS, register_installed

        warn(register_installed())
        return registries.formats_view(FORMATS.values())
    return registries.presets_view() if arguments.kind == "presets" else registries.settings_view()


@command(positional("metrics", "METRIC", "a metric, such as muc or conll", nargs="*"))
def cite(arguments: Namespace) -> Outcome:
    """Print BibTeX for corefscope and for the papers behind the metrics named (all, if none is).

    examples:
      corefscope cite muc lea
      corefscope cite
    """
    from corefscope.metrics import METRICS, metrics
    from corefscope.reporting.views.registries import bibtex

    cited = metrics(arguments.metrics or list(METRICS))
    families = [each.family for metric in cited for each in (*metric.family.mean_of, metric)]
    return bibtex(citation for family in families for citation in family.citations)


@command(positional("folder", "FOLDER", "the folder to write to (default: examples)", nargs="?", default="examples"))
def example(arguments: Namespace) -> Outcome:
    """Write the files that all examples of the help and of the documentation use: a key, responses of several
    systems, a file with errors, challenge sets, a leaderboard. Files that are there already are left as they are.

    examples:
      corefscope example
      corefscope example first-steps
    """
    import shlex

    from corefscope.basics.writing import write_file

    written = 0
    for name, source in shipped_files().items():
        path = Path(arguments.folder, name)
        if not os.path.lexists(path):
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise FormatError("cannot-write", f"it cannot be made: {error.strerror}", str(path)) from None
            write_file(str(path), source.read_bytes())
            written += 1
    done = f"{written} files written to" if written else "all files are already in"
    tried = [shlex.quote(os.path.join(arguments.folder, name)) for name in ("key.conll", "response-a.conll")]
    say(f"{done} {arguments.folder}; try: corefscope score {' '.join(tried)}")
    return None


def shipped_files() -> dict[str, Path]:
    """The example files by their relative paths with `/`: in the package of a wheel, at the top of a checkout."""
    package = Path(__file__).parents[1]
    folder = package / "examples"
    folder = folder if folder.is_dir() else package.parents[1] / "examples"
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}

"""`corefscope errors`, `report`, `explain-difference` and `serve`: why did it score so?"""

from __future__ import annotations

import os
from argparse import Namespace
from contextlib import suppress

from corefscope.basics.escaping import cut, visible
from corefscope.cli import arguments as declare
from corefscope.cli.arguments import KEY, OUTPUT, RESPONSES, Outcome, command, option, positional, values_of
from corefscope.cli.output import progress, put, show_warnings
from corefscope.metrics.registry import OF_ERRORS
from corefscope.problems import CorefscopeError, FormatError, SettingsError

PORT = 8321
SHOW = """errors, repairs, gaps, costs, breakdowns, links, anaphora, differences or all; repeatable
    (default: all but breakdowns and anaphora; all for json, errors for csv)"""
LANGUAGE = "language whose articles and pronouns classify errors: en (default), de or none"


@command(
    KEY,
    RESPONSES,
    declare.metrics(OF_ERRORS),
    declare.output(),
    option("--show", "PART", SHOW, OUTPUT, action="append"),
    option("--top", "N", "rows per list (default 5)", OUTPUT, type=int, default=5),
    option(
        "--kind", "KIND", 'only errors of this kind, e.g. span or "extra mention"; repeatable', OUTPUT, action="append"
    ),
    option("--by", "WHAT", "also break down by file, genre, a table or a pattern", OUTPUT),
    option("--language", "NAME", LANGUAGE, "error classification", default="en"),
    declare.settings(),
)
def errors(arguments: Namespace) -> Outcome:
    """Show what one or more systems did wrong, where, and how many points it costs.

    Errors are classified as in Kummerfeld & Klein (2013), with the score that repairing each kind would give. Missing
    recall and precision are attributed to mentions and entities. With several responses: the errors that all of them
    make or only one, and the documents and entities that make up the difference between their scores.
    Tables show one metric; -o json has all metrics and every place.

    examples:
      corefscope errors examples/key.conll examples/response-a.conll
      corefscope errors examples/key.conll examples/response-a.conll --show errors --kind divided --top 3
      corefscope errors examples/key.conll examples/response-a.conll examples/response-b.jsonl --show differences
      corefscope errors examples/key.conll examples/response-a.conll --show links -o csv
    """
    from corefscope.analysis.explanation import errors
    from corefscope.cli.call import parse_call
    from corefscope.reporting.views.errors import check_parts

    check_parts(arguments.show or ())
    call = parse_call(arguments, arguments.key, *arguments.responses)
    with progress() as step:
        options = {**call.keywords(), **values_of(arguments, "show", "top", "language", "strict")}
        options |= {"kinds": arguments.kind, "by": arguments.by or None, "progress": step}
        explanation = errors(arguments.key, *arguments.responses, **options)
    show_warnings(explanation.result)
    return explanation


@command(
    KEY,
    RESPONSES,
    declare.metrics(),
    option("-o --output", "FILE", "the file to write (default report.html), or -", OUTPUT, default="report.html"),
    declare.names(),
    option("--language", "NAME", LANGUAGE, OUTPUT, default="en"),
    declare.settings(),
)
def report(arguments: Namespace) -> Outcome:
    """Write one self-contained HTML file: scores, errors by kind with examples, and the text with the
    mentions of key and response, to follow chains, filter and search. It opens from disk and loads nothing.

    KEY and RESPONSE are as in `corefscope score`; the page switches between several systems.

    examples:
      corefscope report examples/key.conll examples/response-a.conll examples/response-b.jsonl -o systems.html
      corefscope report examples/key.conll examples/response-a.conll -m lea -m b3 --singletons drop -o chains.html
    """
    from corefscope.analysis.mentions import language
    from corefscope.basics.writing import write_file
    from corefscope.cli.call import parse_call
    from corefscope.page import render
    from corefscope.reporting.report import counted
    from corefscope.scoring.score import score

    path = arguments.output
    if path != "-" and not path.lower().endswith(".html"):  # it may be an input file that follows -o
        raise FormatError("unknown-report-ending", "a report is written as .html", path, hint=f"-o {path}.html")
    call = parse_call(arguments, arguments.key, *arguments.responses)
    error_language = language(arguments.language)
    with progress() as step:
        options = {**call.keywords(), **values_of(arguments, "names", "strict")}
        result = score(arguments.key, *arguments.responses, progress=step, **options)
        if step is not None:
            step("looking for errors")
        page = render(result, error_language)
    show_warnings(result)
    if path == "-":
        put(page, "html")
        return None
    write_file(path, page, "report")
    content = f"{counted(len(result.systems), 'system')}, {counted(result.key.documents, 'document')}"
    return f"{path}: {content}, {len(page.encode('utf-8', 'backslashreplace')) / 1000:,.0f} kB\n"


@command(
    positional("one", "A.json", "a saved result"),
    positional("two", "B.json", "another, or an F1 in percent, such as 73.4"),
    option("-m --metric", "NAME", "the metric of the number from a paper (default: conll)", OUTPUT, default="conll"),
    declare.output(),
)
def explain_difference(arguments: Namespace) -> Outcome:
    """Compare two results saved by `score -o json` (best with --per-document): which settings, files,
    documents or counts differ. The second one may be a number from a paper: then the files are scored
    again under the rules of every known scorer, to find the nearest. Exit status 0 whether they differ or not.

    examples:
      corefscope score examples/key.conll examples/response-a.conll --per-document -o json > a.json
      corefscope score examples/key.conll examples/response-a.conll --per-document -o json --singletons drop > b.json
      corefscope explain-difference a.json b.json
      corefscope explain-difference a.json 61.2 -m conll
    """
    from corefscope.scoring.explained_difference import explain_difference

    other: str | float = arguments.two
    if not os.path.exists(arguments.two):
        with suppress(ValueError):  # a missing file, which is reported when it is read
            other = float(arguments.two)
    return explain_difference(arguments.one, other, arguments.metric)


@command(
    positional("folder", "FOLDER", "the folder to serve (default: the current folder)", nargs="?", default="."),
    option("--port", "N", f"port (default {PORT}; 0 for any free one)", default=str(PORT)),
)
def serve(arguments: Namespace) -> Outcome:
    """Show the files of a folder in the browser: choose or drop a key and responses, check and score them,
    compare systems, measure agreement, walk through errors and texts, and download tables and the report.

    It listens on 127.0.0.1 only and sends nothing anywhere. Only a browser that has opened the printed address can use
    it. Ctrl-C stops it and removes the files that were dropped.

    examples:
      corefscope serve examples --port 0
    """
    import logging
    import sys

    port = arguments.port
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65535):
        raise SettingsError("wrong-value", f"--port {cut(port)}: expected a whole number from 0 to 65,535")
    try:
        from corefscope.web.app import Application, serve
        from corefscope.web.files import ServedFolder
    except ModuleNotFoundError as error:
        fact = f"the application needs {error.name}, which is not installed"
        raise CorefscopeError("not-installed", fact, hint='pip install "corefscope[web]"') from None
    logging.basicConfig(format="corefscope: %(message)s", level=logging.WARNING, stream=sys.stderr)
    folder = ServedFolder.of(arguments.folder)
    app = Application(folder)

    def announce(address: str) -> None:
        print(f"{visible(str(folder.root))} is served at\n\n  {address}\n\nCtrl-C ends it.", flush=True)

    try:
        serve(app, int(port), announce)
    except KeyboardInterrupt:
        print("\nstopped", flush=True)
    finally:
        app.close()
    return None

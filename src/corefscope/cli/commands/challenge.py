"""`corefscope challenge`: questions about pronouns instead of a key."""

from __future__ import annotations

import argparse

from corefscope.cli import options
from corefscope.cli.output import Outcome, say

SUMMARY = "score systems on GAP, WinoBias, Winogender or WinoPron"
DESCRIPTION = """Score systems on a challenge set: GAP, WinoBias, Winogender or WinoPron.

DATA is the set's own file (of WinoBias a quoted pattern for its four files, such as 'wino/data/*.dev'). RESPONSE has
clusters over the texts, in any format that is read, in tokens or characters. --rule says which mentions of a response
stand for a name or phrase. Several responses are compared by a paired bootstrap and by McNemar's exact test. Without a
RESPONSE, --make-texts writes the texts for a system to run on."""
EXAMPLES = """examples:
  corefscope challenge gap examples/challenge/gap.tsv --make-texts texts.jsonl
  corefscope challenge gap examples/challenge/gap.tsv examples/challenge/gap-response.jsonl
  corefscope challenge gap examples/challenge/gap.tsv examples/challenge/gap-response.jsonl -o json --per-question
  corefscope challenge gap examples/challenge/gap.tsv examples/challenge/gap-response.jsonl --rule containment
  corefscope challenge winogender examples/challenge/winogender.tsv examples/challenge/winogender-response.conll
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from corefscope.basics.options import listed, options_of
    from corefscope.challenges.rule import GROUP, SETS, Rule

    parser.add_argument("set", metavar="SET", help=listed(SETS))
    parser.add_argument("data", metavar="DATA", help="the questions: the set's own file, or a quoted glob")
    parser.add_argument("responses", metavar="RESPONSE", nargs="*", help="the output of a system")
    shown = options.group(parser, options.OUTPUT)
    shown.add_argument(
        "--make-texts",
        metavar="PLACE",
        help="write the texts: into a file that ends in .jsonl, with doc_key and text, or as .txt files into a folder",
    )
    shown.add_argument("--per-question", action="store_true", help="with -o json: also the answer to each question")
    metric = "winobias: a metric whose F1 on clusters is shown; repeatable, conll is the default"
    options.add_metric(parser, help=metric)
    options.add_output(parser)
    options.add_names(parser)
    signature = "the rule and plan of a signature, as it stands under a table; options given here win over it"
    options.add(parser, GROUP, "--signature", metavar="TEXT", help=signature)
    for option in options_of(Rule).values():
        options.add(parser, GROUP, option.flag, metavar=option.metavar, help=option.description)
    options.add_plan(parser, ("interval", "alpha", "trials", "seed", "correction"))
    options.add_reading(parser, "RESPONSE")
    options.add(parser, options.RUNNING, "--strict", action="store_true", help="treat every warning as an error")


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.challenges.challenge import challenge
    from corefscope.challenges.questions import make_texts, questions
    from corefscope.cli.inputs import check_inputs, check_not_overwritten
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested_challenge
    from corefscope.reporting.report import counted
    from corefscope.reporting.views.challenge import view

    check_inputs(arguments.data, *arguments.responses)
    if arguments.make_texts is not None:
        check_not_overwritten(arguments.data, arguments.make_texts)
        written = make_texts(questions(arguments.set, arguments.data), arguments.make_texts)
        say(f"{counted(written, 'text')} written")
        if not arguments.responses:
            return 0
    asked = requested_challenge(arguments, _stated(arguments))
    with Progress(steps=1 + len(arguments.responses)) as progress:
        found = challenge(
            arguments.set,
            arguments.data,
            *arguments.responses,
            metrics=asked.metrics or None,
            names=arguments.names,
            plan=asked.plan,
            format=arguments.format,
            clusters=arguments.clusters,
            strict=arguments.strict,
            progress=progress.step,
            **asked.rule,
        )
    for notice in found.warnings:
        say(f"warning: {notice}")
    for system in found.systems:
        for notice in system.warnings:
            say(f"warning: {system.name}: {notice}" if len(found.systems) > 1 else f"warning: {notice}")
    return view(found, arguments.per_question)


def _stated(arguments: argparse.Namespace) -> dict[str, str]:
    """The parts of --signature: of the same set, with nothing in it that cannot be followed."""
    from corefscope.basics.escaping import quoted
    from corefscope.basics.options import options_of, signature_parts
    from corefscope.challenges.challenge import CLUSTER_PARTS
    from corefscope.challenges.rule import Rule
    from corefscope.problems import SettingsError

    stated = {} if arguments.signature is None else signature_parts(arguments.signature)
    if stated and stated.get("challenge") != arguments.set:
        fact = f"--signature is not of {arguments.set}"
        raise SettingsError("bad-signature", fact, hint="copy the line under a table of the same set")
    known = ("corefscope", "challenge", "metrics", "plugins", *options_of(Rule), *arguments.plan_options)
    for name, value in stated.items():
        if name not in known and f"{name}:{value}" not in CLUSTER_PARTS:
            fact = f"--signature has {quoted(f'{name}:{value}')}, which cannot be set here"
            raise SettingsError("bad-signature", fact, hint="copy it as it was printed")
    return stated

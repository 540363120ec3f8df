"""`corefscope challenge`: questions about pronouns instead of a key."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from corefscope.basics.options import listed, options_of
from corefscope.challenges.rule import GROUP, SETS, Rule
from corefscope.cli import arguments as declare
from corefscope.cli.arguments import OUTPUT, Outcome, command, flag, option, positional
from corefscope.cli.inputs import check_inputs, check_not_overwritten, values_of
from corefscope.cli.output import progress, say, warn

PLAN = ("interval", "alpha", "trials", "seed", "correction")


@command(
    positional("set", "SET", listed(SETS)),
    positional("data", "DATA", "the questions: the set's own file, or a quoted glob"),
    positional("responses", "RESPONSE", "the output of a system", nargs="*"),
    option(
        "--make-texts", "PLACE", "write the texts: a .jsonl file (doc_key, text), or a folder of .txt files", OUTPUT
    ),
    flag("--per-question", "with -o json: also the answer to each question", OUTPUT),
    declare.metrics(help="winobias: a metric whose F1 on clusters is shown; repeatable. Default: conll"),
    declare.output(),
    declare.names(),
    option("--signature", "TEXT", "rule and plan as printed under a table; command-line options override it", GROUP),
    [declare.field(option) for option in options_of(Rule).values()],
    declare.plan(*PLAN),
    declare.reading("RESPONSE"),
    declare.STRICT,
)
def challenge(arguments: Namespace) -> Outcome:
    """Score systems on a challenge set: GAP, WinoBias, Winogender or WinoPron.

    DATA is the set's own file (of WinoBias a quoted pattern for its four files, e.g. 'wino/data/*.dev').
    RESPONSE has clusters over the texts, in any format that is read, in tokens or characters.
    --rule says which mentions of a response stand for a name or phrase. Several responses are compared by a paired
    bootstrap and by McNemar's exact test. Without a RESPONSE, --make-texts writes the texts for a system to run on.

    examples:
      corefscope challenge gap examples/challenge/gap.tsv --make-texts texts.jsonl
      corefscope challenge gap examples/challenge/gap.tsv examples/challenge/gap-response.jsonl
      corefscope challenge gap examples/challenge/gap.tsv examples/challenge/gap-response.jsonl -o json --per-question
      corefscope challenge gap examples/challenge/gap.tsv examples/challenge/gap-response.jsonl --rule containment
      corefscope challenge winogender examples/challenge/winogender.tsv examples/challenge/winogender-response.conll
    """
    from corefscope.challenges.challenge import challenge
    from corefscope.challenges.questions import make_texts, questions
    from corefscope.cli.call import merged, parse_metrics
    from corefscope.metrics import metrics
    from corefscope.reporting.cells import counted
    from corefscope.reporting.views.challenge import view
    from corefscope.statistics.plan import Plan

    check_inputs(arguments.data, *arguments.responses)
    if arguments.make_texts is not None:
        check_not_overwritten(arguments.data, arguments.make_texts)
        written = make_texts(questions(arguments.set, arguments.data), arguments.make_texts)
        say(f"{counted(written, 'text')} written")
        if not arguments.responses:
            return None
    parts = _signature_parts(arguments)
    rule: dict[str, Any] = merged(arguments, parts, options_of(Rule))
    plan = Plan(**merged(arguments, parts, {name: options_of(Plan)[name] for name in PLAN}))
    with progress() as step:
        answered = challenge(
            arguments.set,
            arguments.data,
            *arguments.responses,
            metrics=parse_metrics(arguments) or metrics(parts.get("metrics", ())) or None,
            plan=plan,
            progress=step,
            **rule,
            **values_of(arguments, "names", "format", "clusters", "strict"),
        )
    warn(answered.warnings)
    for system in answered.systems:
        name = f"{system.name}: " if len(answered.systems) > 1 else ""
        warn(f"{name}{notice}" for notice in system.warnings)
    return view(answered, arguments.per_question)


def _signature_parts(arguments: Namespace) -> Mapping[str, str]:
    """The parts of --signature: of the same set, with nothing in it that cannot be followed."""
    from corefscope.basics.escaping import quoted
    from corefscope.basics.options import signature_parts
    from corefscope.challenges.challenge import CLUSTER_PARTS
    from corefscope.problems import SettingsError

    parts = {} if arguments.signature is None else signature_parts(arguments.signature)
    if parts and parts.get("challenge") != arguments.set:
        fact = f"--signature is not of {arguments.set}"
        raise SettingsError("bad-signature", fact, hint="copy the line under a table of the same set")
    for name, value in parts.items():
        part = f"{name}:{value}"
        if name not in ("corefscope", "challenge", "metrics", "plugins", *options_of(Rule), *PLAN) and (
            part not in CLUSTER_PARTS
        ):
            fact = f"--signature has {quoted(part)}, which cannot be set here"
            raise SettingsError("bad-signature", fact, hint="copy it as it was printed")
    return parts

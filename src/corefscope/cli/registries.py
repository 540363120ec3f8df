"""`corefscope list`, `cite` and `example`: what there is to choose from, to cite and to try."""

from __future__ import annotations

import os
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from corefscope.cli import arguments as declare
from corefscope.cli.arguments import Outcome, command, positional
from corefscope.cli.output import say, warn
from corefscope.problems import FormatError

KINDS = ("metrics", "formats", "presets", "settings")


@command(
    positional("kind", "WHAT", "metrics, formats, presets or settings", choices=KINDS),
    declare.output(),
)
def listing(arguments: Namespace) -> Outcome:
    """List what there is to choose from: metrics with their parameters and defaults, formats with the
    endings by which they are written, presets with their settings, or settings with their values. Metrics and
    formats of installed plug-ins are listed too.

    examples:
      corefscope list metrics
      corefscope list formats
      corefscope list presets -o json
      corefscope list settings
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
    from corefscope.reporting.citations import bibtex

    cited = metrics(arguments.metrics or list(METRICS))
    families = [each.family for metric in cited for each in (*metric.family.mean_of, metric)]
    return bibtex(citation for family in families for citation in family.citations)


@command(positional("folder", "FOLDER", "made if need be (default: examples)", nargs="?", default="examples"))
def example(arguments: Namespace) -> Outcome:
    """Write the files that all examples of the help and of the documentation use: a key, responses of several
    systems, a file with errors, challenge sets, a leaderboard. Files that are there already are left as they are.

    examples:
      corefscope example
      corefscope example first-steps
    """
    import shlex

    from corefscope.basics.writing import write_file

    new = {}
    for name, source in shipped_files().items():
        path, content = os.path.join(arguments.folder, name), source.read_bytes()
        with suppress(OSError):
            if Path(path).read_bytes() == content:
                continue
        new[path] = content
    for path in filter(os.path.lexists, new):
        raise FormatError("cannot-write", "another file is there already", path, hint="name another folder")
    for path, content in new.items():
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError as error:
            raise FormatError("cannot-write", f"the folder cannot be made: {error.strerror}", path) from None
        write_file(path, content)
    tried = [shlex.quote(os.path.join(arguments.folder, name)) for name in ("key.conll", "response-a.conll")]
    done = f"{len(new)} files written to" if new else "all files are already in"
    say(f"{done} {arguments.folder}; try: corefscope score {' '.join(tried)}")
    return None


def shipped_files() -> dict[str, Path]:
    """The example files by their relative paths with `/`: in the package of a wheel, at the top of a checkout."""
    package = Path(__file__).parents[1]
    folder = package / "examples"
    folder = folder if folder.is_dir() else package.parents[1] / "examples"
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}

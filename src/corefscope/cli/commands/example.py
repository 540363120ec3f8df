"""`corefscope example`: the files that the help texts and the documentation use."""

from __future__ import annotations

import argparse

from corefscope.cli.output import say

SUMMARY = "write small example files into a folder"
DESCRIPTION = """Write the files that all examples of the help and of the documentation use: a key, responses of several
systems, a file with errors, challenge sets, a leaderboard. Files that are there already are left as they are."""
EXAMPLES = """examples:
  corefscope example
  corefscope example first-steps
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", default="examples", help="made if need be (default: examples)"
    )


def run(arguments: argparse.Namespace) -> int:
    import os
    import shlex

    from corefscope.basics.shipped import shipped_files
    from corefscope.basics.writing import write_file
    from corefscope.problems import FormatError

    files = {
        os.path.join(arguments.folder, name): path.read_bytes() for name, path in shipped_files("examples").items()
    }
    new = {path: content for path, content in files.items() if not _holds(path, content)}
    taken = [path for path in new if os.path.lexists(path)]
    if taken:
        raise FormatError("cannot-write", "another file is there already", taken[0], hint="name another folder")
    for path, content in new.items():
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError as error:
            raise FormatError("cannot-write", f"the folder cannot be made: {error.strerror}", path) from None
        write_file(path, content)
    tried = [shlex.quote(os.path.join(arguments.folder, name)) for name in ("key.conll", "response-a.conll")]
    done = f"{len(new)} files written to" if new else "all files are already in"
    say(f"{done} {arguments.folder}; try: corefscope score {' '.join(tried)}")
    return 0


def _holds(path: str, content: bytes) -> bool:
    """Whether the file is there with this content."""
    try:
        with open(path, "rb") as stream:
            return stream.read() == content
    except OSError:
        return False

"""`corefscope serve`: the same views as the report, as an application in the browser."""

from __future__ import annotations

import argparse
import sys

from corefscope.basics.escaping import cut, visible

SUMMARY = "choose files, score, compare and read errors in the browser, on this machine"
DESCRIPTION = """Show the files of a folder in the browser: choose or drop a key and responses, see what is wrong with
them, score, compare systems, walk through errors and texts, and download tables and the report.

It listens on 127.0.0.1 only and sends nothing anywhere. The address that is printed lets in one browser, once; then
another is printed. Nobody else on this machine can use it. Ctrl-C ends it and removes what was dropped."""
EXAMPLES = """examples:
  corefscope serve --port 0
  corefscope serve examples --port 0 --upload-limit 50
"""
LONGEST = 20  # digits of a number
# By flag: the metavar, the default, the least and the greatest value, and the help.
NUMBERS = {
    "--port": ("N", 8321, 0, 65535, "default {}; 0 for any that is free"),
    "--upload-limit": ("MB", 200, 1, 1_000_000, "the largest file that can be dropped ({})"),
    "--unpack-limit": ("MB", 2000, 1, 1_000_000, "what packed files of a side may unpack to ({})"),
    "--mention-limit": ("N", 1_000_000, 1, 10**12, "how many mentions key and responses may have together ({})"),
    # A process needs some memory before it has read anything.
    "--memory-limit": ("MB", 2000, 500, 1_000_000, "what checking, scoring or comparing may take, on Linux ({})"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", default=".", help="whose files are shown (default: the current folder)"
    )
    for flag, (metavar, default, _, _, help) in NUMBERS.items():
        parser.add_argument(flag, default=str(default), metavar=metavar, help=help.format(default))
        if flag == "--port":
            parser.add_argument("--open", action="store_true", help="also open it in a browser")


def run(arguments: argparse.Namespace) -> int:
    import logging

    from corefscope.problems import CorefscopeError

    port, *sizes = (_number(flag, getattr(arguments, flag[2:].replace("-", "_"))) for flag in NUMBERS)
    upload, unpack, mentions, memory = sizes
    try:
        from corefscope.web.served_folder import ServedFolder
        from corefscope.web.server import serve
        from corefscope.web.workspace import Allowed, Workspace
    except ModuleNotFoundError as error:
        raise CorefscopeError(
            "not-installed",
            f"the application needs {error.name}, which is not installed",
            hint='pip install "corefscope[web]"',
        ) from None
    logging.basicConfig(format="corefscope: %(message)s", level=logging.WARNING, stream=sys.stderr)
    folder = ServedFolder.of(arguments.folder)
    workspace = Workspace(folder, Allowed(upload, unpack, mentions, memory))
    try:
        serve(
            workspace,
            port,
            lambda address, again: _announce(address, "" if again else str(folder.root)),
            arguments.open,
        )
    except KeyboardInterrupt:
        print("\nstopped", flush=True)
    finally:
        workspace.close()
    return 0


def _announce(address: str, folder: str) -> None:
    """`folder` is empty for an address that follows one that has been used."""
    if folder:
        print(f"{visible(folder)} is shown at\n\n  {address}\n\nThis address works once. Ctrl-C ends it.", flush=True)
    else:
        print(f"\nThe address has been used. For another browser:\n\n  {address}", flush=True)


def _number(flag: str, text: str) -> int:
    """The number of an option, in bytes if it is given in MB."""
    from corefscope.problems import SettingsError

    metavar, _, least, most, _ = NUMBERS[flag]
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST
    if not is_number or not least <= int(text) <= most:
        raise SettingsError("wrong-value", f"{flag} {cut(text)}: expected a whole number from {least} to {most:,}")
    return int(text) * (1_000_000 if metavar == "MB" else 1)

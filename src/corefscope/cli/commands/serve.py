"""`corefscope serve`: the same views as the report, as an application in the browser."""

from __future__ import annotations

import argparse
import sys

from corefscope.basics.escaping import cut, visible

NAME = "serve"
SUMMARY = "choose files, score, compare and read errors in the browser, on this machine"
DESCRIPTION = """Show the files of a folder in the browser: choose or drop a key and responses, see what is wrong with
them, score, compare systems, walk through errors and texts, and download tables and the report.

It listens on 127.0.0.1 only and sends nothing anywhere. The address that is printed lets in one browser, once; then
another is printed. Nobody else on this machine can use it. Ctrl-C ends it and removes what was dropped."""
EXAMPLES = """examples:
  corefscope serve --port 0
  corefscope serve examples --port 0 --upload-limit 50
"""
PORT = 8321
UPLOAD, UNPACK, MEMORY = 200, 2000, 2000  # MB
MENTIONS = 1_000_000
LONGEST = 20  # digits of a number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", default=".", help="whose files are shown (default: the current folder)"
    )
    parser.add_argument("--port", default=str(PORT), metavar="N", help=f"default {PORT}; 0 for any that is free")
    parser.add_argument("--open", action="store_true", help="also open it in a browser")
    parser.add_argument(
        "--upload-limit", default=str(UPLOAD), metavar="MB", help=f"the largest file that can be dropped ({UPLOAD})"
    )
    parser.add_argument(
        "--unpack-limit",
        default=str(UNPACK),
        metavar="MB",
        help=f"what packed files of a side may unpack to ({UNPACK})",
    )
    parser.add_argument(
        "--mention-limit",
        default=str(MENTIONS),
        metavar="N",
        help=f"how many mentions key and responses may have together ({MENTIONS})",
    )
    parser.add_argument(
        "--memory-limit",
        default=str(MEMORY),
        metavar="MB",
        help=f"what checking, scoring or comparing may take, on Linux ({MEMORY})",
    )


def run(arguments: argparse.Namespace) -> int:
    import logging

    from corefscope.problems import CorefscopeError

    port = _number("--port", arguments.port, 0, 65535)
    upload, unpack, memory = (
        1_000_000 * _number(flag, value, least, 1_000_000)
        for flag, value, least in (
            ("--upload-limit", arguments.upload_limit, 1),
            ("--unpack-limit", arguments.unpack_limit, 1),
            ("--memory-limit", arguments.memory_limit, 500),  # a process needs some before it has read anything
        )
    )
    mentions = _number("--mention-limit", arguments.mention_limit, 1, 10**12)
    try:
        from corefscope.web.served_folder import ServedFolder
        from corefscope.web.server import serve
        from corefscope.web.workspace import Allowed, Workspace
    except ModuleNotFoundError as error:
        raise CorefscopeError(
            "not-installed",
            f"the application needs {error.name}, which is not installed",
            hint="pip install corefscope[web]",
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


def _number(flag: str, text: str, least: int, most: int) -> int:
    from corefscope.problems import SettingsError

    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST
    if not is_number or not least <= int(text) <= most:
        raise SettingsError("wrong-value", f"{flag} {cut(text)}: expected a whole number from {least} to {most:,}")
    return int(text)

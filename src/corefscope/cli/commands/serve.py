"""`corefscope serve`: the same views as the report, as an application in the browser."""

from __future__ import annotations

import argparse
import sys

from corefscope.basics.escaping import cut, visible

SUMMARY = "choose files, score, compare and read errors in the browser, on this machine"
DESCRIPTION = """Show the files of a folder in the browser: choose or drop a key and responses, see what is wrong with
them, score, compare systems, measure agreement, walk through errors and texts, and download tables and the report.

It listens on 127.0.0.1 only and sends nothing anywhere. The address that is printed lets in one browser, once; then
another is printed. Nobody else on this machine can use it. Ctrl-C ends it and removes what was dropped."""
EXAMPLES = """examples:
  corefscope serve --port 0
  corefscope serve examples --port 0
"""
PORT = 8321


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", default=".", help="whose files are shown (default: the current folder)"
    )
    parser.add_argument("--port", metavar="N", default=str(PORT), help=f"default {PORT}; 0 for any that is free")
    parser.add_argument("--open", action="store_true", help="also open it in a browser")


def run(arguments: argparse.Namespace) -> int:
    import logging

    from corefscope.problems import CorefscopeError

    port = _port(arguments.port)
    try:
        from corefscope.web.app import Application
        from corefscope.web.files import ServedFolder
        from corefscope.web.server import serve
    except ModuleNotFoundError as error:
        raise CorefscopeError(
            "not-installed",
            f"the application needs {error.name}, which is not installed",
            hint='pip install "corefscope[web]"',
        ) from None
    logging.basicConfig(format="corefscope: %(message)s", level=logging.WARNING, stream=sys.stderr)
    folder = ServedFolder.of(arguments.folder)
    app = Application(folder)
    try:
        serve(app, port, lambda address, again: _announce(address, "" if again else str(folder.root)), arguments.open)
    except KeyboardInterrupt:
        print("\nstopped", flush=True)
    finally:
        app.close()
    return 0


def _announce(address: str, folder: str) -> None:
    """`folder` is empty for an address that follows one that has been used."""
    if folder:
        print(f"{visible(folder)} is shown at\n\n  {address}\n\nThis address works once. Ctrl-C ends it.", flush=True)
    else:
        print(f"\nThe address has been used. For another browser:\n\n  {address}", flush=True)


def _port(text: str) -> int:
    from corefscope.problems import SettingsError

    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= 65535):
        raise SettingsError("wrong-value", f"--port {cut(text)}: expected a whole number from 0 to 65,535")
    return int(text)

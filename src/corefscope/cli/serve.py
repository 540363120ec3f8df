"""`corefscope serve`: the same views as the report, as an application in the browser."""

from __future__ import annotations

import sys
from argparse import Namespace

from corefscope.basics.escaping import cut, visible
from corefscope.cli.arguments import Outcome, command, flag, option, positional
from corefscope.problems import CorefscopeError, SettingsError

PORT = 8321


@command(
    positional("folder", "FOLDER", "whose files are shown (default: the current folder)", nargs="?", default="."),
    option("--port", "N", f"default {PORT}; 0 for any that is free", default=str(PORT)),
    flag("--open", "also open it in a browser"),
)
def serve(arguments: Namespace) -> Outcome:
    """Show the files of a folder in the browser: choose or drop a key and responses, see what is wrong with
    them, score, compare systems, measure agreement, walk through errors and texts, and download tables and the report.

    It listens on 127.0.0.1 only and sends nothing anywhere. The address that is printed lets in one browser, once; then
    another is printed. Nobody else on this machine can use it. Ctrl-C ends it and removes what was dropped.

    examples:
      corefscope serve --port 0
      corefscope serve examples --port 0
    """
    import logging

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

    def announce(address: str, is_used: bool) -> None:
        if is_used:
            text = f"\nThe address has been used. For another browser:\n\n  {address}"
        else:
            shown = visible(str(folder.root))
            text = f"{shown} is shown at\n\n  {address}\n\nThis address works once. Ctrl-C ends it."
        print(text, flush=True)

    try:
        serve(app, int(port), announce, arguments.open)
    except KeyboardInterrupt:
        print("\nstopped", flush=True)
    finally:
        app.close()
    return None

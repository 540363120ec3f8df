"""How long the way through the code is: the functions and modules of corefscope that a command passes through.

    python benchmarks/path_length.py [--list] [command and arguments; without any: score of the examples]

A function counts once however often it is called; modules count if one of their functions is called. What runs while a
module is imported, comprehensions and lambdas are left out.
"""

from __future__ import annotations

import contextlib
import io
import sys
import threading
from collections import defaultdict
from pathlib import Path
from types import FrameType
from typing import Any

EXAMPLES = Path(__file__).parents[1] / "examples"
SCORE = ("score", str(EXAMPLES / "key.conll"), str(EXAMPLES / "response-a.conll"))
INNER = {"<module>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>"}


def importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: what its body calls is no part of the way."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__") != "__main__":
            return True
        frame = frame.f_back
    return False


def passed(arguments: tuple[str, ...]) -> dict[str, set[str]]:
    """The functions that a command calls, by module."""
    import corefscope
    from corefscope.cli.main import main

    root = str(Path(corefscope.__file__).parent)
    found: dict[str, set[str]] = defaultdict(set)

    def profile(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(root) and code.co_name not in INNER:
            inside = Path(code.co_filename).relative_to(root).as_posix()
            if not importing(frame):
                found[inside].add(f"{code.co_name}:{code.co_firstlineno}")

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            main(list(arguments))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    return found


def main() -> None:
    arguments = [argument for argument in sys.argv[1:] if argument != "--list"]
    found = passed(tuple(arguments) or SCORE)
    if "--list" in sys.argv:
        for module, functions in sorted(found.items()):
            print(module, *sorted(functions), sep="\n    ")
    functions = sum(map(len, found.values()))
    print(f"{' '.join(arguments) or 'score of the examples'}: {functions} functions in {len(found)} modules")


if __name__ == "__main__":
    main()

"""How much work a call does, counted and not timed: lines of Python run and functions of C called."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def steps(call: Callable[[], Any]) -> int:
    """The lines run and the functions called; every round of a loop or a comprehension counts."""
    count = 0

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return line

    def function(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "c_call"

    before = sys.gettrace(), sys.getprofile()
    sys.setprofile(function)
    sys.settrace(line)
    try:
        call()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return count


def growth(make: Callable[[int], Callable[[], Any]], size: int, times: int = 4) -> float:
    """How many times more work a call is for input that is so many times larger; linear work gives at most `times`.

    What does not grow, such as imports, is done before it is counted.
    """
    make(size)()
    return steps(make(size * times)) / steps(make(size))

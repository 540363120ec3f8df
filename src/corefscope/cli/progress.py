"""A progress bar on standard error, shown only on a terminal and only when work takes more than a second."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import Any

from corefscope.basics.escaping import visible

PATIENCE = 1.0


class Progress:
    """Count steps; the bar (Rich) is loaded and shown after PATIENCE seconds."""

    def __init__(self, steps: int) -> None:
        self.steps, self.done, self.latest = steps, 0, "reading"
        self._bar: Any = None
        self._task: Any = None
        self._timer = threading.Timer(PATIENCE, self._show) if sys.stderr.isatty() else None
        self._lock = threading.Lock()

    def step(self, what: str) -> None:
        with self._lock:
            self.done, self.latest = self.done + 1, visible(what)
            self.steps = max(self.steps, self.done + 1)  # a folder may have many files
            if self._bar is not None:
                self._bar.update(self._task, completed=self.done, total=self.steps, description=self.latest)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as RichProgress

        with self._lock:
            columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
            self._bar = RichProgress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(self.latest, completed=self.done, total=self.steps)
            self._bar.start()

    def __enter__(self) -> Progress:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()  # it may be drawing just now
        if self._bar is not None:
            self._bar.stop()

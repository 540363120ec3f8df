"""How a result shows itself: every output that the command line has, one method each."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from corefscope.basics.escaping import visible
from corefscope.problems import CorefscopeError

if TYPE_CHECKING:
    from corefscope.reporting.report import View


class Shown:
    """A result that can be printed, saved and shown in a notebook; `VIEW` names its view, module:function.

    >>> from corefscope import score
    >>> print(score([["a", "b"]], [["a", "b"]], metrics="muc").to_latex().splitlines()[-3])
    response & 100.00 & 100.00 & 100.00 \\\\
    """

    VIEW: ClassVar[str]

    def to_json(self) -> str:
        """The data at full precision, as `-o json` writes it."""
        return self._rendered("json")

    def to_csv(self) -> str:
        """A table for spreadsheets; text that one would run as a formula gets an apostrophe before it."""
        return self._rendered("csv")

    def to_latex(self) -> str:
        """A booktabs table."""
        return self._rendered("latex")

    def to_markdown(self) -> str:
        return self._rendered("markdown")

    def to_html(self) -> str:
        """A page that needs nothing from elsewhere."""
        return self._rendered("html")

    def to_frame(self) -> Any:
        """The rows of `to_csv` as a pandas DataFrame, numbers at full precision; the signature is in its `attrs`."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise CorefscopeError(
                "not-installed", "a frame needs pandas, which is not installed", hint="pip install pandas"
            ) from None
        from corefscope.reporting.outputs import records

        columns, rows = records(self._view())
        frame = pandas.DataFrame(
            [[None if cell == "" else cell for cell in row] for row in rows], columns=list(columns)
        )
        if "signature" in frame:
            frame.attrs["signature"] = next(iter(frame.pop("signature")), "")
        return frame.dropna(axis="columns", how="all")

    def __str__(self) -> str:
        """The tables, and below them the warnings, which a command prints before."""
        said = "".join(f"warning: {visible(str(each))}\n" for each in self._printed_warnings())
        return self._rendered("table") + (f"\n{said}" if said else "")

    def _printed_warnings(self) -> Iterable[object]:
        return getattr(self, "warnings", ())

    def _repr_html_(self) -> str:
        """Small tables for notebooks."""
        from corefscope.reporting.render.html import fragment

        return fragment(self._view().report())

    def _view(self) -> View:
        module, _, function = self.VIEW.partition(":")
        view: View = getattr(import_module(f"corefscope.reporting.views.{module}"), function or "view")(self)
        return view

    def _rendered(self, output: str) -> str:
        from corefscope.reporting.outputs import render

        return render(self._view(), output)

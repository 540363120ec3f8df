"""Charts as Vega-Lite specifications, written as SVG, PNG or interactive HTML."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from corefscope.basics.escaping import visible
from corefscope.basics.writing import write_file
from corefscope.problems import FormatError, SettingsError

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
PLOT_ENDINGS = (".svg", ".png", ".html")
STYLE = {
    "font": "DejaVu Sans, Helvetica, Arial, sans-serif",
    "axis": {"labelFontSize": 12, "titleFontSize": 12},
    "legend": {"labelFontSize": 12, "labelLimit": 400},  # names of files are long
    "axisY": {"labelLimit": 300},
    "header": {"labelFontSize": 13, "labelFontWeight": "bold"},
    "view": {"stroke": None},
}

Spec = dict[str, Any]  # of Vega-Lite, or a part of one


def quantitative(field: str, **more: Any) -> Spec:
    return {"field": field, "type": "quantitative", **more}


def nominal(field: str, **more: Any) -> Spec:
    return {"field": field, "type": "nominal", **more}


def chart(title: str, values: Sequence[Spec], **specification: Any) -> Spec:
    """Return a Vega-Lite specification with the common style; parts side by side have their own sizes and data."""
    whole: Spec = {"$schema": SCHEMA, "title": {"text": title, "anchor": "start", "fontSize": 15}, "config": STYLE}
    if "hconcat" not in specification:
        whole["data"] = {"values": values}
    if "hconcat" not in specification and "facet" not in specification:
        whole |= {"width": 460, "height": 280}
    return {**whole, "background": "white", **specification}


def check(path: str) -> None:
    """Raise before any work is done if the plot cannot be written."""
    if Path(path).suffix.lower() not in PLOT_ENDINGS:
        raise FormatError("unknown-plot-ending", "a plot is written as .svg, .png or .html", path)
    try:
        import vl_convert  # noqa: F401
    except ImportError:
        hint = "pip install 'corefscope[plots]'"
        raise SettingsError("not-installed", "plots need vl-convert-python", hint=hint) from None


def save(specification: Spec, path: str) -> None:
    """Write a chart to a file; the ending selects SVG, PNG or self-contained HTML."""
    write_file(path, rendered(specification, path), "plot")


def rendered(specification: Spec, path: str) -> str | bytes:
    """Render a chart as the content of a file with this ending."""
    check(path)
    import vl_convert

    ending, specification = Path(path).suffix.lower(), _escaped(specification)
    if ending == ".png":
        return bytes(vl_convert.vegalite_to_png(specification, scale=2))
    if ending == ".html":
        return str(vl_convert.vegalite_to_html(specification, bundle=True))
    return str(vl_convert.vegalite_to_svg(specification))


def _escaped(value: Any) -> Any:
    """Escape control characters in all strings of a specification."""
    if isinstance(value, dict):
        return {name: _escaped(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_escaped(each) for each in value]
    return visible(value) if isinstance(value, str) else value

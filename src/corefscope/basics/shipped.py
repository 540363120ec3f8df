"""Files that come with the package: `examples` and `docs`; and the site, which comes as corefscope-docs.

The wheel has them inside the package; a checkout has them at its top, where they are edited.
"""

from __future__ import annotations

from pathlib import Path

from corefscope._version import __version__

PACKAGE = Path(__file__).parents[1]


def shipped(name: str) -> Path:
    """The folder `examples` or `docs`, of the wheel or of the checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parents[1] / name


def shipped_files(name: str) -> dict[str, Path]:
    """The files of a shipped folder by their relative paths with `/`, in order."""
    folder = shipped(name)
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in found}


def site_files() -> dict[str, Path]:
    """The files of the documentation as a site, by their relative paths; empty without corefscope-docs of this version.

    That of another version would describe other commands; `shipped("docs")` is always the right one.
    """
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        about = distribution("corefscope-docs").metadata
        if "Version" not in about or about["Version"] != __version__:
            return {}
        import corefscope_docs
    except (ImportError, PackageNotFoundError):
        return {}
    folder = Path(corefscope_docs.SITE)
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}

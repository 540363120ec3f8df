"""What is written for a release and cannot be run here agrees with pyproject.toml and with itself."""

import re
import sys

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from corefscope import __version__
from support.site import ROOT

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
pytest.importorskip("hatchling", reason="hatchling is not installed")
sys.path.insert(0, str(ROOT / "release"))
from metadata import addresses, readme  # noqa: E402

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def fill_in(folder, repository, documentation):
    text = f"[tool.corefscope]\nrepository = '{repository}'\ndocumentation = '{documentation}'\n"
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    return addresses(folder)


def test_addresses_follow_from_one_place(tmp_path):
    assert fill_in(tmp_path, "", "") == {}
    assert fill_in(tmp_path, "https://code.example/corefscope/", "https://docs.example") == {
        "Documentation": "https://docs.example",
        "Source": "https://code.example/corefscope",
        "Issues": "https://code.example/corefscope/issues",
        "Changelog": "https://code.example/corefscope/blob/main/CHANGELOG.md",
    }


def test_links_of_the_readme_outside_a_checkout():
    text = "[a](docs/a.md#x), [b](https://b.example), [c](#c)\n![d](docs/d.png)"
    assert readme(text, None) == "a, [b](https://b.example), [c](#c)\n"
    assert readme(text, "https://code.example/it") == (
        "[a](https://code.example/it/blob/main/docs/a.md#x), [b](https://b.example), [c](#c)\n"
        "![d](https://code.example/it/raw/main/docs/d.png)"
    )


def test_conda_recipe_has_the_requirements_of_the_project():
    recipe = yaml.safe_load((ROOT / "release" / "conda" / "meta.yaml").read_text("utf-8"))
    plain = {
        re.sub(r"([><=])", r" \1", line.split(";")[0].strip(), count=1) for line in PROJECT["project"]["dependencies"]
    }
    assert set(recipe["requirements"]["run"]) == {*plain, f"python {PROJECT['project']['requires-python']}"}
    assert recipe["package"]["version"] == __version__
    assert recipe["about"]["summary"] == PROJECT["project"]["description"]
    ((name, place),) = PROJECT["project"]["scripts"].items()
    assert recipe["build"]["entry_points"] == [f"{name} = {place}"]


def test_container_installs_extras_that_exist():
    text = (ROOT / "release" / "Containerfile").read_text("utf-8")
    extras = re.search(r"whl\)\[([\w,]+)\]", text)[1].split(",")
    assert set(extras) <= set(PROJECT["project"]["optional-dependencies"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_name_extras_and_targets_that_exist(path):
    workflow = yaml.safe_load(path.read_text("utf-8"))
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    commands = "\n".join(step["run"] for step in steps if "run" in step)
    assert steps
    for extras in re.findall(r'"\.\[([\w,]+)\]"', commands):
        assert set(extras.split(",")) <= set(PROJECT["project"]["optional-dependencies"])
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(re.findall(r"\bmake ([a-z-]+)", commands)) <= set(targets)
    for folder in re.findall(r"\b(tests/\w+)", commands):
        assert (ROOT / folder).is_dir()


def test_there_are_workflows_for_tests_docs_and_publishing():
    assert {path.stem for path in WORKFLOWS} >= {"test", "docs", "publish"}

"""Campaign: damaged files and odd requests to the application, on a loopback port."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fuzzing.commands import METRICS, TEXTS
from fuzzing.files import damaged_pair
from fuzzing.harness import Finding
from support.serving import Client, Shared, place, responses

SETTINGS = {
    "match": ("exact", "head", "partial", "min"),
    "singletons": ("keep", "drop"),
    "align": ("none", "characters"),
    "average": ("micro", "macro"),
}


@cache
def shared() -> Shared:
    """One server for all cases."""
    return Shared()


def close() -> None:
    if shared.cache_info().currsize:
        shared().stop()
        shared.cache_clear()


def case(chance: Random, folder: Path) -> str:
    key, response = damaged_pair(chance, whole=0.3)
    paths = [Path(side.put(folder / name)) for name, side in (("key", key), ("response", response))]
    with shared().running(folder) as client:
        asked = _request(client, chance, [str(path.relative_to(folder)) for path in paths], paths[1])
        answer = client.post(chance.choice(("/jobs/score", "/jobs/score", "/jobs/check")), asked)
        if answer.status != 202:
            return _refused(answer)
        job = client.finished(answer)
        if job["state"] not in ("done", "failed"):
            raise Finding(f"a job ended as {job}")
        if job["state"] == "failed":
            return _sentence(job, "failed")
        if isinstance(job.get("value"), list):
            return "checked"
        for name in ("data.txt", "scores.json", "scores.csv", "documents.md", "report.html"):
            found = client.get(f"/jobs/{job['job']}/{name}")
            if found.status != 200:
                raise Finding(f"{name} gives {found.status}: {found.text[:300]}")
        json.loads(client.get(f"/jobs/{job['job']}/scores.json").body)
        return "scored"


def _request(client: Client, chance: Random, paths: list[str], file: Path) -> dict[str, Any]:
    key, response = paths
    asked: dict[str, Any] = {"key": place(key), "responses": responses(response)}
    if chance.random() < 0.3:
        uploaded = client.upload(file.name, file.read_bytes())
        if uploaded.status == 201:
            asked["responses"] = [{"place": {"in": "uploads", "path": uploaded.json["submission"]}, "name": ""}]
        elif uploaded.status >= 500:
            raise Finding(f"an upload gives {uploaded.status}: {uploaded.text[:300]}")
    if chance.random() < 0.5:
        name = chance.choice(list(SETTINGS))
        asked["settings"] = {name: chance.choice((*SETTINGS[name], chance.choice(TEXTS)))}
    if chance.random() < 0.5:
        asked["metrics"] = [chance.choice((*METRICS, chance.choice(TEXTS)))]
    if chance.random() < 0.1:
        asked[chance.choice(list(asked))] = chance.choice((None, 3, [], {}, "x", [None], {"in": "folder"}, TEXTS))
    return asked


def _refused(answer: Any) -> str:
    if answer.status >= 500:
        raise Finding(f"a request gives {answer.status}: {answer.text[:300]}")
    return _sentence(answer.json, "refused")


def _sentence(found: dict[str, Any], outcome: str) -> str:
    """What went wrong is one sentence, and none of Python's."""
    error = str(found.get("error") or "") + " ".join(problem["text"] for problem in found.get("problems") or ())
    if not error.strip() or re.search("Traceback|in corefscope itself|more memory than", error):
        raise Finding(f"{outcome} with {found}")
    return outcome

"""Damaged challenge sets and answers to them, for the campaigns of commands and calls."""

from __future__ import annotations

from pathlib import Path
from random import Random

from support.inputs.damage import mutated

FOLDER = Path(__file__).parents[2] / "examples" / "challenge"
TEMPLATE = (
    "occupation(0)\tother-participant(1)\tanswer\tpronoun_type\ttemplate\n"
    "cook\tguest\t0\t$NOM_PRONOUN\tThe $OCCUPATION fed the $PARTICIPANT because $NOM_PRONOUN was kind.\n"
    "cook\tguest\t1\t$POSS_PRONOUN\tThe $OCCUPATION showed the $PARTICIPANT $POSS_PRONOUN seat.\n"
)
SETS = {
    "gap": ("gap.tsv", ("gap-other.jsonl", "gap-response.jsonl")),
    "winobias": ("winobias", ("winobias-response.jsonl",)),
    "winogender": ("winogender.tsv", ("winogender-response.conll",)),
    "winopron": ("winopron.tsv", ("winogender-response.conll", "gap-response.jsonl")),
}


def damaged_challenge(chance: Random, folder: Path, whole: float = 0.4) -> tuple[str, str, list[str]]:
    """A set, the path of its data and those of one or two responses; each file is as it should be, or damaged."""
    name = chance.choice(list(SETS))
    data, responses = SETS[name]
    place = folder / "set"
    place.mkdir()
    if name == "winopron":
        contents = {data: TEMPLATE.encode()}
    else:
        found = sorted((FOLDER / data).iterdir()) if (FOLDER / data).is_dir() else [FOLDER / data]
        contents = {each.name: each.read_bytes() for each in found}
    contents |= {each: (FOLDER / each).read_bytes() for each in responses}
    for each, content in contents.items():
        (place / each).write_bytes(content if chance.random() < whole else mutated(content, chance, TEMPLATE.encode()))
    files = [each for each in contents if each not in responses]
    path = str(place / files[0]) if len(files) == 1 else str(place / "*.dev")
    return name, path, [str(place / each) for each in chance.choices(responses, k=chance.choice([1, 1, 2]))]

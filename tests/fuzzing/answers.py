"""Answers of language models, damaged as models do it: read with counted losses or refused, never anything else."""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random

import corefscope as cs
from corefscope.formats.llm.forms import INLINE, LISTED
from fuzzing.texts import Text, random_pair
from support.inputs.damage import mutated
from support.marking import damage

FORMS = (*INLINE, *LISTED)
PROSE = (
    "Sure! Here it is:\n",
    "I'm sorry, but I cannot help with that.",
    "\n\nI hope this helps [1].",
    "Note: {see} 1.",
)
FOREIGN = ("Aquí está: ", "以下は回答です。", "Voici le texte annoté :\n", "Вот ответ: ")


def case(chance: Random, place: Path) -> str:
    texts = [text for side in random_pair(chance) for text in side]
    document, other = (_document(chance.choice(texts)) for _ in range(2))
    form = chance.choice(FORMS)
    answer = _answer(document if chance.random() < 0.8 else other, form, place)
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        answer = _damaged(answer, chance, _answer(other, chance.choice(FORMS), place))
    named = form if chance.random() < 0.5 else None
    value = cs.reward(answer, document, chance.choice(["conll", "b3", "lea", "muc", "blanc"]))
    if not (isinstance(value, float) and 0 <= value <= 1 and not math.isnan(value)):
        raise AssertionError(f"a reward of {value}")
    try:
        read, losses = cs.read_answer(answer, document, named)
    except cs.CorefscopeError as error:
        if not str(error):
            raise AssertionError("refused without a reason") from error
        return "refused"
    spans = [mention for entity in read.entities for mention in entity]
    if len(set(spans)) < len(spans) or any(
        not 0 <= each.start < each.end <= len(document.words or ()) for each in spans
    ):
        raise AssertionError(f"mentions that cannot be: {spans}")
    return "read with losses" if losses else "read"


def _document(text: Text) -> cs.Document:
    return cs.Document(
        text.name, [[cs.Mention(*span) for span in entity] for entity in text.entities], words=text.words
    )


def _answer(document: cs.Document, form: str, place: Path) -> str:
    path = place / "answer.jsonl"
    try:
        cs.write([document], path, form, lossy=True)
    except cs.CorefscopeError:
        return " ".join(document.words or ())
    return str(json.loads(path.read_text(encoding="utf-8"))["output"])


def _damaged(answer: str, chance: Random, other: str) -> str:
    place = chance.randrange(len(answer) + 1)
    kind = chance.randrange(11)
    if kind == 0:  # cut
        return answer[:place]
    if kind == 1:  # in a loop
        return answer[:place] + answer[place : place + chance.choice([1, 3, 10, 40])] * chance.choice([5, 50, 500])
    if kind == 2:
        return chance.choice(PROSE) + answer + chance.choice(PROSE)
    if kind == 3:  # two answers
        return answer + chance.choice(["\n", "\n\nNo, better:\n", " "]) + other
    if kind == 4:
        return chance.choice(FOREIGN) + answer
    if kind == 5:
        return f"<think>{other}</think>\n{answer}" if chance.random() < 0.8 else f"<think>{answer}"
    if kind == 6:
        return f"```{chance.choice(['', 'json', 'text'])}\n{answer}\n```"
    if kind == 7:
        return json.dumps(chance.choice([{"output": answer}, {"custom_id": "a", "response": answer}, [answer]]))
    if kind == 8:
        words = answer.split(" ")
        chance.shuffle(words)
        return " ".join(words)
    change = damage if kind == 9 else lambda content, chance: mutated(content, chance, other.encode())
    return change(answer.encode(), chance).decode(errors="replace")

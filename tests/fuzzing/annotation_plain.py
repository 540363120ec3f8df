"""Plain slow readers of the files of annotation tools; see `plain`."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

from fuzzing.plain import Documents, NotPlain, lines_of, need, number, united


def _parsed(text: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len({name for name, _ in pairs}) == len(pairs))
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise NotPlain("not JSON") from None


def _xml(text: str) -> ElementTree.Element:
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError:
        raise NotPlain("not XML") from None


def _plainly(read: Callable[..., Documents]) -> Callable[..., Documents]:
    """A reader for which a missing or unexpected value is not plain."""

    def reading(*texts: str) -> Documents:
        try:
            return read(*texts)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError):
            raise NotPlain("something is missing") from None

    return reading


def _whole(value: Any) -> int:
    need(type(value) is int and value >= 0)
    return int(value)


def _added(documents: Documents, name: Any, mentions: dict[Any, Any], links: list[tuple[Any, Any]]) -> None:
    need(isinstance(name, str) and name not in documents)
    documents[name] = united(mentions, links)


@_plainly
def label_studio(text: str) -> Documents:
    documents: Documents = {}
    for task in _parsed(text):
        need(set(task) == {"id", "annotations", "data"} and set(task["data"]) == {"doc_key", "text"})
        [annotation] = task["annotations"]
        need(set(annotation) == {"id", "completed_by", "result"} and annotation["completed_by"] == 1)
        mentions: dict[Any, Any] = {}
        links = []
        for item in annotation["result"]:
            if item["type"] == "relation":
                need(set(item) == {"type", "direction", "from_id", "to_id"})
                links.append((item["from_id"], item["to_id"]))
            else:
                need(set(item) == {"id", "type", "from_name", "value"} and item["type"] == "labels")
                need(item["id"] not in mentions)
                mentions[item["id"]] = (_whole(item["value"]["start"]), _whole(item["value"]["end"]))
        _added(documents, task["data"]["doc_key"], mentions, links)
    return documents


@_plainly
def prodigy(text: str) -> Documents:
    documents: Documents = {}
    for line in filter(str.strip, lines_of(text)):
        record = _parsed(line)
        need(record["answer"] == "accept" and set(record["meta"]) == {"id"} and len(record) == 7 and record["tokens"])
        spans = {}
        for span in record["spans"]:
            spans[span["start"], span["end"]] = (_whole(span["token_start"]), _whole(span["token_end"]) + 1)
        need(len(spans) == len(record["spans"]))
        links = []
        for relation in record["relations"]:
            need(relation["label"] == "COREF")
            ends = [relation[end] for end in ("head_span", "child_span")]
            links.append(tuple((end["start"], end["end"]) for end in ends))
        _added(documents, record["meta"]["id"], spans, links)  # type: ignore[arg-type]
    return documents


@_plainly
def doccano(text: str) -> Documents:
    documents: Documents = {}
    for line in filter(str.strip, lines_of(text)):
        record = _parsed(line)
        need(set(record) == {"id", "text", "entities", "relations", "doc_key"})
        mentions = {
            each["id"]: (_whole(each["start_offset"]), _whole(each["end_offset"])) for each in record["entities"]
        }
        need(len(mentions) == len(record["entities"]))
        need(all(each["type"] == "coref" for each in record["relations"]))
        links = [(each["from_id"], each["to_id"]) for each in record["relations"]]
        _added(documents, record["doc_key"], mentions, links)
    return documents


def _chains(raw: str, structures: list[tuple[str, dict[str, Any]]]) -> Documents:
    """Mentions in tokens; plain only if each begins and ends with one."""
    units = raw.encode("utf-16-le")
    need(len({features["id"] for _, features in structures}) == len(structures))
    tokens = [(each["begin"], each["end"]) for kind, each in structures if kind.endswith(".Token")]
    need(tokens and tokens == sorted(tokens))
    need(all(one[0] < one[1] <= two[0] for one, two in zip(tokens, [*tokens[1:], (len(units), 0)], strict=True)))
    begins, ends = ({token[side]: place for place, token in enumerate(tokens)} for side in (0, 1))
    links = {each["id"]: each for kind, each in structures if kind.endswith(".CoreferenceLink")}
    entities, seen = [], []
    for kind, chain in structures:
        need(kind.endswith((".Token", ".Sentence", ".CoreferenceLink", ".CoreferenceChain")))
        if kind.endswith(".CoreferenceChain"):
            members, at = [], chain["first"]
            while at is not None:
                need(at not in seen)
                seen.append(at)
                members.append((begins[links[at]["begin"]], ends[links[at]["end"]] + 1))
                at = links[at].get("next")
            entities.append(members)
    need(sorted(seen) == sorted(links))
    return {"text": entities}


@_plainly
def xmi(text: str) -> Documents:
    raw, structures = None, []
    need('version="1.0"' in text[:30])
    for element in _xml(text):
        features: dict[str, Any] = {}
        need(not len(element))
        for name, value in element.attrib.items():
            if name.startswith("{"):
                features["id"] = number(value)
            elif name in ("begin", "end", "next", "first", "sofa"):
                features[name] = number(value)
            elif name == "sofaString":
                need(raw is None)
                raw = value
            else:
                need(element.tag.endswith("Sofa") and name in ("sofaNum", "sofaID"))
        space, _, name = element.tag.partition("}")
        need(space.startswith("{http:///") and space.endswith(".ecore") and features.get("sofa", 1) == 1)
        if not name.endswith("Sofa"):
            structures.append((space[9:-6].replace("/", ".") + "." + name, features))
    need(raw is not None)
    return _chains(str(raw), structures)


@_plainly
def uima_json(text: str) -> Documents:
    whole = _parsed(text)
    sofa, *rest = whole["%FEATURE_STRUCTURES"]
    need(sofa["%TYPE"] == "uima.cas.Sofa" and sofa["%ID"] == 1 and sofa["sofaID"] == "_InitialView")
    structures = []
    for each in rest:
        names = {"%ID": "id", "@first": "first", "@next": "next", "begin": "begin", "end": "end", "@sofa": "sofa"}
        need(each["@sofa"] == 1 and set(each) <= {"%TYPE", *names})
        features = {names[name]: _whole(value) for name, value in each.items() if name != "%TYPE"}
        structures.append((each["%TYPE"], features))
    return _chains(sofa["sofaString"], structures)


@_plainly
def mmax(project: str, coref: str, base: str, _: str) -> Documents:
    need("<words>text_words.xml</words>" in project and len(_xml(project)) == 1)
    places: dict[str, int] = {}
    for word in _xml(base):
        need(word.tag == "word" and word.get("id") not in places and set(word.attrib) == {"id"} and not len(word))
        places[word.attrib["id"]] = len(places)
    entities: dict[str, list[Any]] = {}
    ids = set()
    for markable in _xml(coref):
        need(set(markable.attrib) == {"id", "span", "coref_class"} and markable.get("id") not in ids)
        need(markable.tag == "markable" and not len(markable))
        ids.add(markable.get("id"))
        first, _, last = markable.attrib["span"].partition("..")
        start, end = places[first], places[last or first]
        need(start <= end and markable.attrib["coref_class"] not in ("", "empty", "none"))
        entities.setdefault(markable.attrib["coref_class"], []).append((start, end + 1))
    return {"text": list(entities.values())}


def zipped(content: bytes) -> Documents:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            need(archive.namelist() == ["TypeSystem.xml", "text.xmi"])
            return xmi(archive.read("text.xmi").decode())
    except (zipfile.BadZipFile, OSError, UnicodeDecodeError, NotImplementedError, RuntimeError, ValueError, EOFError):
        raise NotPlain("not a ZIP") from None
    except Exception as error:  # zlib has an error of its own
        if isinstance(error, NotPlain) or type(error).__module__ == "zlib":
            raise NotPlain("not a ZIP") from None
        raise


TOOLS = {
    "xmi": xmi,
    "uima-json": uima_json,
    "mmax": mmax,
    "label-studio": label_studio,
    "prodigy": prodigy,
    "doccano": doccano,
}

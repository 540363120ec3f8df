"""Plain slow readers of what parsers and annotation tools write; see `plain`."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Any
from xml.etree import ElementTree

from fuzzing.plain import Documents, NotPlain, lines_of, need, number, united


def _chains(words: list[tuple[str, list[tuple[str, bool, bool]]]]) -> list[list[Hashable]]:
    """The mentions of one sentence's words after the other, each with its place and its chains."""
    found: dict[str, list[Hashable]] = defaultdict(list)
    opened: dict[str, list[int]] = defaultdict(list)
    for token, (_, chains) in enumerate(words):
        for chain, starts, ends in chains:
            if ends and not starts:
                need(opened[chain])
                found[chain].append((opened[chain].pop(), token + 1))
        for chain, starts, ends in chains:
            if starts and ends:
                found[chain].append((token, token + 1))
            elif starts:
                opened[chain].append(token)
    need(not any(opened.values()))
    return list(found.values())


def stanza(text: str) -> Documents:
    words: list[tuple[str, list[tuple[str, bool, bool]]]] = []
    last = 0
    for line in lines_of(text):
        if line.startswith("#"):
            need(not re.search("newdoc|global|meta|speaker", line))
        elif not line.strip(" "):
            last = 0
        else:
            columns = line.split("\t")
            need(len(columns) == 10 and columns[0] == str(last + 1) and columns[1].strip())
            need(not re.search("Entity|Split|Bridge|Cluster|ner=", columns[9]))
            values = [part.removeprefix("coref_chains=") for part in columns[9].split("|") if "coref_chains" in part]
            need(len(values) < 2)
            items = (
                [re.fullmatch(r"(unit|start|middle|end)-id(\d+)", item) for item in values[0].split(",")]
                if values
                else []
            )
            need(all(items))
            chains = [(item[2], item[1] in ("unit", "start"), item[1] in ("unit", "end")) for item in items if item]
            words.append((columns[1], chains))
            last += 1
    need(words)
    return {"text": _chains(words)}


def _loaded(text: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len({name for name, _ in pairs}) == len(pairs))
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise NotPlain("not JSON") from None


def stanza_json(text: str) -> Documents:
    words = []
    sentences = _loaded(text)
    need(isinstance(sentences, list) and sentences)
    for sentence in sentences:
        need(isinstance(sentence, list))
        for place, word in enumerate(sentence, 1):
            need(isinstance(word, dict) and set(word) == {"id", "text", "head", "coref_chains"} and word["id"] == place)
            need(isinstance(word["coref_chains"], list))
            chains = []
            for each in word["coref_chains"]:
                need(isinstance(each, dict) and set(each) <= {"index", "representative_text", "is_start", "is_end"})
                need(type(each.get("index")) is int)
                chains.append((str(each["index"]), each.get("is_start", False), each.get("is_end", False)))
            words.append((word["text"], chains))
    return {"text": _chains(words)}


def booknlp(text: str, tokens: str) -> Documents:
    need(re.fullmatch(r"[^\r\v\f\x1c-\x1e\x85\u2028\u2029]*", text + tokens))
    header, *rows = text.split("\n")
    need(header.split("\t") == ["COREF", "start_token", "end_token", "prop", "cat", "text"])
    found: dict[str, list[Hashable]] = defaultdict(list)
    for row in rows:
        if row:
            columns = row.split("\t", 5)
            need(len(columns) == 6 and columns[0].strip() == columns[0] != "")
            need(number(columns[1]) <= number(columns[2]))
            found[columns[0]].append((number(columns[1]), number(columns[2]) + 1))
    return {"text": list(found.values())}


def corenlp(text: str) -> Documents:
    record = _loaded(text)
    need(isinstance(record, dict) and set(record) == {"docId", "sentences", "corefs"})
    need(
        isinstance(record["docId"], str)
        and isinstance(record["sentences"], list)
        and isinstance(record["corefs"], dict)
    )
    need(text.count('"docId"') == text.count('"corefs"') == 1)
    starts = [0]
    for sentence in record["sentences"]:
        need(isinstance(sentence, dict) and isinstance(sentence.get("tokens"), list))
        starts.append(starts[-1] + len(sentence["tokens"]))
    entities: list[list[Hashable]] = []
    for chain in record["corefs"].values():
        need(isinstance(chain, list) and all(isinstance(each, dict) for each in chain))
        places = [[each.get(name) for name in ("sentNum", "startIndex", "endIndex")] for each in chain]
        need(all(type(number) is int for place in places for number in place))
        need(all(0 < sentence < len(starts) for sentence, _, _ in places))
        entities.append([(starts[s - 1] + start - 1, starts[s - 1] + end - 1) for s, start, end in places])
    return {record["docId"] or "text": [entity for entity in entities if entity]}


def _xml(text: str) -> ElementTree.Element:
    need("<!ENTITY" not in text)
    try:
        return ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError, LookupError):
        raise NotPlain("not XML") from None


def ecb(text: str) -> Documents:
    root = _xml(text)
    need(root.tag == "Document" and re.fullmatch(r"\w+\.xml", root.get("doc_name", "")))
    tokens = [child.get("t_id") for child in root if child.tag == "token"]
    need(tokens == [str(place) for place in range(1, len(tokens) + 1)])
    need([child.tag for child in root][len(tokens) :] == ["Markables", "Relations"])
    mentions: dict[str, Hashable] = {}
    instances: dict[str, str] = {}
    for markable in root[-2]:
        need(set(markable.attrib) in ({"m_id"}, {"m_id", "RELATED_TO", "TAG_DESCRIPTOR", "instance_id"}))
        need(markable.tag == "HUMAN_PART_PER" and markable.get("m_id") not in {*mentions, *instances})
        if len(markable.attrib) > 1:
            instances[markable.attrib["m_id"]] = markable.attrib["instance_id"]
        else:
            places = [number(anchor.get("t_id", "")) - 1 for anchor in markable]
            need(places == list(range(places[0], places[0] + len(places))) if places else False)
            mentions[markable.attrib["m_id"]] = (places[0], places[-1] + 1)
    entities: dict[str, list[Hashable]] = defaultdict(list)
    seen = []
    for relation in root[-1]:
        need(relation.tag == "CROSS_DOC_COREF" and relation.attrib.keys() == {"r_id"} and len(relation))
        *sources, target = relation
        need(target.tag == "target" and target.get("m_id") in instances and all(s.tag == "source" for s in sources))
        need(instances[target.attrib["m_id"]])
        members = [source.get("m_id", "") for source in sources]
        need(all(member in mentions for member in members))
        seen += members
        entities[instances[target.attrib["m_id"]]] += [mentions[member] for member in members]
    need(sorted(seen) == sorted(mentions))
    return {root.attrib["doc_name"].removesuffix(".xml"): [entity for entity in entities.values() if entity]}


def _rows(text: str, fields: set[str]) -> list[dict[str, Any]]:
    rows = _loaded(text)
    need(isinstance(rows, list) and rows and all(isinstance(row, dict) and set(row) == fields for row in rows))
    need(text.count('"doc_id"') == len(rows) and all(isinstance(row["doc_id"], str) for row in rows))
    return rows  # type: ignore[no-any-return]


def wec(text: str) -> Documents:
    documents: dict[str, dict[str, list[Hashable]]] = defaultdict(lambda: defaultdict(list))
    for row in _rows(text, {"doc_id", "mention_id", "coref_chain"}):
        need(all(isinstance(row[name], str) and re.fullmatch(r"[\w-]+", row[name]) for name in row))
        documents[row["doc_id"]][row["coref_chain"]].append(row["mention_id"])
    return {name: list(entities.values()) for name, entities in documents.items()}


def cattan(text: str) -> Documents:
    documents: dict[str, dict[str, list[Hashable]]] = defaultdict(lambda: defaultdict(list))
    for row in _rows(text, {"doc_id", "tokens_ids", "cluster_id"}):
        need(re.fullmatch(r"\w+\.xml", row["doc_id"]) and type(row["cluster_id"]) is int)
        tokens = row["tokens_ids"]
        need(isinstance(tokens, list) and tokens and all(type(token) is int and token > 0 for token in tokens))
        documents[row["doc_id"].removesuffix(".xml")][str(row["cluster_id"])].append(tuple(sorted(set(tokens))))
    return {name: list(entities.values()) for name, entities in documents.items()}


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
    for task in _loaded(text):
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
        record = _loaded(line)
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
        record = _loaded(line)
        need(set(record) == {"id", "text", "entities", "relations", "doc_key"})
        mentions = {
            each["id"]: (_whole(each["start_offset"]), _whole(each["end_offset"])) for each in record["entities"]
        }
        need(len(mentions) == len(record["entities"]))
        need(all(each["type"] == "coref" for each in record["relations"]))
        links = [(each["from_id"], each["to_id"]) for each in record["relations"]]
        _added(documents, record["doc_key"], mentions, links)
    return documents


def _of_cas(raw: str, structures: list[tuple[str, dict[str, Any]]]) -> Documents:
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
    return _of_cas(str(raw), structures)


@_plainly
def uima_json(text: str) -> Documents:
    whole = _loaded(text)
    sofa, *rest = whole["%FEATURE_STRUCTURES"]
    need(sofa["%TYPE"] == "uima.cas.Sofa" and sofa["%ID"] == 1 and sofa["sofaID"] == "_InitialView")
    structures = []
    for each in rest:
        names = {"%ID": "id", "@first": "first", "@next": "next", "begin": "begin", "end": "end", "@sofa": "sofa"}
        need(each["@sofa"] == 1 and set(each) <= {"%TYPE", *names})
        features = {names[name]: _whole(value) for name, value in each.items() if name != "%TYPE"}
        structures.append((each["%TYPE"], features))
    return _of_cas(sofa["sofaString"], structures)


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


READERS: dict[str, Callable[..., Documents]] = {
    "stanza": stanza,
    "stanza-json": stanza_json,
    "booknlp": booknlp,
    "corenlp": corenlp,
    "ecb": ecb,
    "wec": wec,
    "cattan": cattan,
    "xmi": xmi,
    "uima-json": uima_json,
    "mmax": mmax,
    "label-studio": label_studio,
    "prodigy": prodigy,
    "doccano": doccano,
}

"""Random CorefUD files: mostly as they should be, so that readers get far, but with one or two kinds of oddity."""

from __future__ import annotations

HEADERS = [
    "eid-etype-head-other",
    "eid-etype-head-minspan-other",
    "GRP-etype-infstat-salience-centering-minspan-link-identity",
    "entity-GRP-infstat-minspan",
    "GRP",
    "eid-head",
]
FORMS = ["mill", "it", "é", "東京", "'", "Mr."]
IDS = ["e{}", "e{}", "{}", "a%2Db{}", "größe{}", "a_rather_long_name_of_an_entity{}", "x" * 47 + "{}"]
COMMENTS = ["# sent_id = a-1", "# text = one\ttwo", "# newpar", "# speaker = Ann", "# speaker = Bob", "#speaker="]
COMMENTS += ["# meta::genre = tale", "# meta::topic = mills", "# meta::author = nobody"]
# What can be odd, and how often it is where it can be.
ODDITIES = {
    "other columns": 0.3,
    "comments before documents": 1,
    "comments after documents": 0.5,
    "no first document": 1,
    "documents without names": 0.3,
    "several headers": 1,
    "a header in the text": 0.3,
    "a header that is none": 0.1,
    "a document without header": 0.3,
    "ids of other documents": 1,
    "mentions across sentences": 0.2,
    "types": 0.2,
    "numbers of parts": 0.3,
    "fields": 0.1,
    "not closed": 0.05,
    "closed before opened": 0.05,
    "more in closing brackets": 0.3,
    "no id": 0.05,
    "heads": 0.2,
    "minimum spans": 0.1,
    "annotated ranges": 0.5,
    "order of brackets": 0.5,
    "no bracket": 0.05,
    "empty annotation": 0.1,
    "relations": 0.1,
    "relations twice": 0.02,
    "annotation of another version": 0.02,
    "annotation twice": 0.02,
    "dependencies": 0.2,
    "blank lines": 0.3,
    "a sentence without words": 0.3,
}


class Writer:
    """Writes documents with a few of these oddities.

    Heads and minimum spans are at most the `highest` word, which may be too high where mentions of an entity cross.
    """

    def __init__(self, chance, oddities=(), highest=9):
        self.chance, self.oddities, self.highest = chance, oddities, highest
        self.entities = 0
        self.header = chance.choice(HEADERS)
        self.ids = chance.choice([IDS, IDS[:1]])

    def odd(self, oddity):
        return self.chance.random() < ODDITIES[oddity] and oddity in self.oddities

    def file(self):
        lines = []
        if self.odd("other columns"):
            lines.append("# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC")
        if self.odd("comments before documents"):
            lines += self.chance.choices(COMMENTS, k=2)
        headers = self.chance.choice(["each", "once", "first"])
        if headers == "first":
            lines.append(f"# global.Entity = {self.header}")
        for number in range(self.chance.choice([1, 1, 2, 3, 6])):
            if number or not self.odd("no first document"):
                lines.append(f"# newdoc id = doc_{number}" if not self.odd("documents without names") else "# newdoc")
            if self.odd("several headers"):
                self.header = self.chance.choice(HEADERS)
            if headers == "each" or (headers == "once" and not number):
                lines += [f"# global.Entity = {self.header}"] if not self.odd("a document without header") else []
            lines += self.document()
        ending = self.chance.choice(["\n", "\n", "\r\n"])
        return (ending.join(lines) + ending * self.chance.choice([0, 1, 2])).encode()

    def document(self):
        if self.odd("ids of other documents"):
            self.entities = 0
        names = [self.chance.choice(self.ids).format(self.entities + number) for number in range(4)]
        self.entities += len(names)
        sentences = [self.nodes() for _ in range(self.chance.choice([0, 1, 2, 3, 5]))]
        types = {name: self.chance.choice(["", "person", "place"]) for name in names}
        for nodes in sentences:
            for _ in range(self.chance.choice([0, 1, 2, 4])):
                self.mention(nodes, sentences, self.chance.choice(names), types)
        lines = []
        for nodes in sentences:
            lines += self.chance.choices(COMMENTS, k=self.chance.choice([0, 0, 1, 2]))
            lines += [""] if self.odd("blank lines") else []
            lines += [f"# global.Entity = {self.chance.choice(HEADERS)}"] if self.odd("a header in the text") else []
            lines += ["# global.Entity = etype"] if self.odd("a header that is none") else []
            lines += ["# global.columns = ID FORM"] if self.odd("other columns") else []
            for node in nodes:
                lines += self.line(node, names)
            lines += [""] * (self.chance.choice([0, 2]) if self.odd("blank lines") else 1)
        if self.odd("comments after documents"):
            lines += self.chance.choices(COMMENTS, k=2)
        if self.odd("a sentence without words"):
            lines.append("1-2\tw\t_\t_\t_\t_\t_\t_\t_\t_")
        return lines

    def nodes(self):
        found = []
        for number in range(self.chance.randint(1, 8) + 1):
            if number:
                found.append({"id": str(number), "closing": [], "opening": []})
            for minor in range(1, self.chance.choice([0, 0, 0, 0, 0, 1, 2]) + 1):
                found.append({"id": f"{number}.{minor}", "closing": [], "opening": []})
        return found

    def mention(self, nodes, sentences, name, types):
        first = self.chance.randrange(len(nodes))
        if nodes is not sentences[-1] and self.odd("mentions across sentences"):
            self.part(nodes, sentences[-1], first, 0, name, types)
            return
        bounds = [first]
        for _ in range(self.chance.choice([1, 1, 1, 1, 1, 1, 3, 3, 5])):
            bounds.append(min(len(nodes) - 1, bounds[-1] + self.chance.choice([0, 0, 1, 2, 5])))
        parts = len(bounds) // 2
        if parts == 1 and not self.odd("numbers of parts"):
            self.part(nodes, nodes, *bounds, name, types)
            return
        for number in range(parts):
            part = number + 1 if not self.odd("numbers of parts") else self.chance.choice(["2", "01", "1", "x", "9"])
            label = f"{name}[{part}/{parts}]"
            place = bounds[2 * number : 2 * number + 2]
            self.part(nodes, nodes, *place, label, {**types, label: types[name]})

    def part(self, nodes, others, first, last, name, types):
        """Brackets from a node to another."""
        if self.odd("types"):
            types = {**types, name: "other"}
        size = min(last - first + 1 if others is nodes else 1, self.highest)
        fields = [self.field(field, name, types, size) for field in self.header.split("-")]
        while fields[-1] == "" and len(fields) > 1 and self.chance.random() < 0.3:
            fields.pop()
        text = "-".join(fields + ["more"] * 9 * self.odd("fields"))
        opening, closing = nodes[first]["opening"], others[last]["closing"]
        if opening is others[last]["opening"]:
            opening.append(f"({text})")
            return
        if self.odd("closed before opened"):
            opening, closing = closing, opening
        opening.append(f"({text}")
        if not self.odd("not closed"):
            closing.append(f"{name})" if not self.odd("more in closing brackets") else f"{name}-x)")

    def field(self, field, name, types, size):
        if field in ("eid", "GRP"):
            return name if not self.odd("no id") else ""
        if field in ("etype", "entity"):
            return types.get(name, "") if self.chance.random() < 0.8 else ""
        if field == "head":
            beyond = self.chance.choice([0, size + 1, "x", "", "01", "1" * 12])
            return str(self.chance.randint(1, size) if not self.odd("heads") else beyond)
        places = ",".join(str(self.chance.randint(1, size)) for _ in range(self.chance.choice([1, 1, 2])))
        if self.odd("minimum spans"):
            places = self.chance.choice(["9", "0", "x", "1,", ",1", "1,1,1", "1,1,1,1,1,1,1,1,1,1,1"])
        if field == "minspan":
            return places if self.chance.random() < 0.7 else ""
        if field == "other" and self.chance.random() < 0.2:
            return self.chance.choice(["", "a:b,"]) + "minspan:" + places.replace(",", "%2C")
        return self.chance.choice(["", "ana", "new"])

    def line(self, node, names):
        lines = []
        if "." not in node["id"] and self.chance.random() < 0.05:
            misc = "Entity=(e1)" if self.odd("annotated ranges") else self.chance.choice(["_", "SpaceAfter=No"])
            lines.append(f"{node['id']}-{int(node['id']) + 1}\tw\t_\t_\t_\t_\t_\t_\t_\t{misc}")
        dependencies = self.chance.choice(["_", "1:a", "1:a|2:b"]) if not self.odd("dependencies") else "x"
        columns = [node["id"], self.chance.choice(FORMS), "w", "X", "_", "_", "0", "root", dependencies]
        lines.append("\t".join([*columns, "|".join(self.misc(node, names)) or "_"]))
        return lines

    def misc(self, node, names):
        brackets = node["closing"] + node["opening"]
        if self.odd("order of brackets"):
            self.chance.shuffle(brackets)
        brackets += [self.chance.choice(["x", ")", "(", "()"])] if self.odd("no bracket") else []
        misc = []
        if brackets or self.odd("empty annotation"):
            misc.append("Entity=" + "".join(brackets))
        if self.chance.random() < 0.1:
            misc.append(self.chance.choice(["SpaceAfter=No", "NotEntity=(x)", "Split=x", "Entityx"]))
        for _ in range(2 if self.odd("relations twice") else self.odd("relations")):
            one, two = self.chance.choices([*names, "none"], k=2)
            key = self.chance.choice(["Bridge", "SplitAnte", "Split"])
            misc.append(f"{key}={one}<{two}" + self.chance.choice(["", ":part", f",{two}<{one}", ",x"]))
        if self.odd("annotation of another version"):
            misc.append(self.chance.choice(["ClusterId=1", "ClusterId[1]=1"]))
        if self.odd("annotation twice"):
            misc.append("Entity=")
        self.chance.shuffle(misc)
        return misc

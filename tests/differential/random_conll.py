"""Random CoNLL files, and copies of real ones with random mistakes, for two scorers to read."""

from collections import Counter


def cells(entities, length, random=None):
    """The coreference column: `entities` are (id, spans), spans with both ends included."""
    items = [[] for _ in range(length)]
    for name, spans in entities:
        for first, last in spans:
            if first == last:
                items[first].append(f"({name})")
            else:
                items[first].append(f"({name}")
                items[last].append(f"{name})")
    if random:
        for each in items:
            random.shuffle(each)
    return ["|".join(each) or "-" for each in items]


def document_lines(name, part, column):
    header = f"#begin document ({name}); part {part:03d}"
    lines = [f"{name}\t{part}\t{token}\tw{token}\t{cell}" for token, cell in enumerate(column)]
    breaks = [[line, ""] if number % 7 == 6 else [line] for number, line in enumerate(lines)]
    return [header, *(line for each in breaks for line in each), "", "#end document"]


def random_spans(random, length):
    """Spans that nest and cross; most of them short."""
    spans = set()
    for _ in range(random.randint(0, length)):
        first = random.randrange(length)
        spans.add((first, min(length - 1, first + random.choice([0, 0, 0, 1, 1, 2, 5]))))
    return sorted(spans)


def random_side(random, spans, entities, like=None):
    """Entity numbers by span; with `like`, most decisions are copied."""
    side = {}
    for span in spans:
        if like and span in like and random.random() < 0.7:
            side[span] = [like[span][0]]
        elif random.random() < 0.8:
            side[span] = [random.randrange(entities)]
    return side


def repeat_some(random, side, entities, count):
    """Lets so many mentions occur once more, in any entity, also their own."""
    for span in random.sample(sorted(side), min(count, len(side))):
        side[span].append(random.randrange(entities))


def random_files(random, repeats):
    """The text of a key and of a response: 1 to 8 documents; `repeats` mentions occur twice on either side."""
    texts = ([], [])
    documents = random.randint(1, 8)
    ids = random.sample(range(1000), 40)
    repeating = Counter(random.choices(range(documents), k=repeats))
    for number in range(documents):
        length, entities = random.randint(1, 40), random.randint(1, 12)
        spans = random_spans(random, length)
        key = random_side(random, spans, entities)
        response = random_side(random, random.sample(spans, len(spans)), entities, like=key)
        for side, text in zip((key, response), texts, strict=True):
            repeat_some(random, side, entities, repeating[number])
            chains = {}
            for span, numbers in side.items():
                for entity in numbers:
                    chains.setdefault(ids[entity], []).append(span)
            text += document_lines(f"random/{number // 3}", number % 3, cells(chains.items(), length, random))
    if random.random() < 0.3:  # a document that the response lacks
        begin = [number for number, line in enumerate(texts[1]) if line.startswith("#begin")]
        if len(begin) > 1:
            del texts[1][: begin[1]]
    return tuple("\n".join(lines) + "\n" for lines in texts)


def with_mistakes(random, entities, length, rate):
    """Entities (lists of spans with both ends included) with mentions missed, moved, invented and misread."""
    numbers = range(len(entities) + 3)
    merged = {number: random.choice(numbers) if random.random() < rate else number for number in numbers}
    side = {}
    for number, spans in enumerate(entities):
        for first, last in spans:
            if random.random() < rate:
                continue
            if random.random() < rate:
                last = min(length - 1, last + 1)
            entity = random.choice(numbers) if random.random() < rate else merged[number]
            side[first, last] = entity
    for _ in range(int(rate * len(side))):
        token = random.randrange(length)
        side.setdefault((token, token), random.choice(numbers))
    chains = {}
    for span, entity in side.items():
        chains.setdefault(entity, []).append(span)
    return sorted(chains.items())


def replace_column(text, columns):
    """A CoNLL file with its last column replaced, document by document; comments go, headers stay."""
    out, column = [], iter(())
    waiting = iter(columns)
    for line in text.splitlines():
        if line.startswith("#"):
            if "begin document" in line:
                column = iter(next(waiting))
                out.append(line)
            elif "end document" in line:
                out.append(line)
        elif line.strip():
            out.append("\t".join([*line.split("\t")[:-1], next(column)]))
        else:
            out.append("")
    return "\n".join(out) + "\n"

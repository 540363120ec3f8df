"""`corefscope convert`: from one format into another, with what is lost."""

from __future__ import annotations

import argparse
import sys

NAME = "convert"
SUMMARY = "write a corpus in another format"
DESCRIPTION = """Read IN and write OUT in another format, and say what that format cannot express. The ending of OUT,
or --to, names the format; - is standard input or output. For brat, OUT is a folder."""
EXAMPLES = """examples:
  corefscope convert examples/key.conll key.jsonl
  corefscope convert examples/response-b.jsonl - --to conll
  corefscope convert examples/key.conll key.conllu
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN", help="a file, a folder, a quoted glob or -")
    parser.add_argument("target", metavar="OUT", help="the file to write, or -")
    parser.add_argument("--to", metavar="FORMAT", help="conll, corefud, json, preco, brat or table")
    parser.add_argument("--format", metavar="NAME", help="the format of IN, where content does not tell")
    parser.add_argument("--clusters", metavar="FIELD", help="the JSON field of IN that holds the clusters")


def run(arguments: argparse.Namespace) -> int:
    from corefscope import formats
    from corefscope.report.sheet import counted

    corpus = formats.read_corpus(arguments.source, arguments.format, arguments.clusters)
    lost = formats.write(corpus, arguments.target, arguments.to, lossy=True)
    for notice in corpus.notices:
        print(f"corefscope: warning: {notice}", file=sys.stderr)
    for notice in lost:
        print(f"corefscope: not expressed: {notice}", file=sys.stderr)
    written = f"{counted(corpus.document_count, 'document')}, {counted(corpus.mention_count, 'mention')} read"
    gone = sum(notice.count for notice in lost if notice.kind.startswith("mention lost"))
    print(f"corefscope: {written}, {gone or 'none'} lost", file=sys.stderr)
    return 0

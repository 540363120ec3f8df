"""Runs text2text-coref: jobs come as lines of JSON, and its files go where they say.

The argument is the folder that has the package text2text_coref. Nothing of corefscope is used here, and nothing but
this runs there.
"""

import json
import sys


def main(folder):
    sys.path.insert(0, folder)
    from text2text_coref.convert import convert_conllu_file_to_text, convert_text_file_to_conllu
    from text2text_coref.json_format import convert_conllu_file_to_json, convert_json_to_conllu
    from text2text_coref.output_cleaner import clean_file

    for line in sys.stdin:
        job = json.loads(line)
        out = job["out"]
        if not job.get("text"):
            convert_conllu_file_to_text(job["response"], f"{out}.txt", zero_mentions=True)
        clean_file(f"{out}.txt", job["key"], f"{out}.clean.txt", zero_mentions=False)
        convert_text_file_to_conllu(f"{out}.clean.txt", job["key"], f"{out}.text.conllu")
        if not job.get("text"):
            convert_conllu_file_to_json(job["response"], f"{out}.json", zero_mentions=True)
            convert_json_to_conllu(f"{out}.json", job["key"], f"{out}.json.conllu", use_gold_empty_nodes=False)


if __name__ == "__main__":
    main(*sys.argv[1:])

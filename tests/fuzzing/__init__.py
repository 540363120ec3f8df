"""One fuzzer for everything that takes a user's input: campaigns of numbered, repeatable cases.

What is looked for: exceptions that are not ours, scores of 0 or 100 that the files do not bear out, characters that act
on a terminal, hangs, memory without bound, and files half written. `python tests/fuzzing --help` runs it.
"""

# Each campaign is a module with a `case`; the number is how many cases the closing run has.
CAMPAIGNS = {
    "reading": 1_000_000,
    "answers": 100_000,
    "objects": 20_000,
    "calls": 20_000,
    "commands": 10_000,
    "faults": 2_000,
    "engines": 3_000,
    "serve": 2_000,
}

# Everything a newcomer needs: `make score` and `make test`.
PYTHON ?= python3
VENV ?= .venv
KEY ?= examples/key.conll
RESPONSE ?= examples/response-a.conll
BIN := $(VENV)/bin

.PHONY: score test slow fuzz versions benchmark clean

score: $(VENV)/.installed
	@$(BIN)/corefscope score $(KEY) $(RESPONSE)

test: $(VENV)/.installed-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -m "not slow" --numprocesses auto --dist loadgroup

slow: $(VENV)/.installed-for-tests versions fuzz
	$(BIN)/pytest -m slow

# A million damaged files and more; every case can be repeated by its number: tests/fuzzing says how.
fuzz: $(VENV)/.installed-for-tests
	$(BIN)/python tests/fuzzing

# The lowest versions that are allowed on the oldest Python of this machine, and the newest on its newest.
versions: $(VENV)/.installed-for-tests
	$(BIN)/python tests/versions/run.py

benchmark: $(VENV)/.installed-for-tests
	$(BIN)/python benchmarks/reading.py
	$(BIN)/python benchmarks/compare.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-for-tests: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist

"""The recipes of docs/language-models.md, run by the frameworks with a model that answers from a file."""

from __future__ import annotations

import inspect as python_inspect
import json
import re
from pathlib import Path

import pytest

import corefscope as cs

PAGE = (Path(__file__).parents[2] / "docs" / "language-models.md").read_text(encoding="utf-8")
TOKENS = ["Ann", "saw", "her", "dog", ".", "She", "ran", "."]
DOCUMENT = {"doc_key": "story", "tokens": TOKENS, "clusters": [[[0, 0], [2, 2], [5, 5]], [[2, 3]]]}
ANSWERS = {
    "good": "[Ann](#1) saw [[her](#1) dog](#2) . [She](#1) ran .",
    "poor": "[Ann](#1) saw her dog.",
    "none": "No.",
}
REWARDS = {name: cs.reward(answer, DOCUMENT) for name, answer in ANSWERS.items()}


@pytest.fixture
def recipe(tmp_path):
    """Return the function of a recipe as the page has it, in a file whose source the frameworks may read."""

    def function(name):
        code = next(block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if f"def {name}(" in block)
        path, names = tmp_path / "utils.py", {"cs": cs}
        path.write_text(code, encoding="utf-8")
        exec(compile(code, path, "exec"), names)
        return names[name]

    return function


@pytest.fixture
def answers(tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps({"name": name, "answer": text}) + "\n" for name, text in ANSWERS.items()))
    return path


def read(path):
    return {record["name"]: record["answer"] for record in map(json.loads, path.read_text().splitlines())}


def test_lm_evaluation_harness(answers, recipe):
    from lm_eval.api.instance import Instance
    from lm_eval.api.model import LM
    from lm_eval.api.task import ConfigurableTask
    from lm_eval.evaluator import evaluate

    class FromFile(LM):
        def loglikelihood(self, requests):
            raise NotImplementedError

        def loglikelihood_rolling(self, requests):
            raise NotImplementedError

        def generate_until(self, requests: list[Instance]):
            texts = read(answers)
            return [texts[request.args[0]] for request in requests]

    import datasets

    rows = [{**DOCUMENT, "name": name} for name in ANSWERS]
    process = recipe("process_results")
    config = {
        "task": "coreference",
        "custom_dataset": lambda **_: {"test": datasets.Dataset.from_list(rows)},
        "test_split": "test",
        "output_type": "generate_until",
        "doc_to_text": "{{name}}",
        "doc_to_target": "",
        "process_results": process,
        "metric_list": [{"metric": name, "aggregation": "mean", "higher_is_better": True} for name in ("conll", "lea")],
    }
    task = ConfigurableTask(config=config)
    results = evaluate(FromFile(), {"coreference": task}, bootstrap_iters=0)["results"]["coreference"]
    assert results["conll,none"] == pytest.approx(sum(REWARDS.values()) / 3)


def test_inspect(answers, recipe):
    from inspect_ai import Task
    from inspect_ai import eval as evaluate
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelAPI, ModelOutput, get_model, modelapi

    texts = read(answers)

    @modelapi(name="file")
    class FromFile(ModelAPI):
        async def generate(self, input, tools, tool_choice, config):
            return ModelOutput.from_content("file", texts[input[-1].text])

        async def count_tokens(self, input, config=None):
            return 1

    samples = [Sample(input=name, metadata={"document": DOCUMENT}) for name in texts]
    model = get_model("file/answers")
    [log] = evaluate(
        Task(dataset=samples, scorer=recipe("coreference")()),
        model=model,
        display="none",
        max_samples=1,
        log_dir=str(answers.parent),
    )
    assert log.status == "success"
    assert log.results.scores[0].metrics["mean"].value == pytest.approx(sum(REWARDS.values()) / 3)


def test_trl(answers, recipe):
    from trl import GRPOTrainer

    assert "reward_funcs" in python_inspect.signature(GRPOTrainer.__init__).parameters
    reward = recipe("coreference_reward")
    texts = list(read(answers).values())
    chats = [[{"role": "assistant", "content": text}] for text in texts]
    for completions in (texts, chats):
        rewards = reward(prompts=[""] * 3, completions=completions, document=[DOCUMENT] * 3, trainer_state=None)
        assert rewards == pytest.approx(list(REWARDS.values()))

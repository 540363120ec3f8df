"""The breakdowns of the page are those of `errors`."""

import pytest

import corefscope


@pytest.mark.parametrize("metric", ["b3", "muc"])
def test_breakdowns_are_those_of_errors(metric):
    from corefscope.analysis.attribution.breakdown import breakdown
    from corefscope.page.payload import payload
    from support.command_line import KEY as FILE
    from support.command_line import A

    shown = payload(corefscope.score(FILE, A, metrics=[metric]))["systems"][0]["breakdowns"]
    assert shown["metric"] == metric
    [system] = corefscope.errors(FILE, A, metrics=[metric]).systems
    expected = {feature.name: breakdown(system.attributions[metric], feature).groups for feature in system.features}
    assert len(shown["features"]) > 2
    for feature in shown["features"]:
        groups = [[group.label, group.key_mentions, group.response_mentions] for group in expected[feature["name"]]]
        assert [row[:3] for row in feature["groups"]] == groups
        for row, group in zip(feature["groups"], expected[feature["name"]], strict=True):
            assert row[3:] == pytest.approx([group.recall, group.precision], abs=1e-6)

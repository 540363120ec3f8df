"""What is declared of settings and of the plan of a comparison."""

from corefscope.basics.options import options_of, signature_parts
from corefscope.settings import Settings
from corefscope.statistics.plan import Plan

VALUES = {"window": "1500", "table_columns": "item=a,label=b"}  # settings that take no other text


def test_every_setting_changes_the_signature():
    for declared in (Settings, Plan):
        for name, option in options_of(declared).items():
            other = next((each for each in option.choices or () if each != option.default), None)
            value = other or {"number": 0.01, "whole number": 3}.get(option.kind, VALUES.get(name, "something"))
            changed = declared(**{name: value})
            assert changed.signature() != declared().signature()
            parts = signature_parts(changed.signature()).items()
            options = options_of(declared)
            assert declared(**{part: options[part].parse(text) for part, text in parts if part in options}) == changed


def test_declared_options_are_complete():
    for declared in (Settings, Plan):
        for option in options_of(declared).values():
            assert option.help
            assert option.group
            assert option.metavar
            for entry in (option.choices or {}).values():
                assert entry.meaning
                assert not entry.code or callable(entry.load())

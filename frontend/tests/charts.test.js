import assert from "node:assert/strict";
import { test } from "node:test";
import { axis } from "../report/charts.ts";

for (const values of [[0.22, 0.99], [0.651, 0.659], [0, 1], [0.5], [-0.1, 0.3], []])
  test(`an axis holds its data and little more: ${values}`, () => {
    const { low, high, ticks } = axis(values);
    const [least, most] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
    assert.ok(low <= least && high >= most, `${low} ${high}`);
    assert.ok(high - low <= Math.max(0.04, 1.11 * (most - least)) + 1e-9, `${low} ${high}`);
    assert.ok(ticks.length >= 2 && ticks.length <= 9, String(ticks));
    for (const tick of ticks) assert.ok(tick >= low - 1e-9 && tick <= high + 1e-9);
  });

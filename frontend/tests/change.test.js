import assert from "node:assert/strict";
import { test } from "node:test";
import { changeInWords, changes } from "../report/change.ts";
import { Model } from "../report/model.ts";
import { payload } from "./payload.js";

// The first system divides "her" from its entity; the second lacks it and She.
function compared(f1) {
  const given = payload();
  given.kinds = { divided: "", "missing mention": "" };
  const [one] = given.systems;
  const errors = { kind: [1, 1], document: [0, 0], key: [[1], [2]], response: [[], []] };
  const repaired = (...alone) => alone.map((each) => ({ alone: each, cumulative: 1 }));
  given.systems = [{ ...one, errors: { ...one.errors, kind: [0] }, repaired: repaired(0.8, 0.7) }, { ...one, errors, repaired: repaired(f1, 0.9) }];
  given.result.systems.push({ ...given.result.systems[0], name: "new", scores: { b3: { f1, undefined: [] } } });
  given.result.systems[0].scores.b3.f1 = 0.7;
  return new Model(given);
}

for (const [f1, said] of [
  [0.6, "new lost 10.00 points of B³ F1, mostly because of 2 new missing mentions."],
  [0.75, "new gained 5.00 points of B³ F1, mostly because 1 divided error is gone."],
  [0.7, "Both have the same B³ F1."],
])
  test(`what changed is said in a sentence: ${said}`, () => {
    const model = compared(f1);
    assert.equal(changeInWords(model, changes(model)), said);
  });

test("each type has the errors of both systems, and of those what is new and what is gone", () => {
  const [missing, divided] = changes(compared(0.6)).map(({ numbers, gone, fresh }) => [...numbers, gone, fresh]);
  assert.deepEqual([missing, divided], [[0, 2, 0, 2], [1, 0, 1, 0]]);
  assert.deepEqual(changes(new Model(payload())), []);
});

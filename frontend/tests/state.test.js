import assert from "node:assert/strict";
import { test } from "node:test";
import { Model } from "../report/model.ts";
import { hashOf, parsed, placeOf } from "../report/state.ts";
import { payload } from "./payload.js";

const model = new Model(payload());

test("every place has an address that leads back to it", () => {
  const place = placeOf(model.pair(0), "response", 2);
  assert.equal(hashOf(place, model), "#d=1&m=r3");
  assert.deepEqual(parsed("#d=1&m=r3", model), place);
  assert.equal(parsed("#d=1&t=3", model).token, 2);
  assert.equal(hashOf({ view: "errors" }, model), "#v=errors");
  for (const hash of ["#v=entities", "#v=entities&d=1"]) assert.equal(hashOf(parsed(hash, model), model), hash);
  assert.equal(parsed("#v=entities", model).document, -1);
});

for (const hash of ["", "#", "#d=0", "#d=2", "#d=x", "#v=nothing", "#d=1e9", "#m=k1"])
  test(`an address that leads nowhere shows the scores: ${hash}`, () => {
    assert.equal(parsed(hash, model).view, "scores");
  });

for (const hash of ["#d=1&m=k0", "#d=1&m=k4", "#d=1&m=x1", "#d=1&t=8", "#d=1&s=9"])
  test(`what is not there is left out: ${hash}`, () => {
    const { view, system, mention, token } = parsed(hash, model);
    assert.deepEqual({ view, system, mention, token }, { view: "text", system: 0, mention: null, token: null });
  });

// A payload of one document, as small as it can be: "Ann saw her . She left ."
export function payload() {
  const input = { path: "key.conll", sha256: null, documents: 1, entities: 1, mentions: 3, warnings: [] };
  const scores = { b3: { recall: 0.5, precision: 1, f1: 2 / 3, undefined: [] } };
  return {
    schema: 1,
    result: { signature: "corefscope", key: input, systems: [{ ...input, name: "ours", scores }] },
    metrics: [{ name: "b3", title: "B³", summary: "", mean: [] }],
    main: "b3",
    verdict: ["ours scores B³ F1 66.67."],
    doubts: [],
    units: ["d"],
    documents: ["d"],
    types: ["unknown", "name", "nominal", "pronoun"],
    kinds: { span: "", "conflated entities": "" },
    keys: [
      {
        unit: "tokens",
        documents: [{ words: "Ann saw her . She left .".split(" "), sentences: [0, 4] }],
        mentions: { count: [3], first: [0, 2, 2], length: [0, 0, 0], entity: [0, 0, 0], names: ["1"], type: [1, 3, 3] },
      },
    ],
    systems: [
      {
        f1: { b3: [2 / 3] },
        key: 0,
        twin: [1, 2, 0],
        partner: [0, -1],
        unmatched: [],
        absent: [],
        errors: { kind: [1], document: [0], key: [[1]], response: [[2]] },
        costs: { b3: { key: { step: 0.1, of: [1, 2, 3] }, response: { step: 1, of: [0, 0, 0] } } },
        repaired: null,
        mentions: { count: [3], first: [0, 4, 1], length: [0, 0, 0], entity: [0, 0, 1], names: ["a", "b"] },
      },
    ],
  };
}

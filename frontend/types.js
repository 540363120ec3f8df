// Generate TypeScript declarations from the JSON Schemas: `node types.js` writes types/, `--check` compares only.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const here = new URL(".", import.meta.url);
const check = process.argv.includes("--check");
let stale = 0;

for (const file of readdirSync(new URL("schema/", here))) {
  const schema = JSON.parse(readFileSync(new URL(`schema/${file}`, here), "utf8"));
  const target = new URL(`types/${file.replace(".schema.json", ".d.ts")}`, here);
  const text = await compile(schema, schema.title, {
    bannerComment: `// Generated from schema/${file} by types.js; do not edit.`,
    additionalProperties: false,
    cwd: new URL("schema/", here).pathname,
    format: false,
  });
  if (!check) writeFileSync(target, text);
  else if (readFileSync(target, "utf8") !== text) {
    console.error(`types/${file.replace(".schema.json", ".d.ts")} is stale: run npm run types`);
    stale = 1;
  }
}
process.exitCode = stale;

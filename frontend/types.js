// Generate TypeScript declarations from the JSON Schemas, for the type check: `node types.js` writes types/.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const schemas = new URL("schema/", import.meta.url);
const types = new URL("types/", import.meta.url);
mkdirSync(types, { recursive: true });
for (const file of readdirSync(schemas)) {
  const schema = JSON.parse(readFileSync(new URL(file, schemas), "utf8"));
  const options = { additionalProperties: false, cwd: fileURLToPath(schemas), format: false };
  const text = await compile(schema, schema.title, options);
  writeFileSync(new URL(file.replace(".schema.json", ".d.ts"), types), text);
}

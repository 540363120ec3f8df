// Bundle the scripts into the package: `node build.js` writes them, `--check` only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

// The application loads the report's script instead of holding it: both are assets of the same server.
const sharedReport = {
  name: "shared-report",
  setup: (building) => building.onResolve({ filter: /^#report$/ }, () => ({ path: "./report.js", external: true })),
};

const here = fileURLToPath(new URL(".", import.meta.url));
const BUNDLES = [
  { entry: "report/main.ts", target: "../src/corefscope/page/assets/report.js", format: "esm" },
  { entry: "app/main.ts", target: "../src/corefscope/web/assets/app.js", format: "esm" },
  { entry: "sheet/main.ts", target: "../src/corefscope/reporting/render/page.js", format: "iife" },
];

for (const { entry, target, format } of BUNDLES) {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    format,
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    plugins: [sharedReport],
    banner: { js: `// Built from frontend/${entry}; do not edit.` },
    write: false,
  });
  const place = new URL(target, import.meta.url);
  if (!process.argv.includes("--check")) writeFileSync(place, outputFiles[0].text);
  else if (readFileSync(place, "utf8") !== outputFiles[0].text) {
    console.error(`${target.replace("../", "")} is stale: run make frontend`);
    process.exitCode = 1;
  }
}

// The script of the application: open the page that the document names.
import { byId, make, restoreTheme } from "#report";
import { enter } from "./enter.js";
import { openFiles } from "./files.js";
import { openResult } from "./result.js";
import { openAgreement, openComparison } from "./tables.js";

const PAGES: Record<string, () => Promise<void>> = { enter, files: openFiles, result: openResult, compare: openComparison, agreement: openAgreement };

restoreTheme();
// A page that cannot be drawn says why.
PAGES[document.body.dataset.page ?? ""]?.().catch((error) => {
  const files = make("a", { href: "/" }, "To the files");
  byId("main").replaceChildren(make("div", { role: "alert" }, make("p", {}, error.message), make("p", {}, files)));
});

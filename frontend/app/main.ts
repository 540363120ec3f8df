// The script of the application: open the page that the document names.
import { byId, make, restoreTheme } from "#report";
import { openFiles } from "./files.js";
import { openResult } from "./result.js";
import { keepKey } from "./server.js";
import { openAgreement, openComparison } from "./tables.js";

const PAGES: Record<string, () => Promise<void>> = { files: openFiles, result: openResult, compare: openComparison, agreement: openAgreement };

async function open() {
  restoreTheme();
  keepKey();
  await PAGES[document.body.dataset.page ?? ""]();
}

// Another address is opened in this tab.
if (location.pathname === "/") window.addEventListener("hashchange", () => location.reload());
// A page that cannot be drawn says why.
open().catch((error) => {
  const files = make("a", { href: "/" }, "Back to the files");
  byId("main").replaceChildren(make("div", { role: "alert" }, make("p", {}, error.message), make("p", {}, files)));
});

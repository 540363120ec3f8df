// The script of the application: open the page that the document names.
import { restoreTheme } from "../report/theme.js";
import { openComparison } from "./compare.js";
import { openDocs } from "./docs.js";
import { enter } from "./enter.js";
import { openFiles } from "./files.js";
import { openResult } from "./result.js";
import { refuse } from "./shell.js";
import { openView } from "./view.js";

/** @type {Record<string, () => Promise<void>>} */
const PAGES = { enter, files: openFiles, result: openResult, compare: openComparison, view: openView, docs: openDocs };

restoreTheme();
PAGES[document.body.dataset.page ?? ""]?.().catch(refuse);

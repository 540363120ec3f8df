// The script of a report: draw what the page holds. The web application loads it too, for what both have in common.
import { openReport } from "./page.js";

export {
  announce, button, byId, count, labelled, make, named, percent, select, signatureCode, table,
} from "./dom.js";
export { openReport } from "./page.js";
export { restoreTheme, themeButton } from "./theme.js";

const data = globalThis.document?.getElementById("data");
if (data) openReport(data.textContent ?? "");

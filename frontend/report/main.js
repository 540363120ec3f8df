// The script of a report: draw what the page holds.
import { byId } from "./dom.js";
import { openReport } from "./page.js";

openReport(byId("data").textContent ?? "");

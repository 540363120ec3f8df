// The report as a page of the application: its data is fetched, and links and downloads are added to its head.
import { byId, openReport } from "#report";
import { ask } from "./server.js";
import { DOCUMENTS, downloads, home, link, REPORT, SCORES } from "./shell.js";

// The number of the run that this page shows.
export function runNumber() {
  return location.pathname.split("/")[2];
}

export async function openResult() {
  const job = runNumber();
  const [{ value }, data] = await Promise.all([ask("GET", `jobs/${job}`), ask("GET", `jobs/${job}/data.txt`, undefined, "text")]);
  document.title = `${value.title} · corefscope`;
  await openReport(data);
  if (!document.body.dataset.ready) return;
  const top = byId("top");
  const of = (about) => ({ job: () => job, ...about });
  // Annotators are not ranked: their tables are on the page of their agreement.
  const tables: Record<string, any> = value.agreement ? {} : { scores: of(SCORES), documents: of(DOCUMENTS) };
  top.querySelector(".brand")?.replaceWith(home());
  top.querySelector(".views")?.prepend(link("Files", "/"));
  top.querySelector(".views")?.append(value.agreement ? link("Agreement", "agreement") : link("Compare", "compare"));
  top.querySelector(".theme")?.before(downloads({ report: of(REPORT), ...tables }));
  document.body.dataset.added = "true";
}

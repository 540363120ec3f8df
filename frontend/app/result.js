// The report as a page of the application: its data is fetched, and links and downloads are added to its head.
import { byId } from "../report/dom.js";
import { openReport } from "../report/page.js";
import { ask } from "./server.js";
import { agreementLink, compareLink, downloads, filesLink, home } from "./shell.js";
import { learn } from "./words.js";

export async function openResult() {
  const [{ title, data, tables }, choices] = await Promise.all([ask("GET", "data"), ask("GET", "/choices")]);
  learn(choices);
  document.title = `${title} · corefscope`;
  await openReport(data);
  if (!document.body.dataset.ready) return;
  const top = byId("top");
  top.querySelector(".brand")?.replaceWith(home());
  top.querySelector(".views")?.prepend(filesLink());
  top.querySelector(".views")?.append(tables ? agreementLink(tables) : compareLink("./", false));
  top.querySelector(".theme")?.before(downloads("./", { ofAnnotators: Boolean(tables) }));
  document.body.dataset.added = "true";
}

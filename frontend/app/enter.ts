// The way in: exchanges the token of the printed address, once, and goes on to the files.
import { byId, make } from "#report";
import { ask, keep, kept } from "./server.js";

export async function enter() {
  const token = location.hash.slice(1);
  // The token need not stay in the history of the browser.
  history.replaceState(null, "", location.pathname);
  window.addEventListener("hashchange", () => location.reload()); // another address is opened in this tab
  let refused = "This page needs the address that corefscope serve has printed last.";
  if (token) {
    try {
      keep(await ask("POST", "sessions", { token }));
      location.replace(kept().root);
      return;
    } catch (error) {
      refused = (error as Error).message;
    }
  }
  // A browser that was let in before goes on, whichever address it came by.
  if (kept() && (await isLetIn())) location.replace(kept().root);
  else explain(refused, Boolean(token));
}

async function isLetIn() {
  const { root, key } = kept();
  const answer = await fetch(`${root}jobs`, { headers: { "X-Corefscope-Key": key } }).catch(() => null);
  return answer?.ok ?? false;
}

function explain(refused, used) {
  const remedy =
    "An address works once. The terminal in which corefscope serve runs shows one that has not been used yet: open " +
    "that. A browser that was let in before goes on by itself.";
  const stranger =
    "If nobody but you has had the address, someone else on this machine may have used it. " +
    "End corefscope with Ctrl-C there and start it again.";
  byId("main").replaceChildren(...[refused, remedy, used ? stranger : ""].map((text) => make("p", {}, text)));
}

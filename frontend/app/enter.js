// The way in: exchanges the token of the printed address, once, and goes on to the files.
import { byId, make } from "../report/dom.js";
import { ask, kept, keep } from "./server.js";

export async function enter() {
  const token = location.hash.slice(1);
  // The token need not stay in the history of the browser.
  history.replaceState(null, "", location.pathname);
  let refused = "This page needs the address that corefscope serve has printed last.";
  if (token) {
    try {
      keep(await ask("POST", "/sessions", { token }));
      location.replace(kept().root);
      return;
    } catch (error) {
      refused = /** @type {Error} */ (error).message;
    }
  }
  // A browser that was let in before goes on, whichever address it came by.
  if (kept() && (await goesOn())) location.replace(kept().root);
  else tell(refused, Boolean(token));
}

async function goesOn() {
  const { root, key } = kept();
  const answer = await fetch(`${root}runs`, { headers: { "X-Corefscope-Key": key } }).catch(() => null);
  return answer?.ok ?? false;
}

function tell(refused, used) {
  const what = [
    "An address works once. The terminal in which corefscope serve runs shows one that has not been used yet: open that.",
    "It goes on by itself in the browser that was let in.",
  ];
  const stranger =
    "If nobody but you has had the address, someone else on this machine may have used it. " +
    "End corefscope with Ctrl-C there and start it again.";
  const texts = [refused, what.join(" "), used ? stranger : null].filter(Boolean);
  byId("said").replaceChildren(...texts.map((text) => make("p", {}, text)));
}

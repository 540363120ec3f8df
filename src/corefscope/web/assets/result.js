// The report's page as a page of the application: its data is asked for, and the way back, the comparison and downloads
// are added to its head.
import { ask } from "./server.js";
import { compareLink, downloads, filesLink, home, refuse } from "./shell.js";

function add() {
  const top = document.getElementById("top");
  top.querySelector(".brand").replaceWith(home());
  top.querySelector(".views").prepend(filesLink());
  top.querySelector(".views").append(compareLink("./", false));
  top.querySelector(".theme").before(downloads("./"));
  document.body.dataset.added = "true";
}

function whenDrawn(then) {
  const observer = new MutationObserver(() => {
    if (!document.body.dataset.ready) return;
    observer.disconnect();
    then();
  });
  observer.observe(document.body, { attributes: true });
}

ask("GET", "data").then(
  ({ title, data }) => {
    document.title = `${title} · corefscope`;
    document.getElementById("data").textContent = data;
    whenDrawn(add);
    return import("./main.js"); // draws what it finds there
  },
  refuse,
);

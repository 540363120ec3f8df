// The report's page as a page of the application: the way back, the comparison and downloads are added to its head.
import { compareLink, downloads, filesLink, home } from "./shell.js";

function add() {
  const top = document.getElementById("top");
  top.querySelector(".brand").replaceWith(home());
  top.querySelector(".views").prepend(filesLink());
  top.querySelector(".views").append(compareLink("./", false));
  top.querySelector(".theme").before(downloads("./"));
  document.body.dataset.added = "true";
}

if (document.body.dataset.ready) add();
else {
  const observer = new MutationObserver(() => {
    if (!document.body.dataset.ready) return;
    observer.disconnect();
    add();
  });
  observer.observe(document.body, { attributes: true });
}

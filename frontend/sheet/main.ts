// The page of tables: columns sort, and it can be light or dark.
import { restoreTheme, themeButton } from "../report/theme.js";
import { sort } from "./sorting.js";

for (const button of document.querySelectorAll("thead button"))
  button.addEventListener("click", () => sort((button as HTMLButtonElement)));
restoreTheme();
document.getElementById("top")?.append(themeButton());

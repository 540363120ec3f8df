// Choices of the reader that the browser stores: light or dark, and the view of the text.
import { button } from "./dom.js";

// A file opened from disk may have no storage.
export function remembered(name) {
  try {
    return localStorage.getItem(`corefscope-${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`corefscope-${name}`, value);
  } catch {
    return;
  }
}

// The theme that was chosen before; without one, the page follows the system.
export function restoreTheme() {
  const kept = remembered("theme");
  if (kept) document.documentElement.dataset.theme = kept;
}

export function themeButton() {
  return button("◐", toggleTheme, { class: "theme", "aria-label": "Light or dark" });
}

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : window.matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  remember("theme", root.dataset.theme);
}

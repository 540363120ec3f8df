// What the reader chose and the browser remembers: light or dark, and the view of the text.

// A file opened from disk may have no storage; then nothing is remembered.
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

export function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : window.matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  remember("theme", root.dataset.theme);
}

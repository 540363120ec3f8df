// Texts that name options of the command line. The application, which has none, says them in its own words.

let inOtherWords = (/** @type {string} */ text) => text;

/** @param {(text: string) => string} words */
export function useWords(words) {
  inOtherWords = words;
}

/** @param {string} text */
export function worded(text) {
  return inOtherWords(text);
}

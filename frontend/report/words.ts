// Where blanks stand between words of a text that was cut into tokens, and where such a text is cut into blocks.
import type { Text } from "./model.js";

export type Words = Pick<Text, "words" | "tight">;

const CLOSES = /^([.,;:!?%)\]}’”»…]+|-RRB-|-RSB-|n['’]t|['’](s|re|ve|ll|d|m|S)?|''|、|。|，)$/i;
const OPENS = /^([([{‘“«¿¡$€£#]|-LRB-|-LSB-|``)$/;
const NO_BLANKS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\ua4cf\uf900-\ufaff]/;
const ENDS = /^[.!?。！？]+$/;
const LONGEST = 160; // words of a block
const USUAL = 45; // words of a block where nothing says where sentences end

// Whether a blank follows each word; straight quotes open and close in turn.
export function spaced(text: Words, from: number, to: number) {
  const after = new Uint8Array(Math.max(0, to - from));
  let quoted = false;
  for (let place = from; place + 1 < to; place += 1) {
    if (text.tight) {
      after[place - from] = text.tight.has(place + 1) ? 0 : 1;
      continue;
    }
    const [here, next] = [text.words[place], text.words[place + 1]];
    if (here === '"') quoted = !quoted;
    const opening = here === '"' ? quoted : OPENS.test(here);
    const closing = next === '"' ? quoted : CLOSES.test(next);
    const together = here.length && next.length && NO_BLANKS.test(here[here.length - 1]) && NO_BLANKS.test(next[0]);
    after[place - from] = opening || closing || together ? 0 : 1;
  }
  return after;
}

// Words from one place to another as they are read.
export function joined(text: Words, from: number, to: number) {
  const [first, last] = [Math.max(0, from), Math.min(to, text.words.length)];
  const after = spaced(text, first, Math.max(first, last));
  let read = "";
  for (let place = first; place < last; place += 1) read += text.words[place] + (after[place - first] ? " " : "");
  return read;
}

// Each block as [first word, word after the last, number of the sentence that begins here or 0].
export function blocksOf(text: Pick<Text, "words" | "sentences">) {
  const length = text.words.length;
  const blocks: [number, number, number][] = [];
  const cut = (from, to, usual, number) => {
    let start = from;
    while (to - start > LONGEST || (!number && to - start > usual)) {
      let stop = start + Math.min(usual, to - start - 1);
      for (let place = stop; place < Math.min(start + LONGEST, to - 1); place += 1) {
        if (ENDS.test(text.words[place])) {
          stop = place + 1;
          break;
        }
      }
      blocks.push([start, stop, start === from ? number : 0]);
      start = stop;
    }
    if (start < to) blocks.push([start, to, start === from ? number : 0]);
  };
  const { sentences } = text;
  if (!sentences || sentences.length < 2) cut(0, length, USUAL, 0);
  else sentences.forEach((start, number) => cut(start, sentences[number + 1] ?? length, USUAL, number + 1));
  return blocks;
}

const PARTS = /[\s/\\_.:;()-]/;

// Names without what all of them begin and end with, cut between parts of names; each keeps at least one letter.
export function shortNames(names: string[]) {
  if (names.length < 2) return names;
  const shortest = Math.min(...names.map((name) => name.length));
  const same = (at: (name: string) => string) => names.every((name) => at(name) === at(names[0]));
  let [start, end] = [0, 0];
  for (let place = 0; place < shortest && same((name) => name[place]); place += 1) {
    if (PARTS.test(names[0][place])) start = place + 1;
  }
  for (let place = 1; place <= shortest - start && same((name) => name[name.length - place]); place += 1) {
    if (PARTS.test(names[0][names[0].length - place])) end = place;
  }
  const cut = names.map((name) => name.slice(start, name.length - end));
  return cut.every((name) => name.trim()) ? cut : names;
}

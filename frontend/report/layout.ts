// Levels for the bars of a block: what lies within another is nearer to the words, and no two bars overlap.

// Set the level of each segment; return how many levels there are. `beyond`: words after it above which its tag still is.
export function levels(segments: { from: number; to: number; beyond: number; level: number }[], length: number) {
  const taken: Uint8Array[] = [];
  const ordered = [...segments].sort((one, two) => one.to - one.from - (two.to - two.from) || one.from - two.from);
  for (const segment of ordered) {
    const stop = Math.min(segment.to + segment.beyond, length - 1);
    let level = 0;
    while (level < taken.length && !free(taken[level], segment.from, stop)) level += 1;
    taken[level] ??= new Uint8Array(length);
    taken[level].fill(1, segment.from, stop + 1);
    segment.level = level;
  }
  return taken.length;
}

function free(row, from, to) {
  for (let place = from; place <= to; place += 1) if (row[place]) return false;
  return true;
}

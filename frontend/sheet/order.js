// The order of rows by the values of one column; rows without a value come last either way.

/**
 * @param {string} one
 * @param {string} two
 * @param {{numeric: boolean, down: boolean}} how `down`: the largest first
 */
export function compared(one, two, { numeric, down }) {
  if (one === "" || two === "") return Number(one === "") - Number(two === "");
  const order = numeric ? Number(one) - Number(two) : one.localeCompare(two);
  return down ? -order : order;
}

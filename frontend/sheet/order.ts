// The order of rows by the values of one column; rows without a value come last either way.

// `how`: `down`: the largest first
export function compared(one: string, two: string, { numeric, down }: {numeric: boolean, down: boolean}) {
  if (one === "" || two === "") return Number(one === "") - Number(two === "");
  const order = numeric ? Number(one) - Number(two) : one.localeCompare(two);
  return down ? -order : order;
}

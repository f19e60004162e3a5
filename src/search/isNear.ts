const MOST_EDITS = 2;

/** Whether two short words differ by one or two letters that are missing, added or others. */
export function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > MOST_EDITS) return false;
  // The row of the table of edits for the letters of `one` so far.
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of one.split('')) {
    const next = [(row[0] ?? 0) + 1];
    other.split('').forEach((wanted, index) => {
      const replaced = (row[index] ?? 0) + Number(letter !== wanted);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    });
    row = next;
  }
  return (row.at(-1) ?? 0) <= MOST_EDITS;
}

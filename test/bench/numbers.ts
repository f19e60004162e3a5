/** @throws {Error} if there is no value */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('The median needs a value.');
  return (low + high) / 2;
}

/** Returns the values with the first `by` moved to the end, for benchmarks in which each kind comes first in turn. */
export function rotated<T>(values: readonly T[], by: number): T[] {
  const start = by % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}

export const DAY_MS = 86_400_000;
/** Largest time that `Date` supports, in ms. */
export const MAX_TIME = 8.64e15;

/** If `max < min`, returns `min`. */
export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

/** Returns the index of the last number that is at most `value`, by binary search, or -1 if there is none. */
export function lastAtMost(sorted: ArrayLike<number>, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

import type { FileEntry } from '../core/ports.ts';

/** The bots that a file made read-only and no longer does, or does now and did not. */
export function changedLocks(
  before: readonly FileEntry[],
  after: readonly FileEntry[],
): readonly string[] {
  const had = locksIn(before);
  const has = locksIn(after);
  return [...had, ...has].filter((bot) => !(had.has(bot) && has.has(bot)));
}

function locksIn(entries: readonly FileEntry[]): ReadonlySet<string> {
  return new Set(entries.filter(({ isLock }) => isLock === true).map(({ bot }) => bot));
}

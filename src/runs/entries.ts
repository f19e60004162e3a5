import type { RunRecord, WriteRecord } from '../catalogue/journal.ts';

/** One line of the Journal: a run, or a write that belongs to none. */
export type Entry =
  | { readonly kind: 'run'; readonly run: RunRecord }
  | { readonly kind: 'write'; readonly write: WriteRecord };

/** Runs and writes together, the newest first. */
export function entriesOf(
  runs: readonly RunRecord[],
  writes: readonly WriteRecord[],
): readonly Entry[] {
  const all: readonly Entry[] = [
    ...runs.map((run) => ({ kind: 'run', run }) as const),
    ...writes.map((write) => ({ kind: 'write', write }) as const),
  ];
  return all.toSorted((one, other) => timeOf(other) - timeOf(one));
}

/** When it began, ms. */
export function timeOf(entry: Entry): number {
  return entry.kind === 'run' ? entry.run.started : entry.write.time;
}

/** @returns the midnight before it, where this machine is, ms */
export function dayOf(time: number): number {
  const day = new Date(time);
  return day.setHours(0, 0, 0, 0);
}

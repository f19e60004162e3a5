import type { RunRecord, WriteRecord } from './journal.ts';

/** One line of the journal: a run, or a write that belongs to none. */
export type Entry =
  | { readonly kind: 'run'; readonly run: RunRecord }
  | { readonly kind: 'write'; readonly write: WriteRecord };

/** What an entry is about, to filter by. */
export const ENTRY_KINDS = ['run', 'attach', 'detach', 'create', 'delete'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** What is shown of the journal; absent or empty: all. */
export interface EntryFilter {
  /** Keys. */
  readonly bots?: readonly string[] | undefined;
  readonly kinds?: readonly EntryKind[] | undefined;
  /** Only what failed, or of which nobody knows whether it was done. */
  readonly trouble?: boolean | undefined;
}

export function isFiltered({ bots = [], kinds = [], trouble = false }: EntryFilter): boolean {
  return bots.length > 0 || kinds.length > 0 || trouble;
}

/** Runs and writes together, the newest first. */
export function entriesOf(
  runs: readonly RunRecord[],
  writes: readonly WriteRecord[],
  filter: EntryFilter,
): readonly Entry[] {
  const all: readonly Entry[] = [
    ...runs.map((run) => ({ kind: 'run', run }) as const),
    ...writes.map((write) => ({ kind: 'write', write }) as const),
  ];
  return all
    .filter((entry) => isShown(entry, filter))
    .toSorted((one, other) => timeOf(other) - timeOf(one));
}

/** When it began, ms. */
export function timeOf(entry: Entry): number {
  return entry.kind === 'run' ? entry.run.started : entry.write.time;
}

function isShown(entry: Entry, { bots = [], kinds = [], trouble = false }: EntryFilter): boolean {
  const bot = entry.kind === 'run' ? entry.run.bot : entry.write.bot;
  const kind: EntryKind = entry.kind === 'run' ? 'run' : entry.write.kind;
  if (bots.length > 0 && !bots.includes(bot)) return false;
  if (kinds.length > 0 && !kinds.includes(kind)) return false;
  return !trouble || isTrouble(entry);
}

function isTrouble(entry: Entry): boolean {
  if (entry.kind === 'write') return entry.write.result !== 'done';
  const { failed, unknown } = entry.run.counts;
  return failed + unknown > 0;
}

/** @returns the midnight before it, where this machine is, ms */
export function dayOf(time: number): number {
  const day = new Date(time);
  return day.setHours(0, 0, 0, 0);
}

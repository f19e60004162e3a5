import type { UserRef } from '../base/model.ts';
import type { OperationOutcomes, OperationState } from '../base/operation.ts';
import type { JournalStore, RunRecord, WriteRecord } from '../catalogue/journal.ts';
import { readRunDetail } from './runDetail.ts';

/** Entry of the Journal: a run, or a single write that belongs to no run. */
export type Entry =
  | { readonly kind: 'run'; readonly run: RunRecord }
  | { readonly kind: 'write'; readonly write: WriteRecord };

/** Merges runs and writes, newest first. */
export function entriesOf(
  runs: readonly RunRecord[],
  writes: readonly WriteRecord[],
): readonly Entry[] {
  const entries: readonly Entry[] = [
    ...runs.map((run) => ({ kind: 'run', run }) as const),
    ...writes.map((write) => ({ kind: 'write', write }) as const),
  ];
  return entries.toSorted((a, b) => timeOf(b) - timeOf(a));
}

/** Returns the start time of an entry, in ms since 1970. */
export function timeOf(entry: Entry): number {
  return entry.kind === 'run' ? entry.run.started : entry.write.time;
}

/** Returns the midnight before `time` in the local time zone, in ms since 1970. */
export function dayOf(time: number): number {
  const day = new Date(time);
  return day.setHours(0, 0, 0, 0);
}

/** States that are left out of the JSON, because they add no information. */
const OMITTED_STATES: readonly OperationState[] = ['done', 'waiting'];

/** @param userOf returns the customer of a write; `null` if the customer is unknown or must not be shown */
export function entryJson(
  entry: Entry,
  journal: Pick<JournalStore, 'operations'>,
  userOf: (write: WriteRecord) => UserRef | null,
): object {
  if (entry.kind === 'run') {
    return runJson(entry.run, journal.operations(entry.run.id, OMITTED_STATES));
  }
  const { write } = entry;
  const user = userOf(write);
  return {
    write: write.id,
    time: timeJson(write.time),
    bot: { key: write.bot, label: write.botLabel },
    kind: write.kind,
    item: {
      id: write.itemId,
      name: write.itemName,
      type: write.itemType,
      parentId: write.parentId,
    },
    ...(user === null ? {} : { user }),
    result: write.result,
    // Exported JSON calls the error text `words`.
    ...(write.errorText === null ? {} : { words: write.errorText }),
    ...(write.undoneBy === null ? {} : { undoneBy: write.undoneBy }),
  };
}

function runJson(run: RunRecord, operations: OperationOutcomes): object {
  const { tags } = readRunDetail(run.detail);
  return {
    run: run.id,
    time: timeJson(run.started),
    updated: timeJson(run.updated),
    bot: { key: run.bot, label: run.botLabel },
    kind: run.kind,
    tags,
    ...(run.plan === '' ? {} : { plan: run.plan, sha256: run.hash }),
    ...(run.undoes === null ? {} : { undoes: run.undoes }),
    state: run.state,
    ...(run.reason === null ? {} : { reason: run.reason }),
    counts: run.counts,
    operations: [...operations]
      .toSorted(([a], [b]) => a - b)
      .map(([operation, { state, detail }]) => ({
        operation,
        state,
        ...(detail === null ? {} : { words: detail }),
      })),
  };
}

function timeJson(time: number): string | number {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toISOString();
}

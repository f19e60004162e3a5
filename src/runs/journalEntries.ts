import type { UserRef } from '../base/model.ts';
import type { OperationState } from '../base/operation.ts';
import type { JournalStore, RunRecord, WriteRecord } from '../catalogue/journal.ts';
import { readRunDetail } from './runDetail.ts';

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

type Operations = ReturnType<JournalStore['operations']>;

interface Sources {
  /** What became of the operations of a run, without those of the states `UNTOLD`. */
  readonly operations: (run: string) => Operations;
  /** Whom a write is about, as far as it may be told. */
  readonly userOf: (write: WriteRecord) => UserRef | null;
}

/** Of operations of which there is nothing to tell. */
export const UNTOLD = ['done', 'waiting'] as const satisfies readonly OperationState[];

/** An entry as JSON tells it. */
export function entryJson(entry: Entry, { operations, userOf }: Sources): object {
  if (entry.kind === 'run') return runJson(entry.run, operations(entry.run.id));
  const { write } = entry;
  const user = userOf(write);
  return {
    write: write.id,
    time: timeJson(write.time),
    bot: { key: write.bot, label: write.botLabel },
    kind: write.kind,
    item: {
      ...{ id: write.itemId, name: write.itemName },
      ...{ type: write.itemType, parentId: write.parentId },
    },
    ...(user === null ? {} : { user }),
    result: write.result,
    ...(write.words === null ? {} : { words: write.words }),
    ...(write.undoneBy === null ? {} : { undoneBy: write.undoneBy }),
  };
}

function runJson(run: RunRecord, operations: Operations): object {
  const { tags } = readRunDetail(run.detail);
  return {
    run: run.id,
    time: timeJson(run.started),
    updated: timeJson(run.updated),
    bot: { key: run.bot, label: run.botLabel },
    kind: run.kind,
    tags,
    ...(run.plan === '' ? {} : { plan: run.plan, sha256: run.hash }),
    ...(run.of === null ? {} : { undoes: run.of }),
    state: run.state,
    ...(run.reason === null ? {} : { reason: run.reason }),
    counts: run.counts,
    /** All but those that are done: by their number in the plan, from 0. */
    operations: [...operations]
      .toSorted(([one], [other]) => one - other)
      .map(([operation, { state, words }]) => ({
        ...{ operation, state },
        ...(words === null ? {} : { words }),
      })),
  };
}

/** A time that no calendar has stays a number. */
function timeJson(time: number): string | number {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toISOString();
}

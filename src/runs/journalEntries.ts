import type { UserRef } from '../base/model.ts';
import type { OperationOutcomes, OperationState } from '../base/operation.ts';
import type { JournalStore, RunRecord, WriteRecord } from '../catalogue/journal.ts';
import type { EndpointName } from '../base/endpoints.ts';
import { fieldsIn, isObject, isOneOf } from '../base/jsonValues.ts';
import { PLAN_ACTIONS, type PlanAction, type PlanTag } from '../base/plan.ts';

/** Saved data of a run besides its counts. Contains no customers. */
export interface RunDetail {
  /** Tags of the plan. Empty if the plan deletes items. */
  readonly tags: readonly PlanTag[];
  /** Number of plan lines that are not skipped. */
  readonly users: number;
  readonly checkFirst: boolean;
  /** Action of the plan. For an undo, the action of the run that is undone. */
  readonly action: PlanAction;
}

export function writeRunDetail({ tags, users, checkFirst, action }: RunDetail): string {
  return JSON.stringify({ action, tags: tags.map(plainTag), users, checkFirst });
}

/** Parses the detail of a run. Accepts any text and uses defaults for unreadable fields. */
export function readRunDetail(text: string): RunDetail {
  const { tags, users, checkFirst, action } = fieldsIn(text);
  return {
    tags: Array.isArray(tags) ? tags.filter(isTag).map(plainTag) : [],
    users: typeof users === 'number' && users >= 0 ? users : 0,
    checkFirst: checkFirst === true,
    action: isOneOf(PLAN_ACTIONS, action) ? action : 'attach',
  };
}

function plainTag({ id, name, action }: PlanTag): PlanTag {
  return action === 'attach' || action === 'detach' ? { id, name, action } : { id, name };
}

function isTag(value: unknown): value is PlanTag {
  return isObject(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';
}

/** Returns the endpoint for a run's changes. For a run that attaches and detaches, returns one of the two. */
export function endpointOf({ kind, detail }: Pick<RunRecord, 'kind' | 'detail'>): EndpointName {
  if (kind === 'delete') return 'deleteItem';
  const isUndo = kind === 'undo';
  const action = isUndo ? readRunDetail(detail).action : kind;
  // A run attaches if its action is not `detach`, and an undo attaches if it undoes `detach`.
  return (action === 'detach') === isUndo ? 'attachTag' : 'detachTag';
}

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

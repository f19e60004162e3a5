import type { EndpointName } from '../base/endpoints.ts';
import { fieldsIn, isObject, isOneOf } from '../base/jsonValues.ts';
import { PLAN_ACTIONS, type PlanAction, type PlanTag } from '../base/plan.ts';
import type { RunRecord } from '../catalogue/journal.ts';

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

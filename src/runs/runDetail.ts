import type { EndpointName } from '../base/endpoints.ts';
import { fieldsIn } from '../base/jsonValues.ts';
import { PLAN_ACTIONS, type PlanAction, type PlanTag } from '../base/plan.ts';
import type { RunRecord } from '../catalogue/journal.ts';

/** What is kept of a run besides its counts; no user is in it. */
export interface RunDetail {
  /** Of the plan; none when items are deleted. */
  readonly tags: readonly PlanTag[];
  /** Lines that do something. */
  readonly users: number;
  /** See `PlanHead.checkFirst`. */
  readonly checkFirst: boolean;
  /** Of a run that takes back another one, what that one does. */
  readonly action: PlanAction;
}

export function writeRunDetail({ tags, users, checkFirst, action }: RunDetail): string {
  return JSON.stringify({ action, tags: tags.map(plainTag), users, checkFirst });
}

/** Whatever the text is; what cannot be read is as if it were not there. */
export function readRunDetail(text: string): RunDetail {
  const kept = fieldsIn(text);
  const tags = Array.isArray(kept['tags']) ? kept['tags'] : [];
  const users = kept['users'];
  const action = kept['action'];
  return {
    tags: tags.filter(isTag).map(plainTag),
    users: typeof users === 'number' && users >= 0 ? users : 0,
    checkFirst: kept['checkFirst'] === true,
    action: PLAN_ACTIONS.find((known) => known === action) ?? 'attach',
  };
}

function plainTag({ id, name, action }: PlanTag): PlanTag {
  return action === 'attach' || action === 'detach' ? { id, name, action } : { id, name };
}

function isTag(value: unknown): value is PlanTag {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name } = value as Partial<PlanTag>;
  return typeof id === 'string' && typeof name === 'string';
}

/** Returns the endpoint to which a run sends its changes; of a run that attaches and detaches, one of the two. */
export function endpointOf({ kind, detail }: Pick<RunRecord, 'kind' | 'detail'>): EndpointName {
  if (kind === 'delete') return 'deleteItem';
  const isUndo = kind === 'undo';
  const action = isUndo ? readRunDetail(detail).action : kind;
  return (action === 'detach') === isUndo ? 'attachTag' : 'detachTag';
}

import { fieldsIn, fieldsOf, isCount, isShortText, isOneOf } from '../base/jsonValues.ts';
import type { Bot } from '../base/model.ts';
import type { PlanTag } from '../base/plan.ts';

/** `rename` and `recreate` (in another folder) create a new tag. `merge` moves the customers into an existing tag. */
const REFACTOR_KINDS = ['rename', 'recreate', 'merge'] as const;
export type RefactorKind = (typeof REFACTOR_KINDS)[number];

export function isRefactor({ kind }: { readonly kind: string }): boolean {
  return isOneOf(REFACTOR_KINDS, kind);
}

/** Each phase is saved before it begins. */
export const PHASES = [
  'scanning',
  'creating',
  'attaching',
  'asking',
  'deleting',
  'undoing',
] as const;
type RefactorPhase = (typeof PHASES)[number];

/** Tag that replaces the old tags. */
export interface RefactorTarget {
  /** `null`: the tag is not created yet, or its ID is unknown. */
  readonly id: string | null;
  readonly name: string;
  /** Folder in which the tag is created. `null`: directly below the bot. */
  readonly parentId: string | null;
}

/** Saved state of a refactor. Contains no customers: the holders of the old tags are found by scanning again. */
export interface RefactorState {
  readonly kind: RefactorKind;
  /** Tags that are replaced: one, or several for a merge. */
  readonly old: readonly [PlanTag, ...PlanTag[]];
  readonly target: RefactorTarget;
  readonly phase: RefactorPhase;
  /** Start time of the first scan, in ms since 1970. */
  readonly start: number;
  /** Whether an old tag has been deleted, so the refactor can no longer be undone. */
  readonly hasDeleted: boolean;
  /** Identifies the bot if it was removed and added again with another key. */
  readonly at?: BotAddress | undefined;
}

export type BotAddress = Pick<Bot, 'botId' | 'baseUrl'>;

export const MAX_OLD_TAGS = 100;

/** Serializes the state, for `RunRecord.detail`. */
export function writeRefactor(state: RefactorState): string {
  const { old, ...otherFields } = state;
  // Saved as `tags`, as in the detail of every run: the Journal shows these names in its rows.
  return JSON.stringify({ ...otherFields, tags: old });
}

/** Parses the result of `writeRefactor`. Accepts any text; `undefined` if the refactor cannot be continued. */
export function readRefactor(text: string): RefactorState | undefined {
  const { kind, tags, target, phase, start, hasDeleted, at } = fieldsIn(text);
  const oldTags = Array.isArray(tags) && tags.length <= MAX_OLD_TAGS ? tags.map(readTag) : [];
  const [first, ...otherTags] = oldTags.filter((tag) => tag !== undefined);
  const newTag = readTarget(target);
  if (!isOneOf(REFACTOR_KINDS, kind) || !isOneOf(PHASES, phase)) return undefined;
  if (!isCount(start)) return undefined;
  if (first === undefined || newTag === undefined || otherTags.length + 1 !== oldTags.length)
    return undefined;
  const hasDuplicate =
    oldTags.some((tag) => tag?.id === newTag.id) ||
    new Set(oldTags.map((tag) => tag?.id)).size < oldTags.length;
  // A merge can have several old tags, and its target already exists, so the target has an ID.
  if (hasDuplicate || (kind === 'merge' ? newTag.id === null : otherTags.length > 0))
    return undefined;
  const fields = { kind, old: [first, ...otherTags], target: newTag, phase, start } as const;
  const address = readAddress(at);
  return {
    ...fields,
    hasDeleted: hasDeleted === true,
    ...(address === undefined ? {} : { at: address }),
  };
}

/** Returns the tag that replaced a deleted tag. `runs` can be of any kind; the newest is first. */
export function replacementIn(
  runs: readonly { readonly bot: string; readonly kind: string; readonly detail: string }[],
  tag: string,
): { readonly bot: string; readonly id: string } | undefined {
  for (const { bot, detail } of runs.filter(isRefactor)) {
    const { old, hasDeleted, target } = readRefactor(detail) ?? {};
    const isOld = hasDeleted === true && old?.some(({ id }) => id === tag);
    if (isOld === true && target?.id) return { bot, id: target.id };
  }
  return undefined;
}

function readAddress(value: unknown): BotAddress | undefined {
  const { botId, baseUrl } = fieldsOf(value);
  return isShortText(botId) && typeof baseUrl === 'string' ? { botId, baseUrl } : undefined;
}

function readTag(value: unknown): PlanTag | undefined {
  const { id, name } = fieldsOf(value);
  // The service may have tags with any name, even an empty one.
  return isShortText(id) && typeof name === 'string' ? { id, name } : undefined;
}

function readTarget(value: unknown): RefactorTarget | undefined {
  const { id, name, parentId } = fieldsOf(value);
  if (typeof name !== 'string' || name === '') return undefined;
  if (!isTextOrNull(id) || !isTextOrNull(parentId)) return undefined;
  return { id, name, parentId };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isShortText(value);
}

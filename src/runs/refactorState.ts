import { fieldsIn, fieldsOf, isShortText } from '../base/jsonValues.ts';
import type { PlanTag } from '../base/plan.ts';

/**
 * `rename`: another name; `recreate`: the same name in another folder; both by a new tag. `merge`: into a tag that is
 * there.
 */
export const REFACTOR_KINDS = ['rename', 'recreate', 'merge'] as const;
export type RefactorKind = (typeof REFACTOR_KINDS)[number];

export function isRefactor({ kind }: { readonly kind: string }): boolean {
  return isOneOf(REFACTOR_KINDS, kind);
}

/** How far it is. Each is written down before it begins. */
export const PHASES = [
  'scanning',
  'creating',
  'attaching',
  'asking',
  'deleting',
  'undoing',
] as const;
export type RefactorPhase = (typeof PHASES)[number];

/** What takes the place of the old tags. */
export interface RefactorTarget {
  /** `null`: it is not created yet, or nobody knows its ID. */
  readonly id: string | null;
  readonly name: string;
  /** The folder to create it in; `null`: right below the bot. */
  readonly parentId: string | null;
}

/** All that is kept of a refactor. No user stands in it: who has the old tags is found by scanning again. */
export interface RefactorState {
  readonly kind: RefactorKind;
  readonly old: readonly [PlanTag, ...PlanTag[]];
  readonly target: RefactorTarget;
  readonly phase: RefactorPhase;
  /** When its first scan began, ms. */
  readonly start: number;
  /** An old tag is gone: there is no way back. */
  readonly hasDeleted: boolean;
  /** The bot, for when it was removed and added again, with another key. */
  readonly at?: BotPlace | undefined;
}

export interface BotPlace {
  readonly botId: string;
  readonly baseUrl: string;
}

/** More tags nobody merges at once. */
export const MOST_OLD_TAGS = 100;
export function writeRefactor(state: RefactorState): string {
  const { old, ...others } = state;
  // As in the detail of any run: the Journal's rows name these.
  return JSON.stringify({ ...others, tags: old });
}

/** Reads what `writeRefactor` wrote, or anything else. @returns `undefined`: it cannot be gone on with */
export function readRefactor(text: string): RefactorState | undefined {
  const { kind, tags: old, target, phase, start, hasDeleted, at } = fieldsIn(text);
  const tags = Array.isArray(old) && old.length <= MOST_OLD_TAGS ? old.map(readTag) : [];
  const [first, ...more] = tags.filter((tag) => tag !== undefined);
  const into = readTarget(target);
  if (!isOneOf(REFACTOR_KINDS, kind) || !isOneOf(PHASES, phase)) return undefined;
  if (typeof start !== 'number' || !Number.isSafeInteger(start) || start < 0) return undefined;
  if (first === undefined || into === undefined || more.length + 1 !== tags.length)
    return undefined;
  const isOwn =
    tags.some((tag) => tag?.id === into.id) ||
    new Set(tags.map((tag) => tag?.id)).size < tags.length;
  if (isOwn || (kind === 'merge' ? into.id === null : more.length > 0)) return undefined;
  const known = { kind, old: [first, ...more], target: into, phase, start } as const;
  const place = readPlace(at);
  return {
    ...{ ...known, hasDeleted: hasDeleted === true },
    ...(place === undefined ? {} : { at: place }),
  };
}

/** See `JournalStore.replacement`. @param runs newest first, of any kind */
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

function readPlace(value: unknown): BotPlace | undefined {
  const { botId, baseUrl } = fieldsOf(value);
  return isShortText(botId) && typeof baseUrl === 'string' ? { botId, baseUrl } : undefined;
}

function readTag(value: unknown): PlanTag | undefined {
  const { id, name } = fieldsOf(value);
  return isShortText(id) && isShortText(name) ? { id, name } : undefined;
}

function readTarget(value: unknown): RefactorTarget | undefined {
  const { id, name, parentId } = fieldsOf(value);
  if (!isShortText(name) || !isTextOrNull(id) || !isTextOrNull(parentId)) return undefined;
  return { id, name, parentId };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isShortText(value);
}

function isOneOf<T extends string>(all: readonly T[], value: unknown): value is T {
  return all.some((one) => one === value);
}

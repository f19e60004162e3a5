import { CHANNEL_BY_NAME } from '../base/customer.ts';
import { parseJson } from '../base/jsonValues.ts';
import type { UserRef } from '../base/model.ts';
import {
  type LinePosition,
  type PlanAction,
  type PlanHead,
  SKIPS,
  type Tagging,
  taggingOf,
  type UserLine,
} from '../base/plan.ts';
import type { Tokens } from './jsonTokens.ts';
import { NO_INDEXES } from './planLines.ts';

/** Rules from the head of a plan for reading its lines. */
export class LineRules {
  /** Actions that a line may have, with the indexes of the tags that the action does not apply to. */
  readonly actions: ReadonlyMap<unknown, readonly number[]>;
  readonly tagCount: number;
  /** Pairs of indexes of the same tag, to attach and to detach. One line must not do both. */
  readonly #opposites: readonly (readonly [number, number])[];
  readonly #pageIds = new Map<string, string>();

  constructor({ action, tags }: Pick<PlanHead, 'action' | 'tags'>) {
    const indexesOf = (tagging: Tagging): readonly number[] =>
      [...tags.keys()].filter((index) => taggingOf({ action }, tags[index] ?? {}) === tagging);
    const [attached, detached] = [indexesOf('attach'), indexesOf('detach')];
    const actions = new Map<PlanAction, readonly number[]>([[action, NO_INDEXES]]);
    if (action === 'attach and detach') actions.set('attach', detached).set('detach', attached);
    this.actions = actions;
    this.tagCount = tags.length;
    this.#opposites = attached.flatMap((attach) =>
      detached
        .filter((detach) => tags[attach]?.id === tags[detach]?.id)
        .map((detach) => [attach, detach] as const),
    );
  }

  /** Returns the shared string for a page ID, so that it is in memory once and not once per user. */
  sharedPageId(id: string): string {
    const firstString = this.#pageIds.get(id);
    if (firstString === undefined) this.#pageIds.set(id, id);
    return firstString ?? id;
  }

  /**
   * Returns the indexes of all tags that a line leaves out: those that its action does not apply to, and its `except`.
   * @returns undefined if the line would change nothing, or attach and detach the same tag
   */
  exceptions(
    tagsNotOfAction: readonly number[],
    lineExceptions: readonly number[],
  ): readonly number[] | undefined {
    const except =
      tagsNotOfAction.length === 0
        ? lineExceptions
        : [...new Set([...tagsNotOfAction, ...lineExceptions])].sort((a, b) => a - b);
    const isKept = (index: number): boolean => !except.includes(index);
    const hasOpposites = this.#opposites.some((pair) => pair.every(isKept));
    return hasOpposites || except.length >= this.tagCount ? undefined : except;
  }
}

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'do',
  'skip',
  'user',
  'encryptedUser',
  'page',
  'channel',
  'except',
  'row',
  'name',
]);
const KNOWN_SKIPS: ReadonlySet<unknown> = new Set(SKIPS);

/** Fields of a line that identify its user. A skipped line may have none of them. */
export const USER_FIELDS = ['user', 'encryptedUser', 'page', 'channel'];

type Values = Readonly<Record<string, unknown>>;

/**
 * Fast path for lines as `lineText` writes them, three times as fast as the full parser.
 * @returns undefined for a line that was edited or is invalid; `tokens` stays at its start, for the full parser
 */
export function quickLine(tokens: Tokens, rules: LineRules): (UserLine & LinePosition) | undefined {
  const [json, comment] = tokens.objectOfLine();
  const values = json === undefined ? undefined : parseValues(json);
  const line = values && lineOf(values, comment, rules, tokens.line);
  if (json !== undefined && line !== undefined) tokens.moveBy(json.length);
  return line;
}

/** Returns `undefined` if the text is not JSON, or a field is repeated or not allowed in a line. */
function parseValues(json: string): Values | undefined {
  const values = parseJson(json);
  // Serializing gives a different text if a name is repeated, or a number has an unusual spelling.
  if (JSON.stringify(values) !== json) return undefined;
  const isLine = Object.keys(values as Values).every((name) => KNOWN_FIELDS.has(name));
  return isLine ? (values as Values) : undefined;
}

/** @param comment comment after the line, used as the name if the line has no name */
function lineOf(
  values: Values,
  comment: string | undefined,
  rules: LineRules,
  lineNumber: number,
): (UserLine & LinePosition) | undefined {
  const { do: action, skip, row, name = comment } = values;
  const tagsNotOfAction = rules.actions.get(action);
  const isActive = tagsNotOfAction !== undefined && skip === undefined;
  const isSkipped = action === undefined && KNOWN_SKIPS.has(skip);
  const isValid =
    (isActive || isSkipped) &&
    (row === undefined || (Number.isSafeInteger(row) && Number(row) > 0)) &&
    (name === undefined || typeof name === 'string');
  const lineExceptions = readExceptions(values['except'], rules.tagCount);
  const except =
    lineExceptions && isActive ? rules.exceptions(tagsNotOfAction, lineExceptions) : lineExceptions;
  const user = userOf(values, rules);
  const hasNoUser = isSkipped && USER_FIELDS.every((field) => values[field] === undefined);
  if (!isValid || except === undefined || (user === undefined && !hasNoUser)) return undefined;
  return {
    user,
    skip: skip as UserLine['skip'],
    except,
    row: row as number | undefined,
    name,
    line: lineNumber,
  };
}

/**
 * Converts the tag numbers in `except`, which start at 1, to indexes.
 * @returns undefined if the value is not a list of different tag numbers, or lists all tags
 */
function readExceptions(value: unknown, tagCount: number): readonly number[] | undefined {
  if (value === undefined) return NO_INDEXES;
  if (!Array.isArray(value) || value.length >= tagCount) return undefined;
  const indexes = value.map((number: unknown) =>
    Number.isSafeInteger(number) ? Number(number) - 1 : -1,
  );
  const isValid =
    indexes.every((index) => index >= 0 && index < tagCount) &&
    new Set(indexes).size === indexes.length;
  return isValid ? (indexes.length === 0 ? NO_INDEXES : indexes) : undefined;
}

function userOf(
  { user, encryptedUser, page, channel }: Values,
  rules: LineRules,
): UserRef | undefined {
  if (user !== undefined && encryptedUser !== undefined) return undefined;
  const id = user ?? encryptedUser;
  const isKnownChannel = typeof channel === 'string' && Object.hasOwn(CHANNEL_BY_NAME, channel);
  const channelCode = isKnownChannel ? CHANNEL_BY_NAME[channel] : undefined;
  if (!isId(id) || !isId(page) || channelCode === undefined) return undefined;
  const pageId = rules.sharedPageId(page);
  return user === undefined
    ? { uid: id, pageId, channel: channelCode }
    : { rawUid: id, pageId, channel: channelCode };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value);
}

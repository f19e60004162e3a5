import type { UserRef } from '../base/model.ts';
import { SKIPS, type Placed, type UserLine } from '../base/plan.ts';
import { CHANNEL_NAMES } from './lineText.ts';
import type { Tokens } from './tokens.ts';

/** What the lines of a plan are read by. */
export interface LineRules {
  /** Actions that a line may have, each with the indexes of the tags that it does not cover. */
  readonly actions: ReadonlyMap<unknown, readonly number[]>;
  /** Indexes of tags that one line must not change both. */
  readonly opposites: readonly (readonly [number, number])[];
  /** How many the plan has. */
  readonly tags: number;
  /** The page's ID as it was met first: it is kept once, and not with each of its users. */
  readonly pageOf: (id: string) => string;
}

/** One for all of them: most lines have none. */
export const NONE: readonly number[] = [];

const NAMES: ReadonlySet<string> = new Set([
  ...['do', 'skip', 'user', 'encryptedUser', 'page', 'channel', 'except', 'row', 'name'],
]);
const KNOWN_SKIPS: ReadonlySet<unknown> = new Set(SKIPS);

export const WHO = ['user', 'encryptedUser', 'page', 'channel'];

type Values = Readonly<Record<string, unknown>>;

/**
 * The line that begins with the current token, in a third of the time, and steps over it. `undefined`: it does not stand
 * there as it was written, or is wrong, and has to be read with care; nothing was read then.
 */
export function quickLine(tokens: Tokens, rules: LineRules): (UserLine & Placed) | undefined {
  const [json, comment] = tokens.objectOfLine();
  const values = json === undefined ? undefined : valuesOf(json);
  const line = values && lineOf(values, comment, rules, tokens.line);
  if (json !== undefined && line !== undefined) tokens.leap(json.length);
  return line;
}

/** Of an object that says each name once, and nothing but what a line may have. */
function valuesOf(json: string): Values | undefined {
  let values: unknown;
  try {
    values = JSON.parse(json);
  } catch {
    return undefined;
  }
  // Where a name was said twice, or a number in another way, the text comes out as another one.
  if (JSON.stringify(values) !== json) return undefined;
  const isLine = Object.keys(values as Values).every((name) => NAMES.has(name));
  return isLine ? (values as Values) : undefined;
}

/** @param comment after the line, which is its name where it has none */
function lineOf(
  values: Values,
  comment: string | undefined,
  rules: LineRules,
  line: number,
): (UserLine & Placed) | undefined {
  const { do: action, skip, row, name = comment } = values;
  const uncovered = rules.actions.get(action);
  const isActive = uncovered !== undefined && skip === undefined;
  const isSkipped = action === undefined && KNOWN_SKIPS.has(skip);
  const isFit =
    (isActive || isSkipped) &&
    (row === undefined || (Number.isSafeInteger(row) && Number(row) > 0)) &&
    (name === undefined || typeof name === 'string');
  const own = exceptOf(values['except'], rules.tags);
  const except = own && isActive ? exceptIn(rules, uncovered, own) : own;
  const user = userOf(values, rules.pageOf);
  const isNobody = isSkipped && WHO.every((part) => values[part] === undefined);
  if (!isFit || except === undefined || (user === undefined && !isNobody)) return undefined;
  return {
    user,
    skip: skip as UserLine['skip'],
    except,
    row: row as number | undefined,
    name,
    line,
  };
}

/**
 * Adds the tags that the action of a line does not cover to those that the line itself leaves out.
 * @returns `undefined` if the line would change nothing, or attach and detach the same tag
 */
export function exceptIn(
  { tags, opposites }: Pick<LineRules, 'tags' | 'opposites'>,
  uncovered: readonly number[],
  own: readonly number[],
): readonly number[] | undefined {
  const except =
    uncovered.length === 0 ? own : [...new Set([...uncovered, ...own])].sort((a, b) => a - b);
  const isBoth = opposites.some((pair) => !pair.some((index) => except.includes(index)));
  return isBoth || except.length >= tags ? undefined : except;
}

function exceptOf(value: unknown, tags: number): readonly number[] | undefined {
  if (value === undefined) return NONE;
  if (!Array.isArray(value) || value.length >= tags) return undefined;
  const indexes = value.map((number: unknown) =>
    Number.isSafeInteger(number) ? Number(number) - 1 : -1,
  );
  const isFit =
    indexes.every((index) => index >= 0 && index < tags) &&
    new Set(indexes).size === indexes.length;
  return isFit ? (indexes.length === 0 ? NONE : indexes) : undefined;
}

function userOf(
  { user, encryptedUser, page, channel }: Values,
  pageOf: LineRules['pageOf'],
): UserRef | undefined {
  if (user !== undefined && encryptedUser !== undefined) return undefined;
  const id = user ?? encryptedUser;
  const isKnown = typeof channel === 'string' && Object.hasOwn(CHANNEL_NAMES, channel);
  const code = isKnown ? CHANNEL_NAMES[channel] : undefined;
  if (!isId(id) || !isId(page) || code === undefined) return undefined;
  const pageId = pageOf(page);
  return user === undefined
    ? { uid: id, pageId, channel: code }
    : { rawUid: id, pageId, channel: code };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value);
}

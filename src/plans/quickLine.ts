import { parseJson } from '../base/jsonValues.ts';
import { CHANNEL_BY_NAME } from '../base/customer.ts';
import type { UserRef } from '../base/model.ts';
import { SKIPS, type LinePosition, type UserLine } from '../base/plan.ts';
import { NO_INDEXES } from './planLines.ts';
import type { Tokens } from './jsonTokens.ts';
import type { LineRules } from './lineRules.ts';

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
 * @returns undefined for a line that was edited or is invalid; the full parser must then read the unchanged tokens
 */
export function quickLine(tokens: Tokens, rules: LineRules): (UserLine & LinePosition) | undefined {
  const [json, comment] = tokens.objectOfLine();
  const values = json === undefined ? undefined : parseValues(json);
  const line = values && lineOf(values, comment, rules, tokens.line);
  if (json !== undefined && line !== undefined) tokens.moveBy(json.length);
  return line;
}

/** Returns `undefined` also if a field is repeated, or is not allowed in a line. */
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

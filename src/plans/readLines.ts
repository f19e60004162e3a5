import type { UserRef } from '../core/model.ts';
import {
  MAX_PLAN_LINES,
  SKIPS,
  type ItemLine,
  type Placed,
  type PlanAction,
  type Skip,
  type UserLine,
} from '../core/plans/plan.ts';
import { SeenUsers } from '../core/plans/seenUsers.ts';
import { CHANNEL_NAMES } from './lineText.ts';
import { readObject, requireFields, type Fields, type ObjectRead } from './readObject.ts';
import { KIND, Stop, type Tokens } from './tokens.ts';
import { elements, idValue, stringValue, wholeValue, wordValue, wrongValue } from './values.ts';

interface UserFields {
  readonly do: PlanAction;
  readonly skip: Skip;
  readonly user: string;
  readonly encryptedUser: string;
  readonly page: string;
  readonly channel: number;
  readonly except: readonly number[];
  readonly row: number;
  readonly name: string;
}

const WHO = ['user', 'encryptedUser', 'page', 'channel'];
const CHANNELS = Object.keys(CHANNEL_NAMES);

/** One for all of them: most lines have none. */
const NONE: readonly number[] = [];

/** Lines of the array that the current token opens; yields where other work can be let in. */
function* readList<T>(
  tokens: Tokens,
  readLine: () => T | undefined,
): Generator<undefined, readonly T[], undefined> {
  const lines: T[] = [];
  let count = 0;
  for (const kind of elements(tokens)) {
    yield;
    if (kind === 'gap') continue;
    if (++count > MAX_PLAN_LINES) {
      tokens.problem('too-many-lines', tokens.spot, String(MAX_PLAN_LINES));
      throw new Stop();
    }
    const line = readLine();
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

/** @param tags how many the plan has */
export function readUsers(
  tokens: Tokens,
  action: PlanAction,
  tags: number,
): Generator<undefined, readonly (UserLine & Placed)[], undefined> {
  const seen = new SeenUsers();
  const fields = userFields(action, tags);
  return readList(tokens, () => {
    const read = readObject(tokens, fields);
    return read === undefined ? undefined : userLine(tokens, read, seen);
  });
}

function userFields(action: PlanAction, tags: number): Fields<UserFields> {
  const pages = new Map<string, string>();
  // Each page's ID once, and not with each of its users.
  const page = (tokens: Tokens): string | undefined => {
    const id = idValue(tokens);
    if (id !== undefined && !pages.has(id)) pages.set(id, id);
    return id === undefined ? undefined : pages.get(id);
  };
  return {
    do: (tokens) => wordValue(tokens, [action]),
    skip: (tokens) => wordValue(tokens, SKIPS),
    user: idValue,
    encryptedUser: idValue,
    page,
    channel: (tokens) => CHANNEL_NAMES[wordValue(tokens, CHANNELS) ?? ''],
    except: (tokens) => exceptValue(tokens, tags),
    row: (tokens) => wholeValue(tokens, 1, Number.MAX_SAFE_INTEGER),
    name: stringValue,
  };
}

/** A line that leaves every tag as it is would do nothing: that is what skipping is for. */
function exceptValue(tokens: Tokens, tags: number): readonly number[] | undefined {
  if (!tokens.is(KIND.openBracket)) return wrongValue(tokens);
  const start = tokens.spot;
  const except = new Set<number>();
  for (const kind of elements(tokens)) {
    if (kind === 'gap') continue;
    const { spot, raw } = tokens;
    const number = wholeValue(tokens, 1, tags);
    if (number === undefined) continue;
    if (except.has(number - 1)) tokens.problem('wrong-value', spot, raw);
    except.add(number - 1);
  }
  if (except.size === tags) tokens.problem('wrong-value', tokens.through(start), 'except');
  return except.size === 0 ? NONE : [...except];
}

function userLine(
  tokens: Tokens,
  read: ObjectRead<UserFields>,
  seen: SeenUsers,
): UserLine & Placed {
  const { values, names, spot } = read;
  const isActive = names.has('do');
  if (!names.has('skip')) requireFields(tokens, read, ['do']);
  else if (isActive) tokens.problem('unknown-field', spot, 'skip');
  const isAboutUser = isActive || WHO.some((name) => names.has(name));
  const user = isAboutUser ? userOf(tokens, read) : undefined;
  if (isActive && user !== undefined && !seen.add(user)) {
    tokens.problem('twice', spot, user.rawUid ?? user.uid ?? '');
  }
  const { skip, except = NONE, row, name } = values;
  return { user, skip, except, row, name, line: spot.line };
}

function userOf(tokens: Tokens, read: ObjectRead<UserFields>): UserRef | undefined {
  const { values, names, spot } = read;
  const { user: rawUid, encryptedUser: uid, page: pageId, channel } = values;
  const isRaw = names.has('user');
  const isEncrypted = names.has('encryptedUser');
  if (isRaw && isEncrypted) tokens.problem('two-users', spot, 'encryptedUser');
  if (!isRaw && !isEncrypted) tokens.problem('no-user', spot, 'user');
  requireFields(tokens, read, ['page', 'channel']);
  if (pageId === undefined || channel === undefined) return undefined;
  if (rawUid !== undefined) return { rawUid, pageId, channel };
  return uid === undefined ? undefined : { uid, pageId, channel };
}

interface ItemFields extends ItemLine {
  readonly do: PlanAction;
  readonly customers: number;
}

const ITEM_FIELDS: Fields<ItemFields> = {
  do: (tokens) => wordValue(tokens, ['delete']),
  id: idValue,
  name: stringValue,
  customers: (tokens) => wholeValue(tokens, 0, Number.MAX_SAFE_INTEGER),
};

export function readItems(
  tokens: Tokens,
): Generator<undefined, readonly (ItemLine & Placed)[], undefined> {
  const ids = new Set<string>();
  return readList(tokens, () => {
    const read = readObject(tokens, ITEM_FIELDS);
    if (read === undefined) return undefined;
    requireFields(tokens, read, ['do', 'id', 'name']);
    const { id, name, customers } = read.values;
    if (id === undefined || name === undefined) return undefined;
    if (ids.has(id)) tokens.problem('twice', read.spot, id);
    ids.add(id);
    return { id, name, customers, line: read.spot.line };
  });
}

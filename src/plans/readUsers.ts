import { KIND } from '../base/jsonc.ts';
import { CHANNEL_BY_NAME } from '../base/customer.ts';
import type { UserRef } from '../base/model.ts';
import {
  SKIPS,
  type LinePosition,
  type PlanAction,
  type PlanHead,
  type Skip,
  type UserLine,
} from '../base/plan.ts';
import { SeenUsers } from '../base/userCollections.ts';
import { LineRules, quickLine, USER_FIELDS } from './quickLine.ts';
import {
  elements,
  type Fields,
  idValue,
  type ObjectRead,
  readList,
  readObject,
  requireFields,
  stringValue,
  integerValue,
  wordValue,
  wrongValue,
} from './readValues.ts';
import { NO_INDEXES } from './planLines.ts';
import type { Tokens } from './jsonTokens.ts';

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

const CHANNELS = Object.keys(CHANNEL_BY_NAME);

export function readUsers(
  tokens: Tokens,
  head: Pick<PlanHead, 'action' | 'tags'>,
): Generator<undefined, readonly (UserLine & LinePosition)[], undefined> {
  const seen = new SeenUsers();
  const rules = new LineRules(head);
  const fields = userFields(rules);
  return readList(tokens, () => {
    const { range } = tokens;
    const line = quickLine(tokens, rules) ?? readLine(tokens, rules, fields);
    if (line?.skip === undefined && line?.user !== undefined && !seen.add(line.user)) {
      tokens.report('twice', tokens.rangeFrom(range), line.user.rawUid ?? line.user.uid ?? '');
    }
    return line;
  });
}

function userFields(rules: LineRules): Fields<UserFields> {
  const actionNames = [...rules.actions.keys()] as PlanAction[];
  return {
    do: (tokens) => wordValue(tokens, actionNames),
    skip: (tokens) => wordValue(tokens, SKIPS),
    user: idValue,
    encryptedUser: idValue,
    page: (tokens) => {
      const id = idValue(tokens);
      return id === undefined ? undefined : rules.sharedPageId(id);
    },
    channel: (tokens) => CHANNEL_BY_NAME[wordValue(tokens, CHANNELS) ?? ''],
    except: (tokens) => exceptValue(tokens, rules.tagCount),
    row: (tokens) => integerValue(tokens, 1, Number.MAX_SAFE_INTEGER),
    name: stringValue,
  };
}

/** Reads `except`. Refuses a list of all tags, because that line would do nothing: such a line must use `skip`. */
function exceptValue(tokens: Tokens, tagCount: number): readonly number[] | undefined {
  if (!tokens.is(KIND.openBracket)) return wrongValue(tokens);
  const start = tokens.range;
  const except = new Set<number>();
  for (const kind of elements(tokens)) {
    if (kind === 'space') continue;
    const { range, raw } = tokens;
    const number = integerValue(tokens, 1, tagCount);
    if (number === undefined) continue;
    if (except.has(number - 1)) tokens.report('wrong-value', range, raw);
    except.add(number - 1);
  }
  if (except.size === tagCount) tokens.report('wrong-value', tokens.rangeFrom(start), 'except');
  return except.size === 0 ? NO_INDEXES : [...except];
}

/** Reads any line with the full parser, and reports its problems. */
function readLine(
  tokens: Tokens,
  rules: LineRules,
  fields: Fields<UserFields>,
): (UserLine & LinePosition) | undefined {
  const read = readObject(tokens, fields);
  if (read === undefined) return undefined;
  const { values, names, range } = read;
  const isActive = names.has('do');
  if (!names.has('skip')) requireFields(tokens, read, ['do']);
  else if (isActive) tokens.report('unknown-field', range, 'skip');
  const needsUser = isActive || USER_FIELDS.some((name) => names.has(name));
  const user = needsUser ? userOf(tokens, read) : undefined;
  const { do: action, skip, except: lineExceptions = NO_INDEXES, row } = values;
  const name = values.name ?? tokens.commentAfter();
  const tagsNotOfAction = action && rules.actions.get(action);
  const except =
    tagsNotOfAction === undefined
      ? lineExceptions
      : rules.exceptions(tagsNotOfAction, lineExceptions);
  // An `except` with all tags was already reported by `exceptValue`.
  if (except === undefined && lineExceptions.length < rules.tagCount)
    tokens.report('wrong-value', range, action ?? '');
  return { user, skip, except: except ?? lineExceptions, row, name, line: range.line };
}

function userOf(tokens: Tokens, read: ObjectRead<UserFields>): UserRef | undefined {
  const { values, names, range } = read;
  const { user: rawUid, encryptedUser: uid, page: pageId, channel } = values;
  const isRaw = names.has('user');
  const isEncrypted = names.has('encryptedUser');
  if (isRaw && isEncrypted) tokens.report('two-users', range, 'encryptedUser');
  if (!isRaw && !isEncrypted) tokens.report('no-user', range, 'user');
  requireFields(tokens, read, ['page', 'channel']);
  if (pageId === undefined || channel === undefined) return undefined;
  if (rawUid !== undefined) return { rawUid, pageId, channel };
  return uid === undefined ? undefined : { uid, pageId, channel };
}

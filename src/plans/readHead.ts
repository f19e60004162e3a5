import { KIND } from '../base/jsonc.ts';
import {
  PLAN_ACTIONS,
  type PlanAction,
  type PlanSource,
  type PlanTag,
  type Tagging,
} from '../base/plan.ts';
import {
  booleanValue,
  elements,
  type Fields,
  idValue,
  readObject,
  requireFields,
  stringValue,
  wordValue,
  wrongValue,
} from './readValues.ts';
import { Stop, type Tokens } from './jsonTokens.ts';

/** Fields above the lines of a plan, with their names in the text. */
export interface HeadFields {
  readonly $schema: string;
  readonly plan: 1;
  readonly do: PlanAction;
  readonly bot: string;
  readonly baseUrl: string;
  readonly environment: string;
  readonly tags: readonly PlanTag[];
  readonly checkFirst: boolean;
  /** Creation time, in ms. */
  readonly made: number;
  readonly source: PlanSource;
}

/** Maximum number of tags in a plan. A user could not review more tags, and no command creates more. */
const MAX_TAGS = 1000;

const SOURCES = ['selected', 'matching', 'service', 'items', 'file'] as const;

/** Matches a UTC time such as `2026-11-22T08:30:00.000Z`. The milliseconds are optional. */
const UTC_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/;

export const HEAD_FIELDS: Fields<HeadFields> = {
  $schema: stringValue,
  plan: versionValue,
  do: (tokens) => wordValue(tokens, PLAN_ACTIONS),
  bot: idValue,
  baseUrl: stringValue,
  environment: stringValue,
  tags: tagsValue,
  checkFirst: booleanValue,
  made: timeValue,
  source: sourceValue,
};

/** Stops at another version, because other problems reported for that plan could be wrong. */
function versionValue(tokens: Tokens): 1 {
  if (tokens.is(KIND.number) && Number(tokens.raw) === 1) return 1;
  tokens.report('version', tokens.range, tokens.raw);
  throw new Stop();
}

function timeValue(tokens: Tokens): number | undefined {
  const text = tokens.is(KIND.string) ? (JSON.parse(tokens.raw) as string) : '';
  return UTC_TIME.test(text) ? Date.parse(text) : wrongValue(tokens);
}

function tagsValue(tokens: Tokens): readonly PlanTag[] | undefined {
  if (!tokens.is(KIND.openBracket)) return wrongValue(tokens);
  const start = tokens.range;
  const tags: PlanTag[] = [];
  const usedKeys = new Set<string>();
  let count = 0;
  for (const kind of elements(tokens)) {
    if (kind === 'space') continue;
    if (++count > MAX_TAGS) {
      tokens.report('wrong-value', tokens.range, tokens.raw);
      throw new Stop();
    }
    const tag = tagValue(tokens, usedKeys);
    if (tag !== undefined) tags.push(tag);
  }
  if (count === 0) tokens.report('wrong-value', tokens.rangeFrom(start), '[]');
  return tags.length === count ? tags : undefined;
}

interface TagFields extends Pick<PlanTag, 'id' | 'name'> {
  readonly do: Tagging;
}

/** @param usedKeys JSON of the action and ID of each earlier tag; a tag may be listed once per action */
function tagValue(tokens: Tokens, usedKeys: Set<string>): PlanTag | undefined {
  let idToken = { range: tokens.range, raw: '' };
  const read = readObject<TagFields>(tokens, {
    do: () => wordValue(tokens, ['attach', 'detach']),
    id: () => {
      idToken = { range: tokens.range, raw: tokens.raw };
      return idValue(tokens);
    },
    name: stringValue,
  });
  if (read === undefined) return undefined;
  requireFields(tokens, read, ['id', 'name']);
  const { do: action, id, name } = read.values;
  if (id === undefined || name === undefined) return undefined;
  const key = JSON.stringify([action, id]);
  if (usedKeys.has(key)) tokens.report('wrong-value', idToken.range, idToken.raw);
  usedKeys.add(key);
  return action === undefined ? { id, name } : { id, name, action };
}

function sourceValue(tokens: Tokens): PlanSource | undefined {
  const read = readObject<{ readonly from: (typeof SOURCES)[number]; readonly file: string }>(
    tokens,
    { from: () => wordValue(tokens, SOURCES), file: idValue },
  );
  if (read === undefined) return undefined;
  requireFields(tokens, read, ['from']);
  const { from: kind, file } = read.values;
  if (kind === undefined) return undefined;
  if (kind === 'file') {
    requireFields(tokens, read, ['file']);
    return file === undefined ? undefined : { kind, file };
  }
  if (read.names.has('file')) tokens.report('unknown-field', read.range, 'file');
  return { kind };
}

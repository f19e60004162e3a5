import { KIND } from '../base/jsonc.ts';
import type {
  ItemLine,
  LinePosition,
  Plan,
  PlanAction,
  PlanProblem,
  ReadPlan,
  UserLine,
} from '../base/plan.ts';
import { runInSlices } from '../base/promises.ts';
import { HEAD_FIELDS, type HeadFields } from './readHead.ts';
import {
  type Fields,
  idValue,
  isField,
  members,
  readList,
  readObject,
  requireFields,
  skip,
  skipInSteps,
  stringValue,
  integerValue,
  wordValue,
  wrongValue,
} from './readValues.ts';
import { readUsers } from './readUsers.ts';
import { Stop, type TextRange, Tokens } from './jsonTokens.ts';

interface ItemFields extends ItemLine {
  readonly do: PlanAction;
  readonly customers: number;
}

const ITEM_FIELDS: Fields<ItemFields> = {
  do: (tokens) => wordValue(tokens, ['delete']),
  id: idValue,
  name: stringValue,
  customers: (tokens) => integerValue(tokens, 0, Number.MAX_SAFE_INTEGER),
};

function readItems(
  tokens: Tokens,
): Generator<undefined, readonly (ItemLine & LinePosition)[], undefined> {
  const ids = new Set<string>();
  return readList(tokens, () => {
    const read = readObject(tokens, ITEM_FIELDS);
    if (read === undefined) return undefined;
    requireFields(tokens, read, ['do', 'id', 'name']);
    const { id, name, customers } = read.values;
    if (id === undefined || name === undefined) return undefined;
    if (ids.has(id)) tokens.report('twice', read.range, id);
    ids.add(id);
    return { id, name, customers, line: read.range.line };
  });
}

/** Maximum length in UTF-16 code units: twice that of `MAX_PLAN_LINES` lines with each field on a separate line. */
const MAX_LENGTH = 1 << 26;

const COMMON_FIELDS = ['plan', 'do', 'bot', 'baseUrl', 'environment', 'made', 'source'];
const TAGGING_FIELDS = ['tags', 'checkFirst', 'users'];
const DELETING_FIELDS = ['items'];

/** Parses a plan in time slices. Throws the signal's reason on abort. */
export async function readPlan(text: string, signal: AbortSignal): Promise<ReadPlan> {
  const reader = new PlanReader(text);
  try {
    await runInSlices(reader.read(), signal);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  signal.throwIfAborted();
  return reader.result();
}

type ListName = 'users' | 'items';

/** Reads one plan. Fields may be in any order. */
class PlanReader {
  readonly #text: string;
  readonly #problems: PlanProblem[] = [];
  readonly #values: { -readonly [Name in keyof HeadFields]?: HeadFields[Name] | undefined } = {};
  /** Ranges of the names of the fields read so far, by name. */
  readonly #fieldRanges = new Map<string, TextRange>();
  /** Positions of the lists `users` and `items` that precede `do` or `tags`, which are needed to read the lists. */
  readonly #deferredLists = new Map<ListName, TextRange>();
  #users: readonly (UserLine & LinePosition)[] = [];
  #items: readonly (ItemLine & LinePosition)[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  *read(): Generator<undefined, void, undefined> {
    const tokens = new Tokens(this.#text, this.#problems);
    if (this.#text.length > MAX_LENGTH) {
      // The message about too many lines also fits here: its advice is to move lines to another file.
      tokens.report('too-many-lines', { offset: 0, length: 0, line: 1 }, '');
      return;
    }
    // `next` would skip a long comment or long white space without a pause.
    while (tokens.scan()) yield;
    if (tokens.is(KIND.end)) tokens.refuse();
    if (!tokens.is(KIND.openBrace)) {
      wrongValue(tokens);
      return;
    }
    const start = tokens.range;
    for (const { name, range } of members(tokens)) yield* this.#readMember(tokens, name, range);
    while (tokens.scan()) yield;
    if (!tokens.is(KIND.end)) tokens.refuse();
    for (const [list, range] of this.#deferredLists) {
      const listTokens = new Tokens(this.#text, this.#problems, range);
      listTokens.next();
      if (this.#canRead(list)) yield* this.#readLines(listTokens, list);
    }
    this.#checkFields(tokens, start);
  }

  result(): ReadPlan {
    const [first, ...more] = this.#problems.toSorted((a, b) => a.offset - b.offset);
    if (first !== undefined) return { plan: undefined, problems: [first, ...more] };
    return { plan: this.#createPlan(), problems: [] };
  }

  /** @param range range of the name; the current token is the first token of the value */
  *#readMember(
    tokens: Tokens,
    name: string,
    range: TextRange,
  ): Generator<undefined, void, undefined> {
    yield;
    const isList = name === 'users' || name === 'items';
    if (!isList && !isField(HEAD_FIELDS, name)) {
      tokens.report('unknown-field', range, name);
      // Stops reading at a value that is longer than any value of a valid plan.
      skip(tokens);
    } else if (this.#fieldRanges.has(name)) {
      tokens.report('repeated-field', range, name);
      yield* skipInSteps(tokens);
    } else {
      this.#fieldRanges.set(name, range);
      if (!isList) this.#setField(tokens, name);
      else if (!tokens.is(KIND.openBracket)) wrongValue(tokens);
      else if (this.#canRead(name)) yield* this.#readLines(tokens, name);
      else {
        this.#deferredLists.set(name, tokens.range);
        yield* skipInSteps(tokens);
      }
    }
  }

  #setField(tokens: Tokens, name: keyof HeadFields): void {
    Object.assign(this.#values, { [name]: HEAD_FIELDS[name](tokens) });
  }

  /** Returns whether the list fits the action, and the fields needed to read the list are known. */
  #canRead(list: ListName): boolean {
    const { do: action, tags } = this.#values;
    if (list === 'items') return action === 'delete';
    return action !== undefined && action !== 'delete' && tags !== undefined;
  }

  *#readLines(tokens: Tokens, list: ListName): Generator<undefined, void, undefined> {
    const { do: action, tags = [] } = this.#values;
    if (list === 'items') this.#items = yield* readItems(tokens);
    else if (action !== undefined) this.#users = yield* readUsers(tokens, { action, tags });
  }

  /** Reports fields that are missing (at `start`), or belong to another kind of plan. */
  #checkFields(tokens: Tokens, start: TextRange): void {
    const { do: action } = this.#values;
    const [requiredFields, forbiddenFields] =
      action === 'delete' ? [DELETING_FIELDS, TAGGING_FIELDS] : [TAGGING_FIELDS, DELETING_FIELDS];
    const names = new Set(this.#fieldRanges.keys());
    requireFields(
      tokens,
      { names, range: start },
      action === undefined ? COMMON_FIELDS : [...COMMON_FIELDS, ...requiredFields],
    );
    this.#checkTags(tokens);
    for (const name of action === undefined ? [] : forbiddenFields) {
      const range = this.#fieldRanges.get(name);
      if (range !== undefined) tokens.report('unknown-field', range, name);
    }
  }

  /** Checks that each tag has an action if the plan attaches and detaches, and that none has one otherwise. */
  #checkTags(tokens: Tokens): void {
    const { do: action, tags = [] } = this.#values;
    const range = this.#fieldRanges.get('tags');
    if (action === undefined || range === undefined) return;
    const isMixed = action === 'attach and detach';
    if (!tags.some((tag) => (tag.action !== undefined) !== isMixed)) return;
    tokens.report(isMixed ? 'missing-field' : 'unknown-field', range, 'do');
  }

  #createPlan(): Plan {
    const { do: action, bot: botId, baseUrl, environment, made, source } = this.#values;
    const isComplete =
      action !== undefined &&
      botId !== undefined &&
      baseUrl !== undefined &&
      environment !== undefined &&
      made !== undefined &&
      source !== undefined;
    if (!isComplete) throw new Error('a plan without problems misses a field');
    const { tags = [], checkFirst = false } = this.#values;
    return {
      action,
      botId,
      baseUrl,
      environment,
      tags,
      checkFirst,
      made,
      source,
      users: this.#users,
      items: this.#items,
    };
  }
}

import type { Condition, SegmentField, TagCondition } from '../segment.ts';
import { BLOCKED_BOT, numberIn, recordTexts } from '../words.ts';
import type { NameLookup } from './dictionary.ts';
import { rangeOf, rangeOfWhen, type Moment, type Range } from './range.ts';
import type { CodedField, Dictionaries } from './readRecord.ts';

/**
 * Code of the empty text of a field or parameter value, and of a missing email address or phone number. A code is the
 * number of a text in a `Dictionary`.
 */
export const NO_TEXT = 0;
/** Code that no text has, so that a query for it matches no row. */
const UNKNOWN_TEXT = -1;

/** Condition with resolved names and times. Matches the rows of the query, or with `isNot` all other rows. */
export interface Leaf {
  /** Cache key of the query. Queries with equal keys match the same rows until the index changes. */
  readonly key: string;
  readonly isNot: boolean;
  /** Called only if the key is not cached. */
  readonly createQuery: () => LeafQuery;
}

export type LeafQuery =
  /** `word` is in lower case. */
  | { readonly kind: 'text'; readonly word: string }
  | {
      readonly kind: 'tags';
      readonly codes: readonly number[];
      readonly applied: Range | undefined;
      readonly count: Range | undefined;
    }
  | { readonly kind: 'tagCount'; readonly range: Range }
  | { readonly kind: 'time'; readonly field: 'active' | 'first'; readonly range: Range }
  | { readonly kind: 'field'; readonly field: CodedField; readonly codes: readonly number[] }
  | { readonly kind: 'filled'; readonly field: CodedField }
  | {
      readonly kind: 'param';
      /** Code of the parameter's name. `undefined`: no customer has the parameter. */
      readonly name: number | undefined;
      readonly test: ParamTest;
    };

type ParamTest =
  | { readonly kind: 'value'; readonly code: number; readonly isNot: boolean }
  | { readonly kind: 'number'; readonly range: Range };

export interface LeafContext extends Moment {
  readonly dictionaries: Dictionaries;
  readonly lookup: NameLookup;
}

export function leafOf(condition: Condition, context: LeafContext): Leaf {
  switch (condition.kind) {
    // `expandSegments` has replaced such conditions. If one remains, it matches no customer.
    case 'segment':
      return leafOf({ kind: 'tags', comparison: '<', number: 0 }, context);
    case 'text': {
      const word = condition.text.toLowerCase();
      return leaf(['text', word], () => {
        return { kind: 'text', word };
      });
    }
    case 'tag':
      return tagLeaf(condition, context);
    case 'tags': {
      const range = rangeOf(condition.comparison, condition.number);
      return leaf(['tags', ...rangeKey(range)], () => {
        return { kind: 'tagCount', range };
      });
    }
    case 'time': {
      const { field } = condition;
      const range = rangeOfWhen(condition.when, context);
      return leaf(['time', field, ...rangeKey(range)], () => {
        return { kind: 'time', field, range };
      });
    }
    case 'field':
      return fieldLeaf(condition.field, [condition.value], condition.comparison === '!=', context);
    case 'blocked':
      return fieldLeaf('status', ['blocked', BLOCKED_BOT], false, context);
    case 'has': {
      const { field } = condition;
      return leaf(['has', field], () => {
        return { kind: 'filled', field };
      });
    }
    case 'hasParam':
    case 'param':
      return paramLeaf(condition, context);
  }
}

type KeyParts = readonly (string | number | boolean)[];

function leaf(keyParts: KeyParts, createQuery: () => LeafQuery, isNot = false): Leaf {
  return { key: JSON.stringify(keyParts), isNot, createQuery };
}

/** Returns the bounds as texts, because JSON has no infinity. */
function rangeKey(range: Range | undefined): KeyParts {
  return range === undefined ? [''] : [String(range.low), String(range.high), range.isNot];
}

function tagLeaf(condition: TagCondition, context: LeafContext): Leaf {
  const { dictionaries, lookup } = context;
  const { by, value } = condition;
  const applied = condition.applied && rangeOfWhen(condition.applied, context);
  const count = condition.count && rangeOf(condition.count.comparison, condition.count.number);
  return leaf(['tag', by, value, ...rangeKey(applied), ...rangeKey(count)], () => {
    return { kind: 'tags', codes: lookup.codesOf(condition, dictionaries.tags), applied, count };
  });
}

function fieldLeaf(
  field: SegmentField,
  anyOf: readonly string[],
  isNot: boolean,
  { dictionaries }: LeafContext,
): Leaf {
  const createQuery = (): LeafQuery => {
    const recordValues = anyOf.flatMap((value) => recordTexts(field, value));
    const codes = recordValues.map((text) => dictionaries.fields[field].codeOf(text));
    // A comparison with `=` never matches a record without the value, not even `status = ""`.
    const foundCodes = codes.filter((code) => code !== undefined);
    return { kind: 'field', field, codes: foundCodes.filter((code) => code !== NO_TEXT) };
  };
  return leaf(['field', field, ...anyOf], createQuery, isNot);
}

type ParamCondition = Extract<Condition, { kind: 'param' | 'hasParam' }>;

function paramLeaf(condition: ParamCondition, { dictionaries }: LeafContext): Leaf {
  const { paramValues, paramNames } = dictionaries;
  const name = paramNames.codeOf(condition.name);
  const paramQuery = (test: ParamTest): LeafQuery => {
    return { kind: 'param', name, test };
  };
  if (condition.kind === 'hasParam') {
    return leaf(['hasParam', condition.name], () =>
      paramQuery({ kind: 'value', code: NO_TEXT, isNot: true }),
    );
  }
  const { comparison, value } = condition;
  if (comparison === '!=' || comparison === '=') {
    const createQuery = (): LeafQuery =>
      paramQuery({ kind: 'value', code: paramValues.codeOf(value) ?? UNKNOWN_TEXT, isNot: false });
    return leaf(['param', condition.name, value], createQuery, comparison === '!=');
  }
  return leaf(['param', condition.name, comparison, value], () => {
    const range = rangeOf(comparison, numberIn(value));
    return paramQuery({ kind: 'number', range });
  });
}

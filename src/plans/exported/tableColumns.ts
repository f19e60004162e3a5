import { FIELD_NAMES, type FieldName, type ListField } from '../../core/customerFields.ts';
import { uniqueNames, type ColumnGroup } from '../../export/encoding/columnNames.ts';

/** What a column of an exported table holds. */
export type TableColumn =
  | { readonly kind: 'field'; readonly field: FieldName }
  | { readonly kind: 'other' }
  | {
      readonly kind: 'entry';
      readonly list: ListField;
      readonly name: string;
      /** `undefined`: the file has names alone. */
      readonly id: string | undefined;
      readonly member: string;
    }
  | { readonly kind: 'added'; readonly name: string };

interface ListKind {
  readonly list: ListField;
  readonly prefix: string;
  /** Members in the order of their columns, each with the end of its heading. */
  readonly parts: readonly (readonly [member: string, suffix: string])[];
}

/** As `ListColumns` of exports writes them. */
const LISTS: readonly ListKind[] = [
  {
    list: 'tags',
    prefix: 'tag:',
    parts: [
      ['timestamp', ''],
      ['count', ' count'],
    ],
  },
  {
    list: 'params',
    prefix: 'param:',
    parts: [
      ['value', ''],
      ['timestamp', ' time'],
    ],
  },
];

const FIELD_SET: ReadonlySet<string> = new Set(FIELD_NAMES);

export function tableColumns(headings: readonly string[]): readonly TableColumn[] {
  const pairs = pairsIn(headings);
  const isLong = longPairs(headings, pairs);
  return headings.map((heading, index): TableColumn => {
    if (FIELD_SET.has(heading)) return { kind: 'field', field: heading as FieldName };
    if (heading === 'other') return { kind: 'other' };
    const pair = pairs[index];
    if (pair === undefined) return { kind: 'added', name: heading };
    const long = isLong.has(pair) ? pair.long : undefined;
    const { list } = pair.kind;
    return {
      ...{ kind: 'entry', list, name: long?.name ?? pair.name, id: long?.id },
      member: pair.kind.parts[index - pair.at]?.[0] ?? '',
    };
  });
}

/** How many headings an export would have written. */
export function knownHeadings(headings: readonly string[]): number {
  return headings.filter(
    (name) =>
      FIELD_SET.has(name) ||
      name === 'other' ||
      LISTS.some(({ prefix }) => name.startsWith(prefix)),
  ).length;
}

/** The columns of one tag or parameter. */
interface Pair {
  readonly kind: ListKind;
  /** Of its first column. */
  readonly at: number;
  readonly length: number;
  readonly name: string;
  readonly long: { readonly name: string; readonly id: string } | undefined;
}

function pairsIn(headings: readonly string[]): readonly (Pair | undefined)[] {
  const pairs: (Pair | undefined)[] = [];
  for (let at = 0; at < headings.length;) {
    const pair = pairAt(headings, at);
    const length = pair?.length ?? 1;
    for (let index = 0; index < length; index++) pairs.push(pair);
    at += length;
  }
  return pairs;
}

function pairAt(headings: readonly string[], at: number): Pair | undefined {
  const heading = headings[at] ?? '';
  const kind = LISTS.find(({ prefix }) => heading.startsWith(prefix));
  if (kind === undefined) return undefined;
  const suffix = kind.parts[1]?.[1] ?? '';
  const own = heading.replace(/ \(\d+\)$/, '');
  const isPair = [heading, own].some(
    (name) => (headings[at + 1] ?? '').replace(/ \(\d+\)$/, '') === `${name}${suffix}`,
  );
  const title = (isPair ? own : heading).slice(kind.prefix.length);
  const bracket = / \[([^\]]*(?:\][^\]]+)*)\]$/.exec(title);
  const long =
    bracket === null ? undefined : { name: title.slice(0, bracket.index), id: bracket[1] ?? '' };
  const name =
    headings[at + 1] === `${heading}${suffix}` ? heading.slice(kind.prefix.length) : title;
  return { kind, at, length: isPair ? 2 : 1, name, long };
}

/** The pairs whose headings an export writes with the ID in them, as it does where names alone are not enough. */
function longPairs(
  headings: readonly string[],
  pairs: readonly (Pair | undefined)[],
): ReadonlySet<Pair> {
  const groups = headings.flatMap((heading, index): readonly (ColumnGroup & { pair?: Pair })[] => {
    const pair = pairs[index];
    if (pair?.long === undefined || pair.at !== index) {
      return pair !== undefined && pair.at !== index && pair.long !== undefined
        ? []
        : [{ names: [heading], longer: [heading] }];
    }
    const { prefix, parts } = pair.kind;
    const used = parts.slice(0, pair.length);
    const { name } = pair.long;
    return [
      {
        names: used.map(([, suffix]) => `${prefix}${name}${suffix}`),
        longer: headings.slice(index, index + pair.length),
        pair,
      },
    ];
  });
  const written = uniqueNames(groups);
  const long = new Set<Pair>();
  let at = 0;
  for (const { pair, longer } of groups) {
    const isAsThere = longer.every((name, index) => written[at + index] === name);
    if (pair !== undefined && isAsThere) long.add(pair);
    at += longer.length;
  }
  return long;
}

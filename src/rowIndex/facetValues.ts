import type { Filter } from '../surface/gridMessages.ts';
import { fieldOf, raw } from '../core/recordValues.ts';
import { RowLists } from './rowLists.ts';

/** One value that rows can be narrowed to. */
export interface FacetValue {
  /** What the filter names it by. */
  readonly key: string;
  /** What a person reads; of a tag its name. */
  readonly label: string;
  /** Loaded rows that have it. */
  readonly count: number;
}

export type FacetName = 'status' | 'platform' | 'tag';

export type Facets = Readonly<Record<FacetName, readonly FacetValue[]>>;

/** More of them nobody could choose from: what comes then is found by its text. */
const MOST_VALUES = 10_000;

/** The tag of a row that has none. */
const UNTAGGED = '';

/** The values of one facet, each with a number. */
class Values {
  readonly codes = new Map<string, number>();
  readonly labels: string[] = [];
  readonly keys: string[] = [];
  readonly counts: number[] = [];

  /** @returns `undefined` when there are too many already */
  codeOf(key: string, label: string): number | undefined {
    const known = this.codes.get(key);
    if (known !== undefined || this.keys.length >= MOST_VALUES) return known;
    this.codes.set(key, this.keys.length);
    this.counts.push(0);
    this.labels.push(label);
    return this.keys.push(key) - 1;
  }

  list(): readonly FacetValue[] {
    return this.keys
      .map((key, code) => {
        return { key, label: this.labels[code] ?? '', count: this.counts[code] ?? 0 };
      })
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
  }
}

/** For each row the numbers of its values. */
export class FacetValues {
  readonly #values = { status: new Values(), platform: new Values(), tag: new Values() };
  readonly #rows = { status: [] as number[], platform: [] as number[] };
  readonly #tags = new RowLists();

  constructor() {
    // Before the names of tags can take all the room.
    this.#values.tag.codeOf(UNTAGGED, '');
  }

  set(row: number, record: unknown): void {
    this.#count(row, -1);
    for (const name of ['status', 'platform'] as const) {
      const text = raw(fieldOf(record, name));
      this.#rows[name][row] = this.#values[name].codeOf(text, text) ?? MOST_VALUES;
    }
    this.#tags.set(row, this.#tagsOf(record));
    this.#count(row, 1);
  }

  list(): Facets {
    const { status, platform, tag } = this.#values;
    return { status: status.list(), platform: platform.list(), tag: tag.list() };
  }

  /** All values that loaded rows have, with how many of the rows that match have them (0 for none). */
  countsOf(name: FacetName, rows: number, matching: Uint8Array | undefined): readonly FacetValue[] {
    const all = this.#values[name].list();
    if (matching === undefined) return all;
    const counts = new Uint32Array(MOST_VALUES + 1);
    const add = (code: number): void => {
      counts[code] = (counts[code] ?? 0) + 1;
    };
    for (let row = 0; row < rows; row++) {
      if (matching[row] !== 1) continue;
      if (name === 'tag') this.#tags.each(row, add);
      else add(this.#rows[name][row] ?? MOST_VALUES);
    }
    const { codes } = this.#values[name];
    return all.map((value) => ({ ...value, count: counts[codes.get(value.key) ?? -1] ?? 0 }));
  }

  /** @returns `undefined` when the filter narrows none of them */
  test(filter: Filter): ((row: number) => boolean) | undefined {
    const tests: ((row: number) => boolean)[] = [];
    for (const name of ['status', 'platform'] as const) {
      const wanted = this.#wanted(name, filter[name]);
      const rows = this.#rows[name];
      if (filter[name].length > 0) tests.push((row) => wanted.has(rows[row] ?? -1));
    }
    if (filter.tag.length > 0) {
      const wanted = new Uint8Array(MOST_VALUES);
      for (const code of this.#wanted('tag', filter.tag)) wanted[code] = 1;
      tests.push((row) => this.#tags.hasAny(row, wanted));
    }
    return tests.length === 0 ? undefined : (row) => tests.every((test) => test(row));
  }

  #wanted(name: FacetName, keys: readonly string[]): ReadonlySet<number> {
    const all = this.#values[name].keys;
    return new Set(keys.map((key) => all.indexOf(key)));
  }

  #tagsOf(record: unknown): readonly number[] {
    const tags = fieldOf(record, 'tags');
    const codes = new Set<number>();
    const take = (key: string, label: string): void => {
      const code = this.#values.tag.codeOf(key, label);
      if (code !== undefined) codes.add(code);
    };
    let isTagged = false;
    for (const tag of Array.isArray(tags) ? tags : []) {
      const name = raw(fieldOf(tag, 'name'));
      const key = raw(fieldOf(tag, 'id')) || name;
      if (key === '') continue;
      take(key, name || key);
      isTagged = true;
    }
    if (!isTagged) take(UNTAGGED, '');
    return [...codes];
  }

  #count(row: number, by: number): void {
    for (const name of ['status', 'platform'] as const) {
      add(this.#values[name], this.#rows[name][row], by);
    }
    this.#tags.each(row, (code) => add(this.#values.tag, code, by));
  }
}

function add({ counts }: Values, code: number | undefined, by: number): void {
  if (code !== undefined && code < counts.length) counts[code] = (counts[code] ?? 0) + by;
}

import type { Filter } from '../../protocol.ts';
import { fieldOf, raw } from '../record.ts';

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

/** The values of one facet, each with a number. */
class Values {
  readonly #codes = new Map<string, number>();
  readonly labels: string[] = [];
  readonly keys: string[] = [];
  readonly counts: number[] = [];

  codeOf(key: string, label: string): number {
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    this.#codes.set(key, this.keys.length);
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
  /** Rows have few values, and many have the same ones: each set stands in memory once. */
  readonly #sets = new Map<string, Uint16Array>();
  readonly #rows = { status: [] as number[], platform: [] as number[], tag: [] as Uint16Array[] };

  set(row: number, record: unknown): void {
    this.#count(row, -1);
    for (const name of ['status', 'platform'] as const) {
      const text = raw(fieldOf(record, name));
      this.#rows[name][row] = this.#values[name].codeOf(text, text);
    }
    this.#rows.tag[row] = this.#tagsOf(record);
    this.#count(row, 1);
  }

  list(): Facets {
    const { status, platform, tag } = this.#values;
    return { status: status.list(), platform: platform.list(), tag: tag.list() };
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
      const wanted = this.#wanted('tag', filter.tag);
      tests.push((row) => this.#rows.tag[row]?.some((code) => wanted.has(code)) ?? false);
    }
    return tests.length === 0 ? undefined : (row) => tests.every((test) => test(row));
  }

  #wanted(name: FacetName, keys: readonly string[]): ReadonlySet<number> {
    const all = this.#values[name].keys;
    return new Set(keys.map((key) => all.indexOf(key)));
  }

  #tagsOf(record: unknown): Uint16Array {
    const tags = fieldOf(record, 'tags');
    if (!Array.isArray(tags)) return NONE;
    const codes = new Set<number>();
    for (const tag of tags) {
      const name = raw(fieldOf(tag, 'name'));
      const key = raw(fieldOf(tag, 'id')) || name;
      // More tags than that nobody has; what comes then is found by its name.
      if (key !== '' && codes.size < 65_535) codes.add(this.#values.tag.codeOf(key, name || key));
    }
    return this.#shared([...codes]);
  }

  #shared(codes: readonly number[]): Uint16Array {
    const key = codes.join(',');
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const made = Uint16Array.from(codes);
    if (this.#sets.size < 20_000) this.#sets.set(key, made);
    return made;
  }

  #count(row: number, by: number): void {
    for (const name of ['status', 'platform'] as const)
      add(this.#values[name], this.#rows[name][row], by);
    for (const code of this.#rows.tag[row] ?? NONE) add(this.#values.tag, code, by);
  }
}

const NONE = new Uint16Array(0);

function add({ counts }: Values, code: number | undefined, by: number): void {
  if (code !== undefined) counts[code] = (counts[code] ?? 0) + by;
}

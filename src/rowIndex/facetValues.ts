import { fieldOf, raw } from '../core/recordValues.ts';
import { RowLists } from '../segments/index/rowLists.ts';

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

export interface FacetList {
  /** At most `MOST_COUNTED`, the commonest first. */
  readonly values: readonly FacetValue[];
  /** Number of rows with a value that is not in `values`, as there are too many. */
  readonly beyond: number;
}

export type Facets = Readonly<Record<FacetName, FacetList>>;

/** Values of a column that are counted one by one; all others are counted together. */
export const MOST_COUNTED = 10_000;

/** Number of all values that are beyond those, and of the empty one. */
const BEYOND = MOST_COUNTED + 1;

/** The values of one facet, each with a number; the empty one has 0. */
class Values {
  readonly codes = new Map([['', 0]]);
  readonly labels = [''];
  readonly keys = [''];
  readonly counts = new Uint32Array(BEYOND + 1);

  /** Returns `BEYOND` for a new value when there are too many already. */
  codeOf(key: string, label: string): number {
    const known = this.codes.get(key);
    if (known !== undefined) return known;
    if (this.keys.length > MOST_COUNTED) return BEYOND;
    this.codes.set(key, this.keys.length);
    this.labels.push(label);
    return this.keys.push(key) - 1;
  }

  list(): FacetList {
    const values = this.keys
      .map((key, code) => {
        return { key, label: this.labels[code] ?? '', count: this.counts[code] ?? 0 };
      })
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
    return { values, beyond: this.counts[BEYOND] ?? 0 };
  }
}

/** For each row the numbers of its values. */
export class FacetValues {
  readonly #values = { status: new Values(), platform: new Values(), tag: new Values() };
  readonly #rows = { status: [] as number[], platform: [] as number[] };
  readonly #tags = new RowLists();

  set(row: number, record: unknown): void {
    this.#count(row, -1);
    for (const name of ['status', 'platform'] as const) {
      const text = raw(fieldOf(record, name));
      this.#rows[name][row] = this.#values[name].codeOf(text, text);
    }
    this.#tags.set(row, this.#tagsOf(record));
    this.#count(row, 1);
  }

  list(): Facets {
    const { status, platform, tag } = this.#values;
    return { status: status.list(), platform: platform.list(), tag: tag.list() };
  }

  /** All values that loaded rows have, with how many of the rows that match have them (0 for none). */
  countsOf(name: FacetName, rows: number, matching: Uint8Array | undefined): FacetList {
    const all = this.#values[name].list();
    if (matching === undefined) return all;
    const counts = new Uint32Array(BEYOND + 1);
    const add = (code: number): void => {
      counts[code] = (counts[code] ?? 0) + 1;
    };
    for (let row = 0; row < rows; row++) {
      if (matching[row] !== 1) continue;
      if (name === 'tag') this.#tags.each(row, add);
      else add(this.#rows[name][row] ?? BEYOND);
    }
    const { codes } = this.#values[name];
    const values = all.values.map((value) => {
      return { ...value, count: counts[codes.get(value.key) ?? -1] ?? 0 };
    });
    return { values, beyond: counts[BEYOND] ?? 0 };
  }

  #tagsOf(record: unknown): readonly number[] {
    const tags = fieldOf(record, 'tags');
    const codes = new Set<number>();
    for (const tag of Array.isArray(tags) ? tags : []) {
      const name = raw(fieldOf(tag, 'name'));
      const key = raw(fieldOf(tag, 'id')) || name;
      if (key !== '') codes.add(this.#values.tag.codeOf(key, name || key));
    }
    return codes.size === 0 ? [this.#values.tag.codeOf('', '')] : [...codes];
  }

  #count(row: number, by: number): void {
    for (const name of ['status', 'platform'] as const) {
      add(this.#values[name], this.#rows[name][row], by);
    }
    this.#tags.each(row, (code) => add(this.#values.tag, code, by));
  }
}

function add({ counts }: Values, code: number | undefined, by: number): void {
  if (code !== undefined) counts[code] = (counts[code] ?? 0) + by;
}

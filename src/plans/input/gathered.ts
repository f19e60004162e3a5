import { PLACES_SHOWN, type Places } from '../../base/inputProblems.ts';

interface Found<Kind extends string> {
  readonly kind: Kind;
  readonly column: string | undefined;
  readonly places: Places;
}

interface Counted<Kind extends string> {
  readonly kind: Kind;
  readonly column: string | undefined;
  readonly first: number[];
  count: number;
}

/** What was found in the rows of a file, by kind and column: the first places, and how many. */
export class Gathered<Kind extends string> {
  readonly #unit: Places['unit'];
  readonly #found = new Map<string, Counted<Kind>>();

  constructor(unit: Places['unit']) {
    this.#unit = unit;
  }

  add(kind: Kind, place: number, column?: string): void {
    const key = `${kind} ${column ?? ''}`;
    let counted = this.#found.get(key);
    if (counted === undefined) {
      counted = { kind, column, first: [], count: 0 };
      this.#found.set(key, counted);
    }
    counted.count++;
    if (counted.first.length < PLACES_SHOWN) counted.first.push(place);
  }

  list(): readonly Found<Kind>[] {
    return Array.from(this.#found.values(), ({ kind, column, first, count }) => ({
      kind,
      column,
      places: { unit: this.#unit, first, count },
    }));
  }
}

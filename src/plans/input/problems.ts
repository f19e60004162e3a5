import {
  InputError,
  type InputProblem,
  type PlacedKind,
  type Places,
  PLACES_SHOWN,
} from '../../base/inputProblems.ts';

export function failure(problem: InputProblem): InputError {
  return new InputError([problem]);
}

/** Returns the error for a problem at one position, after which nothing can be read. */
export function failureAt(kind: PlacedKind, unit: 'line' | 'record', place: number): InputError {
  return failure({ kind, places: { unit, first: [place], count: 1 } });
}

/** @throws {InputError} with all of these problems, if there are any */
export function throwProblems(problems: readonly InputProblem[]): void {
  const [first, ...more] = problems;
  if (first !== undefined) throw new InputError([first, ...more]);
}

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

/** Collects findings in the rows of a file by kind and column: their first positions, and their number. */
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

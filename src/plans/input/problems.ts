import {
  InputError,
  type InputProblem,
  type PlacedKind,
  type Places,
  MAX_SHOWN_PLACES,
} from '../../base/inputProblems.ts';

export function inputError(problem: InputProblem): InputError {
  return new InputError([problem]);
}

/** Returns the error for a problem at one position, after which nothing can be read. */
export function inputErrorAt(kind: PlacedKind, unit: 'line' | 'record', place: number): InputError {
  return inputError({ kind, places: { unit, first: [place], count: 1 } });
}

/** @throws {InputError} with all of these problems, if there are any */
export function throwProblems(problems: readonly InputProblem[]): void {
  const [first, ...more] = problems;
  if (first !== undefined) throw new InputError([first, ...more]);
}

interface Finding<Kind extends string> {
  readonly kind: Kind;
  readonly column: string | undefined;
  readonly places: Places;
}

interface CountedFinding<Kind extends string> {
  readonly kind: Kind;
  readonly column: string | undefined;
  readonly first: number[];
  count: number;
}

/** Collects problems or warnings in the rows of a file. Counts them by kind and column, with their first positions. */
export class FindingCollector<Kind extends string> {
  readonly #unit: Places['unit'];
  readonly #findings = new Map<string, CountedFinding<Kind>>();

  constructor(unit: Places['unit']) {
    this.#unit = unit;
  }

  add(kind: Kind, place: number, column?: string): void {
    const key = `${kind} ${column ?? ''}`;
    let finding = this.#findings.get(key);
    if (finding === undefined) {
      finding = { kind, column, first: [], count: 0 };
      this.#findings.set(key, finding);
    }
    finding.count++;
    if (finding.first.length < MAX_SHOWN_PLACES) finding.first.push(place);
  }

  list(): readonly Finding<Kind>[] {
    return Array.from(this.#findings.values(), ({ kind, column, first, count }) => ({
      kind,
      column,
      places: { unit: this.#unit, first, count },
    }));
  }
}

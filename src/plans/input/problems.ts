import {
  InputError,
  type InputProblem,
  type Positions,
  MAX_SHOWN_POSITIONS,
} from '../../base/inputProblems.ts';

export function inputError(problem: InputProblem): InputError {
  return new InputError([problem]);
}

/** Returns the error for a record after which nothing can be read. */
export function badRecordError(unit: Positions['unit'], position: number): InputError {
  return inputError({ kind: 'bad-record', positions: { unit, first: [position], count: 1 } });
}

/** @throws {InputError} with all of these problems, if there are any */
export function throwProblems(problems: readonly InputProblem[]): void {
  const [first, ...more] = problems;
  if (first !== undefined) throw new InputError([first, ...more]);
}

interface Finding<Kind extends string> {
  readonly kind: Kind;
  readonly column: string | undefined;
  readonly positions: { readonly unit: Positions['unit']; readonly first: number[]; count: number };
}

/** Collects problems or warnings in the rows of a file. Counts them by kind and column, with their first positions. */
export class FindingCollector<Kind extends string> {
  readonly #unit: Positions['unit'];
  readonly #findings = new Map<string, Finding<Kind>>();

  constructor(unit: Positions['unit']) {
    this.#unit = unit;
  }

  add(kind: Kind, position: number, column?: string): void {
    const key = `${kind} ${column ?? ''}`;
    let finding = this.#findings.get(key);
    if (finding === undefined) {
      finding = { kind, column, positions: { unit: this.#unit, first: [], count: 0 } };
      this.#findings.set(key, finding);
    }
    const { positions } = finding;
    positions.count++;
    if (positions.first.length < MAX_SHOWN_POSITIONS) positions.first.push(position);
  }

  list(): readonly Finding<Kind>[] {
    return [...this.#findings.values()];
  }
}

import { InputError, type InputProblem, type PlacedKind } from '../../base/inputProblems.ts';

export function failure(problem: InputProblem): InputError {
  return new InputError([problem]);
}

/** What is wrong at one place, so that nothing behind it can be told. */
export function failureAt(kind: PlacedKind, unit: 'line' | 'record', place: number): InputError {
  return failure({ kind, places: { unit, first: [place], count: 1 } });
}

/** Throws all of these problems as one error, if there are any. */
export function throwProblems(problems: readonly InputProblem[]): void {
  const [first, ...more] = problems;
  if (first !== undefined) throw new InputError([first, ...more]);
}

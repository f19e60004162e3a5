import { MAX_PLAN_LINES } from '../base/plan.ts';
import { Stop, type Tokens } from './tokens.ts';
import { elements } from './values.ts';

/** Steps between two looks at the clock, which are short work and many. */
const STEPS = 64;

/** Lines of the array that the current token opens; yields where other work can be let in. */
export function* readList<T>(
  tokens: Tokens,
  readLine: () => T | undefined,
): Generator<undefined, readonly T[], undefined> {
  const lines: T[] = [];
  let count = 0;
  let steps = 0;
  for (const kind of elements(tokens)) {
    if (++steps % STEPS === 0) yield;
    if (kind === 'gap') continue;
    if (++count > MAX_PLAN_LINES) {
      tokens.problem('too-many-lines', tokens.spot, String(MAX_PLAN_LINES));
      throw new Stop();
    }
    const line = readLine();
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

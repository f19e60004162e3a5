import type { Input, WholeChoice } from '../../../core/plans/inputFiles.ts';
import type { PlanCandidate } from '../../../core/plans/planLines.ts';
import type { PlanSource } from './planSource.ts';

/** A file with users, and which of its columns are what. */
export interface ChosenInput {
  readonly input: Input;
  readonly choice: WholeChoice;
  /** As the plan says where its users come from. */
  readonly file: string;
}

/** The users of a file. Which tags they have stands nowhere in it. */
export function fileSource({ input, choice, file }: ChosenInput, withNames: boolean): PlanSource {
  return {
    origin: { kind: 'file', file },
    checkFirst: true,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      let customers = 0;
      for await (const rows of input.rows(choice, signal)) {
        for (const row of rows) yield withNames ? row : { ...row, name: undefined };
        report({ pages: 0, customers: (customers += rows.length) });
      }
    },
  };
}

import type { Input, WholeChoice } from '../input/inputFiles.ts';
import type { InputReport } from '../../base/inputProblems.ts';
import type { PlanCandidate } from '../planLines.ts';
import { describeWarnings } from '../../errors/ui/describeInput.ts';
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
  let warnings: readonly string[] = [];
  const keep = (report: InputReport): void => void (warnings = describeWarnings(report.warnings));
  return {
    origin: { kind: 'file', file },
    checkFirst: true,
    warnings: () => warnings,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      let customers = 0;
      for await (const rows of input.rows(choice, signal, keep)) {
        for (const row of rows) yield withNames ? row : { ...row, name: undefined };
        report({ pages: 0, customers: (customers += rows.length) });
      }
    },
  };
}

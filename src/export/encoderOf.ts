import { isVerbatim } from '../core/exportPlan.ts';
import type { Checkpoint } from './checkpoint.ts';
import { isStaged } from './convertLines.ts';
import { csvTable } from './csvEncoder.ts';
import { jsonArray, shapedLines, verbatimLines } from './jsonEncoders.ts';
import type { PageEncoder } from './pageEncoder.ts';
import { RecordShape } from './recordShape.ts';

/** What turns the pages of an export into its partial file. */
export function encoderOf(state: Checkpoint): PageEncoder {
  const { plan, salt } = state;
  const shape = isVerbatim(plan) ? undefined : new RecordShape(plan, salt);
  if (plan.format === 'csv' && !isStaged(state)) return csvTable(plan, { shape });
  if (plan.format === 'json') return jsonArray(shape);
  return shape === undefined ? verbatimLines() : shapedLines(shape);
}

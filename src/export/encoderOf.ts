import { isVerbatim } from '../core/exportPlan.ts';
import type { Checkpoint } from './checkpoint.ts';
import { isStaged, writingOf } from './formats.ts';
import { lines } from './jsonEncoders.ts';
import type { PageEncoder } from './pageEncoder.ts';
import { RecordShape } from './recordShape.ts';

/** What turns the pages of an export into its partial file. */
export function encoderOf(state: Checkpoint): PageEncoder {
  const { plan, salt } = state;
  const shape = isVerbatim(plan) ? undefined : new RecordShape(plan, salt);
  const writing = writingOf(plan);
  return isStaged(state) || writing.convert !== undefined ? lines(shape) : writing.encoder(shape);
}

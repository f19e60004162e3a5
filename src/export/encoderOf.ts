import { isVerbatim } from '../core/exports/exportPlan.ts';
import type { Checkpoint } from './checkpointShape.ts';
import { lines } from './encoding/jsonEncoders.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { RecordShape } from './encoding/recordShape.ts';
import { isStaged, writingOf } from './formats.ts';

/** What turns the pages of an export into its partial file. */
export function encoderOf(state: Checkpoint): PageEncoder {
  const { plan, salt } = state;
  const shape = isVerbatim(plan) ? undefined : new RecordShape(plan, salt);
  const writing = writingOf(plan);
  return isStaged(state) || writing.convert !== undefined ? lines(shape) : writing.encoder(shape);
}

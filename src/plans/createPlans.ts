import { createHash } from 'node:crypto';
import { createTimeSlicer } from '../base/promises.ts';
import type { InputFiles } from './input/inputFiles.ts';
import { openInput } from './input/openInput.ts';
import type { PlanTexts } from './planTexts.ts';
import { readPlan } from './readPlan.ts';
import { writePlan } from './writePlan.ts';

/** Number of UTF-16 code units hashed per step. */
const STEP_LENGTH = 1 << 20;

/** Returns the SHA-256 of the text's UTF-8 without a byte order mark, hex. */
export async function hashOf(text: string): Promise<string> {
  const pauseIfDue = createTimeSlicer();
  const hash = createHash('sha256');
  let from = text.startsWith('\ufeff') ? 1 : 0;
  while (from < text.length) {
    let to = Math.min(from + STEP_LENGTH, text.length);
    // A surrogate pair must not be split between two steps.
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1] ?? '')) to--;
    hash.update(text.slice(from, to), 'utf8');
    from = to;
    await pauseIfDue();
  }
  return hash.digest('hex');
}

/** Creates the functions for plans and input files. The code is in a separate bundle that is loaded on first use. */
export function createPlans(): PlanTexts & InputFiles {
  return { write: writePlan, read: readPlan, hashOf, openInput };
}

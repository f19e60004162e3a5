import { createHash } from 'node:crypto';
import { createTimeSlicer } from '../base/promises.ts';
import { type InputFiles, openInput } from './input/openInput.ts';
import type { PlanTexts } from './planTexts.ts';
import { readPlan } from './readPlan.ts';
import { writePlan } from './writePlan.ts';

/** Number of UTF-16 code units hashed per step. A step takes milliseconds, so other work can run in between. */
const STEP_LENGTH = 1 << 20;

/** Returns the SHA-256 of the text in UTF-8, without a byte order mark, as hexadecimal digits. */
export async function hashOf(text: string): Promise<string> {
  const pauseIfDue = createTimeSlicer();
  const hash = createHash('sha256');
  let start = text.startsWith('\ufeff') ? 1 : 0;
  while (start < text.length) {
    let end = Math.min(start + STEP_LENGTH, text.length);
    // A surrogate pair must not be split between two steps.
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '')) end--;
    hash.update(text.slice(start, end), 'utf8');
    start = end;
    await pauseIfDue();
  }
  return hash.digest('hex');
}

/** Creates the functions for plans and input files. The code is in a separate bundle that is loaded on first use. */
export function createPlans(): PlanTexts & InputFiles {
  return { write: writePlan, read: readPlan, hashOf, openInput };
}

/* Functions for plans and input files, in a separate bundle that is loaded on first use. */

import { createHash } from 'node:crypto';
import { createTimeSlicer } from '../base/promises.ts';

export { openInput } from './input/openInput.ts';
export { readPlan } from './readPlan.ts';
export { writePlan } from './writePlan.ts';

/** Number of UTF-16 code units hashed per step. A step takes milliseconds, so other work can run in between. */
const STEP_LENGTH = 1 << 20;

/** Returns the SHA-256 of the text's UTF-8, hex. Ignores a leading byte order mark, because editors hide it. */
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

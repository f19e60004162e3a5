import { createHash } from 'node:crypto';
import { slices } from '../base/promises.ts';
import type { InputFiles } from './input/inputFiles.ts';
import { openInput } from './input/openInput.ts';
import type { PlanTexts } from './planTexts.ts';
import { readPlan } from './readPlan.ts';
import { writePlan } from './writePlan.ts';

/** UTF-16 units that are hashed at a time. */
const PART = 1 << 20;

/** SHA-256 of the text's UTF-8 without a byte order mark, hex. */
export async function hashOf(text: string): Promise<string> {
  const due = slices();
  const hash = createHash('sha256');
  let from = text.startsWith('\ufeff') ? 1 : 0;
  while (from < text.length) {
    let to = Math.min(from + PART, text.length);
    // Both halves of a character go in together.
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1] ?? '')) to--;
    hash.update(text.slice(from, to), 'utf8');
    from = to;
    await due();
  }
  return hash.digest('hex');
}

/** What plans are written, read and made of files with, as a bundle of its own: loaded with the first plan. */
export function createPlans(): PlanTexts & InputFiles {
  return { write: writePlan, read: readPlan, hashOf, openInput };
}

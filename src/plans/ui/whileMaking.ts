import { comma, customerCount, lineCount, pageCount } from '../../base/ui/counts.ts';
import { whileSaying } from '../../base/ui/progress.ts';
import type { MakingProgress } from './makePlan.ts';

/** Not for every customer: nobody reads that fast. */
const EVERY_MS = 200;

/** Progress with pages, customers and lines, and a Cancel button. */
export function whileMaking<T>(
  title: string,
  work: (signal: AbortSignal, onProgress: (progress: MakingProgress) => void) => Promise<T>,
): Thenable<T> {
  return whileSaying(title, (signal, say) => {
    let last = 0;
    return work(signal, ({ pages, customers, lines }) => {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      const read = pages === 0 ? [] : [pageCount(pages)];
      say([...read, customerCount(customers), lineCount(lines)].join(comma()));
    });
  });
}

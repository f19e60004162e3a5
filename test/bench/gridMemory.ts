import { readFileSync } from 'node:fs';
import type { Browser, CDPSession } from 'playwright-core';
import type { GridPage } from './gridPage.ts';

/** Memory in MB. `purged` excludes reserves of the heaps, as under memory pressure. */
export interface Memory {
  readonly held: number;
  readonly purged: number;
}

/** Returns the private memory of the page's process after a garbage collection, in MB. */
export async function memoryOf(browser: Browser, { page, session }: GridPage): Promise<Memory> {
  // The source records of the pages are not part of the product.
  await page.evaluate('globalThis.records = undefined');
  // Releases unused heap space of the workers, too, as `HeapProfiler` below does in the page.
  const collectScript = "gc({ type: 'major', flavor: 'last-resort' })";
  for (const worker of page.workers()) await worker.evaluate(collectScript);
  await session.send('HeapProfiler.collectGarbage');
  const system = await browser.newBrowserCDPSession();
  const heldBytes = await privateMemory(system);
  await session.send('Memory.forciblyPurgeJavaScriptMemory');
  return { held: heldBytes, purged: await privateMemory(system) };
}

async function privateMemory(system: CDPSession): Promise<number> {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
      const matches = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)];
      return matches.reduce((sum, [, size]) => sum + Number(size) / 1024, 0);
    });
  return Math.max(...sizes);
}

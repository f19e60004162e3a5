import { readFileSync } from 'node:fs';
import type { Browser, CDPSession } from 'playwright-core';
import type { GridPage } from './gridPage.ts';

/** MB. `purged`: without what the heaps keep ready for what is to come, as when memory is short. */
export interface Memory {
  readonly held: number;
  readonly purged: number;
}

/** All that the page's process holds and shares with nobody, after a collection, MB. */
export async function memoryOf(browser: Browser, { page, session }: GridPage): Promise<Memory> {
  // What the pages were made from is no part of the product.
  await page.evaluate('globalThis.records = undefined');
  // As thoroughly as the page's own: the room that new objects had is given back too.
  const all = "gc({ type: 'major', flavor: 'last-resort' })";
  for (const worker of page.workers()) await worker.evaluate(all);
  await session.send('HeapProfiler.collectGarbage');
  const system = await browser.newBrowserCDPSession();
  const held = await privateMemory(system);
  await session.send('Memory.forciblyPurgeJavaScriptMemory');
  return { held, purged: await privateMemory(system) };
}

async function privateMemory(system: CDPSession): Promise<number> {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
      const parts = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)];
      return parts.reduce((sum, [, size]) => sum + Number(size) / 1024, 0);
    });
  return Math.max(...sizes);
}

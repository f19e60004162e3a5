import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { fillSimplestGrid, fillProductGrid, longestFrameOnReturn } from './gridFill.ts';
import { memoryOf, type Memory } from './gridMemory.ts';
import { longestFrame, openGrid, type GridPage } from './gridPage.ts';
import { serveGrid } from './gridServer.ts';

/** Keys that jump far, each followed by keys that are held down; `true` means with Control. */
const KEYS: readonly (readonly [string, boolean])[] = [
  ['End', true],
  ['PageUp', false],
  ['ArrowUp', false],
  ['ArrowLeft', false],
  ['Home', true],
  ['PageDown', false],
  ['ArrowDown', false],
  ['ArrowRight', false],
];

export interface LargeGrid {
  /** Time to append one of the last pages and paint it, in ms. */
  readonly append: number;
  /** Time until all rows are loaded and indexed, in s, including the time to make them. */
  readonly load: number;
  /** Longest frames, in ms. */
  readonly scroll: number;
  readonly keys: number;
  /** `aria-rowindex` of the last row after the keyboard reaches it. */
  readonly rowIndex: number;
  readonly memory: Memory;
  /** Longest frame while all rows are appended again, as when the user returns to the tab, in ms. */
  readonly returning: number;
}

const VIEWPORT = { viewport: { width: 1200, height: 800 } };

/** Measures the Customers page of the packaged extension with many rows, in Chromium. */
export async function largeGrid(extension: string, rows: number): Promise<LargeGrid> {
  return inChromium(extension, async (browser, url) => {
    const own = await openGrid(await browser.newPage(VIEWPORT), url);
    const start = performance.now();
    const append = (await fillProductGrid(own, rows)).paint;
    const load = (performance.now() - start) / 1000;
    const scroll = await longestFrame(own);
    const keys = await pressKeys(own);
    // The memory of this page is measured last, because the page no longer works after this step.
    const memory = await memoryOf(browser, own);
    await own.page.close();
    const restoredGrid = await openGrid(await browser.newPage(VIEWPORT), url);
    return {
      append,
      load,
      scroll,
      ...keys,
      memory,
      returning: await longestFrameOnReturn(restoredGrid, rows),
    };
  });
}

/** Measures the simplest grid (`gridBound.ts`), a lower bound: its rows are parsed in advance and cannot be searched. */
export async function largeBound(
  extension: string,
  rows: number,
): Promise<Pick<LargeGrid, 'append' | 'memory' | 'scroll'>> {
  return inChromium(extension, async (browser, url) => {
    const simplestGrid = await openGrid(await browser.newPage(VIEWPORT), `${url}/bound`);
    const append = (await fillSimplestGrid(simplestGrid, rows)).paint;
    const scroll = await longestFrame(simplestGrid);
    return { append, scroll, memory: await memoryOf(browser, simplestGrid) };
  });
}

async function inChromium<T>(
  extension: string,
  work: (browser: Browser, url: string) => Promise<T>,
): Promise<T> {
  const { server, url } = await serveGrid(extension);
  const browser = await launchChromium(['--js-flags=--expose-gc']);
  try {
    return await work(browser, url);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

/**
 * Presses each key thirty times.
 * @returns the longest frame, and the largest `aria-rowindex`
 */
async function pressKeys({ page }: GridPage): Promise<Pick<LargeGrid, 'keys' | 'rowIndex'>> {
  return page.evaluate(`(async () => {
    const keys = ${JSON.stringify(KEYS)};
    document.querySelector('.scroller').scrollTop = 0;
    await painted();
    document.querySelector('.body [tabindex="0"]').focus();
    let rowIndex = 0;
    const press = (frame) => {
      const [key, ctrlKey] = keys[Math.floor(frame / 30) % keys.length];
      const options = { key, ctrlKey, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', options));
      const at = document.activeElement.closest('[role=row]').getAttribute('aria-rowindex');
      rowIndex = Math.max(rowIndex, Number(at));
    };
    return { keys: await frames(press), rowIndex };
  })()`);
}

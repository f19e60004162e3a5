import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { fillBound, fillOwn, longestFrameOnReturn } from './gridFill.ts';
import { memoryOf, type Memory } from './gridMemory.ts';
import { longestFrame, openGrid, type GridPage } from './gridPage.ts';
import { serveGrid } from './gridServer.ts';

/** Those that lead far, and those that are held down, after them; `true`: with Control. */
const KEYS: readonly (readonly [string, boolean])[] = [
  ...([
    ['End', true],
    ['PageUp', false],
    ['ArrowUp', false],
    ['ArrowLeft', false],
  ] as const),
  ...([
    ['Home', true],
    ['PageDown', false],
    ['ArrowDown', false],
    ['ArrowRight', false],
  ] as const),
];

export interface LargeGrid {
  /** Of a page that comes last: to the screen, ms. */
  readonly append: number;
  /** Until all are loaded and indexed, s; making them is in it. */
  readonly load: number;
  /** The longest frames, ms. */
  readonly scroll: number;
  readonly keys: number;
  /** Of the last row, once the keyboard is there. */
  readonly rowIndex: number;
  readonly memory: Memory;
  /** The longest frame while the rows come back to a tab, ms. */
  readonly after: number;
}

const VIEWPORT = { viewport: { width: 1200, height: 800 } };

/** The Customers page of the packaged extension with very many rows, in Chromium. */
export async function largeGrid(extension: string, rows: number): Promise<LargeGrid> {
  return inChromium(extension, async (browser, url) => {
    const own = await openGrid(await browser.newPage(VIEWPORT), url);
    const start = performance.now();
    const append = (await fillOwn(own, rows)).paint;
    const load = (performance.now() - start) / 1000;
    const scroll = await longestFrame(own);
    const keys = await byKeys(own);
    // At last: no page goes on after it.
    const memory = await memoryOf(browser, own);
    await own.page.close();
    const again = await openGrid(await browser.newPage(VIEWPORT), url);
    return {
      append,
      load,
      scroll,
      ...keys,
      memory,
      after: await longestFrameOnReturn(again, rows),
    };
  });
}

/** The plain way: every row parsed, its text in the page, nothing to search it with. */
export async function largeBound(
  extension: string,
  rows: number,
): Promise<Pick<LargeGrid, 'append' | 'memory' | 'scroll'>> {
  return inChromium(extension, async (browser, url) => {
    const bound = await openGrid(await browser.newPage(VIEWPORT), `${url}/bound`);
    const append = (await fillBound(bound, rows)).paint;
    const scroll = await longestFrame(bound);
    return { append, scroll, memory: await memoryOf(browser, bound) };
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

/** Every key thirty times, once a frame: the longest frame, and where the far end is said to be. */
async function byKeys({ page }: GridPage): Promise<Pick<LargeGrid, 'keys' | 'rowIndex'>> {
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

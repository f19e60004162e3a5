import type { CDPSession, Page } from 'playwright-core';

/**
 * Script for the product's grid and for the simplest grid (`gridBound.ts`): adds rows, and measures the time until they
 * are painted. Scripts in other files call its functions.
 */
const HARNESS = `
  globalThis.acquireVsCodeApi = () => ({ postMessage() {}, setState() {}, getState() {} });
  globalThis.painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  globalThis.until = async (isSo) => { while (!isSo()) await new Promise(requestAnimationFrame); };
  // Developer tools keep every response in memory, so all pages are made from one response.
  globalThis.makePage = async (page, count) => {
    globalThis.records ??= (await fetch('/records')).json();
    const parts = (await globalThis.records).slice(0, count).map((record) => new TextEncoder().encode(
      JSON.stringify({ ...record, id: record.id + page, name: record.name + page, email: page + record.email,
        phone: record.phone + page, lastActive: record.lastActive - page * 1_234_567 })));
    const json = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, -1));
    const spans = new Uint32Array(parts.length * 2);
    let at = 0;
    parts.forEach((part, index) => {
      json.set(part, at);
      spans.set([at, at + part.length], index * 2);
      at += part.length;
      if (at < json.length) json[at++] = 44;
    });
    return { page: page + 1, json, spans, problems: [], untaggable: new Uint8Array(parts.length) };
  };
  globalThis.post = (data) => dispatchEvent(new MessageEvent('message', { data }));
  globalThis.statusOf = (loaded) => ({ state: 'idle', loaded, pages: 1, invalidCount: 0, error: null,
    progress: null, isWaiting: false, note: null });
  // Starts right after a frame, because the wait for the next frame varies from 1 to 17 ms.
  globalThis.timed = async (step) => {
    await painted();
    const start = performance.now();
    await step();
    await painted();
    return performance.now() - start;
  };
  globalThis.frames = async (step) => {
    let longest = 0, last = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 240; frame++) {
      step(frame);
      const now = await new Promise(requestAnimationFrame);
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  };
`;

/** Page in which the functions of `HARNESS`, such as `frames` and `makePage`, are global. */
export interface GridPage {
  readonly page: Page;
  readonly session: CDPSession;
}

export async function openGrid(page: Page, url: string): Promise<GridPage> {
  await page.addInitScript(HARNESS);
  await page.goto(url);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return { page, session };
}

/** Returns the total time on the main thread, in ms. */
export async function taskTime({ session }: GridPage): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/**
 * Runs a step in the page.
 * @returns ms until it is painted, and the main thread's share
 */
export async function timed(
  grid: GridPage,
  step: string,
): Promise<{ readonly paint: number; readonly task: number }> {
  const timeBefore = await taskTime(grid);
  const paint = (await grid.page.evaluate(`timed(async () => { ${step} })`)) as number;
  return { paint, task: (await taskTime(grid)) - timeBefore };
}

/** Returns the longest frame while the grid is scrolled by steps and by jumps, in ms. */
export async function longestFrame({ page }: GridPage): Promise<number> {
  return page.evaluate(`(() => {
    const scroller = document.querySelector('.scroller');
    const end = scroller.scrollHeight - scroller.clientHeight;
    scroller.scrollTop = 0;
    return frames((frame) => {
      scroller.scrollTop = frame < 120 ? scroller.scrollTop + 400 : (end * ((frame * 37) % 120)) / 120;
    });
  })()`);
}

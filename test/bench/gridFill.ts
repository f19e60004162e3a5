import { timed, type GridPage } from './gridPage.ts';
import { median } from './numbers.ts';
import { PAGE_RECORDS } from './pages.ts';

/** Number of first pages whose times are not counted. */
const UNCOUNTED_PAGES = 9;

/** Times to append a page, in ms: until it is painted, and on the main thread. */
export type Append = Awaited<ReturnType<typeof timed>>;

/** Appends pages until the simplest grid (gridBound.ts) has this number of rows. Returns the median times. */
export async function fillSimplestGrid(simplestGrid: GridPage, rows: number): Promise<Append> {
  const pages = Math.ceil(rows / PAGE_RECORDS);
  const appends: Append[] = [];
  for (let page = 0; page < pages; page++) {
    await simplestGrid.page.evaluate(`makePage(${page}, ${PAGE_RECORDS}).then(({ json }) => {
      globalThis.next = JSON.parse('[' + new TextDecoder().decode(json) + ']');
      gc();
    })`);
    appends.push(await timed(simplestGrid, 'append(globalThis.next)'));
  }
  return medianOf(appends);
}

const RESET = `post({ ...${JSON.stringify({
  type: 'reset',
  generation: 1,
  pagesBefore: 0,
  selected: '',
  matching: null,
  pictures: false,
  state: { bot: 'b', limit: PAGE_RECORDS, from: null, pages: 0, view: null },
})}, status: statusOf(0) })`;

/**
 * Appends all pages, as when the user returns to the tab.
 * @returns the longest frame, in ms
 */
export async function longestFrameOnReturn(grid: GridPage, rows: number): Promise<number> {
  return grid.page.evaluate(`(async () => {
    const pageRows = await makePage(0, ${PAGE_RECORDS});
    gc();
    const append = (start) => {
      const status = statusOf(start + ${PAGE_RECORDS});
      // Each page is another view of the same bytes.
      const page = { ...pageRows, json: pageRows.json.subarray() };
      post({ type: 'append', generation: 1, rows: page, status });
    };
    let posted;
    await timed(async () => {
      ${RESET};
      append(0);
      posted = (async () => {
        for (let start = ${PAGE_RECORDS}; start < ${rows}; start += ${PAGE_RECORDS}) {
          await new Promise((done) => setTimeout(done));
          append(start);
        }
      })();
    });
    if (document.querySelector('.body .row') === null) throw new Error('No row is shown.');
    const longest = await frames(() => undefined);
    await posted;
    return longest;
  })()`);
}

/** Appends pages until the product's grid has this number of rows. Returns the median times. */
export async function fillProductGrid(grid: GridPage, rows: number): Promise<Append> {
  await grid.page.evaluate(RESET);
  const appends: Append[] = [];
  for (let start = 0, page = 0; start < rows; start += PAGE_RECORDS, page++) {
    const loaded = Math.min(rows, start + PAGE_RECORDS);
    const make = `makePage(${page}, ${loaded - start})`;
    await grid.page.evaluate(`${make}.then((rows) => { globalThis.next = rows; gc(); })`);
    const message = `{ type: 'append', generation: 1, rows: next, status: statusOf(${loaded}) }`;
    appends.push(await timed(grid, `post(${message}); globalThis.next = undefined;`));
  }
  // Opening the drop-down waits for the index, so that later steps find it complete.
  await grid.page.evaluate(`(async () => {
    document.querySelector('.drop').click();
    await until(() => document.querySelector('.popup .check') !== null);
    document.querySelector('.drop').click();
  })()`);
  return medianOf(appends);
}

/** Returns the medians. Garbage from making a page was collected before each measurement. */
function medianOf(appends: readonly Append[]): Append {
  const countedAppends = appends.slice(UNCOUNTED_PAGES);
  const paint = median(countedAppends.map((append) => append.paint));
  return { paint, task: median(countedAppends.map(({ task }) => task)) };
}

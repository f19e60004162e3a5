import { cpSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import type { Page } from 'playwright-core';
import { hostBundles } from '../../scripts/build.ts';
import { placeFields, blankItem } from '../../src/catalogue/places.ts';
import { FOLDER, TAG } from '../../src/base/model.ts';
import { openStores } from '../../src/runs/openCatalogue.ts';
import { launchChromium } from '../support/chromium.ts';
import { startServer, windowAddress } from '../support/hostWindow.ts';
import { QuickInput } from '../support/quickInput.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import type { VscodeAge } from '../support/vscodeFromNpm.ts';
import { BIG_BOT } from './bigCatalogue.ts';
import { median } from './numbers.ts';
import type { Row } from './table.ts';

const SIBLINGS = 100_000;
/** Maximum time, in ms. */
const GOAL = 300;
const WORDS =
  '會員 金卡 飲品 甜點 活動 秋季 烏龍茶 咖啡 優惠 VIP Newsletter Summer Halloween'.split(' ');

/**
 * Times from the mouse press until the first rows are in the page, in ms: when the folder is opened, and when the
 * filter is cleared.
 */
interface Times {
  readonly opened: number;
  readonly cleared: number;
}

/**
 * Opens a folder with 100,000 tags in the real VS Code. The tree divides a large folder into groups, rows such as
 * "Tag 1 to Tag 1000". Compares this tree with one that has no groups.
 */
export async function siblingRows(extension: string, windows: number): Promise<Row[]> {
  const temporary = temporaryFolder('bench-siblings');
  try {
    const file = join(temporary.path, 'catalogue.sqlite');
    await fillFile(file);
    const extensionWithoutGroups = join(temporary.path, 'plain');
    await copyWithoutGroups(extension, extensionWithoutGroups);
    const rows: Row[] = [];
    for (const age of ['newest', 'oldest'] as const) {
      // The first window sorts the names, and stores the order for the later windows. The other VS Code version also
      // uses this order, unless it sorts differently.
      const first = await timesOf({ extension, file, age });
      const productTimes: Times[] = [];
      for (let window = 0; window < windows; window++) {
        productTimes.push(await timesOf({ extension, file, age }));
      }
      const timesWithoutGroups = await timesOf({ extension: extensionWithoutGroups, file, age });
      rows.push(...rowsOf(age, productTimes, timesWithoutGroups), {
        what: '  the first window, which sorts the names if no order is stored',
        measured: `${first.opened.toFixed(0)} ms`,
      });
    }
    return rows;
  } finally {
    temporary.remove();
  }
}

function rowsOf(age: VscodeAge, productTimes: readonly Times[], timesWithoutGroups: Times): Row[] {
  const row = (what: string, kind: keyof Times): Row => {
    const time = median(productTimes.map((times) => times[kind]));
    const ratio = (timesWithoutGroups[kind] / time).toFixed(1);
    return {
      what,
      measured: `${time.toFixed(0)} ms; without groups ${timesWithoutGroups[kind].toFixed(0)} ms, ${ratio} times`,
      goal: `<= ${GOAL} ms`,
      isMet: time <= GOAL,
    };
  };
  return [
    row(`${SIBLINGS} siblings, ${age} VS Code: first row`, 'opened'),
    row('  the same after Clear Filter', 'cleared'),
  ];
}

async function fillFile(file: string): Promise<void> {
  const { store: catalogue, problem } = await openStores(file);
  if (problem !== undefined) throw new Error(problem);
  const wordAt = (index: number): string => WORDS[index % WORDS.length] ?? '';
  catalogue.atomically(() => {
    catalogue.saveBot(BIG_BOT);
    catalogue.saveItem({
      ...blankItem(BIG_BOT.key, 'big', 'created', 1),
      name: 'Big',
      type: FOLDER,
      ...placeFields(null),
    });
    for (let index = 0; index < SIBLINGS; index++) {
      // Multiplying by primes puts names and IDs in an order that differs from that of the numbers.
      const name = `${wordAt(index * 7)}${wordAt(index >> 3)} ${(index * 7919) % SIBLINGS}`;
      catalogue.saveItem({
        ...blankItem(
          BIG_BOT.key,
          `tag-${((index * 104_729) % 999_983).toString(36)}-${index}`,
          'seen',
          1,
        ),
        name: index === 0 ? 'needle' : name,
        type: TAG,
        created: index,
        ...placeFields('big'),
      });
    }
  });
  catalogue.close();
}

/** Copies the extension with an infinite limit for groups, so that the tree has none. */
async function copyWithoutGroups(extension: string, target: string): Promise<void> {
  cpSync(extension, target, { recursive: true });
  const options = hostBundles(false).get('tree.cjs');
  let isFound = false;
  const noGroups: esbuild.Plugin = {
    name: 'no-groups',
    setup(build) {
      build.onLoad({ filter: /itemOrder\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source.replace('GROUPED_ABOVE = 2000', 'GROUPED_ABOVE = Infinity');
        isFound = contents !== source;
        return { contents, loader: 'ts' };
      });
    },
  };
  const outfile = join(target, 'dist/tree.cjs');
  await esbuild.build({
    ...options,
    outfile,
    plugins: [noGroups, ...(options?.plugins ?? [])],
  });
  if (!isFound) throw new Error('The limit of groups is not where it was.');
}

interface MeasuredWindow {
  readonly extension: string;
  readonly file: string;
  readonly age: VscodeAge;
}

/** Measures in a fresh window. Changes of the database are copied back to `file`. */
async function timesOf({ extension, file, age }: MeasuredWindow): Promise<Times> {
  const temporary = temporaryFolder('bench-window');
  const path = (name: string): string => join(temporary.path, name);
  const storage = path('user/data/User/globalStorage/bot-tags.bot-tag-explorer');
  for (const newFolder of [storage, path('extensions'), path('workspace')]) {
    mkdirSync(newFolder, { recursive: true });
  }
  cpSync(file, join(storage, 'catalogue.sqlite'));
  const server = await startServer({ userData: path('user'), extensions: path('extensions') }, age);
  const browser = await launchChromium();
  try {
    const [, port = ''] = await server.waitForOutput(/Extension host agent listening on (\d+)/);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(windowAddress(`127.0.0.1:${port}`, { extension, folder: path('workspace') }));
    return await timesOfClicks(page);
  } finally {
    await browser.close();
    await server.stop();
    await copyBack(join(storage, 'catalogue.sqlite'), file);
    temporary.remove();
  }
}

async function copyBack(used: string, file: string): Promise<void> {
  // Closing the last connection writes the log of the database into the file.
  (await openStores(used)).store.close();
  cpSync(used, file);
}

async function timesOfClicks(page: Page): Promise<Times> {
  page.setDefaultTimeout(120_000);
  await page.locator('.part.activitybar').getByRole('tab', { name: 'Bot Tags' }).first().click();
  const folder = page.getByRole('treeitem', { name: /^Big/ });
  await folder.waitFor();
  await startClock(page, 1);
  await folder.locator('.monaco-tl-twistie').click();
  const openedTime = await stopClock(page);
  const quickInput = new QuickInput(page);
  const header = page.locator('.part.sidebar .pane-header').filter({ hasText: 'Bots & Tags' });
  // The buttons of a view are shown only under the mouse.
  await header.hover();
  await header.getByLabel(/^Filter Tags/).click();
  await quickInput.answer('needle');
  await page.getByRole('treeitem', { name: /^needle/ }).waitFor();
  await page.getByText('Filtered: "needle"').waitFor();
  // The filter leaves one row below the folder. More rows appear when the filter is cleared.
  await startClock(page, 5);
  await header.hover();
  await header.getByLabel('Clear Filter').click();
  return { opened: openedTime, cleared: await stopClock(page) };
}

/** Starts a measurement from the next mouse press until `rows` rows are painted below the folder. */
async function startClock(page: Page, rows: number): Promise<void> {
  // `void` discards the promise, because `evaluate` would wait for a returned promise.
  await page.evaluate(`void (globalThis.timed = new Promise((done) => {
    let started;
    addEventListener('mousedown', () => { started = performance.now(); }, { capture: true, once: true });
    const look = () => {
      const count = document.querySelectorAll('.sidebar .monaco-list-row[aria-level="3"]').length;
      if (started !== undefined && count >= ${rows}) done(performance.now() - started);
      else requestAnimationFrame(look);
    };
    look();
  }));`);
}

async function stopClock(page: Page): Promise<number> {
  return Number(await page.evaluate('globalThis.timed'));
}

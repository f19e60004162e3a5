import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { projectRoot } from '../../../../../scripts/projectRoot.ts';
import { usedVariables } from '../../../../../scripts/themeColours.ts';
import { launchSameChromium } from '../../../../support/chromium.ts';
import { readThemes, themed, THEMES, type Theme } from '../../../../support/themes.ts';
import { openOverview, serveOverview } from '../openOverview.ts';
import { openPage, servePage } from '../openPage.ts';
import { sampleData } from '../overviewSample.ts';
import { append, customer, reset, row, STATE } from '../sample.ts';
import { comparePictures, webpOf } from './comparePictures.ts';

const references = join(projectRoot, 'test/pictures');
const differences = join(projectRoot, 'out/pictures');
const RENEW = 'npm run pictures -- --reference';
const isRenewing = process.env.BOT_TAGS_PICTURES === 'renew';

const NOW = Date.UTC(2026, 10, 22, 12);
const size = { width: 800, height: 500 };
/** Maximum number of differing pixels. A line as long as one letter is high has more. */
const MAX_PIXELS = 12;

/** Replaces Chinese names, because the fonts of the package have only Latin letters. */
function latin<Value>(value: Value): Value {
  const text = JSON.stringify(value).replaceAll(
    /[\u3000-\u9fff]+(?: [\u3000-\u9fff]+)*/g,
    (name) => ['Oolong', 'Matcha', 'Sencha', 'Genmaicha'].at(name.length % 4) ?? '',
  );
  return JSON.parse(text) as Value;
}

async function showCustomers(browser: Browser, url: string): Promise<Page> {
  const { page, tell } = await openPage(browser, url);
  await page.clock.setFixedTime(NOW);
  await page.setViewportSize(size);
  const first = reset();
  assert.ok(first.type === 'reset');
  const search = 'platform = LINE';
  const view = { columns: [], sort: null, search, chosen: search, details: true, statistics: true };
  await tell({ ...first, state: { ...STATE, view } });
  const records = Array.from({ length: 30 }, (_, index) =>
    row(index, { record: latin(customer(index)) }),
  );
  await tell(append(0, records));
  await page.getByText('15 of 30 loaded').waitFor();
  await page.locator('.body .row .name').nth(2).click();
  await page
    .locator('.body .row .name')
    .nth(4)
    .click({ modifiers: ['Shift'] });
  await page.locator('.details').getByText('Open Record as JSON').waitFor();
  await page.locator('.charts .tags .bar').first().waitFor();
  await page.mouse.move(790, 490);
  return page;
}

async function showOverview(browser: Browser, url: string): Promise<Page> {
  const { page, tell } = await openOverview(browser, url);
  await page.clock.setFixedTime(NOW);
  await page.setViewportSize(size);
  await tell({ type: 'show', data: latin(sampleData({ sources: ['scan', 'loaded'] }, NOW)) });
  await page.locator('[data-number=tidy] dd').filter({ hasText: /\d/ }).waitFor();
  // The focused search would show a text cursor.
  await page.evaluate('document.activeElement.blur()');
  return page;
}

const PAGES = {
  customers: { serve: servePage, show: showCustomers },
  overview: { serve: serveOverview, show: showOverview },
} as const;

/** Pictures that one browser draws with its own fonts, at a fixed time. */
describe('pictures of the pages', function () {
  this.timeout(60_000);
  let browser: Browser;
  let blank: Page;

  before(async function () {
    if (process.platform !== 'linux') return this.skip();
    for (const folder of [references, differences]) mkdirSync(folder, { recursive: true });
    browser = await launchSameChromium();
    blank = await browser.newPage();
  });

  after(async () => {
    await browser?.close();
  });

  for (const [name, { serve, show }] of Object.entries(PAGES)) {
    describe(name, () => {
      let page: Page;

      before(async () => {
        page = await show(browser, await serve());
      });

      for (const theme of Object.keys(THEMES) as Theme[]) {
        it(`equal the reference in ${theme}`, async () => {
          await page.evaluate(themed(theme));
          await page.evaluate('document.fonts.ready.then(() => undefined)');
          const png = (await page.screenshot({ animations: 'disabled' })).toString('base64');
          const file = `${name} ${theme}`.toLowerCase().replaceAll(' ', '-');
          await compare(blank, file, png);
        });
      }
    });
  }

  it('have all the colors that the pages use', () => {
    const { variables } = readThemes();
    const message = 'The pages name other colors: run `npm run pictures -- --themes`.';
    assert.deepEqual(variables, usedVariables(), message);
  });
});

async function compare(blank: Page, file: string, png: string): Promise<void> {
  const reference = join(references, `${file}.webp`);
  if (isRenewing) writeFileSync(reference, await webpOf(blank, png), 'base64');
  assert.ok(existsSync(reference), `${reference} is missing: ${RENEW} makes it.`);
  const before = readFileSync(reference, 'base64');
  const { pixels, picture } = await comparePictures(blank, before, png);
  if (pixels !== null && pixels <= MAX_PIXELS) return;
  const [actual, difference] = ['actual', 'difference'].map((kind) =>
    join(differences, `${file}-${kind}.png`),
  ) as [string, string];
  writeFileSync(actual, png, 'base64');
  writeFileSync(difference, picture, 'base64');
  assert.fail(
    `${pixels ?? 'All'} pixels differ from ${reference}: see ${actual} and ${difference}. If it is to be so, "${RENEW}" takes it as the new reference.`,
  );
}

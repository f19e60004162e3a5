import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { saveScreenshot } from '../../../support/pictures.ts';
import { themed } from '../../../support/themes.ts';
import {
  openOverview,
  serveOverview,
  type OpenOverview,
} from '../../customers/page/openOverview.ts';
import { sampleAggregate, sampleData } from '../../customers/page/overviewSample.ts';
import { sharedChromium } from '../../customers/page/sharedChromium.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the boxes of all located elements, with a single call to the page. */
async function boxes(elements: Locator): Promise<readonly Box[]> {
  const boxesOrNull: (Box | null)[] = await elements.evaluateAll((nodes) =>
    nodes.map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return node.getClientRects().length === 0 ? null : { x, y, width, height };
    }),
  );
  return boxesOrNull.map((box) => box ?? assert.fail());
}

describe('layout of the Tag Overview page', function () {
  this.timeout(60_000);
  let open: OpenOverview;

  before(async () => {
    open = await openOverview(await sharedChromium(), await serveOverview());
  });

  after(() => open?.page.context().close());

  const card = (title: string): Locator =>
    open.page.getByRole('region', { name: title, exact: true });

  /** Asserts that the tools of each card are inside of its head, and beside or below its title. */
  async function checkHeads(text: string): Promise<void> {
    for (const head of await open.page.locator('.card-head').all()) {
      const [title] = await boxes(head.locator('h2'));
      const [whole] = await boxes(head);
      const [tools] = await boxes(head.locator('.tools'));
      assert.ok(title && tools && whole);
      assert.ok(tools.x + tools.width <= whole.x + whole.width + 1, text);
      assert.ok(title.x + title.width <= tools.x || title.y + title.height <= tools.y, text);
    }
  }

  it('aligns all bars after the names, with enough space at any width', async () => {
    const months = [['2026-11', 12_300]] as const;
    const aggregate = { ...sampleAggregate(Date.now()), lastMonths: months };
    await open.page.evaluate(themed('Dark Modern'));
    await open.tell({ type: 'show', data: sampleData({ aggregate }) });
    await open.page.locator('.tidy').waitFor();
    for (const width of [1600, 1280, 1000, 560, 420]) {
      await open.page.setViewportSize({ width, height: 900 });
      await saveScreenshot(open.page, `overview-wide-${width}`);
      const lines = await boxes(card('Customers by tag').locator('tbody .line .bar'));
      const fills = await boxes(card('Customers by tag').locator('tbody .fill'));
      const names = await boxes(card('Customers by tag').locator('tbody th'));
      const counts = await boxes(card('Customers by tag').locator('tbody td.customers'));
      const text = `at ${width}`;
      for (const box of [...fills, ...lines]) assert.equal(box.x, lines[0]?.x, text);
      const [name, line, count] = [names[0], lines[0], counts[0]].map(
        (box) => box ?? assert.fail(),
      );
      assert.ok(name && line && count);
      assert.ok(line.x - (name.x + name.width) <= 8, text);
      assert.ok(line.width >= Math.min(name.width, 48), `${text}: ${line.width} of bar`);
      for (const box of counts) assert.equal(box.x + box.width, count.x + count.width, text);
      const page = await open.page.evaluate('document.documentElement.scrollWidth');
      assert.ok(Number(page) <= width, `${text}: ${String(page)}`);
      await checkHeads(text);
    }
    const [bar] = await boxes(card('Customers by month of last interaction').locator('.fill'));
    assert.ok((bar?.width ?? 999) <= 64, 'the bar of a single month is narrow');
    assert.deepEqual(open.pageErrors, []);
  });

  it('shows tags without a name by other known data', async () => {
    const data = sampleData();
    const unnamed = data.tags.map((tag) =>
      tag.id === 't0' || tag.id === 'none' ? { ...tag, name: ' ' } : tag,
    );
    await open.tell({ type: 'show', data: { ...data, tags: unnamed } });
    const names = await card('Customers by tag').locator('button.name').allTextContents();
    // The first tag has a name in the aggregate. The other one has only its ID, `none`.
    assert.deepEqual([names[0], names.includes('none'), names.includes(' ')], ['VIP', true, false]);
  });

  it('shows zero customers, also in the numbers', async () => {
    const noCustomers = { customers: 0, tagged: 0, taggings: 0, tags: [], status: [] };
    const noValues = { platform: [], page: [], firstMonths: [], lastMonths: [] };
    const aggregate = { ...sampleAggregate(Date.now()), ...noCustomers, ...noValues };
    await open.tell({ type: 'show', data: sampleData({ aggregate, history: null }) });
    const texts = await open.page.locator('.numbers dd').allTextContents();
    assert.deepEqual(texts.slice(0, 4), ['17', '0', '0.0', '–']);
    assert.equal(await open.page.getByText('No customers', { exact: true }).count(), 5);
    assert.doesNotMatch((await open.page.locator('#page').textContent()) ?? '', /NaN|Infinity/);
    assert.deepEqual(open.pageErrors, []);
  });
});

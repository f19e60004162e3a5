import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { OverviewData } from '../../../../src/overview/overviewMessages.ts';
import { axeProblems } from '../../../support/axe.ts';
import { saveScreenshot } from '../../../support/pictures.ts';
import { sizeOf } from '../../../support/sizes.ts';
import { themed, THEMES, type Theme } from '../../../support/themes.ts';
import {
  openOverview,
  serveOverview,
  type OpenOverview,
} from '../../customers/page/openOverview.ts';
import { largeData, sampleData } from '../../customers/page/overviewSample.ts';
import { sharedChromium } from '../../customers/page/sharedChromium.ts';

describe('Tag Overview page', function () {
  this.timeout(60_000);
  let open: OpenOverview;

  before(async () => {
    open = await openOverview(await sharedChromium(), await serveOverview());
  });

  beforeEach(async () => {
    await open.renew();
    assert.deepEqual(await open.posted(), [{ type: 'ready' }]);
  });

  afterEach(() => assert.deepEqual(open.pageErrors, []));

  after(() => open?.page.context().close());

  async function show(data: OverviewData): Promise<void> {
    await open.page.evaluate(themed('Dark Modern'));
    await open.tell({ type: 'show', data });
    await open.page.locator('.tidy, .empty').locator('visible=true').first().waitFor();
    await open.page.evaluate('new Promise((done) => setTimeout(done, 50))');
    await open.posted();
  }

  const number = (name: string): Locator => open.page.locator(`[data-number=${name}] dd`);
  const card = (title: string): Locator =>
    open.page.getByRole('region', { name: title, exact: true });
  const press = (key: string): Promise<void> => open.page.keyboard.press(key);
  const focused = (): Promise<string> =>
    open.page.evaluate(`document.activeElement.dataset.key ?? document.activeElement.tagName`);

  it('offers a scan, or customers to load, before any customer was counted', async () => {
    await show(sampleData({ scope: null, aggregate: null, history: null, sources: [] }));
    await open.page.getByRole('button', { name: 'Scan Customers…' }).click();
    await open.page.getByRole('button', { name: 'Show Customers' }).click();
    assert.deepEqual(await open.posted(), [
      { type: 'command', command: 'scan' },
      { type: 'command', command: 'openCustomers' },
    ]);
    assert.equal(await card('Customers by tag').count(), 0);
    await open.tell({ type: 'progress', text: '3,086 customers, 20 tags, 3 new' });
    await open.page.getByText('3,086 customers, 20 tags').waitFor();
    await open.page.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await open.posted(), [{ type: 'command', command: 'cancel' }]);
    assert.deepEqual(await axeProblems(open.page.locator('body')), []);
  });

  it('shows which customers were counted, how many and when, and five numbers', async () => {
    await show(sampleData());
    const head = await open.page.locator('header').textContent();
    assert.match(head ?? '', /Tea House.*12,300 customers scanned 5 minutes ago · all customers/);
    assert.equal(await number('tags').textContent(), '17');
    assert.equal(await number('tagged').textContent(), '9,870');
    assert.equal(await number('mean').textContent(), '2.1');
    assert.equal(await number('change').textContent(), '+3 −1');
    const tidy = await number('tidy').textContent();
    // Two similar tags, one stale tag, two tags without customers, one missing tag.
    assert.equal(tidy, '6');
    await open.page.getByText('customers with a tag (80%)').waitFor();
  });

  it('sorts tags by any column, and finds a tag', async () => {
    await show(sampleData());
    const tags = card('Customers by tag');
    const names = () => tags.locator('tbody th').allTextContents();
    assert.deepEqual((await names()).slice(0, 3), ['VIP', 'Newsletter', '紅茶拿鐵']);
    assert.match((await tags.locator('tbody tr').first().textContent()) ?? '', /4,200 · 34%/);
    await tags.getByRole('button', { name: 'Tag', exact: true }).click();
    assert.equal((await names())[0], '=cmd()');
    assert.equal(await tags.locator('th.name[aria-sort=ascending]').count(), 1);
    await tags.getByRole('button', { name: 'Change' }).click();
    assert.equal((await names())[0], 'VIP');
    await tags.getByRole('button', { name: 'Last applied' }).click();
    assert.equal((await names()).at(-2), 'Never used');
    await tags.getByRole('searchbox').fill('HALLOWEEN');
    assert.deepEqual(await names(), ['Halloween 2026']);
    await tags.getByRole('searchbox').fill('shop');
    assert.deepEqual(await names(), ['新朋友']);
    await tags.getByRole('button', { name: '新朋友', exact: true }).click();
    assert.deepEqual(await open.posted(), [{ type: 'tags', action: 'customers', ids: ['t3'] }]);
  });

  it('shows the change since the selected scan', async () => {
    const data = sampleData();
    const { history, aggregate } = data;
    const [before] = history?.scans ?? [];
    const now = aggregate?.customers ?? 0;
    assert.ok(before);
    const earlier = { time: before.time - 86_400_000, customers: 9000 };
    const last = { time: aggregate?.time ?? 0, customers: now };
    const longer = { scans: [earlier, before, last], tags: [['t0', [4000, 4100, 4200]]] as const };
    await show({ ...data, history: longer });
    const tags = card('Customers by tag');
    const change = () => tags.locator('tbody tr').first().locator('.change').textContent();
    assert.equal(await change(), '+100');
    const since = tags.getByRole('combobox', { name: 'Change' });
    assert.equal(await since.locator('option').count(), 2);
    await since.selectOption({ index: 1 });
    assert.equal(await change(), '+200');
    await open.tell({ type: 'history', history: longer });
    assert.equal(await change(), '+200', 'new counts do not reset the selected scan');
    await show({ ...data, history: { ...longer, scans: [before, last] } });
    assert.equal(await since.count(), 0, 'a single earlier scan needs no menu');
  });

  it('shows months and values as charts and as tables', async () => {
    await show(sampleData());
    const last = card('Customers by month of last interaction');
    await last.getByRole('button', { name: 'Nov 2026: 1,162 customers · 9.4%' }).click();
    const years = card('Customers by month of first interaction');
    await years.getByRole('button', { name: '2024: 2,952 customers · 24%' }).click();
    await card('Customers by status')
      .getByRole('button', { name: /^Blocked: 3,000/ })
      .click();
    assert.deepEqual(await open.posted(), [
      { type: 'value', chart: 'last', value: '2026-11' },
      { type: 'value', chart: 'first', value: '2024' },
      { type: 'value', chart: 'status', value: '4' },
    ]);
    await last.getByRole('button', { name: 'Show as Table' }).click();
    assert.equal(await last.getByRole('row').count(), 14);
    assert.equal(await last.getByRole('button', { name: /^Nov 2026/ }).count(), 0);
    await last.getByRole('button', { name: 'Show as Chart' }).click();
    assert.equal(await last.getByRole('button', { name: /^Nov 2026/ }).count(), 1);
  });

  it('lists what to tidy up, with reasons, and posts the chosen actions', async () => {
    await show(sampleData());
    const tidy = card('To tidy up');
    const lines = await tidy.locator('.tidy > li').allTextContents();
    assert.equal(lines.length, 5, lines.join('\n'));
    const patterns = [
      /^Hot-Leadhotleadsame name except for case.* · 107 and 77 customers/,
      /企業客戶Last applied: 6 months ago · 150 customers/,
      /Never usedSomewherenot attached to any of the 12,300 customers that were counted/,
      /Sommerno longer in the service/,
      /SomewhereUnknown folder/,
    ];
    for (const [index, pattern] of patterns.entries()) assert.match(lines[index] ?? '', pattern);
    await tidy.getByRole('button', { name: /^Merge…/ }).click();
    await tidy.getByRole('button', { name: /^Plan Delete… 企業客戶/ }).click();
    await tidy.getByRole('button', { name: /^Remove from List/ }).click();
    assert.deepEqual(await open.posted(), [
      { type: 'tags', action: 'merge', ids: ['t11', 't12'] },
      { type: 'tags', action: 'planDelete', ids: ['t10'] },
      { type: 'tags', action: 'remove', ids: ['gone'] },
    ]);
    await tidy.getByRole('button', { name: /^Ignore Hot-Lead/ }).click();
    assert.deepEqual(await open.posted(), [{ type: 'ignore', ignored: ['similar\nt11\nt12'] }]);
    assert.equal(await tidy.locator('.tidy > li').count(), 4);
    assert.equal(await number('tidy').textContent(), '4');
    await show(sampleData());
    assert.equal(await tidy.locator('.tidy > li').count(), 4, 'older data changes nothing');
    await tidy.getByRole('button', { name: 'Show Ignored (1)' }).click();
    assert.equal(await tidy.locator('.tidy > li').count(), 5);
    await tidy.getByRole('spinbutton').fill('60');
    await press('Enter');
    await tidy.getByText('attached to fewer than 60 of 12,300 customers').waitFor();
  });

  it('lists the tags of a reason, 50 more at a time', async () => {
    await show(largeData(120, { isGone: true }));
    const tidy = card('To tidy up');
    await tidy.getByRole('button', { name: 'Show Tags' }).first().click();
    const members = tidy.locator('.members').first().locator('.finding');
    for (const [shown, remaining] of [
      [50, 70],
      [100, 20],
    ]) {
      assert.equal(await members.count(), shown);
      await tidy.getByRole('button', { name: `Show More (${remaining})` }).click();
    }
    assert.equal(await members.count(), 120);
  });

  it('shows why a read-only bot cannot be changed', async () => {
    await show(sampleData({ readOnlyReason: 'It is read-only here.' }));
    const tidy = card('To tidy up');
    const merge = tidy.getByRole('button', { name: /^Merge…/ });
    assert.equal(await merge.getAttribute('title'), 'It is read-only here.');
    await merge.click({ force: true });
    await open.page.locator('[data-key="menu t2"]').click();
    const entry = open.page.getByRole('menuitem', { name: /^Merge…/ });
    assert.equal(await entry.getAttribute('title'), 'It is read-only here.');
    await entry.click({ force: true });
    assert.deepEqual(await open.posted(), []);
    await tidy.getByRole('button', { name: /^Move to Folder…/ }).click();
    assert.equal((await open.posted()).length, 1);
  });

  it('calls no tag stale after a partial scan, and suggests no deletion', async () => {
    const scope = { source: 'scan', choice: 'active in the last 30 days', isWhole: false } as const;
    await show(sampleData({ scope }));
    const tidy = card('To tidy up');
    assert.equal(await tidy.getByRole('button', { name: /^Plan Delete/ }).count(), 0);
    await tidy.getByText(/^not attached to any of the .* counted/).waitFor();
    await tidy.getByText(/^Not all customers were counted/).waitFor();
    assert.equal(await tidy.getByText(/last applied/i).count(), 0);
  });

  it('can be used by keyboard alone, and keeps the focus when it is redrawn', async () => {
    await show(sampleData());
    await press('Tab');
    await press('ControlOrMeta+f');
    assert.equal(await open.page.locator('input.search:focus').count(), 1);
    for (let tab = 0; tab < 5; tab++) await press('Tab');
    assert.equal(await focused(), 'tag t0');
    await press('ArrowDown');
    await press('ArrowDown');
    await press('ArrowRight');
    assert.equal(await focused(), 'menu t2');
    await open.tell({ type: 'show', data: sampleData() });
    assert.equal(await focused(), 'menu t2');
    await press('Enter');
    await press('ArrowDown');
    await press('Enter');
    assert.deepEqual(await open.posted(), [{ type: 'tags', action: 'tree', ids: ['t2'] }]);
    assert.equal(await focused(), 'menu t2');
    await press('End');
    assert.match(await focused(), /^menu /);
  });

  it('moves the focus if the focused element disappears', async () => {
    await show(sampleData({ scope: null, aggregate: null, history: null, sources: [] }));
    const scan = open.page.getByRole('button', { name: 'Scan Customers…' });
    assert.equal(await focused(), 'scan', 'the button has the focus at the start');
    await press('Enter');
    await open.tell({ type: 'progress', text: 'Scanning: 1 customer' });
    await open.page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await open.tell({ type: 'progress', text: null });
    assert.equal(await focused(), 'scan');
    await show(sampleData());
    assert.equal(await focused(), 'scan');
    assert.equal(await scan.textContent(), 'Scan Customers…');
    const tidy = card('To tidy up');
    await tidy.getByRole('button', { name: /^Ignore Hot-Lead/ }).press('Enter');
    assert.equal(await focused(), 'SECTION');
    await tidy.getByRole('button', { name: 'Show Ignored (1)' }).press('Enter');
    assert.equal(await focused(), 'SECTION');
    const merge = tidy.getByRole('button', { name: /^Merge…/ });
    await merge.press('Enter');
    const { tags, aggregate } = sampleData();
    const isKept = ({ id }: { readonly id: string }): boolean => id !== 't12';
    const shown = aggregate && { ...aggregate, tags: aggregate.tags.filter(isKept) };
    await show(sampleData({ tags: tags.filter(isKept), aggregate: shown }));
    assert.equal(await merge.count(), 0);
    assert.notEqual(await focused(), 'BODY');
  });

  it('is accessible in every theme', async () => {
    await show(sampleData({ sources: ['scan', 'loaded'] }));
    for (const [index, theme] of (Object.keys(THEMES) as Theme[]).entries()) {
      // Only the contrast depends on the theme.
      const rules = index < sizeOf('themesWithAllRules') ? undefined : ['color-contrast'];
      await open.page.evaluate(themed(theme));
      await saveScreenshot(open.page, `overview-page-${theme.replaceAll(' ', '-')}`);
      assert.deepEqual(await axeProblems(open.page.locator('body'), rules), [], theme);
      await card('Customers by platform')
        .getByRole('button', { name: /^Show as/ })
        .click();
      await card('Customers by tag').getByRole('button', { name: 'Actions: VIP' }).click();
      assert.deepEqual(await axeProblems(open.page.locator('body'), rules), [], theme);
      await press('Escape');
    }
  });

  it('draws 10,000 tags quickly, and more rows on request', async () => {
    await show(largeData(10_000));
    assert.equal(await number('tags').textContent(), '10,000');
    const rows = card('Customers by tag').locator('tbody tr');
    assert.equal(await rows.count(), 25);
    await open.page.getByRole('button', { name: 'Show More (9,975)' }).click();
    assert.equal(await rows.count(), 125);
    assert.match(await focused(), /^tag /);
  });

  it('shows hostile names as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>\n{0}';
    const data = sampleData();
    const tags = data.tags.map((tag) => (tag.id === 't0' ? { ...tag, name: hostile } : tag));
    await show({ ...data, tags, label: hostile });
    assert.equal(await open.page.locator('img').count(), 0);
    const name = card('Customers by tag').locator('button.name').first();
    assert.match((await name.getAttribute('title')) ?? '', /^<img src=x .*\n\{0\}\n/);
  });
});

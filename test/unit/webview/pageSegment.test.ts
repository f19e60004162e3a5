import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { bitsFromText, rowsOfBits } from '../../../src/core/customers/rowBits.ts';
import { axeProblems } from '../../support/axe.ts';
import { describePage, until } from './describePage.ts';
import { append, reset, rows } from './sample.ts';

const VOCABULARY = {
  tags: [
    { id: 't1', name: 'VIP', folder: 'f1' },
    { id: 't9', name: 'Spring "sale"', folder: null },
  ],
  folders: [{ id: 'f1', name: 'Campaigns', parent: null }],
};

describePage('segments in the Customers page', (on) => {
  const box = (): Locator => on.open.page.getByLabel('Segment: which customers to show');
  const count = (): Locator => on.open.page.locator('.segment-count');
  const message = (): Locator => on.open.page.locator('.segment-message');
  const options = (): Locator => on.open.page.getByRole('option');
  const press = (key: string): Promise<void> => on.open.page.keyboard.press(key);
  async function countIs(text: string): Promise<void> {
    await until(async () => (await count().textContent()) === text, text);
  }

  async function boxIs(text: string): Promise<void> {
    await until(async () => (await box().inputValue()) === text, text);
  }

  /** How many rows the grid shows. */
  async function shownIs(number: number): Promise<void> {
    const grid = on.open.page.getByRole('grid', { name: 'Customers' });
    await until(
      async () => (await grid.getAttribute('aria-rowcount')) === String(number + 1),
      `${number} rows`,
    );
  }

  beforeEach(async () => {
    await on.open.tell({ type: 'vocabulary', vocabulary: VOCABULARY });
    await on.open.tell(append(0, rows(0, 300)));
    await on.button('Segment').click();
    await countIs('300 of 300');
  });

  it('filters and counts while one types, and tells the panel which rows match', async () => {
    await box().fill('tag:VIP and not blocked');
    await countIs('120 of 300');
    await shownIs(120);
    await on.open.page.getByText('120 of 300 loaded match').waitFor();
    const kept = async () => (await on.open.lastOf('view'))?.view.filter.segment;
    await until(async () => (await kept()) === 'tag:VIP and not blocked', 'the view');
    await on.open.tell({ type: 'askScope', generation: 1 });
    await until(async () => (await on.open.lastOf('scope'))?.matching !== null, 'the scope');
    const matching = (await on.open.lastOf('scope'))?.matching ?? '';
    const expected = Array.from({ length: 300 }, (_, row) => row).filter(
      (row) => row % 3 !== 0 && row % 5 < 3,
    );
    assert.deepEqual(rowsOfBits(bitsFromText(matching), 300), expected);
  });

  it('tells the panel what the rows are narrowed by before it tells which match', async () => {
    await on.open.page.evaluate('globalThis.background = {}');
    await box().fill('blocked');
    await box().press('Enter');
    await on.open.tell({ type: 'askScope', generation: 1 });
    const kept: unknown = await on.open.page.evaluate('globalThis.background.view?.view.filter');
    assert.equal((kept as { segment?: string } | undefined)?.segment, 'blocked');
  });

  it('is a chip that can be taken off, and goes with Clear Filter', async () => {
    await box().fill('blocked');
    await shownIs(120);
    await on.button('Remove Filter "Segment: blocked"').click();
    await shownIs(300);
    await boxIs('');
    await box().fill('blocked');
    await shownIs(120);
    await on.button('Clear Filter').click();
    await shownIs(300);
    await boxIs('');
    await countIs('300 of 300');
  });

  it('keeps the rows as they are while the text cannot be read, and says why', async () => {
    await box().fill('tag:VIP');
    await shownIs(200);
    await box().fill('tag:VIP and colour = red');
    await message().getByText('"colour" is not a condition. Possible: tags, status').waitFor();
    assert.equal(await box().getAttribute('aria-invalid'), 'true');
    assert.equal(await box().getAttribute('aria-describedby'), await message().getAttribute('id'));
    assert.equal(await message().getAttribute('role'), 'status');
    assert.equal(await on.open.page.locator('.wrong').textContent(), 'colour');
    await shownIs(200);
    assert.equal(await count().textContent(), '');
    await box().fill('tga:VIP');
    await message().getByText('Did you mean tag:?').waitFor();
    assert.equal(await on.open.page.locator('.wrong').textContent(), 'tga:VIP');
    await shownIs(200);
    await box().fill('tag:VIPP');
    await message().getByText('Nobody has it, and it is not on the list: tag:VIPP').waitFor();
    assert.equal(await box().getAttribute('aria-invalid'), null);
    await shownIs(0);
    await box().fill('tag:VIP');
    await until(async () => (await message().textContent()) === '', 'no message');
  });

  it('completes words, names of the list and of customers, in quotes where they need them', async () => {
    await box().pressSequentially('ta');
    assert.deepEqual(await options().allTextContents(), ['tag:', 'tagid:', 'tags', 'status']);
    await press('Enter');
    await boxIs('tag:');
    await options().getByText('春季活動 2025').waitFor();
    assert.equal(await box().getAttribute('aria-activedescendant'), null);
    await box().pressSequentially('spr');
    await press('Tab');
    await boxIs(String.raw`tag:"Spring \"sale\"" `);
    await press('Escape');
    assert.equal(await options().count(), 0);
    await box().pressSequentially('or ');
    await press('ArrowDown');
    const lit = await box().getAttribute('aria-activedescendant');
    assert.equal(await on.open.page.locator(`[id="${lit}"]`).getAttribute('aria-selected'), 'true');
    await press('Escape');
    await box().pressSequentially('folder:');
    await options().getByText('Campaigns').click();
    await boxIs(String.raw`tag:"Spring \"sale\"" or folder:Campaigns `);
    await countIs('200 of 300');
    await press('Control+z');
    await boxIs(String.raw`tag:"Spring \"sale\"" or folder:`);
  });

  it('lays the coloured words below those that are typed', async () => {
    await box().fill(`tag:VIP and ${'not blocked and '.repeat(20)}tags >= 1`);
    const sizes: number[][] = await on.open.page.evaluate(`['.colours', '.segment-text textarea']
      .map((one) => document.querySelector(one))
      .map((one) => [one.clientWidth, one.clientHeight, one.scrollHeight])`);
    const [colours, field] = sizes;
    assert.deepEqual(field?.slice(0, 2), colours?.slice(0, 2));
    assert.ok((field?.[2] ?? 0) <= (field?.[1] ?? 0), 'nothing of the text is scrolled away');
    assert.ok((field?.[1] ?? 0) > 60, 'it grows');
  });

  it('saves, offers and removes segments that have a name', async () => {
    await on.open.posted();
    await box().fill('not blocked');
    await shownIs(180);
    await on.button('Save Segment…').click();
    assert.deepEqual(await on.open.posted(), [{ type: 'saveSegment', text: 'not blocked' }]);
    const saved = [
      { name: 'Regulars', text: 'tag:VIP', from: 'file' as const },
      { name: 'Odd', text: 'tag:', from: 'window' as const },
    ];
    await on.open.tell({ type: 'segments', saved });
    await on.button('Saved Segments').click();
    await on.open.page.getByRole('button', { name: 'Regulars in bot-tags.jsonc' }).click();
    await boxIs('tag:VIP');
    await shownIs(200);
    await on.button('Saved Segments').click();
    await on.button('Odd').click();
    await boxIs('tag:');
    await shownIs(200);
    await on.button('Saved Segments').click();
    await on.button('Remove "Regulars"').click();
    assert.deepEqual(await on.open.posted(), [
      { type: 'removeSegment', name: 'Regulars', from: 'file' },
    ]);
    await on.button('Save Segment…').click({ force: true });
    assert.deepEqual(await on.open.posted(), [], 'what cannot be read cannot be saved');
  });

  it('shows a segment that others ask for, in place of any other filter', async () => {
    await on.open.page.getByPlaceholder('Filter loaded customers').fill('Ada');
    await shownIs(60);
    await on.open.tell({ type: 'showSegment', generation: 1, text: 'blocked' });
    await boxIs('blocked');
    await shownIs(120);
    assert.equal(await on.open.page.getByPlaceholder('Filter loaded customers').inputValue(), '');
    await on.open.tell({ type: 'showSegment', generation: 1, text: 'tag:VIP and' });
    await message().getByText('A condition is missing').waitFor();
    await shownIs(300);
  });

  it('keeps its segment over a reset, and counts rows that come', async () => {
    await box().fill('platform = LINE');
    await countIs('150 of 300');
    await on.open.tell(append(300, rows(300, 100, 2)));
    await countIs('200 of 400');
    await on.open.tell(reset(2), append(0, rows(0, 10), 2));
    await boxIs('platform = LINE');
    await countIs('5 of 10');
  });

  it('has nothing that axe-core finds wrong, open in all its parts', async () => {
    await box().fill('tag:VIP applied < 30d and (platform = LINE or colour = red)');
    await message().getByText('not a condition').waitFor();
    assert.deepEqual(await axeProblems(on.open.page.locator('body')), []);
    await box().fill(
      'tag:VIP applied < 30d count > 1 and (platform = LINE or not first < 2025-01-01) or ',
    );
    await options().first().waitFor();
    assert.deepEqual(await axeProblems(on.open.page.locator('body')), []);
    await box().fill(
      'tag:VIP applied < 30d count > 1 and (platform = LINE or not first < 2025-01-01)',
    );
    await press('Escape');
    assert.deepEqual(await axeProblems(on.open.page.locator('body')), []);
  });
});

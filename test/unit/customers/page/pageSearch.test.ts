import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { bitsFromText, rowsOfBits } from '../../../../src/customers/gridRows.ts';
import { axeProblems } from '../../../support/axe.ts';
import { describePage, until } from './describePage.ts';
import { append, reset, rows } from './sample.ts';

const VOCABULARY = {
  tags: [
    { id: 't1', name: 'VIP', folder: 'f1' },
    { id: 't9', name: 'Spring "sale"', folder: null },
  ],
  folders: [{ id: 'f1', name: 'Campaigns', parent: null }],
};

describePage('search of the Customers page', (on) => {
  const box = (): Locator => on.search;
  const message = (): Locator => on.open.page.locator('.search-message');
  const waitForMessage = (text: string): Promise<void> => message().getByText(text).waitFor();
  const options = (): Locator => on.open.page.getByRole('option');
  const press = (key: string): Promise<void> => on.open.page.keyboard.press(key);
  async function waitForBox(text: string): Promise<void> {
    await until(async () => (await box().inputValue()) === text, text);
  }

  /** Waits until the grid has this number of rows. */
  async function waitForRows(number: number): Promise<void> {
    const grid = on.open.page.getByRole('grid', { name: 'Customers' });
    const hasRows = async () => (await grid.getAttribute('aria-rowcount')) === String(number + 1);
    await until(hasRows, `${number} rows`);
  }

  beforeEach(async () => {
    await on.open.tell({ type: 'vocabulary', vocabulary: VOCABULARY });
    await on.open.tell(append(0, rows(0, 300)));
    await on.open.page.getByText('First 300 customers loaded').waitFor();
  });

  it('filters and counts while the user types, and reports the matches to the panel', async () => {
    await box().fill('tag:VIP and not blocked');
    await on.waitForCount('120 of 300 loaded');
    await waitForRows(120);
    const storedSearch = async () => (await on.open.lastOf('view'))?.view.search;
    await until(async () => (await storedSearch()) === 'tag:VIP and not blocked', 'the view');
    await on.open.tell({ type: 'askScope', generation: 1 });
    await until(async () => (await on.open.lastOf('scope'))?.matching !== null, 'the scope');
    const matching = (await on.open.lastOf('scope'))?.matching ?? '';
    const expected = Array.from({ length: 300 }, (_, row) => row).filter(
      (row) => row % 3 !== 0 && row % 5 < 3,
    );
    assert.deepEqual(rowsOfBits(bitsFromText(matching), 300), expected);
  });

  it('sends the search to the panel before the matches', async () => {
    // Forgets earlier messages, so that the keys are in the order of the new ones.
    await on.open.page.evaluate('globalThis.background = {}');
    await box().fill('blocked');
    await box().press('Enter');
    await on.open.tell({ type: 'askScope', generation: 1 });
    await until(async () => (await on.open.lastOf('scope')) !== undefined, 'an answer');
    const messageTypes: unknown = await on.open.page.evaluate('Object.keys(globalThis.background)');
    assert.deepEqual(messageTypes, ['view', 'scope']);
    assert.equal((await on.open.lastOf('view'))?.view.search, 'blocked');
  });

  it('is cleared with Clear Search, and restored with Ctrl+Z', async () => {
    await box().pressSequentially('blocked');
    await waitForRows(120);
    await on.button('Clear Search').click();
    await waitForRows(300);
    await waitForBox('');
    assert.ok(await box().evaluate((field) => field.matches(':focus')), 'the box has the focus');
    await on.waitForCount('');
    await press('ControlOrMeta+z');
    await waitForBox('blocked');
    await waitForRows(120);
  });

  it('is described in words, in the tooltip and for screen readers', async () => {
    const descriptions: Record<string, string> = {
      'ada not blocked': 'contains "ada", and not blocked',
      'tagid:t1 or folder:Campaigns': 'Tag is VIP, or Folder is Campaigns',
      'tag:VIP applied < 4w count > 1':
        'Tag is VIP, applied within the last 4 weeks, times applied > 1',
      'tags >= 2 tags = 0': 'Tags ≥ 2, and without Tags',
      'status = 5 platform != FB': 'Status is Blocked the bot, and Platform ≠ Facebook',
      'active > 12h first >= 2026-01-31':
        'Last interaction more than 12 hours ago, and First interaction ≥ 2026-01-31',
      'not (has email or gender = male)': 'not (with Email, or Gender is Male)',
      'not has phone param.city = 台北': 'without Phone, and city is 台北',
    };
    for (const [text, words] of Object.entries(descriptions)) {
      await box().fill(text);
      assert.equal(await box().getAttribute('title'), words);
      const ids = (await box().getAttribute('aria-describedby')) ?? '';
      const [first = ''] = ids.split(' ');
      assert.equal(await on.open.page.locator(`[id="${first}"]`).textContent(), words);
    }
  });

  it('treats conditions as units, which one key removes after a space', async () => {
    await box().pressSequentially('ada tag:VIP (blocked or tags = 0) ');
    const units = await on.open.page.locator('.unit').allTextContents();
    assert.deepEqual(units, ['tag:VIP', '(blocked or tags = 0)']);
    for (const remainingText of ['ada tag:VIP ', 'ada ', 'ada']) {
      await press('Backspace');
      await waitForBox(remainingText);
    }
    await box().pressSequentially(' tag:VIP');
    await press('Backspace');
    await waitForBox('ada tag:VI');
    await box().fill('active >= 2026-01-01 and active < 2026-02-01 ');
    await press('Backspace');
    await waitForBox('active >= 2026-01-01 ');
    await box().fill('(tag:VIP) or ada ');
    await press('Backspace');
    await waitForBox('(tag:VIP) or ada');
    assert.equal(await box().getAttribute('aria-invalid'), null);
  });

  it('treats everything else as text: a colon, a time, an address', async () => {
    for (const text of ['12:30', 'https://example.com', 'note:x', '"tag:VIP"']) {
      await box().fill(text);
      await waitForRows(0);
      assert.equal(await box().getAttribute('aria-invalid'), null, text);
    }
    await box().fill('user1@ ADA');
    await waitForRows(1);
  });

  it('keeps the rows while the text has an error, and explains the error', async () => {
    await box().fill('tag:VIP');
    await waitForRows(200);
    await box().fill('tag:VIP and colour = red');
    await waitForMessage('"colour" is not a condition. Allowed here: tags, status');
    assert.equal(await box().getAttribute('aria-invalid'), 'true');
    assert.ok((await box().getAttribute('aria-describedby'))?.endsWith(' search-message'));
    assert.equal(await message().getAttribute('role'), 'status');
    assert.equal(await on.open.page.locator('.wrong').textContent(), 'colour');
    await waitForRows(200);
    await on.waitForCount('');
    await box().fill('tga:VIP');
    await waitForMessage('Did you mean tag:?');
    assert.equal(await on.open.page.locator('.wrong').textContent(), 'tga:VIP');
    await waitForRows(200);
    await box().fill('tag:VIPP');
    await waitForMessage(
      'These tags or folders were found neither in the list of bots and tags nor on any loaded customer: tag:VIPP',
    );
    assert.equal(await box().getAttribute('aria-invalid'), null);
    await waitForRows(0);
    await box().fill('tag:VIP');
    await until(async () => (await message().textContent()) === '', 'no message');
  });

  it('completes words, and names of the list and of customers, in quotes if needed', async () => {
    await box().pressSequentially('ta');
    assert.deepEqual(await options().allTextContents(), ['tag:', 'tagid:', 'tags', 'status']);
    await press('ArrowDown');
    await press('Enter');
    await waitForBox('tag:');
    await options().getByText('春季活動 2025').waitFor();
    assert.equal(await box().getAttribute('aria-activedescendant'), null);
    await box().pressSequentially('spr');
    await press('Tab');
    await waitForBox(String.raw`tag:"Spring \"sale\"" `);
    await press('Escape');
    assert.equal(await options().count(), 0);
    await box().pressSequentially('or ');
    await press('ArrowDown');
    const id = await box().getAttribute('aria-activedescendant');
    assert.equal(await on.open.page.locator(`[id="${id}"]`).getAttribute('aria-selected'), 'true');
    await press('Escape');
    await box().pressSequentially('folder:');
    await options().getByText('Campaigns').click();
    await waitForBox(String.raw`tag:"Spring \"sale\"" or folder:Campaigns `);
    await on.waitForCount('200 of 300 loaded');
    await press('Control+z');
    await waitForBox(String.raw`tag:"Spring \"sale\"" or folder:`);
  });

  it('aligns the colored words with the typed text', async () => {
    await box().fill(`tag:VIP and ${'not blocked and '.repeat(20)}tags >= 1`);
    const sizes: number[][] = await on.open.page.evaluate(`['.colors', '.search-text textarea']
      .map((one) => document.querySelector(one))
      .map((one) => [one.clientWidth, one.clientHeight, one.scrollHeight])`);
    const [colors, field] = sizes;
    assert.deepEqual(field?.slice(0, 2), colors?.slice(0, 2));
    assert.ok((field?.[2] ?? 0) <= (field?.[1] ?? 0), 'the field shows the whole text');
    assert.ok((field?.[1] ?? 0) > 60, 'the field grows with its text');
  });

  it('saves, offers and removes named segments', async () => {
    await on.open.posted();
    await box().fill('not blocked');
    await waitForRows(180);
    await on.open.posted();
    await on.button('Segments').click();
    await on.button('Save as Segment…').click();
    assert.deepEqual(await on.open.posted(), [{ type: 'saveSegment', text: 'not blocked' }]);
    const saved = [
      { name: 'Regulars', text: 'tag:VIP', from: 'file' as const },
      { name: 'Odd', text: 'tag:', from: 'window' as const },
    ];
    await on.open.tell({ type: 'segments', saved });
    await on.button('Segments').click();
    await on.open.page.getByRole('button', { name: 'Regulars in bot-tags.jsonc' }).click();
    await waitForBox('tag:VIP ');
    await waitForRows(200);
    await on.button('Segments').click();
    await on.button('Odd').click();
    await waitForBox('tag: ');
    await waitForRows(300);
    await on.button('Segments').click();
    await on.button('Remove "Regulars"').click();
    assert.deepEqual(await on.open.posted(), [
      { type: 'removeSegment', name: 'Regulars', from: 'file' },
    ]);
    await box().fill('x'.repeat(20_000));
    await on.button('Segments').click();
    await on.button('Save as Segment…').click();
    const [long] = await on.open.posted();
    assert.equal(long?.type === 'saveSegment' && long.text.length, 20_000, 'text is complete');
    await box().fill('tag:');
    await on.button('Segments').click();
    await on.button('Save as Segment…').click({ force: true });
    assert.deepEqual(await on.open.posted(), [], 'a search with an error cannot be saved');
  });

  it('uses the current text of saved segments, and reports missing ones', async () => {
    const saved = (text: string) => [{ name: 'Some of them', text, from: 'window' as const }];
    await on.open.tell({ type: 'segments', saved: saved('tags = 0') });
    await box().pressSequentially('ada segment:so');
    await press('Enter');
    await waitForBox('ada segment:"Some of them" ');
    await on.waitForCount('20 of 300 loaded');
    await on.open.tell({ type: 'segments', saved: saved('tag:VIP') });
    await on.waitForCount('40 of 300 loaded');
    assert.equal(await box().getAttribute('title'), 'contains "ada", and Segments: Some of them');
    await on.button('Statistics').click();
    await on.open.page.locator('.charts .cell.platform .bar').first().waitFor();
    await box().fill('segment:Gone');
    await message()
      .getByText(/^These segments do not exist, .*: Gone\. Remove them from the search\.$/)
      .waitFor();
    await on.waitForCount('0 of 300 loaded');
  });

  it('writes the ID of a tag with an ambiguous name, and leaves a text with an error unchanged', async () => {
    const [first] = VOCABULARY.tags;
    assert.ok(first);
    const twin = { ...first, id: 't1-twin' };
    const tags = [...VOCABULARY.tags, twin];
    await on.open.tell({ type: 'vocabulary', vocabulary: { ...VOCABULARY, tags } });
    const chip = on.cell(1, 'tags').locator('.chip').first();
    await chip.click();
    await waitForBox('tagid:t1 ');
    await on.waitForCount('200 of 300 loaded');
    await box().fill('tag:VIP and (');
    await press('Escape');
    await chip.click();
    await waitForMessage('The search was not changed, because');
    await waitForBox('tag:VIP and (');
  });

  it('is replaced by a segment from the panel', async () => {
    await box().fill('Ada');
    await waitForRows(60);
    await on.open.tell({ type: 'showSegment', generation: 1, text: 'blocked' });
    await waitForBox('blocked ');
    await waitForRows(120);
    await on.open.tell({ type: 'showSegment', generation: 1, text: 'tag:VIP and' });
    await waitForMessage('A condition is missing');
    await waitForRows(300);
  });

  it('stays after a reset, and counts added rows', async () => {
    await box().fill('platform = LINE');
    await on.waitForCount('150 of 300 loaded');
    await on.open.tell(append(300, rows(300, 100, 2)));
    await on.waitForCount('200 of 400 loaded');
    await on.open.tell(reset(2), append(0, rows(0, 10), 2));
    await waitForBox('platform = LINE');
    await on.waitForCount('5 of 10 loaded');
  });

  it('passes axe-core in all its states', async () => {
    await box().fill('tag:VIP applied < 30d and (platform = LINE or colour = red)');
    await waitForMessage('not a condition');
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

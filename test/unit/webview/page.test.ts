import assert from 'node:assert/strict';
import { describePage } from './describePage.ts';
import { append, customer, row, rows } from './sample.ts';

describePage('grid of the Customers page', (on) => {
  it('keeps 3,086 rows out of the DOM but those on the screen', async () => {
    await on.open.tell(append(0, rows(0, 3086)));
    await on.cell(5, 'name').waitFor();
    assert.ok((await on.open.page.getByRole('row').count()) < 80);
    await on.scrollTo(1_000_000);
    await on.cell(3085, 'name').waitFor();
    assert.ok((await on.open.page.getByRole('row').count()) < 80);
    assert.equal(await on.cell(3085, 'id').textContent(), 'U00003085');
  });

  it('is a grid for assistive technology', async () => {
    await on.open.tell(append(0, rows(0, 300)));
    const grid = on.open.page.getByRole('grid', { name: 'Customers' });
    assert.equal(await grid.getAttribute('aria-rowcount'), '301');
    assert.equal(await grid.getAttribute('aria-colcount'), '14');
    assert.equal(await grid.getAttribute('aria-busy'), 'false');
    assert.equal(await on.open.page.getByRole('columnheader').count(), 14);
    assert.equal(await grid.getAttribute('aria-multiselectable'), 'true');
    const line = on.cell(4, 'name').locator('..');
    assert.equal(await line.getAttribute('aria-rowindex'), '6');
    assert.equal(await line.getByRole('gridcell').count(), 14);
    assert.equal(await on.open.page.locator('.grid [tabindex="0"]').count(), 1);
    assert.equal(
      await on.open.page.getByRole('status').textContent(),
      '300 loaded, more available',
    );
  });

  it('is walked with the keyboard', async () => {
    await on.open.tell(append(0, rows(0, 300)));
    await on.cell(0, 'name').click();
    const steps = [
      ['ArrowDown', '1 name'],
      ['ArrowRight', '1 platform'],
      ['End', '1 id'],
      ['Home', '1 picture'],
      ['Control+End', '299 id'],
      ['Control+Home', '0 picture'],
    ] as const;
    for (const [key, place] of steps) {
      await on.open.page.keyboard.press(key);
      assert.equal(await on.focused(), place, key);
    }
    await on.open.page.keyboard.press('PageDown');
    assert.match(await on.focused(), /^1[0-9] picture$/);
    assert.equal(await on.open.page.locator('.body [tabindex="0"]').count(), 1);
    await on.open.page.keyboard.press('Control+Home');
    await on.open.posted();
    await on.open.page.keyboard.press('ArrowDown');
    assert.deepEqual(await on.open.posted(), [{ type: 'focusRow', generation: 1, row: 1 }]);
    await on.open.page.keyboard.press('ArrowUp');
    await on.open.page.keyboard.press('ArrowUp');
    assert.equal(await on.focused(), 'header picture');
    await on.open.page.keyboard.press('ArrowDown');
    assert.equal(await on.focused(), '0 picture');
  });

  it('never hides the focused cell below the header', async () => {
    await on.open.tell(append(0, rows(0, 300)));
    await on.cell(0, 'name').click();
    await on.open.page.keyboard.press('Control+End');
    for (let step = 0; step < 30; step += 1) await on.open.page.keyboard.press('ArrowUp');
    const header = await on.open.page.locator('.header').boundingBox();
    const box = await on.cell(269, 'id').boundingBox();
    assert.ok(header && box && box.y >= header.y + header.height - 1);
  });

  it('keeps the focus when its row is scrolled away', async () => {
    await on.open.tell(append(0, rows(0, 300)));
    await on.cell(2, 'name').click();
    await on.scrollTo(5000);
    await on.cell(180, 'name').waitFor();
    assert.equal(await on.focused(), '2 name');
  });

  it('gives the native context menu what it asks for', async () => {
    await on.open.tell(append(0, [row(0, { untaggable: 2 })]));
    const context = await on.cell(0, 'name').locator('..').getAttribute('data-vscode-context');
    assert.deepEqual(JSON.parse(context ?? ''), {
      webviewSection: 'row',
      row: 0,
      generation: 1,
      taggable: false,
      preventDefaultContextMenuItems: true,
    });
  });

  it('shows a broken record with a mark, and mends it by a patch', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const problem = 'status: expected a number';
    const record = { ...customer(0), name, status: null, tags: [null, 7] };
    await on.open.tell(append(0, [row(0, { record, problem }), row(1, { record: null, problem })]));
    assert.equal((await on.cell(0, 'name').textContent()) ?? '', name);
    const mark = on.cell(0, 'name').getByRole('img');
    assert.equal(await mark.getAttribute('title'), problem);
    assert.equal(await on.cell(0, 'tags').textContent(), '7');
    await on.cell(0, 'name').hover();
    assert.equal(await on.cell(0, 'name').getAttribute('title'), name);
    const json = JSON.stringify(customer(0));
    await on.open.tell({ type: 'patch', generation: 1, row: 0, json });
    assert.equal(await on.cell(0, 'name').textContent(), '王小明');
    assert.equal(await mark.count(), 0);
  });

  it('makes no more chips than may be seen, and says the others in a tooltip', async () => {
    const names = Array.from({ length: 60 }, (_, number) => `tag ${number}`);
    const tags = names.map((name) => ({ id: name, name, timestamp: 1_750_000_000_000, count: 2 }));
    const record = { ...customer(0), tags, params: [] };
    await on.open.tell(append(0, [row(0, { record }), row(1)]));
    const cell = on.cell(0, 'tags');
    const chips = cell.locator('.chip');
    const shown = (await chips.count()) - 1;
    const end = await cell.evaluate((it) => it.getBoundingClientRect().right);
    const cut = await chips.nth(shown - 1).evaluate((it) => it.getBoundingClientRect().right);
    assert.ok(shown < names.length && cut >= end, `${shown} chips to ${cut} of ${end}`);
    assert.equal(await chips.nth(shown).textContent(), `+${names.length - shown}`);
    await chips.nth(shown).dispatchEvent('mouseover');
    const title = await chips.nth(shown).getAttribute('title');
    assert.equal(title, names.slice(shown).join('\n'));
    await chips.first().hover();
    assert.match((await chips.first().getAttribute('title')) ?? '', /^tag 0\n.+\n× 2$/);
  });

  it('shows what was cut off of a text, and of no other row that comes in its place', async () => {
    const name = 'a name that is longer than its column is wide, by far';
    await on.open.tell(append(0, [row(0, { record: { ...customer(0), name } })]));
    await on.cell(0, 'name').hover();
    assert.equal(await on.cell(0, 'name').getAttribute('title'), name);
    const json = JSON.stringify(customer(1));
    await on.open.tell({ type: 'patch', generation: 1, row: 0, json });
    assert.equal(await on.cell(0, 'name').textContent(), 'Ada Lovelace');
    assert.notEqual(await on.cell(0, 'name').getAttribute('title'), name);
  });
});

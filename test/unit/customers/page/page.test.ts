import assert from 'node:assert/strict';
import { describePage } from './describePage.ts';
import { append, customer, row, rows, status } from './sample.ts';

describePage('grid of the Customers page', (on) => {
  it('keeps only the visible ones of 3,086 rows in the DOM', async () => {
    await on.open.tell(append(0, rows(0, 3086)));
    await on.cell(5, 'name').waitFor();
    assert.ok((await on.open.page.getByRole('row').count()) < 80);
    await on.scrollTo(1_000_000);
    await on.cell(3085, 'name').waitFor();
    assert.ok((await on.open.page.getByRole('row').count()) < 80);
    assert.equal(await on.cell(3085, 'id').textContent(), 'U00003085');
  });

  it('has the grid roles and attributes for assistive technology', async () => {
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
      'First 300 customers loaded',
    );
  });

  it('is navigated with the keyboard', async () => {
    await on.open.tell(append(0, rows(0, 300)));
    await on.cell(0, 'name').click();
    const steps = [
      ['ArrowDown', '1 name'],
      ['ArrowRight', '1 tags'],
      ['End', '1 id'],
      ['Home', '1 name'],
      ['Control+End', '299 id'],
      ['Control+Home', '0 name'],
    ] as const;
    for (const [key, expectedCell] of steps) {
      await on.open.page.keyboard.press(key);
      assert.equal(await on.focused(), expectedCell, key);
    }
    await on.open.page.keyboard.press('PageDown');
    assert.match(await on.focused(), /^1[0-9] name$/);
    assert.equal(await on.open.page.locator('.body [tabindex="0"]').count(), 1);
    await on.open.page.keyboard.press('Control+Home');
    await on.open.posted();
    await on.open.page.keyboard.press('ArrowDown');
    assert.deepEqual(await on.open.posted(), [{ type: 'focusRow', generation: 1, row: 1 }]);
    await on.open.page.keyboard.press('ArrowUp');
    await on.open.page.keyboard.press('ArrowUp');
    assert.equal(await on.focused(), 'header name');
    await on.open.page.keyboard.press('ArrowDown');
    assert.equal(await on.focused(), '0 name');
  });

  it('never covers the focused cell with the header', async () => {
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

  it('provides the context of the native context menu', async () => {
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

  it('marks each cell with unexpected data, and explains it in the note and the count', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const problemText = (field: string) => `"${field}" is wrong.`;
    const problems = ['phone', 'extId', 'tags', 'pic'].map((field) => ({
      field,
      text: problemText(field),
    }));
    const record = { ...customer(0), name, phone: 912, extId: 42, tags: [null, 7], pic: {} };
    const recordProblems = [
      { field: null, text: 'The record has the type null. Expected: object.' },
    ];
    const added = [
      row(0, { record, problems }),
      row(1, { record: null, problems: recordProblems }),
    ];
    await on.open.tell(append(0, added));
    const mark = (column: string, row = 0) => on.cell(row, column).getByRole('img');
    for (const [column, field] of [
      ['phone', 'phone'],
      ['extId', 'extId'],
      ['tags', 'tags'],
      ['name', 'pic'],
    ] as const) {
      assert.equal(await mark(column).getAttribute('title'), problemText(field));
      const label = `Unexpected data: ${problemText(field)}`;
      assert.equal(await mark(column).getAttribute('aria-label'), label);
    }
    assert.equal(await on.open.page.locator('[data-row="0"] .codicon-warning').count(), 4);
    assert.equal(await mark('name', 1).getAttribute('title'), recordProblems[0]?.text);
    assert.equal(await on.cell(0, 'phone').textContent(), '912', 'number as it was sent');
    assert.equal((await on.cell(0, 'name').textContent()) ?? '', name);
    assert.equal(await on.cell(0, 'tags').textContent(), '7');
    await on.cell(0, 'phone').hover();
    assert.equal(await on.cell(0, 'phone').getAttribute('title'), `912\n${problemText('phone')}`);
    await on.cell(0, 'email').hover();
    assert.equal(await on.cell(0, 'email').getAttribute('title'), 'user0@example.com');
    await on.cell(0, 'phone').click();
    const note = `Unexpected data: ${problems.map(({ text }) => text).join(' ')}`;
    assert.equal(await on.open.page.locator('.note').textContent(), note);
    const counted = status(100, { invalidCount: 20 });
    await on.open.tell({ type: 'status', generation: 1, status: counted });
    const line = await on.open.page.getByRole('status').textContent();
    assert.equal(line, 'First 100 customers loaded · 20 with unexpected data · 1 selected');
  });

  it('keeps the marks after a patch, except those of the tags', async () => {
    const problems = [
      { field: 'phone', text: '"phone" is wrong.' },
      { field: 'tags', text: '"tags" is wrong.' },
    ];
    const record = { ...customer(0), phone: 912, tags: 'VIP' };
    await on.open.tell(append(0, [row(0, { record, problems, untaggable: 0 })]));
    const json = JSON.stringify({ ...record, tags: customer(2)['tags'] });
    await on.open.tell({ type: 'patch', generation: 1, row: 0, json });
    assert.equal(await on.cell(0, 'phone').textContent(), '912');
    assert.equal(await on.cell(0, 'phone').getByRole('img').count(), 1);
    assert.equal(await on.cell(0, 'tags').getByRole('img').count(), 0);
    assert.equal(await on.cell(0, 'tags').textContent(), 'VIP春季活動 2025');
  });

  it('copies the ID of a customer with unexpected data, unless the ID itself is invalid', async () => {
    const problems = [{ field: 'phone', text: '"phone" is wrong.' }];
    const id = [{ field: 'id', text: '"id" is a number, text was expected.' }];
    await on.open.tell(
      append(0, [
        row(0, { record: { ...customer(0), phone: 912 }, problems }),
        row(1, { record: { ...customer(1), id: 7 }, problems: id, untaggable: 5 }),
      ]),
    );
    const { page } = on.open;
    const copy = page.getByRole('menuitem', { name: 'Copy User ID' });
    const more = () => on.button('More Actions…').click();
    const attach = on.open.page.getByRole('button', { name: 'Attach Tag…' });
    await on.cell(0, 'name').click();
    await more();
    assert.equal(await copy.getAttribute('aria-disabled'), null);
    assert.equal(await attach.getAttribute('aria-disabled'), 'false');
    await on.cell(1, 'name').click();
    await more();
    assert.equal(await copy.getAttribute('aria-disabled'), 'true');
    const untaggable =
      'This customer cannot be tagged, because the service sent no text for "User ID".';
    assert.equal(await attach.getAttribute('title'), untaggable);
    const note = `Unexpected data: ${id[0]?.text} · ${untaggable}`;
    assert.equal(await on.open.page.locator('.note').textContent(), note);
  });

  it('shows as many chips as fit, and lists the others in a tooltip', async () => {
    const names = Array.from({ length: 60 }, (_, number) => `tag ${number}`);
    const tags = names.map((name) => ({ id: name, name, timestamp: 1_750_000_000_000, count: 2 }));
    const record = { ...customer(0), tags, params: [] };
    await on.open.tell(append(0, [row(0, { record }), row(1)]));
    const cell = on.cell(0, 'tags');
    const chips = cell.locator('.chip');
    const shownCount = (await chips.count()) - 1;
    const end = await cell.evaluate((element) => element.getBoundingClientRect().right);
    const restRight = await chips
      .nth(shownCount)
      .evaluate((element) => element.getBoundingClientRect().right);
    assert.ok(
      shownCount > 2 && restRight <= end && restRight > end - 70,
      `${shownCount} chips to ${restRight} of ${end}`,
    );
    const hidden = names.slice(shownCount);
    assert.equal(
      await chips.nth(shownCount).textContent(),
      `+${hidden.length} ${hidden.join(', ')}`,
    );
    assert.equal((await chips.nth(shownCount).boundingBox())?.height, 20, 'height of one line');
    await chips.nth(shownCount).dispatchEvent('mouseover');
    const title = await chips.nth(shownCount).getAttribute('title');
    assert.equal(title, names.slice(shownCount).join('\n'));
    await chips.first().hover();
    assert.match((await chips.first().getAttribute('title')) ?? '', /^tag 0\n.+\n× 2\ntag 0$/);
  });

  it('shows a truncated text in a tooltip, and never on another row', async () => {
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

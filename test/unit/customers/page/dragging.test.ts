import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describePage, until } from './describePage.ts';
import { append, rows } from './sample.ts';

describePage('dragging of column headers', (on) => {
  beforeEach(() => on.open.tell(append(0, rows(0, 50))));

  const head = (name: string): Locator =>
    on.open.page.getByRole('columnheader', { name, exact: true });
  const heads = () => on.open.page.getByRole('columnheader').allTextContents();
  const widthOf = async (target: Locator) => (await target.boundingBox())?.width;
  const mouse = () => on.open.page.mouse;
  const storedColumn = async (id: string) =>
    (await on.open.lastOf('view'))?.view.columns.find((column) => column.id === id);

  async function middle(target: Locator): Promise<[number, number]> {
    const box = await target.boundingBox();
    assert.ok(box);
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** Presses the mouse button over the middle of the element, and returns that position. */
  async function press(target: Locator): Promise<[number, number]> {
    const [x, y] = await middle(target);
    await mouse().move(x, y);
    await mouse().down();
    return [x, y];
  }

  async function assertNotSorted(): Promise<void> {
    const sorted = on.open.page.locator('[aria-sort=ascending], [aria-sort=descending]');
    assert.equal(await sorted.count(), 0);
  }

  it('resizes a column at the right edge, keeps the width, and restores it with a double click', async () => {
    const handle = head('Name').locator('.handle');
    const widthBefore = (await widthOf(head('Name'))) ?? 0;
    const [x, y] = await press(handle);
    await mouse().move(x + 35, y, { steps: 5 });
    assert.equal(await widthOf(on.cell(3, 'name')), widthBefore + 35);
    await mouse().move(x + 80, y, { steps: 5 });
    await mouse().up();
    assert.equal(await widthOf(head('Name')), widthBefore + 80);
    assert.equal(await widthOf(on.cell(3, 'name')), widthBefore + 80);
    await assertNotSorted();
    await until(async () => (await storedColumn('name'))?.width === widthBefore + 80, 'the width');
    await mouse().move(x + 300, y);
    assert.equal(await widthOf(head('Name')), widthBefore + 80);
    await handle.dblclick();
    assert.equal(await widthOf(head('Name')), widthBefore);
    await assertNotSorted();
  });

  it('never makes a column too narrow to be resized again', async () => {
    const [, y] = await press(head('Name').locator('.handle'));
    await mouse().move(2, y, { steps: 4 });
    await mouse().up();
    assert.equal(await widthOf(head('Name')), 36);
    assert.equal(await head('Name').locator('.handle').isVisible(), true);
  });

  it('moves a column to the drop position without sorting', async () => {
    const [, y] = await press(head('Status'));
    const [target] = await middle(head('Name'));
    await mouse().move(target, y, { steps: 8 });
    assert.match((await head('Name').getAttribute('class')) ?? '', /drop-here/);
    await mouse().up();
    assert.deepEqual((await heads()).slice(0, 5), [
      'Status',
      'Name',
      'Tags',
      'Platform',
      'Last interaction',
    ]);
    assert.equal(await on.open.page.locator('.drop-here, .dragged').count(), 0);
    await assertNotSorted();
    const inRow = on.cell(3, 'name').locator('..').getByRole('gridcell').nth(0);
    assert.equal(await inRow.textContent(), 'Blocked');
    await until(
      async () => (await on.open.lastOf('view'))?.view.columns[0]?.id === 'status',
      'the order',
    );
  });

  it('moves a column to either end when it is dropped beyond that end', async () => {
    const [, y] = await press(head('Status'));
    await mouse().move(0, y, { steps: 8 });
    await mouse().up();
    assert.equal((await heads())[0], 'Status');
    await press(head('Name'));
    // The page is 1200 px wide.
    await mouse().move(1199, y, { steps: 8 });
    const [over] = await on.open.page.locator('.drop-here').allTextContents();
    await mouse().up();
    const headsAfter = await heads();
    assert.ok(over !== undefined && over !== 'Name');
    assert.equal(headsAfter.indexOf('Name'), headsAfter.indexOf(over) + 1);
  });

  it('keeps pinned columns together', async () => {
    await on.choose('Columns');
    await on.button('Pin "Name" to the Left').click();
    await on.open.page.keyboard.press('Escape');
    assert.deepEqual((await heads()).slice(0, 2), ['Name', 'Tags']);
    const [, y] = await press(head('Status'));
    await mouse().move((await middle(head('Name')))[0], y, { steps: 8 });
    await mouse().up();
    assert.deepEqual((await heads()).slice(0, 3), ['Name', 'Status', 'Tags']);
  });

  it('keeps a pinned column and its header at the left', async () => {
    await on.choose('Columns');
    await on.button('Pin "Name" to the Left').click();
    await on.open.page.keyboard.press('Escape');
    await on.open.page.evaluate(`document.querySelector('.scroller').scrollLeft = 400`);
    for (const target of [head('Name'), on.cell(3, 'name')]) {
      await until(async () => (await target.boundingBox())?.x === 0, 'the place at the left');
    }
    const [x, y] = await press(head('Name').locator('.handle'));
    await mouse().move(x + 20, y, { steps: 2 });
    await mouse().up();
    assert.equal((await head('Name').boundingBox())?.x, 0);
  });

  it('is canceled by Escape without any change', async () => {
    const headsBefore = await heads();
    const [x, y] = await press(head('Status'));
    await mouse().move(20, y, { steps: 5 });
    await on.open.page.keyboard.press('Escape');
    assert.equal(await on.open.page.locator('.drop-here, .dragged').count(), 0);
    await mouse().up();
    assert.deepEqual(await heads(), headsBefore);
    await assertNotSorted();
    const width = await widthOf(head('Name'));
    const [edge] = await press(head('Name').locator('.handle'));
    await mouse().move(edge + 50, y, { steps: 5 });
    await on.open.page.keyboard.press('Escape');
    await mouse().move(x + 200, y);
    await mouse().up();
    assert.equal(await widthOf(head('Name')), width);
  });

  it('sorts if the mouse moves only slightly', async () => {
    const [x, y] = await press(head('Status'));
    await mouse().move(x + 3, y);
    await mouse().up();
    assert.equal(await head('Status').getAttribute('aria-sort'), 'ascending');
  });
});

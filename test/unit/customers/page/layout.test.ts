import assert from 'node:assert/strict';
import { describePage } from './describePage.ts';
import { append, rows } from './sample.ts';

describePage('layout of the Customers page', (on) => {
  for (const name of ['Status', 'Platform', 'Tag', 'Active', 'Columns']) {
    it(`shows all of "${name}" in a narrow page`, async () => {
      await on.open.page.setViewportSize({ width: 500, height: 600 });
      await on.open.tell(append(0, rows(0, 20)));
      if (name === 'Columns') await on.choose('Columns');
      else await on.button(name).click();
      const popup = on.open.page.getByRole('group', { name, exact: true });
      await popup.locator('input').first().waitFor();
      const popupBox = await popup.boundingBox();
      assert.ok(
        popupBox && popupBox.x >= 0 && popupBox.x + popupBox.width <= 500,
        JSON.stringify(popupBox),
      );
      for (const control of await popup.locator('button, input').all()) {
        const controlBox = await control.boundingBox();
        assert.ok(controlBox && controlBox.x >= popupBox.x);
        assert.ok(controlBox.x + controlBox.width <= popupBox.x + popupBox.width);
      }
    });
  }

  const boxes = async () => ({
    row: await on.cell(0, 'name').boundingBox(),
    table: await on.open.page.locator('.scroller').boundingBox(),
  });

  for (const width of [500, 700, 900, 1300]) {
    it(`does not move when rows are selected, ${width} px wide`, async () => {
      await on.open.page.setViewportSize({ width, height: 600 });
      await on.open.tell(append(0, rows(0, 1300)));
      await on.cell(0, 'name').waitFor();
      const before = await boxes();
      await on.cell(0, 'name').click();
      await on.open.page.getByText(' · 1 selected').waitFor();
      assert.deepEqual(await boxes(), before);
      await on.choose('Select All 1,300');
      await on.open.page.getByText('1,300 selected').waitFor();
      assert.deepEqual(await boxes(), before);
      await on.choose('Clear Selection');
      await on.open.page.getByText('selected').waitFor({ state: 'detached' });
      assert.deepEqual(await boxes(), before);
    });

    it(`does not move when rows are filtered, ${width} px wide`, async () => {
      await on.open.page.setViewportSize({ width, height: 600 });
      await on.open.tell(append(0, rows(0, 1300)));
      await on.cell(0, 'name').waitFor();
      const before = await boxes();
      await on.search.fill('facebook');
      await on.open.page.getByText('650 of 1,300 loaded').waitFor();
      assert.deepEqual(await boxes(), before);
      await on.button('Clear Search').click();
      await on.open.page.getByText('First 1,300 customers loaded').waitFor();
      assert.deepEqual(await boxes(), before);
    });
  }
});

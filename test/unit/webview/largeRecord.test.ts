import assert from 'node:assert/strict';
import { describePage } from './describePage.ts';
import { append, customer, row } from './sample.ts';

describePage('details of a large customer', (on) => {
  for (const [length, isIndented] of [
    [1_000, true],
    [1_000_000, false],
  ] as const) {
    it(`show ${length} characters of JSON ${isIndented ? 'indented' : 'as they were sent'}`, async () => {
      const record = { ...customer(0), extra: 'x'.repeat(length) };
      await on.open.tell(append(0, [row(0, { record })]));
      await on.cell(0, 'name').click();
      await on.open.page.keyboard.press('Enter');
      const details = on.open.page.getByRole('complementary', { name: 'Details' });
      const text = await details.locator('pre').textContent();
      assert.equal(text, JSON.stringify(record, null, isIndented ? 2 : 0));
    });
  }
});

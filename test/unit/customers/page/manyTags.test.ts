import assert from 'node:assert/strict';
import { MAX_FACET_VALUES } from '../../../../src/search/index/indexMessages.ts';
import { describePage, until } from './describePage.ts';
import { append, row } from './sample.ts';

const ROWS = MAX_FACET_VALUES + 50;

describePage('Customers page with more than 10,000 tags', (on) => {
  const page = () => on.open.page;

  beforeEach(async () => {
    const records = Array.from({ length: ROWS }, (_, number) =>
      row(number, { record: { tags: [{ id: `t${number}`, name: `Tag ${number}` }] } }),
    );
    await on.open.tell(append(0, records));
  });

  it('shows the customer with a tag that is not in the list of tags', async () => {
    const tags = [{ id: `t${ROWS - 1}`, name: `Tag ${ROWS - 1}` }];
    await on.open.tell({ type: 'showTags', generation: 1, tags });
    await on.waitForCount(`1 of ${ROWS.toLocaleString('en')} loaded`);
    assert.equal(await page().locator('.body .row').getAttribute('data-row'), String(ROWS - 1));
    const box = on.search;
    const message = page().locator('.search-message');
    await box.fill('folder:Gone');
    await message.getByText('folder:Gone').waitFor();
    await box.fill(`tag:"Tag ${ROWS - 1}" or tag:"Not Loaded"`);
    await until(async () => (await message.textContent()) === '', 'no message about unknown tags');
  });

  it('shows how many tags the list omits, and counts all tags in the statistics', async () => {
    await on.button('Tag').click();
    await page().getByText('50 more tags are not listed.').waitFor();
    await page().keyboard.press('Escape');
    await on.button('Statistics').click();
    const words = page().locator('.charts .cell.tags .chart-words');
    await words.getByText('10,050 different').waitFor();
    await page().locator('.charts .cell.tags').focus();
    await page().keyboard.press('Enter');
    const others = page().getByRole('row', { name: '(other values)' });
    await others.getByText('10,000', { exact: true }).waitFor();
    assert.equal(await others.getAttribute('aria-disabled'), 'true');
  });
});

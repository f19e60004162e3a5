import assert from 'node:assert/strict';
import { MOST_COUNTED } from '../../../src/rowIndex/facetValues.ts';
import { describePage, until } from './describePage.ts';
import { append, row, STRINGS } from './sample.ts';

const ROWS = MOST_COUNTED + 50;

describePage('the Customers page with more than 10,000 tags', (on) => {
  const page = () => on.open.page;

  beforeEach(async () => {
    const records = Array.from({ length: ROWS }, (_, number) =>
      row(number, { record: { tags: [{ id: `t${number}`, name: `Tag ${number}` }] } }),
    );
    await on.open.tell(append(0, records));
  });

  it('shows the customer with a tag that is beyond the listed ones', async () => {
    const tags = [{ id: `t${ROWS - 1}`, name: `Tag ${ROWS - 1}` }];
    await on.open.tell({ type: 'showTags', generation: 1, tags });
    await page()
      .getByText(`1 of ${ROWS.toLocaleString('en')} loaded match`)
      .waitFor();
    assert.equal(await page().locator('.body .row').getAttribute('data-row'), String(ROWS - 1));
    await on.button('Segment').click();
    const box = page().getByLabel(STRINGS.segment.label);
    const message = page().locator('.segment-message');
    await box.fill('folder:Gone');
    await message.getByText('folder:Gone').waitFor();
    await box.fill(`tag:"Tag ${ROWS - 1}" or tag:"Not Loaded"`);
    await until(async () => (await message.textContent()) === '', 'no word of unknown tags');
  });

  it('labels what is not counted in the list of tags and in the statistics', async () => {
    await on.button('Tag').click();
    const beyond = ROWS - MOST_COUNTED;
    await page().getByText(`More than 10,000: ${beyond} loaded customers have others.`).waitFor();
    await page().keyboard.press('Escape');
    await on.button(STRINGS.charts.title).click();
    const words = page().locator('.charts .cell.tags .chart-words');
    await words.getByText('more than 10,000 tags · 0% none').waitFor();
    await page().locator('.charts .cell.tags').focus();
    await page().keyboard.press('Enter');
    const listed = page().getByRole('row', { name: '(more than 10,000: not counted one by one)' });
    await listed.getByText(String(beyond), { exact: true }).waitFor();
    assert.equal(await listed.getAttribute('aria-disabled'), 'true');
  });
});

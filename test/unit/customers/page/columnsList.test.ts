import assert from 'node:assert/strict';
import { describePage, until } from './describePage.ts';
import { append, rows } from './sample.ts';

describePage('list of columns of the Customers page', (on) => {
  const heads = () => on.open.page.getByRole('columnheader').allTextContents();

  it('pins, hides and moves columns', async () => {
    await on.open.tell(append(0, rows(0, 5)));
    await on.choose('Columns');
    await on.button('Pin "Name" to the Left').click();
    await on.open.page.getByRole('checkbox', { name: 'Page ID' }).uncheck();
    await on.button('Move "User ID" to the Left').click();
    await on.open.page.keyboard.press('Escape');
    const names = await heads();
    assert.deepEqual(names.slice(0, 3), ['Name', 'Tags', 'Status']);
    assert.deepEqual(names.slice(-2), ['User ID', 'Gender']);
    assert.ok(!names.includes('Page ID'));
  });

  it('does not have to be open to resize a column by keyboard', async () => {
    await on.open.tell(append(0, rows(0, 5)));
    const name = on.open.page.getByRole('columnheader', { name: 'Name', exact: true });
    const width = async () => (await name.boundingBox())?.width ?? 0;
    const before = await width();
    await name.focus();
    await on.open.page.keyboard.press('Shift+ArrowRight');
    await until(async () => (await width()) === before + 20, 'the width');
  });
});

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workbench } from '../support/e2e.ts';
import { FileDialog } from '../support/fileDialog.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** An export that is opened by hand, without any bot, in the packaged product. */
describe('Open Export in a window', () => {
  const folder = temporaryFolder('open-export');
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
  });

  after(async () => {
    await opened?.close();
    folder.remove();
  });

  it('shows the customers of the file, and what it leaves out; the panel survives a reload', async () => {
    const file = join(folder.path, 'spring.csv');
    const rows = Array.from(
      { length: 300 },
      (_, index) =>
        `u${index},Customer ${index},LINE,${(index % 5) + 1},"[{""id"":""t"",""name"":""VIP"",""timestamp"":1790000000000,""count"":1}]"`,
    );
    writeFileSync(file, `${['id,name,platform,status,tags', ...rows].join('\r\n')}\r\n`);
    await workbench.runCommand('Bot Tags: Open Export…');
    await new FileDialog(workbench.quickInput).answer(file);
    const page = await workbench.webviewFrame('spring.csv');
    await page.getByText(/not in this file: Page ID/).waitFor();
    await page.locator('.body .row[data-position="0"]').waitFor();
    await workbench.screenshot('open-export');
    assert.equal(await page.locator('.query').isVisible(), false);
    await workbench.reload();
    await workbench.showEditor('spring.csv');
    const again = await workbench.webviewFrame('spring.csv');
    await again.getByText(/not in this file: Page ID/).waitFor();
  });
});

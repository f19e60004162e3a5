import { join } from 'node:path';
import { Workbench } from '../test/support/e2e.ts';
import { startProduct } from '../test/support/webVscode.ts';
import { packageVsix } from './package.ts';
import { projectRoot } from './projectRoot.ts';

/** Takes the README's pictures from the running product. Wants a system with a Chinese font. */
const product = await startProduct({ vsix: await packageVsix() });
const workbench = await Workbench.open(product);
const picture = (name: string): Promise<void> =>
  workbench.screenshot(name, join(projectRoot, 'media', `${name}.png`));

try {
  await workbench.activityTab('Bot Tags');
  await workbench.page.getByRole('button', { name: 'Try the Sandbox' }).click();
  await workbench.treeItem(/^Sandbox/).waitFor();
  await workbench.expand(/^活動 Campaigns/);
  await workbench.contextMenu(workbench.treeItem(/^Sandbox/), 'Customers');
  const page = await workbench.webviewFrame('Customers: Sandbox');
  await page.getByText('100 loaded, more available').waitFor();
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('200 loaded, more available').waitFor();
  await page.getByRole('row').nth(4).getByRole('gridcell').nth(1).click();
  await picture('customers');

  const row = page.getByRole('row').nth(4);
  await row.click({ button: 'right' });
  await workbench.menuItem('Attach Tag to User…');
  await workbench.quickInput.expect('Pick a tag');
  await workbench.quickInput.fill('會員');
  await workbench.quickInput.option('會員').waitFor();
  await picture('attach');
  await workbench.quickInput.cancel();

  await (
    await workbench.webviewFrame('Customers: Sandbox')
  )
    .getByRole('button', { name: /Open Page \d as JSON/ })
    .click();
  await workbench.page.locator('.view-lines').getByText('"records"').waitFor();
  await picture('json');
} finally {
  await workbench.close();
  await product.stop();
}

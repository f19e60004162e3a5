import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workbench } from '../test/support/e2e.ts';
import { startVscode } from '../test/support/webVscode.ts';
import { mochaArguments } from './mochaArguments.ts';
import { packageVsix } from './package.ts';
import { projectRoot } from './projectRoot.ts';
import { writeThemes } from './themeColours.ts';

const [flag] = process.argv.slice(2);
if (flag === '--reference') renewReferences();
else await withProduct(flag === '--themes' ? writeThemes : takeReadmePicture);

/** Renews the reference pictures of both pages for the unit tests. Check each before committing. */
function renewReferences(): void {
  const env = { ...process.env, BOT_TAGS_PICTURES: 'renew' };
  const args = mochaArguments('test/unit/customers/page/states/pictures.test.ts');
  const { status } = spawnSync(process.execPath, args, { cwd: projectRoot, stdio: 'inherit', env });
  process.exitCode = status ?? 1;
}

async function withProduct(work: (workbench: Workbench) => Promise<void>): Promise<void> {
  const product = await startVscode({ vsix: await packageVsix() });
  const workbench = await Workbench.open(product);
  try {
    await work(workbench);
  } finally {
    await workbench.close();
    await product.stop();
  }
}

/** Takes the screenshot of the README. Requires a system with a Chinese font. */
async function takeReadmePicture(workbench: Workbench): Promise<void> {
  await workbench.activityTab('Bot Tags');
  await workbench.page.getByRole('button', { name: 'Try the Sandbox' }).click();
  await workbench.treeItem(/^Sandbox/).waitFor();
  await workbench.expand(/^Campaigns/);
  await workbench.contextMenu(workbench.treeItem(/^Sandbox/), 'Show Customers');
  const page = await workbench.webviewFrame('Customers: Sandbox');
  await page.getByText('First 100 customers loaded').waitFor();
  await page.getByRole('button', { name: 'Load More' }).click();
  await page.getByText('First 200 customers loaded').waitFor();
  const cell = page.getByRole('row').nth(4).getByRole('gridcell').nth(0);
  await cell.click();
  await cell.press('Enter');
  await page.getByText('External ID').last().waitFor();
  const png = await workbench.page.screenshot();
  writeFileSync(join(projectRoot, 'media/customers.webp'), await webpOf(workbench, png));
}

/** Converts PNG to WebP, a third of the size, in Chromium: npm has no small encoder. */
async function webpOf(workbench: Workbench, png: Buffer): Promise<Buffer> {
  const blank = await workbench.page.context().newPage();
  const url: unknown = await blank.evaluate(`(async () => {
    const image = await createImageBitmap(
      await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob(),
    );
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.9);
  })()`);
  return Buffer.from(String(url).split(',')[1] ?? '', 'base64');
}

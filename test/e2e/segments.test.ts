import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { axeProblems } from '../support/axe.ts';
import type { Workbench } from '../support/e2e.ts';
import { eachTheme } from '../support/eachTheme.ts';
import { ExportDialog } from '../support/exportDialog.ts';
import { FileDialog } from '../support/fileDialog.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { untilDone } from '../support/untilDone.ts';

const TOKEN = 'segments-token';
const BOX = 'Segment: which customers to show';

interface SavedFile {
  readonly bots: readonly { readonly segments: readonly { readonly segment: string }[] }[];
}

/** From a sentence to a file, in the packaged product. */
describe('segments', () => {
  const temporary = temporaryFolder('segments');
  const workspace = join(temporary.path, 'shop');
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    mkdirSync(workspace);
    service = await startSandbox({ token: TOKEN, botId: 'bot-shop', customers: 400 });
    opened = await openProduct({ workspace });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    temporary.remove();
  });

  const panel = () => workbench.webviewFrame('Customers: Shop');

  it('filter the grid, are saved for the team, picked again, and exported to the letter', async () => {
    const { quickInput } = workbench;
    const page = await panel();
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    await page.getByText('100 loaded, more available').waitFor();
    await button('Load All').click();
    await page.getByText('400 loaded, nothing more').waitFor();
    await button('Segment').click();
    const box = page.getByLabel(BOX);
    await box.pressSequentially('tag:VIP and not blo');
    await page.getByRole('option', { name: 'blocked' }).waitFor();
    await workbench.screenshot('segment-completion');
    await workbench.page.keyboard.press('Tab');
    await workbench.page.keyboard.press('Escape');
    assert.equal((await box.inputValue()).trim(), 'tag:VIP and not blocked');
    // It may still show the count of what was typed before.
    const counted = page.locator('.segment-count', { hasText: /^(?!0 |400 )\d+ of 400$/ });
    await counted.waitFor();
    let count = 0;
    await untilDone(async (attempt) => {
      count = Number.parseInt((await counted.textContent()) ?? '', 10);
      await page.getByText(`${count} of 400 loaded match`).waitFor({ timeout: attempt * 500 });
    });
    assert.ok(count > 0 && count < 400);

    await button('Save Segment…').click();
    await quickInput.expect('What to call these customers');
    await quickInput.answer('Reachable VIPs');
    await quickInput.expect('Where to keep it?');
    await workbench.screenshot('segment-save-where');
    await quickInput.pick('bot-tags.jsonc');
    await workbench.page.getByText('Segment "Reachable VIPs" saved.').first().waitFor();
    const saved = parse(readFileSync(join(workspace, 'bot-tags.jsonc'), 'utf8')) as SavedFile;
    assert.deepEqual(
      saved.bots[0]?.segments.map(({ segment }) => segment),
      ['tag:VIP and not blocked'],
    );

    await button('Clear Filter').click();
    await page.getByText('400 loaded, nothing more').waitFor();
    await button('Saved Segments').click();
    await workbench.screenshot('segment-saved');
    await button('Reachable VIPs in bot-tags.jsonc').click();
    await page.getByText(`${count} of 400 loaded match`).waitFor();

    await workbench.page.getByRole('button', { name: 'Export Customers…' }).first().click();
    await quickInput.option(`Loaded that match the filter (${count})`).waitFor();
    await quickInput.box.getByText('Segment: tag:VIP and not blocked').first().waitFor();
    await quickInput.pick(`Loaded that match the filter (${count})`);
    await quickInput.expect('Which format?');
    await quickInput.pick(/^NDJSON/);
    const dialog = new ExportDialog(workbench);
    await dialog.chooseFields('Keep them');
    const file = join(temporary.path, 'vips.ndjson');
    await new FileDialog(quickInput).proposed();
    await dialog.saveAs(file);
    await workbench.notification(`${count} customers exported`).waitFor();
    const records = readFileSync(file, 'utf8').trim().split('\n');
    assert.equal(records.length, count);
    for (const line of records) {
      const { tags, status } = JSON.parse(line) as {
        tags: readonly { name: string }[];
        status: number;
      };
      assert.ok(tags.some(({ name }) => name === 'VIP') && status !== 4, line);
    }
  });

  it('can be read in every kind of theme, with nothing that axe-core finds wrong', async () => {
    await workbench.clearNotifications();
    const page = await panel();
    const box = page.getByLabel(BOX);
    for await (const { theme, fileName } of eachTheme(workbench, page, 'segments')) {
      await box.fill('tag:VIP applied < 90d and (platform = LINE or not first >= 2025-01-01)');
      await box.blur();
      const picture = `segment-${fileName}`;
      await workbench.screenshot(picture);
      assert.deepEqual(await axeProblems(page.locator('body')), [], theme);
      await box.fill('tag:VIP applied < 90d and colour = red');
      await page.getByText('"colour" is not a condition.').waitFor();
      await workbench.screenshot(`${picture}-wrong`);
      assert.deepEqual(await axeProblems(page.locator('body')), [], `${theme}, wrong`);
    }
    await untilDone(async () => assert.equal(await box.getAttribute('aria-invalid'), 'true'));
  });
});

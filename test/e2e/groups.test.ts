import assert from 'node:assert/strict';
import { join } from 'node:path';
import { placed, unseen } from '../../src/core/catalogue/placed.ts';
import { FOLDER, TAG, type Bot } from '../../src/core/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { openCatalogue } from '../../src/store/openCatalogue.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

const TAGS = 3000;

describe('a folder with thousands of tags', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  const row = (name: string) => workbench.treeItem(new RegExp(`^${name}, `));
  const selected = (name: string) =>
    workbench.page.locator('.sidebar .monaco-list-row.selected').filter({ hasText: name }).first();

  before(async () => {
    service = await startSandbox({ token: 'many', customers: 0 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Tea House');
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'New Folder…');
    await workbench.quickInput.answer('Many');
    await row('Many').waitFor();
    await inOtherWindow((add) => {
      for (let at = 1; at <= TAGS; at++) add(`tag-n${at}`, `Tag ${at}`);
    });
    await workbench.treeItem(/^Many, folder, 3,000/).waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  /** As another window would. */
  async function inOtherWindow(
    save: (add: (id: string, name: string) => void) => void,
  ): Promise<void> {
    const folder = 'User/globalStorage/bot-tags.bot-tag-explorer/catalogue.sqlite';
    const { catalogue } = await openCatalogue(join(opened.product.userDataDir, folder));
    const [bot] = catalogue.bots() as [Bot];
    const place = catalogue.items(bot.key).find(({ type }) => type === FOLDER)?.id ?? '';
    catalogue.atomically(() =>
      save((id, name) => {
        const seen = unseen(bot.key, id, 'seen', 1);
        catalogue.saveItem({ ...seen, name, type: TAG, ...placed(place) });
      }),
    );
    catalogue.close();
  }

  it('shows groups, whose menu is no folder’s', async () => {
    await workbench.expand(/^Many/);
    await row('Tag 1 … Tag 1000').waitFor();
    await workbench.expand(/^Tag 1001 … Tag 2000,/);
    await row('Tag 1001').waitFor();
    await workbench.screenshot('groups-1-open');
    await workbench.openContextMenu(row('Tag 1 … Tag 1000'), 'Filter Tags…');
    await workbench.screenshot('groups-2-menu');
    const entries = await workbench.page.locator('.monaco-menu .action-label').allInnerTexts();
    assert.deepEqual(
      entries.filter((text) => text !== ''),
      ['Filter Tags…', 'Sort Tags…'],
    );
    await workbench.page.keyboard.press('Escape');
  });

  it('keeps the open group and the selection when a tag is added, and over a reload', async () => {
    await row('Tag 1003').click();
    await inOtherWindow((add) => add('tag-a', 'A first one'));
    await row('A … Tag 9').waitFor();
    await selected('Tag 1003').waitFor();
    const group = workbench.treeItem(/^Tag 10 … Tag 19,/);
    assert.equal(await group.getAttribute('aria-expanded'), 'true');
    await workbench.reload();
    await row('Tag 1003').waitFor();
    assert.equal(await group.getAttribute('aria-expanded'), 'true');
    await workbench.screenshot('groups-3-reloaded');
  });

  it('is passed through by Go to Tag, and shows what a filter lets through', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Go to Tag…');
    await quickInput.fill('Tag 2777');
    await quickInput.pickActive('Tag 2777');
    await selected('Tag 2777').waitFor();
    await workbench.screenshot('groups-4-gone-to');
    await workbench.viewButton('Filter Tags…');
    await quickInput.answer('Tag 277');
    await workbench.page.getByText('Filtered: "Tag 277"; 13 of').waitFor();
    await row('Tag 2779').waitFor();
    await workbench.treeItem(/…/).first().waitFor({ state: 'detached' });
    assert.equal(await workbench.treeItem(/…/).count(), 0);
    await workbench.viewButton('Filter Tags…');
    await quickInput.answer('Tag');
    await row('Tag 3').waitFor();
    await workbench.screenshot('groups-5-filtered');
    await workbench.viewButton('Clear Filter');
    await workbench.page.getByText('Filtered:').waitFor({ state: 'detached' });
  });
});

import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import type { CustomerRecord, UserTag, UserTagList } from '../../src/core/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';

const VIP = 'tag--PTfLM4wQ';

/** Attaching and detaching as a person does it many times a day. */
describe('tagging users', () => {
  let shop: Sandbox;
  let cafe: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  /** A customer without tags, beside whom "VIP" may have no room, and where their row is. */
  let ada: CustomerRecord;
  let at: number;

  before(async () => {
    shop = await startSandbox({ token: 'shop', customers: 300 });
    cafe = await startSandbox({ token: 'cafe', customers: 20 });
    const query = `botId=${shop.botId}&limit=100`;
    const answer = await fetch(`${shop.baseUrl}/v1/api/bot/customers?${query}`, {
      headers: { authorization: 'Bearer shop' },
    });
    const { records } = ((await answer.json()) as { res: { records: CustomerRecord[] } }).res;
    at = records.findIndex(
      ({ id, pageId, tags }, index) => index > 1 && id !== '' && pageId !== '' && tags.length === 0,
    );
    ada = records[at] ?? assert.fail('there is such a customer');
    opened = await openProduct({ settings: { 'botTags.network.timeout': 2 } });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, cafe, 'Café');
    await addBotByHand(workbench, shop, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    await (await panel()).getByText('100 loaded, more available').waitFor();
  });

  after(async () => {
    await opened?.close();
    await shop?.close();
    await cafe?.close();
  });

  const panel = (): Promise<FrameLocator> => workbench.webviewFrame('Customers: Shop');
  const rowOf = (page: FrameLocator, index = at) =>
    page.locator(`[role=row][aria-rowindex="${index + 2}"]`);
  const chip = (page: FrameLocator) => rowOf(page).getByText('VIP', { exact: true });
  const undo = () => workbench.notification('VIP').getByRole('button', { name: 'Undo' });
  const dismiss = () => workbench.clearNotifications();

  /** As the service itself tells it. */
  async function tagsOfAda(): Promise<readonly UserTag[]> {
    const user = { bot_raw_uid: ada.id, bot_pid: ada.pageId };
    const bot_channel = ada.platform === 'LINE' ? 1 : 0;
    const answer = await fetch(`${shop.baseUrl}/v1/api/user/taglist`, {
      method: 'POST',
      headers: { authorization: 'Bearer shop', 'content-type': 'application/json' },
      body: JSON.stringify({ ...user, bot_channel }),
    });
    const { res } = (await answer.json()) as { res: readonly UserTagList[] };
    return res.flatMap(({ tags }) => tags);
  }
  const hasVip = async (): Promise<boolean> => (await tagsOfAda()).some(({ id }) => id === VIP);

  it('names tag and user, and undoes an attaching of which it knows how it was before', async () => {
    const { quickInput } = workbench;
    const page = await panel();
    await workbench.contextMenu(rowOf(page), 'Attach Tag…');
    await quickInput.expect(`Attach Tag to ${ada.name}`);
    await quickInput.expect(/Search \d+ tags by name, ID or folder/);
    assert.doesNotMatch(await quickInput.box.innerText(), /\(\d+\)/);
    await quickInput.pickFound('VIP');
    await workbench.notification(`"VIP" attached to ${ada.name}.`).waitFor();
    await chip(page).waitFor();
    await workbench.screenshot('tag-user-1-attached');
    assert.equal(await hasVip(), true);
    await undo().click();
    await workbench.statusBar(`"VIP" is no longer on ${ada.name}.`).waitFor();
    await chip(page).waitFor({ state: 'detached' });
    assert.equal(await hasVip(), false);
  });

  it('proposes the bot in hand, the recent users, and the last tag', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Attach Tag…');
    await quickInput.expect('Pick a bot');
    await quickInput.pickActive(/^Shop/);
    await quickInput.expect('Pick a recent customer, or enter an ID');
    const channel = ada.platform === 'LINE' ? 'LINE' : 'Facebook';
    await quickInput.option(ada.name).filter({ hasText: channel }).waitFor();
    const last = quickInput.box.getByRole('option').last();
    assert.match(await last.innerText(), /Enter an ID…/);
    await workbench.screenshot('tag-user-2-recent');
    await quickInput.pick(ada.name);
    await quickInput.expect(`Attach Tag to ${ada.name}`);
    await quickInput.option('used last').waitFor();
    await workbench.screenshot('tag-user-3-last-tag');
    await quickInput.pickActive('used last');
    await workbench.notification(`"VIP" attached to ${ada.name}.`).waitFor();
    await dismiss();
    await chip(await panel()).waitFor();

    await workbench.treeItem(/^Café/).click();
    await workbench.runCommand('Bot Tags: Detach Tag…');
    await quickInput.pickActive(/^Café/);
    await quickInput.expect('The channel on which');
    await quickInput.cancel();
    await rowOf(await panel(), at + 1).click();
    await workbench.runCommand('Bot Tags: Tags of Customer…');
    await quickInput.pickActive(/^Shop/);
    await quickInput.expect('Pick a recent customer, or enter an ID');
    await quickInput.cancel();
  });

  it('undoes a detaching, and says that time and count are new', async () => {
    const { quickInput } = workbench;
    const before = (await tagsOfAda()).find(({ id }) => id === VIP);
    const page = await panel();
    await workbench.contextMenu(rowOf(page), 'Detach Tag…');
    await quickInput.expect(`Detach Tag from ${ada.name}`);
    await quickInput.expect(/^\d+ tags? to pick from$/);
    await quickInput.pickActive('VIP');
    await workbench
      .notification(`"VIP" detached from ${ada.name}. Undo attaches it with a new time and count.`)
      .waitFor();
    await chip(page).waitFor({ state: 'detached' });
    await workbench.screenshot('tag-user-4-detached');
    await undo().click();
    await workbench
      .statusBar(`"VIP" is on ${ada.name} again, with a new time and count.`)
      .waitFor();
    await chip(page).waitFor();
    const after = (await tagsOfAda()).find(({ id }) => id === VIP);
    assert.ok((after?.timestamp ?? 0) > (before?.timestamp ?? 0));
  });

  it('does not undo what was undone by hand meanwhile', async () => {
    const { quickInput } = workbench;
    const page = await panel();
    await workbench.contextMenu(rowOf(page), 'Detach Tag…');
    await quickInput.pickActive('VIP');
    await undo().waitFor();
    await workbench.contextMenu(rowOf(page), 'Attach Tag…');
    await quickInput.pickActive('used last');
    await workbench.notification('"VIP" attached to').waitFor();
    const detached = workbench.notification('"VIP" detached from');
    await pressInMessage(detached, 'Undo');
    await workbench
      .notification(`There is nothing to undo: "VIP" is on ${ada.name} again.`)
      .waitFor();
    await dismiss();
  });

  it('offers no Undo where nobody knows how it was before', async () => {
    const { quickInput } = workbench;
    await workbench.expand(/^Folder not known, 24/);
    await workbench.contextMenu(workbench.treeItem(/^VIP/), 'Attach Tag…');
    await quickInput.expect('Attach "VIP" to Customer');
    await quickInput.pick('Enter an ID…');
    await quickInput.expect('The channel on which');
    await quickInput.pick('LINE');
    await quickInput.expect('ID of the fan page');
    assert.doesNotMatch(await quickInput.box.innerText(), /\(\d+\/\d+\)/);
    await quickInput.answer('page-1');
    await quickInput.pick('Unencrypted user ID');
    await quickInput.expect('user ID (bot_raw_uid)');
    await quickInput.answer('U-nobody');
    await workbench.statusBar('"VIP" attached to U-nobody.').waitFor();
    assert.equal(await workbench.notification('VIP').count(), 0);
  });

  it('offers Check and no Undo when the outcome is unknown, nor after that', async () => {
    const { quickInput } = workbench;
    const page = await panel();
    shop.switches.latencyMs = 600_000;
    await workbench.contextMenu(rowOf(page), 'Attach Tag…');
    await quickInput.pickFound('Newsletter');
    const toast = workbench.notification('It may still have been done');
    await toast.waitFor();
    await toast.getByRole('button', { name: 'Check' }).waitFor();
    assert.equal(await toast.getByRole('button', { name: 'Undo' }).count(), 0);
    shop.switches.latencyMs = 0;
    await dismiss();
    await workbench.contextMenu(rowOf(page), 'Attach Tag…');
    await quickInput.pickFound('Newsletter');
    await workbench.statusBar('"Newsletter" attached to').waitFor();
    assert.equal(await workbench.notification('attached').count(), 0);
  });

  it('offers a plan when several customers are selected', async () => {
    const page = await panel();
    await rowOf(page, 3).click();
    await rowOf(page, 5).click({ modifiers: ['Shift'] });
    await page.getByText(/ · 3 selected$/).waitFor();
    await workbench.runCommand('Bot Tags: Attach Tag…');
    await workbench.notification('3 customers are selected, and this attaches a tag').waitFor();
    await workbench.screenshot('tag-user-5-several');
    await dismiss();
    await workbench.runCommand('Bot Tags: Detach Tag…');
    const offer = workbench.notification('3 customers are selected, and this detaches a tag');
    await pressInMessage(offer, 'Create Plan…');
    await workbench.quickInput.expect('Detach Tags');
    await workbench.quickInput.cancel();
    await rowOf(await panel(), 3).click();
  });

  it('keeps what was typed at "Enter an ID…" when the input is dismissed', async () => {
    const { quickInput } = workbench;
    for (const typed of ['U-typed-', 'U-typed-2']) {
      await workbench.treeItem(/^Shop/).click();
      await workbench.runCommand('Bot Tags: Detach Tag…');
      await quickInput.pickActive(/^Shop/);
      await quickInput.pick('Enter an ID…');
      await quickInput.expect('The channel on which');
      await quickInput.pick('LINE');
      await quickInput.expect('ID of the fan page');
      await quickInput.shows('page-1');
      await quickInput.accept();
      await quickInput.pick('Unencrypted user ID');
      await quickInput.expect('user ID (bot_raw_uid)');
      await quickInput.shows(typed === 'U-typed-' ? 'U-nobody' : 'U-typed-');
      await quickInput.fill(typed);
      await quickInput.cancel();
    }
    for (const before of ['', 'tag-half']) {
      await workbench.contextMenu(rowOf(await panel()), 'Detach Tag…');
      await quickInput.pick('Enter an ID…');
      await quickInput.expect('ID of the tag');
      await quickInput.shows(before);
      await quickInput.fill('tag-half');
      await quickInput.cancel();
    }
  });

  it('forgets users, tags and what was typed with their bot', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Remove Bot…');
    await workbench.dialogButton('Remove');
    await workbench.editorTab('Customers: Shop').waitFor({ state: 'detached' });
    await addBotByHand(workbench, shop, 'Shop');
    await workbench.treeItem(/^Shop/).click();
    await workbench.runCommand('Bot Tags: Detach Tag…');
    await quickInput.pickActive(/^Shop/);
    await quickInput.expect('The channel on which');
    await quickInput.cancel();
  });
});

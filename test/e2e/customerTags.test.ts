import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import type { CustomerRecord, UserTagList } from '../../src/core/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';

const VIP = 'tag--PTfLM4wQ';

describe('the tags of a customer', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  /** A customer without "VIP", and where their row is. */
  let ada: CustomerRecord;
  let at: number;

  before(async () => {
    service = await startSandbox({ token: 'edit', customers: 100 });
    const { records } = (await atService(
      'GET',
      `/v1/api/bot/customers?botId=${service.botId}&limit=100`,
    )) as { records: CustomerRecord[] };
    at = records.findIndex(
      ({ id, pageId, tags }) =>
        id !== '' && pageId !== '' && tags.length > 1 && tags.every((tag) => tag.id !== VIP),
    );
    ada = records[at] ?? assert.fail('there is such a customer');
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    await (await panel()).getByText('100 loaded').waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  const panel = (): Promise<FrameLocator> => workbench.webviewFrame('Customers: Shop');
  const rowOf = (page: FrameLocator) => page.locator(`[role=row][aria-rowindex="${at + 2}"]`);

  async function atService(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(service.baseUrl + path, {
      method,
      headers: { authorization: 'Bearer edit', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return ((await answer.json()) as { res: unknown }).res;
  }
  const who = () => ({
    bot_raw_uid: ada.id,
    bot_pid: ada.pageId,
    bot_channel: ada.platform === 'LINE' ? 1 : 0,
  });
  /** As the service itself tells it. */
  async function tagsOfAda(): Promise<readonly string[]> {
    const lists = await atService('POST', '/v1/api/user/taglist', who());
    return (lists as UserTagList[]).flatMap(({ tags }) => tags.map(({ id }) => id)).toSorted();
  }
  const names = (): readonly string[] => ada.tags.map(({ name }) => name);
  const ticked = (label: string) =>
    workbench.quickInput.checkbox(label).locator('.monaco-checkbox.checked');

  async function openFromRow(): Promise<void> {
    await workbench.contextMenu(rowOf(await panel()), 'Tags of Customer…');
    await workbench.quickInput.expect(`Tags of ${ada.name}`);
    await workbench.quickInput.expect(/Search \d+ tags by name, ID or folder/);
  }

  it('are listed first and ticked, from the menu of a row', async () => {
    await openFromRow();
    for (const name of names()) await ticked(name).waitFor();
    const first = await workbench.quickInput.box.locator('.monaco-list-row').first().innerText();
    assert.ok(
      names().some((name) => first.includes(name)),
      first,
    );
    await workbench.screenshot('customer-tags-1-listed');
    await workbench.quickInput.accept();
    await workbench.statusBar('Nothing was changed.').waitFor();
    assert.equal(service.requests.attachTag + service.requests.detachTag, 0);
  });

  it('are changed by the mouse, and ticks survive typing, Cancel and a look', async () => {
    const { quickInput } = workbench;
    const before = await tagsOfAda();
    const [gone = assert.fail('there is a tag')] = ada.tags;
    await openFromRow();
    await quickInput.checkbox(gone.name).click();
    await ticked(gone.name).waitFor({ state: 'detached' });
    await quickInput.fill('vip');
    await quickInput.check('VIP');
    await quickInput.fill('no tag is called that');
    await ticked('VIP').waitFor();
    await workbench.screenshot('customer-tags-2-typed');
    await quickInput.fill('');
    await quickInput.checkbox(gone.name).waitFor();
    await quickInput.box.getByText(`${ada.tags.length} Selected`).waitFor();
    await quickInput.accept();
    const dialog = workbench.dialog();
    await dialog.getByText(`Attach 1 tag to and detach 1 tag from ${ada.name}?`).first().waitFor();
    await dialog.getByText('Attach: "VIP"').first().waitFor();
    await workbench.screenshot('customer-tags-3-question');
    await workbench.dialogButton('Cancel');
    await ticked('VIP').waitFor();
    assert.equal(await ticked(gone.name).count(), 0);
    assert.deepEqual(await tagsOfAda(), before);
    await quickInput.accept();
    await workbench.dialogButton('Apply');
    await workbench.notification(/1 tag attached to and 1 tag detached from/).waitFor();
    const after = [...before.filter((id) => id !== gone.id), VIP].toSorted();
    assert.deepEqual(await tagsOfAda(), after);
    await rowOf(await panel())
      .getByText('VIP', { exact: true })
      .waitFor();
    await workbench.screenshot('customer-tags-4-applied');
    await workbench.clearNotifications();
  });

  it('show what somebody else changed as a conflict, before anything is sent', async () => {
    const { quickInput } = workbench;
    const other = ada.tags[1] ?? assert.fail('there are two');
    await openFromRow();
    await atService('DELETE', '/v1/api/user/tag', { ...who(), bot_tag_id: other.id });
    await quickInput.checkbox('VIP').click();
    await ticked('VIP').waitFor({ state: 'detached' });
    await quickInput.accept();
    // The next dialog follows immediately.
    await workbench.dialog().getByRole('button', { name: 'Apply', exact: true }).click();
    await workbench.dialog().getByText('changed on the service').first().waitFor();
    await workbench.screenshot('customer-tags-5-conflict');
    assert.ok((await tagsOfAda()).includes(VIP));
    await workbench.dialogButton('Apply My Changes');
    await workbench.notification(/1 tag detached from/).waitFor();
    assert.ok(!(await tagsOfAda()).some((id) => id === VIP || id === other.id));
    await workbench.clearNotifications();
  });

  it('are changed by the keyboard from the palette, and Undo restores them', async () => {
    const { quickInput } = workbench;
    const { keyboard } = workbench.page;
    const before = await tagsOfAda();
    await workbench.runCommand('Bot Tags: Tags of Customer…');
    await quickInput.expect('Pick a recent customer, or enter an ID');
    await quickInput.pickActive(ada.name);
    await quickInput.expect(/Search \d+ tags by name, ID or folder/);
    await quickInput.fill('vip');
    await quickInput.checkbox('VIP').waitFor();
    await quickInput.input.press('ArrowDown');
    await keyboard.press('Space');
    await ticked('VIP').waitFor();
    await keyboard.press('Enter');
    await workbench.dialog().getByText(`Attach 1 tag to ${ada.name}?`).first().waitFor();
    await keyboard.press('Enter');
    const done = workbench.notification(/1 tag attached to/);
    await done.waitFor();
    assert.deepEqual(await tagsOfAda(), [...before, VIP].toSorted());
    await pressInMessage(done, 'Undo');
    await workbench.statusBar(/1 tag detached from/).waitFor();
    assert.deepEqual(await tagsOfAda(), before);
  });

  it('leave the rest to be tried again when a call fails, after a look at the service', async () => {
    const { quickInput } = workbench;
    await openFromRow();
    await quickInput.fill('vip');
    await quickInput.check('VIP');
    Object.assign(service.switches, { lostEvery: 1, lostBy: 'reset' });
    await quickInput.accept();
    await workbench.dialogButton('Apply');
    const rest = workbench.notification('Left to attach: "VIP".');
    await rest.waitFor();
    await workbench.notification('It may still have been done').waitFor();
    await workbench.screenshot('customer-tags-6-failed');
    service.switches.lostEvery = 0;
    const sent = service.requests.attachTag;
    await pressInMessage(rest, 'Try Again');
    await workbench.statusBar('Nothing to change: these are the tags of').waitFor();
    assert.equal(service.requests.attachTag, sent, 'it was carried out, and is not sent again');
    assert.ok((await tagsOfAda()).includes(VIP));
    await workbench.clearNotifications();
  });

  it('of a read-only bot are only shown', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Bot Settings…');
    await quickInput.pick('Read-Only');
    await quickInput.option(/Read-Only.*On/).waitFor();
    await quickInput.cancel();
    await workbench.treeItem(/^Shop, read-only, /).waitFor();
    await workbench.contextMenu(rowOf(await panel()), 'Tags of Customer…');
    await quickInput.expect('"Shop" is read-only, so its tags are only shown. Enter copies an ID');
    await quickInput.option('VIP').waitFor();
    assert.equal(await quickInput.box.locator('.monaco-list-row .monaco-checkbox').count(), 0);
    await workbench.screenshot('customer-tags-7-read-only');
    await quickInput.cancel();
  });
});

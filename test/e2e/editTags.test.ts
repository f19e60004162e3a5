import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import type { CustomerRecord, UserTagList } from '../../src/core/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { untilDone } from '../support/untilDone.ts';

const VIP = 'tag--PTfLM4wQ';

/** By hand, in a VS Code that saves on its own. */
describe('editing the tags of a user', () => {
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
    opened = await openProduct({ settings: { 'files.autoSave': 'afterDelay' } });
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
  const tab = () => workbench.editorTab('Tags of User 1.jsonc');
  const save = () => workbench.page.keyboard.press('ControlOrMeta+s');

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

  /** Puts the cursor at the beginning of the line with this text, by the search of the editor. */
  async function goToLine(text: string): Promise<void> {
    const line = workbench.page.locator('.monaco-editor .view-line').filter({ hasText: text });
    await line.first().click();
    await workbench.page.keyboard.press('Home');
  }

  it('opens from a row, with the name above the text and nothing to complain of', async () => {
    await workbench.contextMenu(rowOf(await panel()), 'Edit Tags of User…');
    await tab().waitFor();
    const lens = workbench.page.locator('.codelens-decoration').filter({ hasText: ada.name });
    await lens.waitFor();
    const text = await workbench.editorText();
    assert.ok(!text.includes(ada.id) && !text.includes(ada.name), text);
    for (const id of await tagsOfAda()) assert.match(text, new RegExp(`^  "${id}": `, 'm'));
    assert.match(text, new RegExp(`^  // "${VIP}": "VIP",`, 'm'));
    // VS Code's own check of JSON may come before it knows that commas at the end are allowed.
    const complaint = workbench.page.locator('.squiggly-error, .squiggly-warning').first();
    await complaint.waitFor({ state: 'detached' });
    await workbench.screenshot('edit-tags-1-opened');
  });

  it('sends nothing when VS Code saves on its own, and asks when one saves oneself', async () => {
    const before = await tagsOfAda();
    const [gone = ''] = before;
    await goToLine(`"${VIP}"`);
    await workbench.page.keyboard.press('ControlOrMeta+/');
    await goToLine(`"${gone}"`);
    await workbench.page.keyboard.press('ControlOrMeta+/');
    await workbench.notification('Auto Save does not change the tags of').waitFor();
    assert.deepEqual(await tagsOfAda(), before);
    await workbench.screenshot('edit-tags-2-auto-saved');
    await workbench.runCommand('Notifications: Clear All Notifications');
    await goToLine(`"${VIP}"`);
    await save();
    const dialog = workbench.dialog();
    await dialog.getByText(`Attach 1 tag to and detach 1 tag from ${ada.name}?`).first().waitFor();
    await dialog.getByText('Attach: "VIP"').first().waitFor();
    await workbench.screenshot('edit-tags-3-question');
    await workbench.dialogButton('Cancel');
    await workbench.notification('Nothing was changed').waitFor();
    await workbench.screenshot('edit-tags-4-cancelled');
    assert.deepEqual(await tagsOfAda(), before);
    await workbench.runCommand('Notifications: Clear All Notifications');
    await goToLine(`"${VIP}"`);
    await save();
    await workbench.dialogButton('Apply');
    await workbench.statusBar(/1 tag attached to and 1 tag detached from/).waitFor();
    const after = [...before.filter((id) => id !== gone), VIP].toSorted();
    assert.deepEqual(await tagsOfAda(), after);
    const shown = new RegExp(`^  "${VIP}": "VIP",[^]*// Other tags[^]*^  // "${gone}": `, 'm');
    await untilDone(async () => assert.match(await workbench.editorText(), shown));
    await workbench.screenshot('edit-tags-5-applied');
    const cell = rowOf(await panel()).getByText('VIP', { exact: true });
    await cell.waitFor();
    await workbench.showEditor('Tags of User 1.jsonc');
  });

  it('shows what somebody else changed as a conflict, beside the document', async () => {
    const other = (await tagsOfAda()).find((id) => id !== VIP) ?? assert.fail('there is one');
    await atService('DELETE', '/v1/api/user/tag', { ...who(), bot_tag_id: other });
    await goToLine(`"${VIP}"`);
    await workbench.page.keyboard.press('ControlOrMeta+/');
    await save();
    // The next dialog follows at once.
    await workbench.dialog().getByRole('button', { name: 'Apply', exact: true }).click();
    await workbench.dialog().getByText('changed on the service').first().waitFor();
    await workbench.screenshot('edit-tags-6-conflict');
    await workbench.dialogButton('Show Changes');
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.screenshot('edit-tags-7-changes');
    await workbench.showEditor('Tags of User 1.jsonc');
    await goToLine(`"${VIP}"`);
    await save();
    await workbench.dialog().getByRole('button', { name: 'Apply', exact: true }).click();
    await workbench.dialogButton('Apply My Changes');
    await workbench.statusBar(/(?<!and )1 tag detached from/).waitFor();
    assert.ok(!(await tagsOfAda()).some((id) => id === VIP || id === other));
    await workbench.screenshot('edit-tags-8-settled');
  });

  it('opens from the palette for a recent user, and says after a reload that it has to be done again', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Edit Tags of User…');
    await quickInput.expect('Pick a recent user, or enter an ID');
    await quickInput.pick(ada.name);
    const second = 'Tags of User 2.jsonc';
    await workbench.editorTab(second).waitFor();
    await goToLine(`"${VIP}"`);
    await workbench.page.keyboard.press('ControlOrMeta+/');
    await save();
    await workbench.dialogButton('Cancel');
    const before = await tagsOfAda();
    await workbench.reload();
    await workbench.showEditor(second);
    const gone = /opened before the window was reloaded.*\n.*run "Edit Tags of User…" again/;
    await untilDone(async () => {
      const text = await workbench.editorText();
      assert.match(text, gone);
      assert.ok(!text.includes(VIP));
    });
    await workbench.screenshot('edit-tags-9-reloaded');
    assert.deepEqual(await tagsOfAda(), before);
  });
});

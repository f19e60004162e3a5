import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { FileDialog } from '../support/fileDialog.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { customersOf } from '../support/ownClient.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';

const CUSTOMERS = 250;
/** Tag that some customers have. */
const NEWSLETTER = 'Newsletter';
const RUN_LENS = /Run Plan… \(/;

/** Tests plans with tags to attach and to detach, and plans that give a tag only to customers who match a search. */
describe('Plan with tags to attach and to detach', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  let files: FileDialog;

  before(async () => {
    folder = temporaryFolder('e2e-change-plans');
    service = await startSandbox({ token: 'change', customers: CUSTOMERS });
    opened = await openProduct({ workspace: folder.path });
    ({ workbench } = opened);
    files = new FileDialog(workbench.quickInput);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.treeItem('VIP').waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder?.remove();
  });

  afterEach(async () => {
    await workbench.clearNotifications();
  });

  const lens = (text: string | RegExp) =>
    workbench.page.locator('.codelens-decoration a').filter({ hasText: text }).first();
  const tagsAtService = async (): Promise<readonly (readonly string[])[]> =>
    (await customersOf(service)).map(({ tags }) => tags.map(({ id }) => id).sort());

  /**
   * Saves the plan and waits for its editor.
   * @returns the path that the file dialog proposed
   */
  async function saveAs(name: string): Promise<string> {
    const proposedPath = await files.proposed(/\.bot-tags-plan\.jsonc$/);
    await files.answer(join(folder.path, `${name}.bot-tags-plan.jsonc`));
    await workbench.quickInput.expect('Write the names of the customers into the plan?');
    await workbench.quickInput.pick('Without Names');
    await workbench.editorTab(`${name}.bot-tags-plan.jsonc`).waitFor();
    return proposedPath;
  }

  it('changes both tags in one run, which a single Undo reverts', async () => {
    const { quickInput } = workbench;
    const tagsBefore = await tagsAtService();
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await quickInput.pick('Attach and Detach Tags');
    await quickInput.pick('All Customers of the Bot');
    await quickInput.expect(/^Search \d+ tags by name/);
    await quickInput.fill('VIP');
    await quickInput.check('VIP');
    await workbench.screenshot('change-plans-1-attach');
    await quickInput.accept();
    await quickInput.box.getByText('Detach Tags').waitFor();
    // The list has 23 tags: those of the first 100 customers. The tag to attach is not offered here.
    await quickInput.expect('Search 22 tags by name, ID, or folder');
    await quickInput.fill(NEWSLETTER);
    await quickInput.check(NEWSLETTER);
    await workbench.screenshot('change-plans-2-detach');
    await quickInput.accept();
    const proposedPath = await saveAs('both');
    assert.match(proposedPath, /\/attach-and-detach-vip-/);
    await lens(RUN_LENS).click();
    const question = new RegExp(
      `^Attach "VIP", detach "${NEWSLETTER}" for \\d+ customers: \\d+ requests, about `,
    );
    await workbench.dialog().getByText(question).waitFor();
    const actionCounts = /Attach "VIP" \(\d+\)\s*Detach "Newsletter" \(\d+\)/;
    await workbench.dialog().filter({ hasText: actionCounts }).waitFor();
    await workbench.screenshot('change-plans-3-question');
    await workbench.dialogButton(/^Run$/);
    const doneMessage = workbench.notification(
      new RegExp(`Attach "VIP", detach "${NEWSLETTER}" \\(bot "Shop"\\): \\d+ done\\.`),
    );
    await doneMessage.waitFor();
    await workbench.screenshot('change-plans-4-done');
    const customersAfter = await customersOf(service);
    // Customers without a user ID or page, and those with the status 4 or 5 (blocked), cannot be tagged.
    const taggableCustomers = customersAfter.filter(
      ({ id, pageId, status }) => id !== '' && pageId !== '' && status < 4,
    );
    assert.ok(taggableCustomers.every(({ tags }) => tags.some(({ name }) => name === 'VIP')));
    assert.ok(taggableCustomers.every(({ tags }) => tags.every(({ name }) => name !== NEWSLETTER)));
    await pressInMessage(doneMessage, 'Undo');
    await workbench
      .dialog()
      .getByText(new RegExp(`Attach "${NEWSLETTER}", detach "VIP" for`))
      .waitFor();
    await workbench.screenshot('change-plans-5-undo');
    await workbench.dialogButton('Undo');
    await workbench
      .notification(/Undo: Attach "VIP", detach ".+" \(bot "Shop"\): \d+ done\./)
      .waitFor();
    assert.deepEqual(await tagsAtService(), tagsBefore);
  });

  it('gives a tag to exactly the customers of the bot who match a search', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await quickInput
      .option('Attach to Customers Who Match a Search, Detach from All Others')
      .waitFor();
    await workbench.screenshot('change-plans-6-jobs');
    await quickInput.pick('Attach to Customers Who Match a Search, Detach from All Others');
    await quickInput.expect('Which customers?');
    await quickInput.pick('Type a Search…');
    await quickInput.expect('tag:VIP and not blocked');
    await quickInput.fill('status = running');
    await quickInput.accept();
    await quickInput.expect(/^Search \d+ tags by name/);
    await quickInput.pickFound('VIP');
    await saveAs('match');
    await lens(RUN_LENS).click();
    await workbench
      .dialog()
      .getByText(/^Attach or detach "VIP" for \d+ customers: /)
      .waitFor();
    await workbench.screenshot('change-plans-7-match');
    await workbench.dialogButton(/^Run$/);
    await workbench.notification(/Attach or detach "VIP" \(bot "Shop"\): \d+ done\./).waitFor();
    const customersAfter = await customersOf(service);
    // The search finds the status 1 (running).
    const mistagged = customersAfter.filter(
      ({ id, pageId, status, tags }) =>
        id !== '' &&
        pageId !== '' &&
        status < 4 &&
        tags.some(({ name }) => name === 'VIP') !== (status === 1),
    );
    assert.deepEqual(mistagged, []);
  });

  it('can be paused in one window, resumed in a second one, and undone in the first', async () => {
    const tagsBefore = await tagsAtService();
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await workbench.quickInput.pick('Attach and Detach Tags');
    await workbench.quickInput.pick('All Customers of the Bot');
    // The tag to attach is not offered in the second list. Text typed before the list is shown would be lost.
    for (const [name, count] of [
      ['Vegan', 23],
      [NEWSLETTER, 22],
    ] as const) {
      await workbench.quickInput.expect(`Search ${count} tags by name, ID, or folder`);
      await workbench.quickInput.fill(name);
      await workbench.quickInput.check(name);
      await workbench.quickInput.accept();
    }
    await saveAs('windows');
    service.switches.latencyMs = 400;
    await lens(RUN_LENS).click();
    await workbench.dialogButton(/^Run$/);
    const progress = workbench.notification(`Attach "Vegan", detach "${NEWSLETTER}", bot "Shop"`);
    await progress.filter({ hasText: /\d+ of \d+, \d+ per second/ }).waitFor();
    await progress.getByRole('button', { name: 'Cancel' }).click({ force: true });
    const pausedMessage = workbench.notification(/is paused at \d+ of \d+\./);
    await pausedMessage.waitFor();
    await workbench.screenshot('change-plans-8-paused');
    service.switches.latencyMs = 0;
    assert.notDeepEqual(await tagsAtService(), tagsBefore);

    const secondWindow = await workbench.another(opened.product);
    try {
      await secondWindow.activityTab('Bot Tags');
      await secondWindow.runCommand('Bot Tags: Resume…');
      await secondWindow.quickInput.pick(`Attach "Vegan", detach "${NEWSLETTER}"`);
      await secondWindow
        .notification(
          new RegExp(`Attach "Vegan", detach "${NEWSLETTER}" \\(bot "Shop"\\): \\d+ done\\.$`),
        )
        .waitFor();
      await secondWindow.screenshot('change-plans-9-second');
    } finally {
      await secondWindow.close();
    }
    await workbench.clearNotifications();
    await workbench.runCommand('Bot Tags: Undo…');
    await workbench.quickInput.expect('Select the change to undo');
    await workbench.screenshot('change-plans-10-undo-list');
    await workbench.quickInput.pick(`Attach "Vegan", detach "${NEWSLETTER}"`);
    await workbench.dialogButton('Undo');
    await workbench
      .notification(/Undo: Attach "Vegan", detach ".+" \(bot "Shop"\): \d+ done\./)
      .waitFor();
    assert.deepEqual(await tagsAtService(), tagsBefore);
  });
});

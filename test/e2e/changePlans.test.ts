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

const COUNT = 250;
/** A tag that some customers have. */
const OTHER = 'Newsletter';
const LENS = /Run Plan… \(/;

/** Tests plans for tags that were picked, and plans that make a tag match a search. */
describe('Plans that attach and detach', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  let files: FileDialog;

  before(async () => {
    folder = temporaryFolder('e2e-change-plans');
    service = await startSandbox({ token: 'change', customers: COUNT });
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

  /** Saves the plan and waits for its editor. @returns the proposed path */
  async function saveAs(name: string): Promise<string> {
    const proposed = await files.proposed(/\.bot-tags-plan\.jsonc$/);
    await files.answer(join(folder.path, `${name}.bot-tags-plan.jsonc`));
    await workbench.quickInput.expect('Write the names of the customers into the plan?');
    await workbench.quickInput.pick('Without Names');
    await workbench.editorTab(`${name}.bot-tags-plan.jsonc`).waitFor();
    return proposed;
  }

  it('attach and detach in one run, which one Undo reverts', async () => {
    const { quickInput } = workbench;
    const before = await tagsAtService();
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await quickInput.pick('Attach and Detach Tags');
    await quickInput.pick('All Customers of the Bot');
    await quickInput.expect(/^Search \d+ tags by name/);
    await quickInput.fill('VIP');
    await quickInput.check('VIP');
    await workbench.screenshot('change-plans-1-attach');
    await quickInput.accept();
    await quickInput.box.getByText('Detach Tags').waitFor();
    // The tag to attach is not offered.
    await quickInput.expect('Search 22 tags by name, ID, or folder');
    await quickInput.fill(OTHER);
    await quickInput.check(OTHER);
    await workbench.screenshot('change-plans-2-detach');
    await quickInput.accept();
    const proposed = await saveAs('both');
    assert.match(proposed, /\/attach-and-detach-vip-/);
    await lens(LENS).click();
    const question = new RegExp(
      `^Attach "VIP", detach "${OTHER}" for \\d+ customers: \\d+ requests, about `,
    );
    await workbench.dialog().getByText(question).waitFor();
    const counted = /Attach "VIP" \(\d+\)\s*Detach "Newsletter" \(\d+\)/;
    await workbench.dialog().filter({ hasText: counted }).waitFor();
    await workbench.screenshot('change-plans-3-question');
    await workbench.dialogButton(/^Run$/);
    const done = workbench.notification(
      new RegExp(`Attach "VIP", detach "${OTHER}" \\(bot "Shop"\\): \\d+ done\\.`),
    );
    await done.waitFor();
    await workbench.screenshot('change-plans-4-done');
    const after = await customersOf(service);
    const taggable = after.filter(
      ({ id, pageId, status }) => id !== '' && pageId !== '' && status < 4,
    );
    assert.ok(taggable.every(({ tags }) => tags.some(({ name }) => name === 'VIP')));
    assert.ok(taggable.every(({ tags }) => tags.every(({ name }) => name !== OTHER)));
    await pressInMessage(done, 'Undo');
    await workbench
      .dialog()
      .getByText(new RegExp(`Attach "${OTHER}", detach "VIP" for`))
      .waitFor();
    await workbench.screenshot('change-plans-5-undo');
    await workbench.dialogButton('Undo');
    await workbench
      .notification(/Undo: Attach "VIP", detach ".+" \(bot "Shop"\): \d+ done\./)
      .waitFor();
    assert.deepEqual(await tagsAtService(), before);
  });

  it('make a tag match a search over the whole bot', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await quickInput.option('Give a Tag Only to Customers Who Match a Search').waitFor();
    await workbench.screenshot('change-plans-6-jobs');
    await quickInput.pick('Give a Tag Only to Customers Who Match a Search');
    await quickInput.expect('Which customers?');
    await quickInput.pick('Type a Search…');
    await quickInput.expect('tag:VIP and not blocked');
    await quickInput.fill('status = running');
    await quickInput.accept();
    await quickInput.expect(/^Search \d+ tags by name/);
    await quickInput.pickFound('VIP');
    await saveAs('match');
    await lens(LENS).click();
    await workbench
      .dialog()
      .getByText(/^Attach or detach "VIP" for \d+ customers: /)
      .waitFor();
    await workbench.screenshot('change-plans-7-match');
    await workbench.dialogButton(/^Run$/);
    await workbench.notification(/Attach or detach "VIP" \(bot "Shop"\): \d+ done\./).waitFor();
    const after = await customersOf(service);
    const wrong = after.filter(
      ({ id, pageId, status, tags }) =>
        id !== '' &&
        pageId !== '' &&
        status < 4 &&
        tags.some(({ name }) => name === 'VIP') !== (status === 1),
    );
    assert.deepEqual(wrong, []);
  });

  it('are paused in one window, resumed in a second one, and undone in the first', async () => {
    const before = await tagsAtService();
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await workbench.quickInput.pick('Attach and Detach Tags');
    await workbench.quickInput.pick('All Customers of the Bot');
    for (const name of ['Vegan', OTHER]) {
      await workbench.quickInput.fill(name);
      await workbench.quickInput.check(name);
      await workbench.quickInput.accept();
    }
    await saveAs('windows');
    service.switches.latencyMs = 400;
    await lens(LENS).click();
    await workbench.dialogButton(/^Run$/);
    const progress = workbench.notification(`Attach "Vegan", detach "${OTHER}", bot "Shop"`);
    await progress.filter({ hasText: /\d+ of \d+, \d+ per second/ }).waitFor();
    await progress.getByRole('button', { name: 'Cancel' }).click({ force: true });
    const paused = workbench.notification(/is paused at \d+ of \d+\./);
    await paused.waitFor();
    await workbench.screenshot('change-plans-8-paused');
    service.switches.latencyMs = 0;
    assert.notDeepEqual(await tagsAtService(), before);

    const second = await workbench.another(opened.product);
    try {
      await second.activityTab('Bot Tags');
      await second.runCommand('Bot Tags: Resume…');
      await second.quickInput.pick(`Attach "Vegan", detach "${OTHER}"`);
      await second
        .notification(
          new RegExp(`Attach "Vegan", detach "${OTHER}" \\(bot "Shop"\\): \\d+ done\\.$`),
        )
        .waitFor();
      await second.screenshot('change-plans-9-second');
    } finally {
      await second.close();
    }
    await workbench.clearNotifications();
    await workbench.runCommand('Bot Tags: Undo…');
    await workbench.quickInput.expect('Select the change to undo');
    await workbench.screenshot('change-plans-10-undo-list');
    await workbench.quickInput.pick(`Attach "Vegan", detach "${OTHER}"`);
    await workbench.dialogButton('Undo');
    await workbench
      .notification(/Undo: Attach "Vegan", detach ".+" \(bot "Shop"\): \d+ done\./)
      .waitFor();
    assert.deepEqual(await tagsAtService(), before);
  });
});

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';

const FOLDER_COUNT = 10;
const TAG_COUNT = 300;
const SHOP = { baseUrl: 'https://shop.example', botId: 'bot-shop', label: 'Shop' };

/** Returns a workspace file with 300 tags in ten folders. The other bot has none of them. */
function listOfShop(): string {
  const folders = Array.from({ length: FOLDER_COUNT }, (_, folder) => {
    const tags = Array.from({ length: TAG_COUNT / FOLDER_COUNT }, (_, tag) => [
      `tag-${folder}-${tag}`,
      `Tag ${folder}.${tag}`,
    ]);
    return [`folder-${folder}`, { name: `Folder ${folder}`, tags: Object.fromEntries(tags) }];
  });
  const bot = { ...SHOP, folders: Object.fromEntries(folders), tags: { 'tag-vip': 'VIP' } };
  return JSON.stringify({ version: 1, bots: [bot] });
}

/**
 * Tests that tags of a bot are created in another bot, even if responses are lost or the window is reloaded, and Undo.
 */
describe('Tags to copy to another bot', () => {
  let staging: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  let namesBefore: readonly string[] = [];
  /** Names of items that the service had created although its response was lost. The user adds them by their IDs. */
  const addedById: string[] = [];
  /** Names of items that the service had not created when its response was lost. They are created again. */
  const createdAgain: string[] = [];

  before(async () => {
    folder = temporaryFolder('e2e-copy-tags');
    writeFileSync(join(folder.path, 'bot-tags.jsonc'), listOfShop());
    staging = await startSandbox({ token: 'staging', botId: 'bot-staging', customers: 50 });
    opened = await openProduct({ workspace: folder.path });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await workbench.page.getByRole('button', { name: 'Load List from Workspace File' }).click();
    await workbench.treeItem(/^Shop/).waitFor();
    await addBotByHand(workbench, staging, 'Staging');
    await workbench.treeItem('VIP').waitFor();
    staging.switches.latencyMs = 30;
    staging.switches.lostEvery = 30;
    staging.switches.resetEvery = 60;
    staging.switches.lostBy = '502';
  });

  after(async () => {
    await opened?.close();
    await staging?.close();
    folder?.remove();
  });

  const idAtStaging = (itemName: string): string =>
    staging.items().find(({ name }) => name === itemName)?.id ?? '';
  const namesAtStaging = (): readonly string[] => staging.items().map(({ name }) => name);

  it('are selected from a list of existing and missing items', async () => {
    const { quickInput } = workbench;
    await workbench.contextSubmenu(
      workbench.treeItem(/^Shop/),
      'Copy and Find',
      'Copy Tags to Another Bot…',
    );
    await quickInput.pick('Staging');
    await quickInput.expect('Select the items to create in "Staging"');
    await quickInput.box.getByText('Not yet in the list of the bot "Staging"').waitFor();
    await quickInput.box.getByText(`${TAG_COUNT + FOLDER_COUNT} Selected`).waitFor();
    await workbench.screenshot('copy-tags-1-list');
    // Both bots have a tag "VIP", so the list shows its ID in each bot.
    await quickInput.fill('VIP');
    await quickInput.checkbox('tag-vip → tag--PTfLM4wQ').waitFor();
    await workbench.screenshot('copy-tags-2-there');
    await quickInput.fill('');
    namesBefore = namesAtStaging();
    await quickInput.accept();
    await workbench.notification('Copy tags from "Shop", bot "Staging"').waitFor();
    await workbench.notification(/(1[5-9]\d|2\d\d) of 310/).waitFor();
    await workbench.screenshot('copy-tags-3-running');
  });

  it('are resumed after a reload, with a prompt for each lost response', async () => {
    const { quickInput } = workbench;
    // The window closes while requests are under way, and their responses arrive after that.
    staging.switches.latencyMs = 500;
    await workbench.reload();
    await workbench.activityTab('Bot Tags');
    Object.assign(staging.switches, { latencyMs: 0, lostEvery: 0, resetEvery: 0 });
    await workbench.runCommand('Bot Tags: Resume…');
    await quickInput.pick('Copy tags from "Shop"');
    const doneMessage = workbench.notification(
      `${TAG_COUNT + FOLDER_COUNT} tags and folders copied to "Staging".`,
    );
    const question = quickInput.box.getByPlaceholder(/^Was ".+" created\?/);
    const nextQuestion = workbench
      .dialog()
      .getByText(/^Create \d+ tags? (?:and|or) folders? in "Staging"\?/);
    for (;;) {
      await question.or(nextQuestion).first().waitFor();
      if (await nextQuestion.isVisible()) break;
      await answer(question);
    }
    await workbench.dialog().getByText(createdAgain.join(', ')).waitFor();
    await workbench.screenshot('copy-tags-5-again');
    await workbench.dialogButton('Create');
    await doneMessage.waitFor();
    assert.ok(
      addedById.length > 0 && createdAgain.length > 0,
      `the lost responses do not cover both cases: ${addedById.length}, ${createdAgain.length}`,
    );
    await workbench.screenshot('copy-tags-6-done');
    const created = namesAtStaging().filter((name) => !namesBefore.includes(name));
    const duplicates = created.filter((name, index) => created.indexOf(name) !== index);
    assert.deepEqual(duplicates, [], JSON.stringify({ addedById, createdAgain }));
    assert.equal(created.length, TAG_COUNT + FOLDER_COUNT);
    for (const { name, parentId } of staging.items()) {
      const [, number] = /^Tag (\d)\./.exec(name) ?? [];
      if (number !== undefined) assert.equal(parentId, idAtStaging(`Folder ${number}`), name);
    }
    await pressInMessage(doneMessage, 'Show Result');
    await workbench.editorTab(/Copy tags from Shop/).waitFor();
    const line = `"folder-0": "${idAtStaging('Folder 0')}"`;
    await workbench.page.locator('.view-line').filter({ hasText: line }).first().waitFor();
    await workbench.screenshot('copy-tags-7-result');
  });

  it('are listed as existing after the copy', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Copy Tags to Another Bot…');
    await quickInput.pick('Shop');
    await quickInput.pick('Staging');
    await quickInput.box.getByText(/^Already in the list of the bot "Staging"/).waitFor();
    await quickInput.checkbox(`folder-0 → ${idAtStaging('Folder 0')}`).waitFor();
    assert.equal(await quickInput.box.getByText('Not yet in the list').count(), 0);
    await workbench.screenshot('copy-tags-8-all-there');
    await workbench.page.keyboard.press('Escape');
  });

  it('are deleted by Undo, except those that were added by their ID', async () => {
    await workbench.runCommand('Bot Tags: Undo…');
    await workbench.quickInput.pick('Copy tags from "Shop"');
    const count = TAG_COUNT + FOLDER_COUNT - addedById.length;
    await workbench
      .dialog()
      .getByText(`Undo will delete ${count} tags and folders that this run`)
      .waitFor();
    await workbench.screenshot('copy-tags-9-undo');
    await workbench.dialogButton('Undo');
    await workbench
      .notification(/Undone\. Folders kept because they contain other items: /)
      .waitFor();
    const remainingNames = namesAtStaging().filter((name) => !namesBefore.includes(name));
    const folders = new Set(addedById.map((name) => name.replace(/^Tag (\d)\..*$/, 'Folder $1')));
    assert.deepEqual(
      remainingNames.toSorted(),
      [...new Set([...folders, ...addedById])].toSorted(),
    );
    await workbench.screenshot('copy-tags-10-undone');
  });

  /** Uses the keyboard: a click that Playwright repeats could answer the next question, which has the same entries. */
  async function choose(label: string): Promise<void> {
    const { quickInput } = workbench;
    await quickInput.fill(label);
    await quickInput.option(label).waitFor();
    await quickInput.accept();
  }

  /** Answers the question whether an item was created, as a user who looks it up in the service. */
  async function answer(question: Locator): Promise<void> {
    const { quickInput } = workbench;
    const text = (await question.getAttribute('placeholder')) ?? '';
    const name = /^Was "(.+)" created\?/.exec(text)?.[1] ?? assert.fail(text);
    const id = idAtStaging(name);
    const isFirst = addedById.length + createdAgain.length === 0;
    if (isFirst) await workbench.screenshot('copy-tags-4-asked');
    if (id === '') {
      createdAgain.push(name);
      await choose('Create Again');
    } else {
      addedById.push(name);
      await choose('Enter an ID…');
      await quickInput.expect(`ID of "${name}"`);
      if (isFirst) await workbench.screenshot('copy-tags-5-id');
      await quickInput.answer(id);
    }
    await quickInput.box.getByPlaceholder(text).waitFor({ state: 'hidden' });
  }
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { openAddBot } from '../support/addBotByHand.ts';
import { buttonOf, rowOf, searchOf } from '../support/customersPage.ts';
import type { Workbench } from '../support/e2e.ts';
import { FileDialog } from '../support/fileDialog.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { customersOf } from '../support/ownClient.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Counts the steps of the most frequent jobs: clicks, typed texts and keys of a user. */
describe('Number of steps', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: ReturnType<typeof temporaryFolder>;
  let steps = 0;

  before(async () => {
    folder = temporaryFolder('steps');
    service = await startSandbox({ token: 'steps', customers: 100 });
    opened = await openProduct();
    ({ workbench } = opened);
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder?.remove();
  });

  const panel = () => workbench.webviewFrame('Customers: Shop');
  async function click(target: Locator, options: Parameters<Locator['click']>[0] = {}) {
    await target.click(options);
    steps++;
  }
  // Types into a named element, not into the focused one, because the focus may still be moving from a page to the
  // quick input.
  async function type(text: string, into = workbench.quickInput.input): Promise<void> {
    await into.fill(text);
    steps++;
  }
  async function pressEnter(): Promise<void> {
    await workbench.quickInput.accept();
    steps++;
  }
  async function countSteps(work: () => Promise<void>): Promise<number> {
    steps = 0;
    await work();
    return steps;
  }

  it('is five up to the first tag in the sandbox', async () => {
    const { page, quickInput } = workbench;
    const count = await countSteps(async () => {
      await workbench.activityTab('Bot Tags');
      steps++;
      await click(page.getByRole('button', { name: 'Try the Sandbox' }));
      const bot = workbench.treeItem(/^Sandbox/);
      await bot.hover();
      await click(bot.getByRole('button', { name: 'New Tag…' }));
      await quickInput.expect('New Tag');
      await type('Spring');
      await pressEnter();
      await page
        .getByRole('treeitem', { name: /^Spring/, selected: true })
        .first()
        .waitFor();
    });
    assert.equal(count, 5);
  });

  it('is four to add a bot by a curl command, once the command was started', async () => {
    const { quickInput } = workbench;
    await openAddBot(workbench);
    const { baseUrl, botId, token } = service;
    const url = `${baseUrl}/v1/api/bot/customers?botId=${botId}`;
    const count = await countSteps(async () => {
      await type(`curl '${url}' -H 'Authorization: Bearer ${token}'`);
      await quickInput.shows(baseUrl);
      await pressEnter();
      await quickInput.expect('Label of the bot in the tree');
      await type('Shop');
      await pressEnter();
      await workbench.treeItem(/^Shop/).waitFor();
    });
    assert.equal(count, 4);
  });

  it('is three to tag a known customer, once the command was started', async () => {
    const { quickInput } = workbench;
    const customers = await customersOf(service);
    const customer = customers.findLast(
      ({ id, pageId, name, tags }) =>
        id !== '' &&
        pageId !== '' &&
        !tags.some((tag) => tag.name === 'Cake') &&
        customers.filter((other) => other.name === name).length === 1,
    );
    const { name } = customer ?? assert.fail('a customer has a name of its own');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    await (await panel()).getByText('All 100 customers loaded').waitFor();
    await workbench.runCommand('Bot Tags: Attach Tag…');
    await quickInput.expect('by name or user ID');
    const count = await countSteps(async () => {
      await type(name);
      await click(quickInput.option(name));
      await quickInput.expect(`Attach Tag to ${name}`);
      await click(quickInput.option('Cake'));
      await workbench.notification(`"Cake" attached to ${name}.`).waitFor();
    });
    assert.equal(count, 3);
    await pressInMessage(workbench.notification(`"Cake" attached to ${name}.`), 'Undo');
    await workbench.dialogButton('Detach');
    await workbench.statusBar(`"Cake" detached from ${name}.`).waitFor();
  });

  it('is seven to tag three customers, including the three clicks that select them', async () => {
    const { quickInput } = workbench;
    const page = await panel();
    const count = await countSteps(async () => {
      await click(rowOf(page, 0).locator('.name'));
      for (const position of [1, 2]) {
        await click(rowOf(page, position).locator('.name'), { modifiers: ['ControlOrMeta'] });
      }
      await click(page.locator('.actions button').filter({ hasText: 'Attach Tag…' }));
      await quickInput.expect(/Search \d+ tags by name, ID, or folder/);
      await click(quickInput.checkbox('Cake'));
      await pressEnter();
      await click(workbench.dialog().getByRole('button', { name: 'Attach', exact: true }));
      await workbench.notification('"Cake" attached to 3 customers.').waitFor();
    });
    assert.equal(count, 7);
  });

  it('is six to export the customers of a search to a file, including the file dialog', async () => {
    const { quickInput } = workbench;
    const page = await panel();
    const file = join(folder.path, 'found.csv');
    const count = await countSteps(async () => {
      await click(searchOf(page));
      await type('tag:Newsletter ', searchOf(page));
      await page.getByText(/^\d+ of 100 loaded$/).waitFor();
      await click(workbench.page.getByRole('button', { name: 'Export Customers…' }).first());
      await quickInput.expect('Press Enter to export, or select a setting to change');
      await pressEnter();
      const dialog = new FileDialog(quickInput);
      await dialog.proposed();
      await dialog.answer(file);
      // The user types the path and presses Enter.
      steps += 2;
      await workbench.waitForNotification(/ customers exported/);
    });
    assert.equal(count, 6);
    assert.match(readFileSync(file, 'utf8'), /Newsletter/);
    await buttonOf(page, 'Clear Search').click();
  });
});

import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { Workbench } from '../support/e2e.ts';
import { seen } from '../support/hostileTexts.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';

const TERMINAL = 'command:workbench.action.terminal.new';
/** Name that a user, a file or another program may give a bot, a folder or a tag. */
const NAME = `Tea [go](${TERMINAL}) [or](https://login.invalid) $(trash) end`;
const STARTS_WITH_NAME = /^Tea \[go\]/;
/** Start of the text that the sandbox appends to names and error messages if `outsideText` is `links`. */
const LINK = '[Sign in again](command:workbench.action.terminal.send';
const REFUSAL = `the token is not valid ${LINK}`;
const OUTAGE = `the service is not available now ${LINK}`;
const NO_BOT = `there is no bot "another-bot" ${LINK}`;

/** Tests that the packaged product shows harmful text in full and as plain text, wherever it appears. */
describe('Text from outside', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'token-outside', customers: 300 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  beforeEach(() => Object.assign(service.switches, { outsideText: 'plain', latencyMs: 0 }));

  afterEach(async () => {
    const { page } = workbench;
    assert.equal(await page.locator('.terminal-wrapper').count(), 0, 'no command was run');
    // Notifications of one test would cover the buttons that the next test clicks.
    await workbench.clearNotifications();
  });

  /** Waits for an element and asserts that it shows the complete text, without a link or an icon. */
  async function assertShows(place: Locator, text: string): Promise<void> {
    const part = place.filter({ hasText: text.slice(0, 5) }).first();
    await part.waitFor();
    assert.ok(
      seen(await part.innerText())
        .replaceAll('\u00a0', ' ')
        .includes(text),
      text,
    );
    assert.equal(await part.locator('a[href], .monaco-link').count(), 0, 'there is no link');
    assert.equal(await part.locator('.codicon-trash').count(), 0, 'the text contains no icon');
  }

  it('is plain text in the message below an input, in the tree and in its tooltip', async () => {
    const { quickInput } = workbench;
    service.switches.outsideText = 'links';
    await workbench.runCommand('Bot Tags: Add Bot…');
    for (const [prompt, answer] of [
      ['Base URL', service.baseUrl],
      ['API token', 'token-outside'],
      ['Bot ID', 'another-bot'],
    ] as const) {
      await quickInput.expect(prompt);
      await quickInput.answer(answer);
    }
    await assertShows(quickInput.box.locator('.quick-input-message'), NO_BOT);
    await workbench.screenshot('outside-text-validation');
    service.switches.outsideText = 'plain';
    await quickInput.answer(service.botId);
    await quickInput.expect('Label of the bot in the tree');
    await quickInput.answer(NAME);
    const bot = workbench.treeItem(STARTS_WITH_NAME);
    await assertShows(bot, NAME);
    await bot.hover();
    await assertShows(workbench.page.locator('.workbench-hover-container'), NAME);
    await workbench.screenshot('outside-text-tooltip');
  });

  it('is plain text in prompts, in the status bar and in a list to pick from', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(STARTS_WITH_NAME), 'New Folder…');
    await assertShows(
      quickInput.box.locator('.quick-input-message'),
      `Name of the new item in "${NAME}"`,
    );
    await workbench.screenshot('outside-text-prompt');
    service.switches.latencyMs = 600_000;
    await quickInput.answer(NAME);
    const statusBar = workbench.page.locator('.statusbar-item');
    await assertShows(statusBar, `Creating "${NAME}"`);
    service.switches.latencyMs = 0;
    const toast = workbench.page.locator('.notification-toast');
    const created = toast.locator('.notification-list-item-message', { hasText: 'created.' });
    await assertShows(created, `"${NAME}" created.`);
    await workbench.screenshot('outside-text-status');
    await workbench.runCommand('Bot Tags: Go to Tag…');
    await quickInput.fill('Tea');
    await assertShows(quickInput.box.getByRole('option'), NAME);
    await workbench.screenshot('outside-text-list');
    await quickInput.cancel();
  });

  it('is plain text in the title of a tab, and in a page with an error message', async () => {
    service.switches.outsideText = 'lines';
    await workbench.contextMenu(workbench.treeItem(STARTS_WITH_NAME), 'Show Customers');
    await assertShows(workbench.editorTab(/^Customers: Tea/), `Customers: ${NAME}`);
    const page = await workbench.webviewFrame(/^Customers: Tea/);
    await page.locator('.row .cell.name').first().waitFor();
    const tag = workbench.page.getByRole('treeitem', { name: /forged/ }).first();
    await tag.waitFor();
    assert.match(await tag.innerText(), /↵2026-01-01 00:00:00.000 \[error\] forged↵/);
    service.switches.outage = 'on';
    await page.getByRole('button', { name: 'Load More' }).click();
    const error = page.locator('footer .error');
    await error.filter({ hasText: 'not available' }).waitFor();
    assert.match(
      await error.innerText(),
      /not available now↵2026-01-01 00:00:00.000 \[error\] forged/,
    );
    const table = await page.locator('.scroller').boundingBox();
    assert.ok(table !== null && table.height > 300, 'a long text does not shrink the table');
    await workbench.screenshot('outside-text-page');
    service.switches.outage = 'off';
  });

  it('is plain text in a notification, in a progress notification, and in a dialog', async () => {
    const { quickInput } = workbench;
    Object.assign(service.switches, { outsideText: 'links', outage: 'on' });
    await workbench.contextMenu(workbench.treeItem(STARTS_WITH_NAME), 'New Tag…');
    await quickInput.answer('Never made');
    const toast = workbench.notification('Could not create the tag or folder.');
    await toast.waitFor();
    await assertShows(toast.locator('.notification-list-item-message'), OUTAGE);
    await workbench.screenshot('outside-text-notification');
    await pressInMessage(toast, 'Show Log');
    // The VS Code from npm cannot write log files, so the test checks only which log opens.
    await workbench.outputChannel('Bot Tags').waitFor();
    assert.equal(await workbench.page.getByRole('treeitem', { name: /^Never made/ }).count(), 0);

    service.switches.outage = 'off';
    await workbench.contextMenu(workbench.treeItem(STARTS_WITH_NAME), 'Bot Settings…');
    await quickInput.pick('Token');
    await quickInput.expect('API token');
    await quickInput.answer('wrong-token');
    await quickInput.option('Stored').waitFor();
    await quickInput.cancel();
    service.switches.latencyMs = 600_000;
    await workbench.contextMenu(workbench.treeItem(STARTS_WITH_NAME), 'Check Connection');
    const progress = workbench.notification('Checking the connection');
    await progress.waitFor();
    await assertShows(
      progress.locator('.notification-list-item-message'),
      `connection to "${NAME}"`,
    );
    await workbench.screenshot('outside-text-progress');
    await hoverAndClick(progress, progress.getByRole('button', { name: 'Cancel' }));
    await progress.waitFor({ state: 'hidden' });
    await workbench.contextMenu(workbench.treeItem(STARTS_WITH_NAME), 'Check Connection');
    // The first check has received Cancel by then, and makes no report when the service answers its request.
    await progress.waitFor();
    service.switches.latencyMs = 0;
    await assertShows(workbench.dialog(), `The connection to "${NAME}" does not work.`);
    await assertShows(workbench.dialog(), REFUSAL);
    await workbench.screenshot('outside-text-dialog');
    await workbench.dialogButton('Close');
  });
});

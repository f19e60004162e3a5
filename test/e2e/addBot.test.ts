import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand, openAddBot } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { filesWith } from '../support/filesWith.ts';
import { holdSecondPage } from '../support/holdSecondPage.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { sizeOf } from '../support/sizes.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const TOKEN = 'canary-5b1d0e77a2';
const CUSTOMERS = sizeOf('scannedCustomers');
/** Maximum page size of the service. */
const PAGE_SIZE = 3086;
const formatCount = (count: number): string => count.toLocaleString('en');
/** Number of customers that a scan has read when requests fail from the middle on: all pages that begin before it. */
const HALF_TEXT = formatCount(Math.ceil(CUSTOMERS / 2 / PAGE_SIZE) * PAGE_SIZE);
const ALL_TEXT = formatCount(CUSTOMERS);
const STORAGE = 'User/globalStorage/bot-tags.bot-tag-explorer';

describe('New bot', () => {
  const folder = temporaryFolder('add-bot');
  const storage = join(folder.path, STORAGE);
  let service: Sandbox;
  /** Service of the bot that is added from a pasted curl command. */
  let pasted: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    mkdirSync(storage, { recursive: true });
    writeFileSync(join(storage, 'catalogue.sqlite'), 'this was a database once '.repeat(1000));
    service = await startSandbox({ token: 'tea', customers: CUSTOMERS });
    pasted = await startSandbox({ token: TOKEN, customers: 150 });
    opened = await openProduct({
      userDataDir: folder.path,
      // Without retries, a scan fails immediately.
      settings: { 'botTags.network.maxRetryTime': 0 },
    });
    ({ workbench } = opened);
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    await pasted?.close();
    folder.remove();
  });

  it('replaces a damaged list when it is added, and shows the tags of its first customers', async () => {
    const { page, quickInput } = workbench;
    await workbench.activityTab('Bot Tags');
    await workbench.notification(/is damaged.*catalogue\.damaged-.*new list was created/).waitFor();
    await workbench.screenshot('discovery-damaged');
    const quarantined = readdirSync(storage).find((name) => name.startsWith('catalogue.damaged-'));
    assert.match(
      readFileSync(join(storage, quarantined ?? ''), 'utf8'),
      /^this was a database once/,
    );
    const { listCustomers } = service.requests;
    await addBotByHand(workbench, service, 'Tea House');
    const row = workbench.treeItem(/^\d+ tags found on the first 100 customers\. Scan all…$/);
    await row.waitFor();
    assert.equal(service.requests.listCustomers, listCustomers + 1);
    const tagCount = Number.parseInt((await row.innerText()).trim(), 10);
    await workbench.treeItem(/^VIP/).waitFor();
    const levels = await page
      .getByRole('treeitem')
      .evaluateAll((rows) => rows.map(({ ariaLevel }) => ariaLevel));
    assert.deepEqual(
      levels,
      ['1', ...Array<string>(tagCount + 1).fill('2')],
      'level 1 for the bot, level 2 for the row about the first customers and for each tag',
    );
    assert.equal(await page.getByRole('treeitem', { name: / scanned/ }).count(), 0);
    await workbench.screenshot('add-bot-first-look');
    await row.click();
    await quickInput.option('Pages to read before the scan pauses').waitFor();
    await quickInput.cancel();
    await page.keyboard.press('Enter');
    await quickInput.option('Pages to read before the scan pauses').waitFor();
    await quickInput.cancel();
  });

  it('is scanned from its row, with a failure, Cancel and a reload', async () => {
    const { quickInput } = workbench;
    const row = workbench.treeItem(/found on the first 100 customers/);
    service.switches.failingFrom = CUSTOMERS / 2;
    await row.click();
    await quickInput.pick('Customers per page');
    await quickInput.expect('Customers per page (1 to 3086)');
    await quickInput.answer(String(PAGE_SIZE));
    await quickInput.option('Reads at most 308,600 customers in 100 requests').waitFor();
    await workbench.screenshot('discovery-settings');
    await quickInput.pick('Reads at most 308,600 customers');
    const failed = workbench.notification(`Scan stopped. So far: ${HALF_TEXT} customers`);
    await failed.waitFor();
    await row.waitFor({ state: 'detached' });
    await workbench.treeItem(new RegExp(`^VIP.* of ${HALF_TEXT} scanned customers`)).waitFor();
    await workbench.screenshot('discovery-failed');

    service.switches.failingFrom = 0;
    await holdSecondPage(service, () => pressInMessage(failed, 'Resume'));
    const progress = workbench.notification(/\d customers, 24 tags, 1 new/);
    await progress.waitFor();
    await workbench.screenshot('discovery-progress');
    await hoverAndClick(progress, progress.getByRole('button', { name: 'Cancel' }));
    await workbench.notification(/^.*Scan stopped\. So far: .* To resume the scan, use/).waitFor();
    await workbench.screenshot('discovery-cancelled');
    service.switches.latencyMs = 0;

    await workbench.reload();
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Scan Customers…');
    await quickInput.option('Start Over').waitFor();
    await quickInput.pick('Resume');
    await workbench.treeItem(new RegExp(`^VIP.* of ${ALL_TEXT} scanned customers`)).waitFor();
    await workbench.notification(`Scan finished: ${ALL_TEXT} customers, 24 tags,`).waitFor();
    await workbench.screenshot('discovery-done');
    await workbench.clearNotifications();
  });

  it('is taken from a pasted curl command of any shell', async () => {
    const { quickInput } = workbench;
    const { baseUrl, botId } = pasted;
    const url = `${baseUrl}/v1/api/bot/customers?botId=${botId}&limit=1`;
    const header = `Authorization: Bearer ${TOKEN}`;
    const lines = [
      `curl -s \\\n  '${url}' \\\n  -H '${header}'\n`,
      `curl $'${url.replace('&', String.raw`\u0026`)}' -H $'Authorization: Bearer\\x20${TOKEN}'`,
      `curl.exe "${url}" ^\r\n  -H "${header}"`,
      `Invoke-RestMethod -Uri "${url}" \`\n  -Headers @{Authorization="Bearer ${TOKEN}"}`,
    ];
    await openAddBot(workbench);
    for (const line of lines) {
      await quickInput.fill('');
      await workbench.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(line)})`);
      await workbench.page.keyboard.press('ControlOrMeta+v');
      await quickInput.shows(baseUrl);
      await workbench.screenshot('add-bot-curl');
      await quickInput.accept();
      await quickInput.expect('Label of the bot in the tree');
      await quickInput.shows(botId);
      await quickInput.back();
      await quickInput.expect('Base URL');
    }
    await quickInput.fill(`curl -H '${header}'`);
    await quickInput.expect('no usable base URL');
    await quickInput.shows('');
    await quickInput.cancel();
  });

  it('keeps the text that was typed into its prompts for the next time, but no token', async () => {
    const { quickInput } = workbench;
    const inputType = () => quickInput.input.getAttribute('type');
    await openAddBot(workbench);
    await quickInput.answer(pasted.baseUrl);
    await quickInput.expect('API token');
    await quickInput.shows('');
    assert.equal(await inputType(), 'password');
    await quickInput.answer('two words');
    await quickInput.expect('A token can contain only the letters A to Z');
    await quickInput.answer(`Bearer ${TOKEN}`);
    await quickInput.expect('Bot ID');
    await quickInput.fill(`${pasted.botId}-wrong`);
    await quickInput.cancel();
    await openAddBot(workbench);
    await quickInput.shows(pasted.baseUrl);
    await quickInput.accept();
    await quickInput.expect('API token');
    await quickInput.shows('');
    await quickInput.answer(`bearer  ${TOKEN}`);
    await quickInput.expect('Bot ID');
    await quickInput.shows(`${pasted.botId}-wrong`);
    await quickInput.answer(pasted.botId);
    await quickInput.expect('Label of the bot in the tree');
    await quickInput.answer('Pasted');
    await workbench.treeItem(/^Pasted/).waitFor();
    await openAddBot(workbench);
    await quickInput.shows('');
    await quickInput.cancel();
    assert.ok(!(await workbench.page.content()).includes(TOKEN));
    assert.ok(!opened.product.logs().includes(TOKEN));
    assert.deepEqual(await filesWith(opened.product.userDataDir, TOKEN), []);
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';

const TOKEN = 'curl-e2e-token';
const HOSTILE = "'; touch x #";

/** "Copy as curl" wherever a person finds it; what is copied is run in a real shell, with a real curl. */
describe('Copy as curl', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;

  before(async () => {
    folder = temporaryFolder('e2e-curl');
    service = await startSandbox({ token: TOKEN, customers: 250 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'New Tag…');
    await workbench.quickInput.answer('Mine');
    await workbench.treeItem(/^Mine/).waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder?.remove();
  });

  /** The line that a step copies. */
  async function copiedBy(step: () => Promise<void>): Promise<string> {
    await workbench.clearClipboard();
    await step();
    await workbench.statusBar('Copied as curl').waitFor();
    const line = await workbench.clipboard();
    assert.ok(!line.includes(TOKEN) && line.includes('Bearer $BOT_TOKEN'), line);
    return line;
  }

  /** What the service answers to a line, run as it was copied. */
  async function answerOf(line: string): Promise<{ res: unknown }> {
    const env = { PATH: process.env['PATH'], BOT_TOKEN: TOKEN };
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: folder.path, env });
    return JSON.parse(stdout) as { res: unknown };
  }

  const idsIn = ({ res }: { res: unknown }): readonly string[] =>
    (res as { records: { id: string }[] }).records.map(({ id }) => id);

  async function pageOf(query: string): Promise<{ res: { next: string } }> {
    const url = `${service.baseUrl}/v1/api/bot/customers?botId=${service.botId}&${query}`;
    const headers = { authorization: `Bearer ${TOKEN}` };
    return (await (await fetch(url, { headers })).json()) as { res: { next: string } };
  }

  it('of a bot asks for its customers', async () => {
    const bot = workbench.treeItem(/^Shop/);
    await workbench.openContextSubmenu(bot, 'Copy', 'Copy as curl');
    await workbench.screenshot('curl-1-menu');
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('Escape');
    const line = await copiedBy(() => workbench.contextSubmenu(bot, 'Copy', 'Copy as curl'));
    await workbench.screenshot('curl-2-copied');
    assert.deepEqual(idsIn(await answerOf(line)), idsIn(await pageOf('limit=100')));
  });

  it('of a tag attaches it to the user that is asked for, whatever the ID is', async () => {
    const { quickInput } = workbench;
    const before = { ...service.requests };
    const line = await copiedBy(async () => {
      await workbench.contextSubmenu(workbench.treeItem(/^Mine/), 'Copy', 'Copy as curl');
      await quickInput.expect('Which request? It is copied, not sent.');
      await workbench.screenshot('curl-3-which');
      await quickInput.pick('Attach the tag to a customer');
      await quickInput.expect('The channel on which');
      await quickInput.pick('LINE');
      await quickInput.expect('ID of the fan page');
      await quickInput.answer('page-1');
      await quickInput.pick('Unencrypted user ID');
      await quickInput.expect('user ID (bot_raw_uid)');
      await quickInput.answer(HOSTILE);
    });
    assert.deepEqual(service.requests, before, 'nothing was sent');
    assert.equal((await answerOf(line)).res, 'ok');
    assert.equal(existsSync(join(folder.path, 'x')), false);
    const body = { bot_raw_uid: HOSTILE, bot_pid: 'page-1', bot_channel: 1 };
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const url = `${service.baseUrl}/v1/api/user/taglist`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const { res } = (await answer.json()) as { res: { tags: { name: string }[] }[] };
    assert.deepEqual(
      res.flatMap(({ tags }) => tags.map(({ name }) => name)),
      ['Mine'],
    );
  });

  it('of a row lists the tags of its customer', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    const panel = await workbench.webviewFrame('Customers: Shop');
    await panel.getByText('100 loaded, more available').waitFor();
    const row = panel.locator('[role=row][aria-rowindex="4"]');
    const line = await copiedBy(async () => {
      await row.click({ button: 'right' });
      await workbench.screenshot('curl-4-row');
      await workbench.menuItem('Copy as curl');
      await quickInput.pick('List the tags of the customer');
    });
    const [list] = (await answerOf(line)).res as { bot_raw_uid: string }[];
    const first = await pageOf('limit=100');
    assert.equal(list?.bot_raw_uid, idsIn(first)[2]);
  });

  it('asks for all that it needs when a keybinding calls it without a row', async () => {
    const { quickInput } = workbench;
    const line = await copiedBy(async () => {
      await workbench.pressKeyOf('botTags.copyCurl');
      await quickInput.expect('Which request?');
      await quickInput.pick('Get the tag');
      await quickInput.expect(/Search \d+ tags by name, ID or folder/);
      await quickInput.pick('Mine');
    });
    assert.equal(((await answerOf(line)).res as { name: string }).name, 'Mine');
  });
});

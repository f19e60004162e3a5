import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { EXPORT_FORMATS } from '../../src/core/exports/exportPlan.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBot, closeEditors, failure, product, run, until } from './product.ts';

const COUNT = 120;

describe('Open Export', () => {
  let service: Sandbox;
  let bot: string;
  let folder: string;

  before(async () => {
    await product();
    service = await startSandbox({ token: 'opens', botId: 'bot-opens', customers: COUNT });
    bot = await addBot(service);
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-open-'));
  });

  after(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(folder, { recursive: true });
  });

  afterEach(closeEditors);

  const tabs = (): readonly string[] =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

  for (const format of EXPORT_FORMATS) {
    it(`shows the customers in a file, without the service: ${format}`, async () => {
      const file = join(folder, `all.${format}`);
      await run('botTags.exportCustomers', { bot, file, format });
      const before = service.requests.listCustomers;
      const opened = await run('botTags.openExport', { file });
      assert.deepEqual(opened, { loaded: COUNT, hasMore: false, notes: [] });
      assert.equal(service.requests.listCustomers, before);
      await until('the tab is there', () => tabs().includes(`all.${format}`));
    });
  }

  it('says what a file leaves out, hashes, or has lost', async () => {
    const file = join(folder, 'masked.csv');
    const masks = { name: 'hash', email: 'drop' } as const;
    await run('botTags.exportCustomers', { bot, file, format: 'csv', masks, lists: 'columns' });
    truncateSync(file, readFileSync(file).length - 5);
    const { loaded, notes } = await run('botTags.openExport', { file });
    assert.equal(loaded, COUNT - 1);
    const said = notes.join('\n');
    for (const part of [/not in this file: E-mail/, /hashed: Name/, /names only/, /last line/]) {
      assert.match(said, part);
    }
  });

  it('opens a file that changed anew, in the same tab', async () => {
    const file = join(folder, 'changing.ndjson');
    writeFileSync(file, '{"id":"a"}\n');
    assert.equal((await run('botTags.openExport', { file })).loaded, 1);
    writeFileSync(file, '{"id":"a"}\n{"id":"b"}\n');
    assert.equal((await run('botTags.openExport', { file })).loaded, 2);
    const own = () => tabs().filter((label) => label === 'changing.ndjson').length;
    await until('its tab is there', () => own() > 0);
    assert.equal(own(), 1);
  });

  it('shows no more than the row limit', async () => {
    const file = join(folder, 'many.ndjson');
    writeFileSync(file, '{"id":"a"}\n'.repeat(2500));
    const settings = vscode.workspace.getConfiguration('botTags');
    await settings.update('customers.maxRows', 1000, vscode.ConfigurationTarget.Global);
    try {
      const opened = await run('botTags.openExport', { file });
      assert.deepEqual([opened.loaded, opened.hasMore], [1000, true]);
    } finally {
      await settings.update('customers.maxRows', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('refuses what is no export, and opens nothing', async () => {
    const names = { 'page.csv': '<html>', 'list.csv': 'a,b\r\n1,2\r\n', 'one.json': '{"a":1}' };
    for (const [name, text] of Object.entries(names)) {
      const file = join(folder, name);
      writeFileSync(file, text);
      const message = await failure(run('botTags.openExport', { file }));
      assert.match(message, /cannot be opened as an export\. \S/, name);
    }
    const gone = await failure(run('botTags.openExport', { file: join(folder, 'gone.csv') }));
    assert.match(gone, /It is not there/);
    assert.equal(tabs().includes('list.csv'), false);
  });
});

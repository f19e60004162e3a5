import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { EXPORT_FORMATS } from '../../src/core/exports/exportPlan.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { CUSTOMERS_PANEL } from '../../src/surface/manifest.ts';
import { filesWith } from '../support/filesWith.ts';
import {
  addBot,
  addBotAgain,
  closeEditors,
  failure,
  product,
  resOf,
  run,
  until,
} from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const COUNT = 120;

interface Wire {
  readonly id: string;
  readonly pageId: string;
  readonly tags: readonly unknown[];
}

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
      const name = format === 'dataset' ? 'part-00000.parquet' : `all.${format}`;
      const shown = format === 'dataset' ? join(file, name) : file;
      const opened = await run('botTags.openExport', { file: shown });
      assert.deepEqual(opened, { loaded: COUNT, hasMore: false, notes: [] });
      assert.equal(service.requests.listCustomers, before);
      await until('the tab is there', () => tabs().includes(name));
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

  it('names columns that no export writes as plain text, however long', async () => {
    const file = join(folder, 'odd.csv');
    const odd = `mood\u202e${'x'.repeat(100_000)}`;
    writeFileSync(file, `id,name,"${odd}","two\nlines"\na,Ann,1,2\n`);
    const { notes } = await run('botTags.openExport', { file });
    const said = notes.find((note) => note.startsWith('columns that no export writes')) ?? '';
    assert.match(said, /mood/);
    assert.ok(said.length < 200, String(said.length));
    assert.doesNotMatch(said, /[\u202e\n]/);
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
    rmSync(file);
    assert.match(await failure(run('botTags.openExport', { file })), /It is not there/);
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

  it('tags the user in a row, and asks only once of which bot they are', async () => {
    await run('botTags.discoverTags', { bot });
    const other = await addBotAgain(service, 'Another House');
    const file = join(folder, 'tagged.ndjson');
    await run('botTags.exportCustomers', { bot, file, format: 'ndjson' });
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const records = lines.map((line) => JSON.parse(line) as Wire);
    const isFree = ({ id, pageId, tags }: Wire): boolean =>
      id !== '' && pageId !== '' && tags.length === 0;
    const rows = records.flatMap((record, row) => (isFree(record) ? [row] : [])).slice(-2);
    assert.equal(rows.length, 2);
    await run('botTags.openExport', { file });
    const asked: string[] = [];
    const { createQuickPick } = vscode.window;
    let pick: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    const recorder = new WindowRecorder();
    recorder.replace({ createQuickPick: () => (pick = createQuickPick()) });
    try {
      for (const [index, row] of rows.entries()) {
        pick = undefined;
        const context = { webview: CUSTOMERS_PANEL, webviewSection: 'row', row, generation: 0 };
        void vscode.commands.executeCommand('botTags.attachTag', context);
        await until('a tag was picked and attached', async () => {
          const label = pick?.items.find((item) => item.label === 'Tea House');
          if (pick !== undefined && label !== undefined) {
            if (asked.length <= index) asked.push(pick.title ?? '');
            pick.activeItems = [label];
          }
          await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
          return service.requests.attachTag === index + 1;
        });
      }
    } finally {
      recorder.stop();
      await run('botTags.removeBot', { bot: other, confirmed: true });
    }
    assert.deepEqual(asked, ['Bot of the Customers in "tagged.ndjson"']);
    const path = `/v1/api/bot/customers?botId=bot-opens&limit=${COUNT}`;
    const now = (await resOf(service, 'GET', path)) as { readonly records: readonly Wire[] };
    const changed = now.records.flatMap(({ tags }, row) =>
      tags.length === records[row]?.tags.length ? [] : [row],
    );
    assert.deepEqual(changed, rows);
  });

  it('copies, tags and names nobody whose ID is hashed or left out', async () => {
    const hash = 'c0ffee'.repeat(11).slice(0, 64);
    const files = {
      hashed: { id: hash, pageId: 'p', platform: 'LINE' },
      'left out': { name: 'A' },
    };
    const before = service.requests.attachTag;
    const said: string[] = [];
    const recorder = new WindowRecorder();
    recorder.replace({ showWarningMessage: async (text: string) => void said.push(text) });
    try {
      for (const [name, record] of Object.entries(files)) {
        const file = join(folder, `${name}.ndjson`);
        writeFileSync(file, `${JSON.stringify(record)}\n`);
        await run('botTags.openExport', { file });
        await vscode.env.clipboard.writeText('as before');
        const context = { webview: CUSTOMERS_PANEL, webviewSection: 'row', row: 0, generation: 0 };
        for (const id of ['copyUserId', 'copyUserIds', 'attachTag', 'detachTag', 'listUserTags']) {
          await vscode.commands.executeCommand(`botTags.${id}`, context);
        }
        assert.equal(await vscode.env.clipboard.readText(), 'as before', name);
      }
    } finally {
      recorder.stop();
    }
    assert.equal(service.requests.attachTag, before);
    const about = (text: RegExp): number => said.filter((one) => text.test(one)).length;
    assert.deepEqual([about(/hashes/), about(/left out|no user IDs/)], [5, 5], said.join('\n'));
  });

  it('leaves nothing of a customer on this machine', async () => {
    const { context } = await product();
    const file = join(folder, 'canary.ndjson');
    const canary = { id: 'Ucanary0d5e7', name: 'Canary Zebrafinch', tags: [], params: [] };
    writeFileSync(file, `${JSON.stringify({ ...canary, platform: 'LINE', pageId: 'p' })}\n`);
    await run('botTags.openExport', { file });
    await until('its tab is there', () => tabs().includes('canary.ndjson'));
    await run('botTags.exportCustomers', { bot, file: join(folder, 'other.csv'), format: 'csv' });
    const kept = vscode.Uri.joinPath(context.globalStorageUri, '..', '..', '..').fsPath;
    assert.notDeepEqual(await filesWith(kept, 'Tea House'), [], 'the search sees the database');
    assert.deepEqual(await filesWith(kept, canary.id, canary.name), []);
  });

  it('refuses what is no export, and opens nothing', async () => {
    const names = { 'page.csv': '<html>', 'list.csv': 'a,b\r\n1,2\r\n', 'one.json': '{"a":1}' };
    for (const [name, text] of Object.entries(names)) {
      const file = join(folder, name);
      writeFileSync(file, text);
      const message = await failure(run('botTags.openExport', { file }));
      assert.match(message, /cannot be opened as an export, so nothing is shown\. \S/, name);
    }
    const gone = await failure(run('botTags.openExport', { file: join(folder, 'gone.csv') }));
    assert.match(gone, /It is not there/);
    assert.equal(tabs().includes('list.csv'), false);
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { filesWith } from '../support/filesWith.ts';
import { addBot, failure, product, run, until } from './product.ts';

/** Summary that a new window reads when there is no data. */
const EMPTY_SUMMARY = {
  hasBots: false,
  hasJournal: false,
  isOutdated: false,
  resumable: { run: 0, export: 0, scan: 0 },
};

/** Tests that the command removes all of the extension's own data. */
describe('Remove All Data', () => {
  let service: Sandbox;
  let bot: string;
  let folder: string;

  beforeEach(async () => {
    service = await startSandbox({ token: 'erased', botId: 'bot-erased', customers: 300 });
    bot = await addBot(service, 'Erased House');
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-erased-'));
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
  });

  const remove = () => run('botTags.removeAllData', { confirmed: true });

  it('removes all tokens, all state, and the list from disk', async () => {
    const { context, tree } = await product();
    const { globalState, workspaceState, secrets, globalStorageUri } = context;
    const tag = await run('botTags.createTag', { bot, name: 'Erased tag' });
    await run('botTags.discoverTags', { bot, limit: 100, pages: 1 });
    await run('botTags.trySandbox', {});
    const file = join(folder, 'erased.ndjson');
    service.switches.failingFrom = 200;
    await failure(run('botTags.exportCustomers', { bot, file, limit: 100 }));
    service.switches.failingFrom = 0;
    assert.ok(readdirSync(folder).length > 0, 'the partial export is in the folder');
    await globalState.update('botTags.storedTokens', ['former']);
    await run('botTags.filterTags', { text: 'tea' });
    await secrets.store('botTags.token.orphan', 'of a bot that is gone');
    const quarantined = vscode.Uri.joinPath(globalStorageUri, 'catalogue.damaged-1.sqlite');
    await vscode.workspace.fs.writeFile(quarantined, new TextEncoder().encode('Erased tag'));
    const needles = ['Erased House', 'Erased tag', 'bot-erased', tag, bot, basename(file)];
    for (const needle of needles) {
      assert.notDeepEqual(await filesWith(globalStorageUri.fsPath, needle), [], needle);
    }

    assert.deepEqual(await remove(), [], 'all data could be deleted');

    for (const needle of needles) {
      assert.deepEqual(await filesWith(globalStorageUri.fsPath, needle), [], needle);
    }
    const names = readdirSync(globalStorageUri.fsPath);
    assert.deepEqual(
      names.filter((name) => !name.startsWith('catalogue.sqlite')),
      [],
    );
    assert.deepEqual(readdirSync(folder), [], 'the partial export is deleted, too');
    assert.deepEqual(await secrets.keys(), []);
    assert.deepEqual([globalState.keys(), workspaceState.keys()], [['botTags.summary'], []]);
    assert.deepEqual(globalState.get('botTags.summary'), EMPTY_SUMMARY, 'no bot and no Journal');
    assert.deepEqual(await tree.getChildren(), []);
    assert.equal(tree.view.message ?? '', '', 'the tree shows no filter');
    assert.match(
      await failure(run('botTags.exportPage', { bot })),
      /There is no bot with the key or ID/,
    );
    bot = await addBot(service, 'New start');
    assert.equal((await tree.getChildren()).length, 1);
    await remove();
  }).timeout(60_000);

  it('is refused during a scan or export, and then removes nothing', async () => {
    // Long enough for the command to be called while the only page is on its way.
    service.switches.latencyMs = 1500;
    const scan = run('botTags.discoverTags', { bot, limit: 100, pages: 1 });
    await until('the scan has begun', () => service.requests.listCustomers > 0);
    assert.equal(await failure(remove()), 'A scan is in progress. Cancel the scan first.');
    await scan;
    const requestsBefore = service.requests.listCustomers;
    const file = join(folder, 'running.ndjson');
    const exporting = run('botTags.exportCustomers', { bot, file, limit: 300 });
    await until('the export has begun', () => service.requests.listCustomers > requestsBefore);
    assert.equal(await failure(remove()), 'An export is in progress. Cancel the export first.');
    await exporting;
    assert.deepEqual(readdirSync(folder), ['running.ndjson']);
    const rows = await (await product()).tree.getChildren();
    assert.equal(rows.filter(({ isBot }) => isBot).length, 1);
    await remove();
    assert.deepEqual(readdirSync(folder), ['running.ndjson'], 'a finished export is not deleted');
  });
});

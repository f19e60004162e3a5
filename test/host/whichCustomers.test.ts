import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { VIP } from '../support/sandboxItems.ts';
import { exportRecords } from './exported.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, closeEditors, nodeOf, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const CUSTOMERS = 300;
const LOADED_ROWS = 100;
const { executeCommand } = vscode.commands;

describe('Choice of customers', () => {
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let folder: string;
  let keyboard: Keyboard;
  /** Number of loaded customers who have the tag. */
  let matchingCount: number;

  const pathOf = (name: string): string => join(folder, name);

  before(async () => {
    service = await startSandbox({ token: 'which', botId: 'bot-which', customers: CUSTOMERS });
    bot = await addBot(service);
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-which-'));
    await run('botTags.saveSegment', { bot, name: 'No tags', segment: 'tags = 0', in: 'window' });
    await run('botTags.showTagCustomers', { bot, tagId: VIP, limit: LOADED_ROWS });
    await until('the page is filtered', async () => {
      const matchingExport = { bot, file: pathOf('matching.ndjson'), overwrite: true } as const;
      matchingCount = (await exportRecords({ ...matchingExport, scope: 'matching' })).records;
      return matchingCount < LOADED_ROWS;
    });
    assert.ok(matchingCount > 0);
  });

  beforeEach(() => {
    recorder.start();
    keyboard = new Keyboard(recorder);
  });

  afterEach(() => recorder.stop());

  after(async () => {
    await closeEditors();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const COMMON_ENTRIES = [
    `Loaded Rows (${LOADED_ROWS})`,
    'All Customers of the Bot That Match the Search',
    'All Customers of the Bot',
    'Segments',
    'No tags',
    '',
    'Type a Search…',
  ];

  const offeredEntries = async (): Promise<readonly string[]> => {
    const entries = await keyboard.entries((rows) => rows.length > 2);
    return entries.map((entry) => entry.replace(/: undefined$/, ''));
  };

  it('has the same entries for an export and for a plan', async () => {
    const expectedEntries = [
      `Rows That Match the Search (${matchingCount} of ${LOADED_ROWS} loaded rows)`,
      ...COMMON_ENTRIES,
    ];
    const exporting = executeCommand('botTags.exportCustomers', await nodeOf(bot));
    await keyboard.pick('Customers');
    assert.deepEqual(await offeredEntries(), expectedEntries);
    await keyboard.escapePick();
    await exporting;
    const planning = executeCommand('botTags.attachTags', await nodeOf(bot));
    await keyboard.pick('Attach Tags');
    assert.deepEqual(await offeredEntries(), [...expectedEntries, 'From File…']);
    await keyboard.escapePick();
    await planning;
  });

  it('includes customers that are not loaded, if all matches are chosen', async () => {
    const file = pathOf('all.bot-tags-plan.jsonc');
    recorder.replace({ showSaveDialog: async () => vscode.Uri.file(file) });
    // The title of the command is "Tag Customers…".
    const done = executeCommand('botTags.attachTags', await nodeOf(bot));
    await keyboard.pick('Detach Tags');
    await keyboard.pick('All Customers of the Bot That Match the Search');
    await keyboard.toggleAndAccept('VIP');
    await keyboard.pick('Without Names');
    await done;
    const allMatches = { bot, file: pathOf('all.ndjson'), segment: 'tag:VIP' };
    const { records } = await exportRecords(allMatches);
    assert.ok(records > matchingCount);
    const text = readFileSync(file, 'utf8');
    assert.match(text, /^\/\/ Only customers that match this search: tag:VIP$/m);
    const plan = JSON.parse(text.replaceAll(/^\/\/.*\n/gm, '')) as { users: readonly unknown[] };
    assert.equal(plan.users.length, records);
  });

  it('is preset to the current search in an export, over all customers of the bot', async () => {
    const exporting = executeCommand('botTags.exportCustomers', await nodeOf(bot));
    const rows = await keyboard.entries((entries) => entries.length > 2);
    assert.deepEqual(rows.slice(0, 3), [
      'Export: undefined',
      'Customers: Only customers that match this search: tag:VIP',
      'Last interaction: All customers',
    ]);
    await keyboard.escapePick();
    await exporting;
  });

  it('includes all customers of the bot, if a saved segment is chosen', async () => {
    const file = pathOf('none.ndjson');
    recorder.replace({ showSaveDialog: async () => vscode.Uri.file(file) });
    const done = executeCommand('botTags.exportCustomers', await nodeOf(bot));
    for (const answer of ['Customers', 'No tags', 'Format', 'NDJSON', 'Export']) {
      await keyboard.pick(answer);
    }
    await done;
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const { records } = await exportRecords({
      bot,
      file: pathOf('same.ndjson'),
      segment: 'tags = 0',
    });
    assert.equal(lines.length, records);
    assert.ok(lines.every((line) => (JSON.parse(line) as { tags: unknown[] }).tags.length === 0));
  });
});

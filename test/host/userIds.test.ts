import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CustomerRecord } from '../../src/base/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, closeEditors, failure, nodeOf, run, until } from './product.ts';
import { exportRecords, exportUserIds } from './exported.ts';
import { resumeExport } from './resumed.ts';
import { WindowRecorder } from './windowRecorder.ts';

/** Number of customers: two full pages and a part of a third. */
const COUNT = 7000;

const LINE_PICKS = ['Format', 'User IDs for LINE', 'Export'];

describe('Export of user IDs', function () {
  this.timeout(60_000);
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let folder: string;
  let customers: readonly CustomerRecord[];

  before(async () => {
    service = await startSandbox({ token: 'audience', botId: 'bot-audience', customers: COUNT });
    bot = await addBot(service, 'Tea House');
    const records: CustomerRecord[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const key: string = next === '' ? '' : `&next=${encodeURIComponent(next)}`;
      const path = `/v1/api/bot/customers?botId=bot-audience&limit=3086${key}`;
      const page = (await resOf(service, 'GET', path)) as {
        records: CustomerRecord[];
        next?: string;
      };
      records.push(...page.records);
      next = page.next;
    }
    customers = records;
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-audience-'));
  });

  afterEach(async () => {
    recorder.stop();
    service.switches.latencyMs = 0;
    await closeEditors();
    rmSync(folder, { recursive: true });
  });

  after(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  const at = (name: string): string => join(folder, name);
  const isOnLine = ({ platform, id, pageId }: CustomerRecord): boolean =>
    platform === 'LINE' && id !== '' && pageId !== '';

  /** Returns the expected content of the files by their names, one for each LINE account, computed from the records. */
  function filesOf(records: readonly CustomerRecord[]): Readonly<Record<string, string>> {
    const pages = Map.groupBy(records.filter(isOnLine), ({ pageId }) => pageId);
    return Object.fromEntries(
      [...pages].map(([page, users]) => [
        `tea-${page}.txt`,
        [...new Set(users.map(({ id }) => id))].map((id) => `${id}\n`).join(''),
      ]),
    );
  }

  const files = (): Readonly<Record<string, string>> =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(at(name), 'utf8')]));

  const recordsIn = (file: string): readonly unknown[] => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  };

  const notifications = (): readonly (string | undefined)[] =>
    recorder.shown.flatMap(([sink, text]) => (sink === 'notification' ? [text] : []));

  it('contains every LINE user of the service, in one file per LINE account', async () => {
    const summary = await exportUserIds({ bot, file: at('tea.txt') });
    const expected = filesOf(customers);
    assert.deepEqual(files(), expected);
    assert.equal(Object.keys(expected).length, 2);
    assert.deepEqual(summary.files.toSorted(), Object.keys(expected).map(at).toSorted());
    const { otherPlatform, withoutId, doubles, untaggable } = summary.leftOut;
    assert.equal(otherPlatform, customers.filter(({ platform }) => platform !== 'LINE').length);
    const onLine = customers.filter(({ platform }) => platform === 'LINE');
    assert.equal(withoutId, onLine.filter(({ id }) => id === '').length);
    assert.ok(withoutId > 0 && untaggable > 0);
    assert.equal(summary.users + otherPlatform + withoutId + doubles + untaggable, COUNT);
  });

  it('writes users of both platforms as CSV, and replaces a file only if requested', async () => {
    const file = at('tea.csv');
    const argument = { bot, file, format: 'userIds' } as const;
    await exportUserIds(argument);
    const lines = readFileSync(file, 'utf8').split('\r\n');
    assert.deepEqual([lines[0], lines.at(-1)], ['id,pageId,platform', '']);
    // A spreadsheet would read an ID with `@` as a formula, so the file has an apostrophe before it.
    const expected = new Set(
      customers.flatMap(({ id, pageId, platform }) =>
        id === '' || pageId === ''
          ? []
          : [`${id},${pageId.startsWith('@') ? "'" : ''}${pageId},${platform}`],
      ),
    );
    assert.deepEqual(lines.slice(1, -1), [...expected]);
    const before = service.requests.listCustomers;
    assert.match(await failure(exportUserIds(argument)), /already/);
    assert.equal(service.requests.listCustomers, before, 'no customer was read before the error');
    await exportUserIds({ ...argument, overwrite: true });
    assert.deepEqual(readdirSync(folder), ['tea.csv']);
  });

  it('refuses fields and masks, which it does not support', async () => {
    for (const more of [{ fields: ['id'] }, { masks: { name: 'drop' } }] as const) {
      const message = await failure(exportUserIds({ bot, file: at('a.txt'), ...more }));
      assert.match(
        message,
        /^The fields of an export of user IDs cannot be changed\. Leave out "fields"/,
      );
    }
    assert.deepEqual(readdirSync(folder), []);
  });

  it('throws an error with the position if a segment cannot be read', async () => {
    const segment = 'tag:VIP and and blocked';
    const message = await failure(exportUserIds({ bot, file: at('a.txt'), segment }));
    assert.match(message, /Nothing was done.* at character 13\. A condition is missing at "and"\./);
    const blank = exportUserIds({ bot, file: at('a.txt'), segment: ' ' });
    assert.match(await failure(blank), /contains only white space/, 'would match everybody');
    const unknown = exportUserIds({ bot, file: at('a.txt'), segment: 'not segment:Typo' });
    assert.match(await failure(unknown), /do not exist, .*: Typo\./, 'would match everybody');
    assert.deepEqual(readdirSync(folder), []);
  });

  /**
   * Starts an export as a user does.
   * @param more further functions of the window to replace
   */
  async function begin(more: object = {}) {
    const node = await nodeOf(bot);
    recorder.start();
    recorder.replace({ showSaveDialog: async () => vscode.Uri.file(at('tea.txt')), ...more });
    const keyboard = new Keyboard(recorder);
    const done = vscode.commands.executeCommand('botTags.exportCustomers', node);
    return { keyboard, done };
  }

  /** Exports as a user who picks these entries. */
  async function exportByHand(...answers: readonly string[]): Promise<void> {
    const { keyboard, done } = await begin();
    for (const answer of answers) await keyboard.pick(answer);
    await done;
  }

  it('prompts for customers, format and file, and reports who was left out', async () => {
    await exportByHand(...LINE_PICKS);
    assert.deepEqual(files(), filesOf(customers));
    const [message = ''] = notifications();
    const users = Object.values(filesOf(customers)).join('').split('\n').length - 1;
    const expected = `${users.toLocaleString('en')} customers exported to 2 files. Left out: `;
    assert.ok(message.startsWith(expected), message);
    assert.match(
      message,
      /Left out: [\d,]+ on a platform that this format does not support, \d+ without an ID, \d+ that cannot be tagged\.$/,
    );
  });

  it('asks before it replaces the file of an account, and changes nothing on Cancel', async () => {
    const [fileName = ''] = Object.keys(filesOf(customers));
    writeFileSync(at(fileName), 'mine');
    recorder.start();
    await exportByHand(...LINE_PICKS);
    const dialogs = recorder.shown.filter(([sink]) => sink === 'dialog').map(([, text]) => text);
    assert.deepEqual(dialogs, ['A file with this name already exists. Replace it?', at(fileName)]);
    assert.deepEqual(files(), filesOf(customers), 'the first button replaces the files');
    writeFileSync(at(fileName), 'mine');
    recorder.stop();
    const { keyboard, done } = await begin({ showWarningMessage: async () => undefined });
    for (const answer of LINE_PICKS) await keyboard.pick(answer);
    await done;
    assert.deepEqual(files(), { ...filesOf(customers), [fileName]: 'mine' });
    assert.deepEqual(notifications(), []);
  });

  it('leaves no file when it is canceled', async () => {
    service.switches.latencyMs = 100;
    const cancelling = new vscode.CancellationTokenSource();
    const before = service.requests.listCustomers;
    type Task = Parameters<typeof vscode.window.withProgress>[1];
    const { keyboard, done } = await begin({
      withProgress: (_options: unknown, task: Task) => task({ report: () => {} }, cancelling.token),
    });
    for (const answer of LINE_PICKS) await keyboard.pick(answer);
    await until('a page is read', () => service.requests.listCustomers - before >= 2);
    cancelling.cancel();
    await done;
    assert.deepEqual(readdirSync(folder), []);
    assert.deepEqual(notifications(), []);
  });

  /** Returns a segment with the customers that it matches, by the name of a tag and without the product's own parser. */
  function segmentOf(subset: readonly CustomerRecord[]) {
    const name = customers.flatMap(({ tags }) => tags)[0]?.name ?? '';
    const has = ({ tags }: CustomerRecord): boolean => tags.some((tag) => tag.name === name);
    const matching = subset.filter((customer) => has(customer) && customer.status !== 1);
    assert.ok(matching.length > 2 && matching.length < subset.length / 2, String(matching.length));
    return { segment: `tag:"${name}" and not status = running`, matching };
  }

  it('is limited to a segment, in the service and in loaded rows', async () => {
    const { segment, matching } = segmentOf(customers);
    await exportUserIds({ bot, file: at('tea.txt'), segment });
    assert.deepEqual(files(), filesOf(matching));
    await run('botTags.openCustomers', { bot, limit: 500 });
    const loaded = segmentOf(customers.slice(0, 500)).matching;
    const argument = { bot, file: at('tea.txt'), scope: 'loaded', overwrite: true } as const;
    const { users } = await exportUserIds({ ...argument, segment });
    assert.deepEqual(files(), filesOf(loaded));
    assert.equal(users, Object.values(filesOf(loaded)).join('').split('\n').length - 1);
  });

  it('supports the folders of the list in a segment', async () => {
    const { tags } =
      customers.find((customer) => isOnLine(customer) && customer.tags.length > 0) ?? assert.fail();
    const tag = tags[0] ?? assert.fail();
    const folderId = await run('botTags.createFolder', { bot, name: 'Drinks' });
    await run('botTags.addExisting', { bot, id: tag.id });
    await run('botTags.moveToFolder', { bot, ids: [tag.id], folderId });
    const segment = 'folder:Drinks';
    await exportUserIds({ bot, file: at('tea.txt'), segment });
    const matching = customers.filter((customer) => customer.tags.some(({ id }) => id === tag.id));
    assert.deepEqual(files(), filesOf(matching));
  });

  it('prompts for a segment that the user types', async () => {
    await run('botTags.openCustomers', { bot, limit: 500 });
    const { segment, matching } = segmentOf(customers);
    let buttons: readonly unknown[] = [];
    const show = async (_: string, ...shown: unknown[]) => void (buttons = shown);
    const { keyboard, done } = await begin({ showInformationMessage: show });
    await keyboard.pick('Customers');
    await keyboard.pick('Type a Search…');
    assert.match(await keyboard.typeInVain('tag:'), /^A name is missing at "tag:"/);
    await keyboard.type(segment);
    for (const answer of LINE_PICKS) await keyboard.pick(answer);
    await done;
    assert.deepEqual(files(), filesOf(matching));
    assert.deepEqual(buttons, ['Reveal'], 'several files cannot be opened with one button');
  });

  it('offers the saved segments', async () => {
    const { segment, matching } = segmentOf(customers);
    await run('botTags.saveSegment', { bot, name: 'Sleepers', segment, in: 'window' });
    await exportByHand('Customers', 'Sleepers', ...LINE_PICKS);
    assert.deepEqual(files(), filesOf(matching));
  });

  it('finds the same customers for a segment as a plan and an export of records', async () => {
    const { segment, matching } = segmentOf(customers);
    const tag = customers.flatMap(({ tags }) => tags)[0]?.id ?? '';
    const argument = { bot, tags: [tag], file: at('p.bot-tags-plan.jsonc'), segment };
    const { totals } = await run('botTags.attachTags', { ...argument, from: 'service' });
    const skipped = Object.values(totals.skipped).reduce((sum, count) => sum + count, 0);
    assert.equal(totals.users + skipped, matching.length);
    const plan = readFileSync(at('p.bot-tags-plan.jsonc'), 'utf8');
    assert.ok(plan.includes(`\n// Only customers that match this search: ${segment}\n`), plan);
    const file = at('all.ndjson');
    const { records } = await exportRecords({ bot, file, segment, limit: 500 });
    assert.equal(records, matching.length);
    assert.deepEqual(recordsIn(file), matching);
  });

  it('keeps the segment of an interrupted export of records when it is resumed', async () => {
    const { segment, matching } = segmentOf(customers);
    const file = at('all.ndjson');
    service.switches.latencyMs = 20;
    const before = service.requests.listCustomers;
    const running = failure(run('botTags.exportCustomers', { bot, file, segment, limit: 500 }));
    await until('the export has begun', () => service.requests.listCustomers >= before + 5);
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    assert.match(await running, /records are kept/);
    await run('botTags.replaceToken', { bot, token: 'audience' });
    const { records, wasResumed } = await resumeExport({ file });
    assert.deepEqual([records, wasResumed], [matching.length, true]);
    assert.deepEqual(recordsIn(file), matching);
  });

  it('contains the loaded rows if a panel shows them', async () => {
    await run('botTags.openCustomers', { bot, limit: 50 });
    const argument = { bot, file: at('tea.txt'), scope: 'matching' } as const;
    const summary = await exportUserIds(argument);
    assert.deepEqual(files(), filesOf(customers.slice(0, 50)));
    assert.ok(summary.users > 10);
    const rows = ['Customers', 'Loaded Rows (50)'];
    await exportByHand(...rows, 'Format', 'User IDs (CSV)', 'Export');
    assert.equal(readFileSync(at('tea.txt'), 'utf8').split('\r\n')[0], 'id,pageId,platform');
  });
});

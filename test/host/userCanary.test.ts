import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { encryptUid } from '../../src/sandbox/userIds.ts';
import type { JournalTree } from '../../src/runs/ui/journalTree.ts';
import { filesWith } from '../support/filesWith.ts';
import { resOf } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';
import { Keyboard } from './keyboard.ts';
import { LogLines } from './logLines.ts';
import { addBot, closeEditors, failure, product, run, set, until } from './product.ts';
import { resumeRun, undoRun } from './resumed.ts';
import { resultOf } from './planBot.ts';
import { WindowRecorder } from './windowRecorder.ts';

const LABEL = 'Bird House';
const CUSTOMERS = 60;
const NO_FAULTS = { busyEvery: 0, resetEvery: 0, lostEvery: 0 };

interface WireCustomer {
  readonly id: string;
  readonly name: string;
  readonly pageId: string;
  readonly platform: string;
  readonly status: number;
  readonly tags: readonly { readonly id: string }[];
}

/** Returns the first characters of an ID in each encoding, so that truncated IDs are also found. */
function spellingsOf(id: string): readonly string[] {
  const start = id.slice(0, 12);
  return [start, Buffer.from(start).toString('base64'), encryptUid(id).slice(0, 16)];
}

function userOf({ id, pageId, platform }: WireCustomer) {
  const channel = platform === 'LINE' ? ('line' as const) : ('facebook' as const);
  return { rawUid: id, pageId, channel };
}

/** Uses the IDs of customers in every way. The last two tests search all files for the IDs. */
describe('IDs of users', () => {
  const recorder = new WindowRecorder();
  const messages: string[] = [];
  let folder: string;
  let service: Sandbox;
  let bot: string;
  let customers: readonly WireCustomer[];
  /** Customers who can be tagged and do not have the tag. */
  let untagged: readonly WireCustomer[];
  let context: vscode.ExtensionContext;
  let logged: LogLines;
  let journal: JournalTree;

  before(async () => {
    const { log, openJournal, ...rest } = await product();
    ({ context } = rest);
    logged = new LogLines(log);
    journal = await openJournal();
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-canary-'));
    await run('botTags.clearJournal', { confirmed: true });
    await set('journal.keepUserIds', 0);
    // A run checks unknown outcomes only after this time, in s. The run below is paused earlier.
    await set('network.timeout', 3);
    const botId = 'bot-users';
    service = await startSandbox({ token: 'users', botId, customers: CUSTOMERS });
    // The service repeats a refused call in its response, as a service in debug mode may do.
    service.switches.echo = 'on';
    bot = await addBot(service, LABEL);
    const path = `/v1/api/bot/customers?botId=${botId}&limit=3086`;
    const { records } = (await resOf(service, 'GET', path)) as { readonly records: WireCustomer[] };
    customers = records.filter(({ id }) => id !== '');
    untagged = customers.filter(
      ({ pageId, status, tags }) =>
        pageId !== '' && status < 4 && !tags.some(({ id }) => id === VIP),
    );
    assert.ok(untagged.length > CUSTOMERS / 2);
  });

  beforeEach(() => setFault({}));

  after(async () => {
    recorder.stop();
    logged.stop();
    await closeEditors();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    for (const key of ['journal.keepUserIds', 'network.timeout']) await set(key, undefined);
    rmSync(folder, { recursive: true });
  });

  const pathOf = (name: string): string => join(folder, name);
  const user = (index: number) => userOf(untagged[index] ?? assert.fail());
  const setFault = (change: Partial<Sandbox['switches']>): void =>
    void Object.assign(service.switches, NO_FAULTS, change);
  const assertFails = async (step: Promise<unknown>): Promise<void> =>
    void messages.push(await failure(step));
  const spellings = (owners: readonly WireCustomer[]): readonly string[] =>
    owners.flatMap(({ id }) => spellingsOf(id));

  /** Returns the files of this VS Code that contain an ID of these customers: databases, logs, data of its windows. */
  async function filesWithIdsOf(owners: readonly WireCustomer[]): Promise<readonly string[]> {
    await logged.waitUntilWritten(context);
    const userData = vscode.Uri.joinPath(context.globalStorageUri, '..', '..', '..').fsPath;
    const ownLogs = context.logUri.fsPath;
    assert.notDeepEqual(await filesWith(userData, LABEL), [], 'the database has the label');
    const logFiles = ownLogs.startsWith(userData)
      ? []
      : await filesWith(ownLogs, ...spellings(owners));
    return [...logFiles, ...(await filesWith(userData, ...spellings(owners)))];
  }

  /** Attaches a tag outside of this window, so that the request of a plan is refused. */
  async function attachElsewhere(customer: WireCustomer, tag: string): Promise<void> {
    const { rawUid, pageId, channel } = userOf(customer);
    const bot_channel = channel === 'line' ? 1 : 0;
    const body = { bot_tag_id: tag, bot_raw_uid: rawUid, bot_pid: pageId, bot_channel };
    await resOf(service, 'POST', '/v1/api/user/tag', body);
  }

  async function planFor(tag: string, name: string): Promise<string> {
    const file = pathOf(`${name}.bot-tags-plan.jsonc`);
    await run('botTags.attachTags', { bot, tags: [tag], from: 'service', file });
    return file;
  }

  it('are written, read and refused in single calls', async () => {
    await run('botTags.addExisting', { bot, id: VIP });
    await run('botTags.discoverTags', { bot, limit: 50 });
    await run('botTags.openCustomers', { bot, limit: 100 });
    await run('botTags.openRecord', { bot, row: 0 });
    await run('botTags.listUserTags', { bot, user: user(0) });
    await run('botTags.attachTag', { bot, tagId: VIP, user: user(0) });
    await run('botTags.detachTag', { bot, tagId: VIP, user: user(0) });
    await run('botTags.attachTag', { bot, tagId: VIP, user: user(0) });
    for (const change of [{ busyEvery: 1 }, { lostEvery: 1 }, { resetEvery: 1 }]) {
      setFault(change);
      await assertFails(run('botTags.detachTag', { bot, tagId: VIP, user: user(0) }));
      await assertFails(run('botTags.attachTag', { bot, tagId: VIP, user: user(1) }));
    }
    setFault({});
    await assertFails(run('botTags.attachTag', { bot, tagId: 'tag-none', user: user(2) }));
    assert.match(messages.join('\n'), /"bot_pid":/, 'calls were repeated');
  });

  it('are shown to a user who changes the tags of a customer and undoes the change', async () => {
    await run('botTags.listUserTags', { bot, user: user(3) });
    recorder.start();
    const keyboard = new Keyboard(recorder);
    for (const change of [{ busyEvery: 1 }, {}]) {
      const done = vscode.commands.executeCommand('botTags.listUserTags');
      await keyboard.pick(untagged[3]?.name ?? assert.fail());
      await keyboard.waitUntilFilled();
      setFault(change);
      await keyboard.toggleAndAccept('VIP');
      await done;
    }
    const [day] = await journal.getChildren();
    const [row] = await journal.getChildren(day);
    setFault({ busyEvery: 1 });
    await vscode.commands.executeCommand('botTags.undo', row);
    setFault({});
    await vscode.commands.executeCommand('botTags.undo', row);
    recorder.stop();
    assert.match(logged.all.join('\n'), /"bot_pid":.*"bot_pid":/s, 'repeated calls were logged');
  });

  it('are in a plan that is run, refused, lost, checked, retried and undone', async () => {
    // A new tag, because earlier writes with "VIP" have an unknown outcome. With "VIP", the run would first read the
    // tags of each user, and the service would refuse no request.
    const tag = await run('botTags.createTag', { bot, name: 'Refused' });
    const file = await planFor(tag, 'all');
    for (const customer of untagged.slice(4, 14)) await attachElsewhere(customer, tag);
    setFault({ attachAgain: 'error', busyEvery: 9, resetEvery: 11, lostEvery: 7, lostBy: 'reset' });
    const requestsBefore = service.requests.attachTag;
    const running = run('botTags.runPlan', { file });
    await until('30 requests were sent', () => service.requests.attachTag >= requestsBefore + 30);
    const [day] = await journal.getChildren();
    const [row] = await journal.getChildren(day);
    const paused = await run('botTags.pauseRun', { run: row?.id ?? assert.fail() });
    const { run: id, counts } = await running;
    assert.equal(id, paused.run);
    assert.ok(counts.failed > 0 && counts.unknown > 0, JSON.stringify(counts));
    const { lines } = await resultOf(id);
    assert.ok(lines.some(({ result, words }) => result === 'failed' && words?.includes('bot_pid')));
    await run('botTags.openJournal', { entry: id });
    await set('network.timeout', 1);
    assert.equal((await run('botTags.checkUnknown', { run: id })).counts.unknown, 0);
    setFault({ busyEvery: 9 });
    await run('botTags.retryFailed', { run: id });
    const last = await resumeRun({ run: id });
    assert.ok(last.state === 'done' && last.counts.failed > 0, JSON.stringify(last));
    await run('botTags.saveFailedRows', { run: id, file: pathOf('failed.csv') });
    recorder.start();
    const document = vscode.Uri.parse(await run('botTags.openRun', { run: id }));
    await vscode.commands.executeCommand('botTags.retryFailed', document);
    const texts = (): string => recorder.shown.map(([, shown]) => shown).join('\n');
    await until('the end of the run is reported', () => texts().includes('failed.'));
    recorder.stop();
    const undone = await undoRun(id);
    assert.deepEqual([undone.state, undone.counts.total], ['done', last.counts.done]);
    assert.equal((await resultOf(undone.run)).lines.length, last.counts.done);
  });

  it('are in a plan that cannot be read', async () => {
    const file = await planFor(VIP, 'broken');
    const text = readFileSync(file, 'utf8');
    const brokenTexts = [
      text.replace('"user":', '"user" '),
      text.replaceAll(/"channel":"\w+"/g, () => `"channel":"${user(0).rawUid}"`),
    ];
    for (const brokenText of brokenTexts) {
      writeFileSync(file, brokenText);
      await assertFails(run('botTags.runPlan', { file }));
    }
    rmSync(file);
    assert.match(messages.at(-1) ?? '', /Line \d+: This value is not allowed here/);
  });

  it('are in a rename, and in the Journal of this window', async () => {
    setFault({ attachAgain: 'ok', busyEvery: 5 });
    const argument = { bot, tagId: VIP, name: 'Gold', confirmed: true } as const;
    const { isDone, holders } = await run('botTags.renameTag', { ...argument, deleteAnyway: true });
    setFault({});
    assert.ok(isDone && holders > 3);
    const uri = vscode.Uri.parse(await run('botTags.openJournal', {}));
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    assert.ok(text.includes(user(0).rawUid), 'the user ID is shown, which is only in memory');
  });

  it('are by then in the plan and in the requested file, and in no other file', async () => {
    const requestedFiles = await filesWith(folder, ...spellings(customers));
    assert.deepEqual(requestedFiles.map((path) => basename(path)).toSorted(), [
      'all.bot-tags-plan.jsonc',
      'failed.csv',
    ]);
    assert.deepEqual(await filesWithIdsOf(customers), []);
    const { globalState, workspaceState } = context;
    const states = [globalState, workspaceState].map((state) =>
      state.keys().map((key) => [key, state.get(key)]),
    );
    assert.ok(messages.length > 6 && logged.all.length > 100);
    const texts = JSON.stringify([messages, logged.all, states]);
    for (const spelling of spellings(customers)) assert.ok(!texts.includes(spelling), spelling);
  });

  it('are stored for single changes if the setting allows it, and deleted when it no longer does', async () => {
    await set('journal.keepUserIds', 30);
    const tagId = await run('botTags.createTag', { bot, name: 'Silver' });
    const file = await planFor(tagId, 'some');
    // The last customer. The run below attaches the tag only to the first users of the plan.
    const [single = assert.fail(), ...others] = [...untagged].toReversed();
    const rest = customers.filter(({ id }) => id !== single.id);
    assert.equal(rest.length, customers.length - 1);
    await run('botTags.attachTag', { bot, tagId, user: userOf(single) });
    const { counts } = await run('botTags.runPlan', { file, users: Math.floor(others.length / 2) });
    assert.ok(counts.done > 3);
    assert.deepEqual(await filesWithIdsOf(rest), []);
    const stored = await filesWithIdsOf([single]);
    assert.ok(stored.length > 0);
    for (const path of stored) assert.match(basename(path), /^catalogue\.sqlite(-wal)?$/);
    await set('journal.keepUserIds', 0);
    await until('no file has an ID', async () => (await filesWithIdsOf(customers)).length === 0);
  });
});

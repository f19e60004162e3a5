import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, allNodes, closeEditors, failure, idsBelow, run, shown } from './product.ts';
import { resumeRun } from './resumed.ts';
import { lensesOf, resultOf } from './planBot.ts';
import { WindowRecorder } from './windowRecorder.ts';

interface WireCustomer {
  readonly id: string;
  readonly pageId: string;
  readonly platform: string;
  readonly tags: readonly { readonly id: string }[];
}

interface Item {
  readonly id: string;
  readonly customers?: number;
}

describe('Deleting many tags and folders', () => {
  const recorder = new WindowRecorder();
  let state: MemoryState;
  let service: Sandbox;
  let bot: string;
  let folder: string;
  let file: string;

  /** Starts a service with this number of customers and adds its bot. */
  async function open(customers: number): Promise<void> {
    state = new MemoryState();
    const options = { token: 'deleting', botId: 'bot-deleting', customers, state };
    service = await startSandbox(options);
    bot = await addBot(service);
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-deleting-'));
    file = join(folder, 'd.bot-tags-plan.jsonc');
  });

  afterEach(async () => {
    recorder.stop();
    await closeEditors();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const createTag = (name: string, parentId?: string) =>
    run('botTags.createTag', { bot, name, parentId });
  const createFolder = (name: string, parentId?: string) =>
    run('botTags.createFolder', { bot, name, parentId });

  async function createTags(count: number, parentId?: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) ids.push(await createTag(`T${index}`, parentId));
    return ids;
  }

  /**
   * Deletes items as a user who selects them in the tree, and types the number of customers if prompted.
   * @returns the detail of the dialog, or undefined if there was none
   */
  async function deleteByHand(ids: readonly string[], typed?: string): Promise<string | undefined> {
    const nodes = (await allNodes()).filter(
      ({ bot: nodeBot, item = '' }) => nodeBot === bot && ids.includes(item),
    );
    assert.equal(nodes.length, ids.length);
    recorder.start();
    recorder.replace({ showSaveDialog: async () => vscode.Uri.file(file) });
    const keyboard = typed === undefined ? undefined : new Keyboard(recorder);
    const done = vscode.commands.executeCommand('botTags.deleteItem', nodes[0], nodes);
    await keyboard?.type(typed ?? '');
    await done;
    recorder.stop();
    const texts = recorder.shown.flatMap(([sink, text]) => (sink === 'dialog' ? [text] : []));
    // The message of the dialog comes first, then its detail.
    return texts[1];
  }

  /**
   * Deletes a folder with content as a user who types its name.
   * @returns the prompt
   */
  async function deleteFolderByHand(id: string, name: string): Promise<string> {
    const nodes = (await allNodes()).filter(
      ({ bot: nodeBot, item }) => nodeBot === bot && item === id,
    );
    recorder.start();
    const keyboard = new Keyboard(recorder);
    const done = vscode.commands.executeCommand('botTags.deleteItem', nodes[0], nodes);
    const { prompt = '' } = await keyboard.box();
    await keyboard.type(name);
    await done;
    recorder.stop();
    return prompt;
  }

  const planText = (): string => readFileSync(file, 'utf8');
  const itemsIn = (): readonly Item[] =>
    (JSON.parse(planText().replaceAll(/^\/\/.*\n/gm, '')) as { items: readonly Item[] }).items;

  it('writes a plan for 21 items, and shows a dialog for 20', async () => {
    await open(0);
    const ids = await createTags(21);
    assert.equal(await deleteByHand(ids), undefined);
    assert.equal(service.requests.deleteItem, 0);
    assert.deepEqual(
      itemsIn()
        .map(({ id }) => id)
        .toSorted(),
      ids.toSorted(),
    );
    assert.match(planText(), /^\/\/ Delete 21 tags and folders: 21 requests/);
    const editor = vscode.window.activeTextEditor?.document.uri.fsPath;
    assert.equal(editor, file);
    rmSync(file);
    const detail = await deleteByHand(ids.slice(1));
    assert.equal(
      detail,
      'Each deleted tag will be removed from every customer who has the tag. The service keeps no record of which customers had the tag. "Undo" can create the tag again, but with a new ID.',
    );
    assert.equal(service.requests.deleteItem, 20);
    assert.deepEqual(await idsBelow(bot), ids.slice(0, 1));
    assert.ok(!existsSync(file));
  });

  it('counts the items in the list below a folder', async () => {
    await open(0);
    const outer = await createFolder('Outer');
    const inner = await createFolder('Inner', outer);
    const ids = await createTags(19, inner);
    assert.equal(await deleteByHand([outer]), undefined);
    assert.deepEqual(
      itemsIn().map(({ id }) => id),
      [outer],
    );
    assert.match(planText(), /\n\/\/ Deleting "Outer" also deletes 20 .+ below it\.\n/);
    assert.equal(service.requests.deleteItem, 0);
    await run('botTags.deleteItem', { bot, id: ids[0] ?? '', confirmed: true });
    const detail = await deleteFolderByHand(outer, 'Outer');
    assert.match(
      detail,
      / Deleting a folder also deletes everything in the folder: 19 .+ cannot be undone\.$/,
    );
    assert.doesNotMatch(detail, /Journal/);
    assert.deepEqual(await idsBelow(bot), []);
  });

  it('writes a plan for a tag on 1,001 scanned customers, and shows a dialog for one on 1,000', async () => {
    await open(1400);
    const tag = await createTag('Many');
    const path = `/v1/api/bot/customers?botId=${service.botId}&limit=3086`;
    const records = async () =>
      ((await resOf(service, 'GET', path)) as { records: WireCustomer[] }).records;
    const hasTag = ({ tags }: WireCustomer): boolean => tags.some(({ id }) => id === tag);
    const setTagCount = ({ id, pageId, platform }: WireCustomer, count: number): void => {
      const key = JSON.stringify([platform === 'LINE' ? 1 : 0, pageId, id]);
      state.setTagging(key, tag, count === 0 ? null : { timestamp: Date.now(), count });
    };
    for (const record of await records()) setTagCount(record, 1);
    // Some of the 1,400 customers cannot have a tag. Of those that can, 1,001 keep it.
    const [, ...surplusRecords] = (await records()).filter(hasTag).slice(1000);
    for (const record of surplusRecords) setTagCount(record, 0);
    const scanWithHolders = async (count: number): Promise<void> => {
      assert.equal((await records()).filter(hasTag).length, count);
      await run('botTags.discoverTags', { bot, limit: 3086 });
    };
    await scanWithHolders(1001);
    assert.equal(await deleteByHand([tag]), undefined);
    assert.deepEqual(
      itemsIn().map(({ id, customers }) => [id, customers]),
      [[tag, 1001]],
    );
    setTagCount((await records()).find(hasTag) ?? assert.fail(), 0);
    await scanWithHolders(1000);
    assert.match((await deleteByHand([tag], '1000')) ?? '', /removed from every customer/);
    assert.equal(service.requests.deleteItem, 1);
  });

  /** Writes a plan that deletes these items in this order. */
  function write(ids: readonly string[]): void {
    const { baseUrl, botId } = service;
    const plan = {
      plan: 1,
      do: 'delete',
      bot: botId,
      baseUrl,
      environment: '',
      made: '2026-11-22T12:00:00.000Z',
      source: { from: 'items' },
      items: ids.map((id) => ({ do: 'delete', id, name: 'n' })),
    };
    writeFileSync(file, JSON.stringify(plan, null, 2));
  }

  for (const isFolderFirst of [true, false]) {
    const order = isFolderFirst ? 'before' : 'after';
    it(`deletes a folder ${order} its content, skips missing items, and cannot be undone`, async () => {
      await open(0);
      service.switches.latencyMs = 10;
      const outer = await createFolder('Outer');
      const inner = await createFolder('Inner', outer);
      const [deep, near, missingTag, single] = [
        await createTag('Deep', inner),
        await createTag('Near', outer),
        await createTag('Gone'),
        await createTag('Single'),
      ];
      const remainingTag = await createTag('Stays');
      state.removeItems([missingTag]);
      const itemsInPlan = [deep, inner, near, missingTag, single];
      write(isFolderFirst ? [outer, ...itemsInPlan] : [...itemsInPlan, outer]);
      const ended = await run('botTags.runPlan', { file, confirmed: true });
      const { state: end, counts } = ended;
      assert.deepEqual([end, counts.failed, counts.unknown, counts.waiting], ['done', 0, 0, 0]);
      assert.equal(counts.done + counts.skipped, 6);
      assert.ok(counts.skipped >= 1);
      const remainingIds = service.items().map(({ id }) => id);
      assert.deepEqual(
        remainingIds.filter((id) => [outer, ...itemsInPlan].includes(id)),
        [],
      );
      assert.ok(remainingIds.includes(remainingTag));
      assert.deepEqual(new Set(await idsBelow(bot)), new Set([missingTag, remainingTag]));
      assert.match(String((await shown(bot, missingTag)).description), /gone/);
      const { lines } = await resultOf(ended.run);
      assert.deepEqual(
        lines.map(({ result }) => /^(?:done|skipped)$/.test(result)),
        Array.from({ length: 6 }, () => true),
      );
      assert.deepEqual(await lensesOf(ended.run), ['Open Plan']);
      assert.match(
        await failure(run('botTags.undo', { run: ended.run, confirmed: true })),
        /A run that deletes tags and folders, or that undoes another run, cannot be undone/,
      );
    });
  }

  it('is run and resumed by a program only with `confirmed`, in any environment', async () => {
    await open(0);
    write(await createTags(3));
    const refusal =
      /^To delete something in the service, this command requires the argument "confirmed": true\. Nothing was sent\.$/;
    for (const environment of ['', 'development', 'own word']) {
      await run('botTags.botSettings', { bot, environment });
      assert.match(await failure(run('botTags.runPlan', { file })), refusal);
    }
    assert.equal(service.requests.deleteItem, 0);
    const first = await run('botTags.runPlan', { file, users: 1, confirmed: true });
    assert.match(await failure(run('botTags.runPlan', { file })), refusal);
    assert.match(await failure(resumeRun({ run: first.run })), refusal);
    assert.match(await failure(run('botTags.retryFailed', { run: first.run })), refusal);
    assert.equal(service.requests.deleteItem, 1);
    const last = await resumeRun({ run: first.run, confirmed: true });
    assert.deepEqual([last.state, last.counts.done], ['done', 3]);
  });

  it('resumes a paused run, although the items that it has deleted are gone', async () => {
    await open(0);
    const ids = await createTags(6);
    write(ids);
    const first = await run('botTags.runPlan', { file, users: 2, confirmed: true });
    assert.deepEqual([first.state, first.counts.done], ['paused', 2]);
    const second = await run('botTags.runPlan', { file, confirmed: true });
    assert.deepEqual([second.run, second.state], [first.run, 'done']);
    assert.deepEqual([second.counts.done, service.requests.deleteItem], [6, 6]);
    assert.match(await failure(run('botTags.runPlan', { file })), /The service does not have/);
    writeFileSync(file, JSON.stringify(JSON.parse(planText())));
    const refused = await failure(run('botTags.runPlan', { file }));
    assert.match(
      refused,
      /Line 1: This line has two entries\. Put each entry on a separate line\.$/,
    );
  });
});

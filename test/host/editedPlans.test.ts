import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { VIP } from '../support/sandboxItems.ts';
import { closeEditors, failure, run, until } from './product.ts';
import { resumeRun } from './resumed.ts';
import { otherWindow, PlanBot, userId } from './planBot.ts';
import { WindowRecorder } from './windowRecorder.ts';
import { runRecord, writeRecord } from '../unit/catalogue/store/journalRecords.ts';

const USERS = 14;
const repeated = (value: number, count = USERS): readonly number[] =>
  Array.from({ length: count }, () => value);

/** Here, "reads tags first" means that a run reads the tags of each customer, and skips those who need no change. */
describe('Plan that is edited and run again', () => {
  const recorder = new WindowRecorder();
  let planned: PlanBot;

  beforeEach(async () => {
    planned = new PlanBot();
    await planned.open('bot-edited');
  });

  afterEach(async () => {
    recorder.stop();
    await closeEditors();
    await planned.close();
  });

  const runPlan = (file: string, users?: number) =>
    run('botTags.runPlan', { file, ...(users === undefined ? {} : { users }) });

  /** Changes the text of a plan, but not its effect. */
  function edit(file: string): void {
    writeFileSync(file, readFileSync(file, 'utf8').replace('// A plan.', '// A plan, edited.'));
  }

  /**
   * Opens the plan, runs it as a user does, and cancels.
   * @returns the text of the dialog
   */
  async function dialogTextOf(file: string): Promise<string> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    await vscode.window.showTextDocument(document);
    const texts: string[] = [];
    const cancel = async (text: string, { detail = '' }: vscode.MessageOptions) =>
      void texts.push(text, detail);
    recorder.start();
    recorder.replace({ showInformationMessage: cancel, showWarningMessage: cancel });
    await vscode.commands.executeCommand('botTags.runPlan');
    recorder.stop();
    return texts.join('\n');
  }

  it('tags no customer twice, and its undo keeps the tags of the first run', async () => {
    const file = planned.plan(USERS);
    const first = await runPlan(file, 10);
    assert.deepEqual([first.state, first.counts.done], ['paused', 10]);
    edit(file);
    const second = await runPlan(file);
    assert.notEqual(second.run, first.run);
    assert.deepEqual([second.counts.skipped, second.counts.done], [10, 4]);
    assert.deepEqual(planned.counts(USERS), repeated(1));
    await run('botTags.undo', { run: second.run, confirmed: true });
    assert.deepEqual(planned.counts(USERS), [...repeated(1, 10), ...repeated(0, 4)]);
  });

  it('tags no customer twice when the first run is resumed after the edited plan was run', async () => {
    const file = planned.plan(USERS);
    const originalText = readFileSync(file, 'utf8');
    const first = await runPlan(file, 10);
    edit(file);
    await runPlan(file);
    writeFileSync(file, originalText);
    const resumed = await resumeRun({ run: first.run });
    assert.deepEqual([resumed.state, resumed.counts.skipped], ['done', 4]);
    assert.deepEqual(planned.counts(USERS), repeated(1));
  });

  it('reads no tags first when only the paused run of the same text is resumed', async () => {
    const file = planned.plan(USERS);
    await runPlan(file, 10);
    assert.equal((await runPlan(file)).counts.done, USERS);
    assert.equal(planned.service.requests.listUserTags, 0);
  });

  it('is not run while a run of its earlier text is in progress', async () => {
    planned.service.switches.latencyMs = 20;
    const file = planned.plan(60);
    const running = runPlan(file);
    await until('the run has begun', () => planned.writeRequests > 4);
    edit(file);
    assert.match(await failure(runPlan(file)), /is already running/);
    assert.equal((await running).counts.done, 60);
    assert.deepEqual(planned.counts(60), repeated(1, 60));
  });

  it('reports in its dialog that the file was run before', async () => {
    const file = planned.plan(USERS);
    assert.doesNotMatch(await dialogTextOf(file), /first reads|already run/);
    await runPlan(file, 10);
    assert.match(
      await dialogTextOf(file),
      /^An earlier run of this plan was paused after 10 .*\. The new run will continue from there\.$/m,
    );
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// Edited.\n'));
    const dialogText = await dialogTextOf(file);
    assert.match(dialogText, /^This plan file was already run on .+\.$/m);
    assert.match(dialogText, /^The run first reads the tags of each customer and skips customers/m);
    assert.doesNotMatch(dialogText, /paused|continue from there/);
  });

  it('reads tags first after a run of another file with one of its tags', async () => {
    const file = planned.plan(USERS);
    const copy = `${file.slice(0, -'.bot-tags-plan.jsonc'.length)}-copy.bot-tags-plan.jsonc`;
    copyFileSync(file, copy);
    edit(copy);
    await runPlan(file, 10);
    const dialogText = await dialogTextOf(copy);
    assert.match(dialogText, /^After this plan was created, requests to attach or detach tags /m);
    const { counts } = await runPlan(copy);
    assert.deepEqual([counts.skipped, counts.done], [10, 4]);
    assert.deepEqual(planned.counts(USERS), repeated(1));
  });

  it('reads tags first after a single write, even if the Journal was cleared', async () => {
    const { bot } = planned;
    const file = planned.plan(USERS);
    const user = { rawUid: userId(3), pageId: 'page-1', channel: 'line' } as const;
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    await run('botTags.clearJournal', { confirmed: true });
    const { counts } = await runPlan(file);
    assert.deepEqual([counts.skipped, counts.done], [1, USERS - 1]);
    assert.deepEqual(planned.counts(USERS), repeated(1));
  });

  it('reads tags first after writes of another window or with an unknown outcome', async () => {
    const { bot } = planned;
    const { journal, close } = await otherWindow();
    const now = Date.now();
    const olderWrite = { bot, itemId: VIP, time: now - 60_000 };
    /** Runs a new plan for two customers, and returns how many it skips. The first customer already has the tag. */
    const skipsOfNewRun = async (): Promise<number> => {
      planned.tag(0);
      const { counts } = await runPlan(planned.plan(2));
      return counts.skipped;
    };
    journal.saveWrite(writeRecord(crypto.randomUUID(), { ...olderWrite, result: 'done' }));
    journal.saveWrite(writeRecord(crypto.randomUUID(), { ...olderWrite, result: 'failed' }));
    assert.equal(await skipsOfNewRun(), 0, 'older writes and failed writes skip no customer');
    // The previous run has tagged both customers. Only a run that reads the tags first skips them.
    journal.saveWrite(writeRecord(crypto.randomUUID(), { ...olderWrite, result: 'sent' }));
    assert.equal(await skipsOfNewRun(), 2);
    await run('botTags.clearJournal', { confirmed: true });
    const counts = { total: 1, done: 0, failed: 0, unknown: 1, skipped: 0, waiting: 0 };
    const detail = JSON.stringify({ tags: [{ id: VIP, name: 'VIP' }] });
    const other = { bot, detail, counts, plan: 'file:///other', state: 'done' } as const;
    journal.saveRun(runRecord(crypto.randomUUID(), { ...other, updated: now - 60_000 }));
    assert.equal(await skipsOfNewRun(), 2);
    close();
    // Later tests use the same tag.
    await run('botTags.clearJournal', { confirmed: true });
  });
});

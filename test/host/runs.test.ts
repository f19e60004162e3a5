import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { holdOwner } from '../../src/catalogue/livingOwner.ts';
import { SUMMARY } from '../../src/base/manifest.ts';
import { closeEditors, failure, product, run, set, until } from './product.ts';
import { resumeRun } from './resumed.ts';
import {
  latestRun,
  lensesOf,
  otherWindow,
  PlanBot,
  resultIn,
  resultOf,
  userId,
} from './planBot.ts';
import { assertPlain, WindowRecorder } from './windowRecorder.ts';

const ones = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

describe('Run of a plan', () => {
  const recorder = new WindowRecorder();
  let planned: PlanBot;

  beforeEach(async () => {
    planned = new PlanBot();
    await planned.open('bot-runs');
  });

  afterEach(async () => {
    recorder.stop();
    await closeEditors();
    await planned.close();
  });

  const runPlan = (file: string, users?: number) =>
    run('botTags.runPlan', { file, ...(users === undefined ? {} : { users }) });
  /** Waits until this number of writes was sent. */
  const waitForWrites = (count: number) =>
    until(`${count} writes were sent`, () => planned.writeRequests >= count);

  it('gives each user the tag once, even if requests are refused, reset or lost', async () => {
    Object.assign(planned.service.switches, {
      busyEvery: 9,
      resetEvery: 31,
      lostEvery: 29,
      lostBy: '502',
      faultSeed: 4,
    });
    const { run: id, state, reason, counts } = await runPlan(planned.plan(300));
    assert.deepEqual([state, reason, counts.done, counts.waiting], ['done', null, 300, 0]);
    assert.deepEqual(planned.counts(300), ones(300));
    assert.ok(planned.writeRequests > 310, 'the service injected faults');
    const result = await resultOf(id);
    assert.deepEqual(
      result.lines.map((line) => [line.result, line.user]),
      Array.from({ length: 300 }, (_, index) => ['done', userId(index)]),
    );
  });

  it('pauses and continues in several steps', async () => {
    const file = planned.plan(300);
    const first = await runPlan(file, 10);
    assert.deepEqual([first.state, first.reason, first.counts.done], ['paused', 'person', 10]);
    assert.deepEqual(planned.counts(11), [...ones(10), 0]);
    planned.service.switches.latencyMs = 20;
    const second = runPlan(file);
    await waitForWrites(60);
    const paused = await run('botTags.pauseRun', { run: first.run });
    assert.deepEqual(await second, paused, 'the same run was continued');
    const { done, waiting } = paused.counts;
    assert.ok(done >= 55 && done < 300 && waiting === 300 - done, JSON.stringify(paused));
    assert.deepEqual(await lensesOf(first.run), ['Resume', 'Undo', 'Open Plan']);
    const { lines } = await resultOf(first.run);
    assert.equal(lines.filter((line) => line.result === 'not tried').length, waiting);
    planned.service.switches.latencyMs = 0;
    const last = await resumeRun({ run: first.run });
    assert.deepEqual([last.run, last.state, last.counts.done], [first.run, 'done', 300]);
    assert.deepEqual(planned.counts(300), ones(300));
  });

  it('pauses when the token is refused, and when it is replaced', async () => {
    const { bot, service } = planned;
    const file = planned.plan(100);
    const { run: id } = await runPlan(file, 5);
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    const first = await resumeRun({ run: id });
    assert.deepEqual(
      [first.state, first.reason, first.counts.done, first.counts.failed],
      ['paused', 'unauthorized', 5, 0],
    );
    await run('botTags.replaceToken', { bot, token: service.token });
    service.switches.latencyMs = 20;
    const second = resumeRun({ run: first.run });
    await waitForWrites(30);
    await run('botTags.replaceToken', { bot, token: service.token });
    const paused = await second;
    assert.deepEqual([paused.state, paused.reason], ['paused', 'token-replaced']);
    assert.ok(paused.counts.waiting > 0);
    service.switches.latencyMs = 0;
    assert.equal((await resumeRun({ run: first.run })).counts.done, 100);
    assert.deepEqual(planned.counts(100), ones(100));
  });

  it('pauses when its bot becomes read-only, and continues when it is writable again', async () => {
    const { bot, service } = planned;
    service.switches.latencyMs = 20;
    const running = runPlan(planned.plan(100));
    await waitForWrites(20);
    await run('botTags.botSettings', { bot, readOnly: true });
    const { run: id, state, reason, counts } = await running;
    assert.deepEqual([state, reason, counts.failed], ['paused', 'read-only', 0]);
    const writesBefore = planned.writeRequests;
    assert.match(await failure(resumeRun({ run: id })), /is read-only/);
    assert.match(await failure(run('botTags.undo', { run: id, confirmed: true })), /read-only/);
    assert.equal(planned.writeRequests, writesBefore);
    await run('botTags.botSettings', { bot, readOnly: false });
    service.switches.latencyMs = 0;
    assert.equal((await resumeRun({ run: id })).counts.done, 100);
    assert.deepEqual(planned.counts(100), ones(100));
  });

  it('pauses when its bot is removed, and is found again after the bot was added again', async () => {
    planned.service.switches.latencyMs = 20;
    const file = planned.plan(100);
    const running = runPlan(file);
    await waitForWrites(20);
    await run('botTags.removeBot', { bot: planned.bot, confirmed: true });
    const { run: id, state, reason } = await running;
    assert.deepEqual([state, reason], ['paused', 'bot-removed']);
    assert.match(await failure(resumeRun({ run: id })), /no longer in the list/);
    const { baseUrl, botId, token } = planned.service;
    const label = 'Tea House again';
    planned.bot = await run('botTags.addBot', { baseUrl, botId, token, label, check: false });
    planned.service.switches.latencyMs = 0;
    assert.equal((await runPlan(file, 5)).run, id, 'no second run begins');
    assert.equal((await resumeRun({ run: id })).counts.done, 100);
    assert.deepEqual(planned.counts(100), ones(100));
  });

  it('is not started twice, in this or another window', async () => {
    planned.service.switches.latencyMs = 20;
    const file = planned.plan(60);
    const running = runPlan(file);
    await waitForWrites(5);
    assert.match(await failure(runPlan(file)), /is already running/);
    const { run: id } = await running;
    const { journal, close } = await otherWindow();
    const otherOwner = await holdOwner();
    const ownRun = journal.run(id) ?? assert.fail();
    const otherRun = {
      ...ownRun,
      id: crypto.randomUUID(),
      state: 'running',
      owner: otherOwner.text,
    } as const;
    assert.equal(journal.beginRun(otherRun), undefined);
    assert.match(await failure(runPlan(file)), /is already running/);
    assert.deepEqual(await lensesOf(otherRun.id), ['Running in another window', 'Open Plan']);
    assert.match(
      await failure(run('botTags.pauseRun', { run: otherRun.id })),
      /another window\. Pause the run first/,
    );
    assert.match(await failure(resumeRun({ run: otherRun.id })), /is already running/);
    // The other window was killed.
    otherOwner.close();
    const last = await resumeRun({ run: otherRun.id });
    assert.deepEqual([last.run, last.state], [otherRun.id, 'done']);
    close();
  });

  it('continues only with the text that was run', async () => {
    const file = planned.plan(30);
    const text = readFileSync(file, 'utf8');
    const { run: id } = await runPlan(file, 5);
    writeFileSync(file, text.replace(userId(20), userId(29_000)));
    // The plan stays in the memory of this window until two other plans were run.
    assert.equal((await resumeRun({ run: id, users: 5 })).counts.done, 10);
    for (const count of [2, 3]) await runPlan(planned.plan(count, { checkFirst: true }));
    assert.match(await failure(resumeRun({ run: id })), /has changed since the run/);
    assert.match(
      await failure(run('botTags.undo', { run: id, confirmed: true })),
      /has changed since the run/,
    );
    assert.match(await openText(id), /has changed since the run/);
    writeFileSync(file, `\u{feff}${text}`);
    const { counts } = await resumeRun({ run: id });
    assert.equal(counts.done, 30);
    assert.deepEqual(planned.counts(30), ones(30));
  });

  async function openText(id: string): Promise<string> {
    const uri = vscode.Uri.parse(await run('botTags.openRun', { run: id }));
    return (await vscode.workspace.openTextDocument(uri)).getText();
  }

  it('checks unknown outcomes without sending a write', async () => {
    // The run checks an unknown outcome only after this time, in s, and is paused earlier.
    await set('network.timeout', 3);
    Object.assign(planned.service.switches, { lostEvery: 1, lostBy: 'reset' });
    const running = runPlan(planned.plan(12));
    await waitForWrites(4);
    const { context } = await product();
    const isOutdated = (): boolean | undefined =>
      context.globalState.get<{ isOutdated: boolean }>(SUMMARY)?.isOutdated;
    await until('the summary for new windows is outdated', () => isOutdated() === true);
    const id = await latestRun();
    const paused = await run('botTags.pauseRun', { run: id });
    assert.deepEqual(await running, paused);
    assert.ok(paused.counts.unknown > 0, JSON.stringify(paused));
    assert.ok((await lensesOf(id)).includes('Check Unknown'));
    await set('network.timeout', 1);
    const writesBefore = planned.writeRequests;
    const checked = await run('botTags.checkUnknown', { run: id });
    assert.deepEqual([checked.counts.unknown, planned.writeRequests], [0, writesBefore]);
    assert.equal(checked.counts.done, planned.counts(12).filter((count) => count === 1).length);
    planned.service.switches.lostEvery = 0;
    assert.equal((await resumeRun({ run: id })).counts.done, 12);
    assert.deepEqual(planned.counts(12), ones(12));
    await until(
      'the summary is up to date, because nothing is unfinished',
      () => isOutdated() === false,
    );
  });

  it('is reported to the user in plain text, whatever the service sends', async () => {
    const { run: id } = await runPlan(planned.plan(5), 1);
    Object.assign(planned.service.switches, { attachAgain: 'error', outsideText: 'links' });
    for (const index of [2, 3]) planned.tag(index);
    const uri = vscode.Uri.parse(await run('botTags.openRun', { run: id }));
    recorder.start();
    await vscode.commands.executeCommand('botTags.resume', uri);
    const texts = (): string => recorder.shown.map(([, text]) => text).join('\n');
    await until('the end is reported', () => texts().includes('failed.'));
    assert.match(texts(), /Attach "VIP", bot "Tea House"\n/);
    assert.match(texts(), /"VIP" attached to 3 of 5 customers\. 2 failed\./);
    assertPlain(recorder.shown);
    assert.ok(!texts().includes('canary'));
    recorder.stop();
    await until('the document shows the end of the run', () => {
      const document = vscode.workspace.textDocuments.find(
        (candidate) => candidate.uri.toString() === uri.toString(),
      );
      return resultIn(document?.getText() ?? '').state === 'done';
    });
  });
});

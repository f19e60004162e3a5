import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors, run, until } from './product.ts';
import { PlanBot } from './planBot.ts';
import { WindowRecorder } from './windowRecorder.ts';

const USERS = 20;

describe('"Resume…"', () => {
  const recorder = new WindowRecorder();
  let planned: PlanBot;
  const picks: vscode.QuickPick<vscode.QuickPickItem>[] = [];

  beforeEach(async () => {
    planned = new PlanBot();
    // More customers than the first page of the scan, so that the scan can be resumed.
    await planned.open('bot-resume', 150);
    recorder.start();
    const { createQuickPick } = vscode.window;
    recorder.replace({
      createQuickPick: () => {
        const pick = createQuickPick();
        picks.push(pick);
        return pick;
      },
    });
  });

  afterEach(async () => {
    recorder.stop();
    await closeEditors();
    await planned.close();
  });

  /**
   * Opens the list and waits until this entry is the newest one.
   * @returns the entries, their labels, and a function that accepts the newest entry and waits until the command ends
   */
  async function open(newest: string) {
    picks.length = 0;
    const done = vscode.commands.executeCommand('botTags.resume');
    await until(`the list begins with ${newest}`, () => picks[0]?.items[0]?.label === newest);
    const items = picks[0]?.items ?? [];
    const accept = async (): Promise<void> => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await done;
    };
    return { items, labels: items.map(({ label }) => label), accept };
  }

  it('lists scans and runs, newest first, and resumes the one that is picked', async () => {
    const { bot } = planned;
    await run('botTags.runPlan', { file: planned.plan(USERS), users: 5 });
    const scan = await run('botTags.discoverTags', { bot, limit: 100, pages: 1 });
    assert.deepEqual([scan.customers, scan.isDone], [100, false]);

    const first = await open('Scan Customers');
    assert.deepEqual(first.labels.slice(0, 2), ['Scan Customers', 'Attach "VIP"']);
    assert.equal(first.labels.at(-1), 'Choose an Unfinished Export…');
    assert.match(first.items[0]?.detail ?? '', /^100 customers, \d+ tags, \d+ new$/);
    assert.match(first.items[1]?.description ?? '', /^Tea House · .*\d/);
    assert.match(first.items[1]?.detail ?? '', /^5 done, 15 not tried · plan 1\.bot-tags-plan/);
    await first.accept();
    assert.equal(planned.service.requests.listCustomers, 2);

    const second = await open('Attach "VIP"');
    await second.accept();
    await until('the run has ended', () => planned.counts(USERS).every((count) => count === 1));
  });
});

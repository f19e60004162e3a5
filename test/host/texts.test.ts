import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { TaggingMemory } from '../../src/service/userMemory.ts';
import type { CustomerRecord, Scan } from '../../src/base/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { CUSTOMERS_PANEL } from '../../src/base/manifest.ts';
import { askUserTag } from '../../src/catalogue/ui/askTag.ts';
import { runSteps, step, type StepPosition } from '../../src/base/ui/steps.ts';
import { checkedText, tagCountText } from '../../src/base/ui/localeTexts.ts';
import { scanEndText } from '../../src/catalogue/ui/scanText.ts';
import { ask } from '../../src/base/ui/window.ts';
import { BOT } from '../unit/base/fakes.ts';
import { addBot, nodeOf, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

describe('Texts of counts and steps', () => {
  it('name the changes of checked tags, but no zeros', () => {
    const noChanges = { renamed: 0, gone: 0, wrongBot: 0, failed: 0 };
    assert.equal(
      checkedText(tagCountText(24), noChanges),
      '24 tags checked. No changes were found.',
    );
    assert.equal(checkedText(tagCountText(1), noChanges), '1 tag checked. No changes were found.');
    assert.equal(
      checkedText(tagCountText(2), { ...noChanges, gone: 1 }),
      '2 tags checked: 1 gone.',
    );
    assert.equal(
      checkedText(tagCountText(1200), { renamed: 3, gone: 2, wrongBot: 1, failed: 4 }),
      '1,200 tags checked: 3 renamed, 2 gone, 1 owned by another bot, 4 could not be read.',
    );
  });

  it('use the singular for one customer, tag or record of a scan', () => {
    const scan: Scan = {
      bot: 'b',
      id: 's',
      limit: 100,
      from: null,
      days: null,
      budget: 50,
      next: 'key',
      pages: 50,
      customers: 5000,
      tags: 24,
      newTags: 0,
      skipped: 0,
      state: 'paused',
      started: 0,
      updated: 0,
    };
    const resumes = 'To resume the scan, use "Scan Customers…".';
    assert.equal(
      scanEndText(scan),
      `Scan stopped. So far: 5,000 customers, 24 tags, 0 new. ${resumes}`,
    );
    const singleCounts = { customers: 1, tags: 1, newTags: 1, skipped: 1 };
    assert.equal(
      scanEndText({ ...scan, ...singleCounts, state: 'done' }),
      'Scan finished: 1 customer, 1 tag, 1 new. Records skipped because they are not JSON objects: 1.',
    );
    assert.match(
      scanEndText({ ...scan, state: 'done' }, 'lost'),
      /24 tags, 0 new\. Could not save this scan for later comparisons\. For the reason, use "Show Log"\.$/,
    );
    assert.equal(
      scanEndText({ ...scan, newTags: 3, skipped: 2, state: 'failed' }),
      `Scan stopped. So far: 5,000 customers, 24 tags, 3 new. Records skipped because they are not JSON objects: 2. ${resumes}`,
    );
  });

  it('state the total of steps only if no answer changes it', async () => {
    const totalsOf = async (isAsked?: () => boolean): Promise<readonly number[]> => {
      const totals: number[] = [];
      const recordTotal = ({ totalSteps }: StepPosition) =>
        Promise.resolve(void totals.push(totalSteps));
      const oneStep = step<void>(true, recordTotal, () => undefined);
      await runSteps('Steps', [
        oneStep,
        isAsked === undefined ? oneStep : { ...oneStep, isAsked },
        oneStep,
      ]);
      return totals;
    };
    assert.deepEqual(await totalsOf(), [3, 3, 3]);
    // A total of 1 is not shown.
    assert.deepEqual(await totalsOf(() => false), [1, 1]);
    assert.deepEqual(await totalsOf(() => true), [1, 1, 1]);
  });
});

describe('Messages to the user', () => {
  const { createQuickPick } = vscode.window;
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let picks: vscode.QuickPick<vscode.QuickPickItem>[];

  before(async () => {
    service = await startSandbox({ token: 'texts', botId: 'bot-texts', customers: 5 });
    bot = await addBot(service, 'Texts');
  });

  after(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  beforeEach(() => {
    picks = [];
    recorder.start();
    recorder.replace({
      createQuickPick: () => {
        const pick = createQuickPick();
        picks.push(pick);
        return pick;
      },
    });
  });

  afterEach(() => recorder.stop());

  const shownTexts = (): readonly (string | undefined)[] => recorder.shown.map(([, text]) => text);

  it('end the report of a connection check with Close, and omit a time of zero', async () => {
    const calls: unknown[][] = [];
    const recordCall = (...args: unknown[]) => Promise.resolve(void calls.push(args));
    recorder.replace({ showInformationMessage: recordCall });
    await vscode.commands.executeCommand('botTags.checkConnection', await nodeOf(bot));
    await until('the report is shown', () => calls.length > 0);
    const [message, options, ...items] = calls[0] ?? [];
    assert.equal(message, 'The connection to "Texts" works.');
    assert.deepEqual(items, [
      { title: 'Copy Report' },
      { title: 'Close', isCloseAffordance: true },
    ]);
    assert.doesNotMatch((options as { detail: string }).detail, /\b0 m?s\b/);
  });

  it('return no button if a dialog was closed', async () => {
    recorder.replace({
      showInformationMessage: (...args: unknown[]) => Promise.resolve(args.at(-1)),
    });
    const dialog = { message: 'A report', detail: [], isWarning: false };
    assert.equal(await ask({ ...dialog, close: 'Close' }, 'Copy'), undefined);
    assert.equal(await ask(dialog, 'Copy'), 'Copy');
  });

  it('name the folder and the tags that were moved to it, one or many', async () => {
    const folder = await run('botTags.createFolder', { bot, name: 'Desserts' });
    const newsletter = await run('botTags.createTag', { bot, name: 'Newsletter' });
    const weekly = await run('botTags.createTag', { bot, name: 'Weekly' });
    const moveTo = async (label: string, ids: readonly string[]): Promise<void> => {
      const nodes = await Promise.all(ids.map((id) => nodeOf(bot, id)));
      const pickCount = picks.length;
      const moving = vscode.commands.executeCommand('botTags.moveToFolder', nodes[0], nodes);
      await until('the folders are listed', () => (picks[pickCount]?.items.length ?? 0) > 0);
      const labels = picks[pickCount]?.items.map((entry) => entry.label) ?? [];
      assert.deepEqual(labels, ['Desserts', 'No Folder']);
      await vscode.commands.executeCommand('quickInput.first');
      for (let step = 0; step < labels.indexOf(label); step++) {
        await vscode.commands.executeCommand('quickInput.next');
      }
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      if (ids.length === 1) {
        await until(
          'the choice between list and service is shown',
          () => picks[pickCount + 1]?.items.length === 2,
        );
        await vscode.commands.executeCommand('quickInput.first');
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      }
      await moving;
    };
    await moveTo('Desserts', [newsletter, weekly]);
    await moveTo('Desserts', [newsletter, weekly]);
    await moveTo('No Folder', [newsletter]);
    const texts = shownTexts().filter((text) => /moved/i.test(text ?? ''));
    assert.deepEqual(texts, [
      '$(check) Moved 2 tags and folders to "Desserts" in the list only.',
      '$(check) Nothing was moved, because all items are already in the selected location.',
      '$(check) Moved "Newsletter" to "No Folder" in the list only.',
    ]);
    await run('botTags.deleteItem', { bot, id: folder, confirmed: true });
  });

  it('state that there is nothing to resume or undo', async () => {
    await run('botTags.clearJournal', { confirmed: true });
    await vscode.commands.executeCommand('botTags.resume');
    await vscode.commands.executeCommand('botTags.undo');
    assert.deepEqual(shownTexts(), ['There is nothing to resume.', 'There is nothing to undo.']);
    assert.equal(picks.length, 0);
  });

  it('state that there is no run for a command that needs one', async () => {
    await run('botTags.clearJournal', { confirmed: true });
    const titles = {
      openRun: 'Open Run',
      pauseRun: 'Pause Run',
      retryFailed: 'Retry Failed',
      checkUnknown: 'Check Unknown',
      saveFailedRows: 'Save Failed Rows',
    };
    for (const id of Object.keys(titles)) await vscode.commands.executeCommand(`botTags.${id}`);
    assert.deepEqual(
      shownTexts(),
      Object.values(titles).map(
        (title) => `No run can be used with "${title}". To start a run, use "Run Plan…" on a plan.`,
      ),
    );
    assert.equal(picks.length, 0);
  });

  it('name the customer in the title of the list of tags, which ticks the tags of the customer', async () => {
    await run('botTags.openCustomers', { bot });
    const [{ id, name, tags } = { id: '', name: '', tags: [] }] = await customersOf();
    assert.ok(id !== '' && name !== '');
    const row = { webview: CUSTOMERS_PANEL, webviewSection: 'row', row: 0, generation: 0 };
    const listing = vscode.commands.executeCommand('botTags.listUserTags', row);
    await until('the tags are listed', () => (picks[0]?.items.length ?? 0) > 0);
    const [pick] = picks;
    assert.equal(pick?.title, `Tags of ${name}`);
    const ticked = pick.selectedItems.map(({ description }) => description);
    assert.deepEqual(
      ticked,
      tags.map((tag) => tag.id),
    );
    pick.hide();
    await listing;
  });

  it('state that a customer has no tags, when one is to be detached', async () => {
    const position = { title: 'Detach', step: 1, totalSteps: 1, canGoBack: false };
    const answer = askUserTag(Promise.resolve([]), BOT, new TaggingMemory(), position);
    await until('the list is shown', () => (picks[0]?.items.length ?? 0) > 0);
    const texts = picks[0]?.items.map(({ label, detail }) => [label, detail]);
    assert.deepEqual(texts, [['Enter an ID…', 'The customer has no tags.']]);
    picks[0]?.hide();
    await assert.rejects(answer, { name: 'Cancelled' });
  });

  async function customersOf(): Promise<readonly CustomerRecord[]> {
    const answer = await fetch(`${service.baseUrl}/v1/api/bot/customers?botId=bot-texts&limit=5`, {
      headers: { authorization: 'Bearer texts' },
    });
    const body = (await answer.json()) as { res: { records: CustomerRecord[] } };
    return body.res.records;
  }
});

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryState } from '../../src/sandbox/memoryState.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';
import { untilDone } from '../support/untilDone.ts';

const VIP = 'tag--PTfLM4wQ';
const COUNT = 200;
const NAMES = ['autumn', 'spring', 'winter'] as const;

/** By hand: a plan that is there as a file, run, taken back, and interrupted by a reload of the window. */
describe('runs', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  const state = new MemoryState();

  before(async () => {
    folder = temporaryFolder('e2e-runs');
    service = await startSandbox({ token: 'runs', botId: 'bot-shop', customers: 10, state });
    // Before the window is there: it may find later ones only after a while.
    for (const name of NAMES) writePlan(name);
    opened = await openProduct({
      workspace: folder.path,
      settings: { 'botTags.network.timeout': 2 },
    });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder?.remove();
  });

  beforeEach(() => workbench.clearNotifications());

  function writePlan(name: string): void {
    const head = {
      ...{ plan: 1, do: 'attach', bot: service.botId, baseUrl: service.baseUrl },
      ...{ environment: '', tags: [{ id: VIP, name: 'VIP' }], checkFirst: false },
      ...{ made: new Date().toISOString(), source: { from: 'service' } },
    };
    const users = Array.from(
      { length: COUNT },
      (_, index) => `    {"do":"attach","user":"${name}-${index}","page":"@shop","channel":"LINE"}`,
    );
    const begin = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
    const file = join(folder.path, `${name}.bot-tags-plan.jsonc`);
    writeFileSync(file, `// ${name}\n${begin},\n  "users": [\n${users.join(',\n')}\n  ]\n}\n`);
  }

  /** How often the tag was attached to each; 0: it is not on them. */
  function counts(name: string): readonly number[] {
    return Array.from({ length: COUNT }, (_, index) => {
      const key = JSON.stringify([1, '@shop', `${name}-${index}`]);
      return state.taggings(key).get(VIP)?.count ?? 0;
    });
  }
  const each = (count: number): readonly number[] => Array.from({ length: COUNT }, () => count);

  async function openFile(name: string): Promise<void> {
    const { quickInput, page } = workbench;
    await untilDone(async () => {
      await page.keyboard.press('ControlOrMeta+p');
      await quickInput.fill(name);
      await quickInput.option(name).click({ timeout: 2_000 });
    });
    await workbench.editorTab(name).waitFor();
  }

  async function runPlan(name: string): Promise<void> {
    await openFile(`${name}.bot-tags-plan.jsonc`);
    await workbench.runCommand('Bot Tags: Run Plan…');
    await workbench.dialog().waitFor();
    await workbench.dialogButton(/^Run$/);
  }

  const lens = (title: string) =>
    workbench.page.locator('.codelens-decoration a').filter({ hasText: title }).first();

  it('shows how far it is, what became of each user, and takes it back', async () => {
    service.switches.latencyMs = 400;
    await runPlan('autumn');
    const progress = workbench.notification(/Attach "VIP" for 200 customers of "Shop"/);
    await progress.filter({ hasText: /\d+ of 200, \d+ per second, about/ }).waitFor();
    await workbench.screenshot('run-progress');
    service.switches.latencyMs = 0;
    const done = workbench.notification('Attach "VIP" of "Shop": 200 done.');
    await done.waitFor();
    await workbench.screenshot('run-done');
    assert.deepEqual(counts('autumn'), each(1));
    await pressInMessage(done, 'Show Result');
    await workbench.editorTab(/^Run Attach/).waitFor();
    await lens('Undo…').waitFor();
    await workbench.screenshot('run-result');
    assert.match(await workbench.editorText(), /"result":"done","user":"autumn-199"/);
    await lens('Undo…').click();
    await workbench.dialog().filter({ hasText: 'Detach "VIP" from 200 customers.' }).waitFor();
    await workbench.screenshot('run-undo');
    await workbench.dialogButton('Undo');
    await workbench.notification('Undo: Attach "VIP" of "Shop": 200 done.').waitFor();
    assert.deepEqual(counts('autumn'), each(0));
  });

  it('is paused by Cancel and goes on from its document', async () => {
    service.switches.latencyMs = 400;
    await runPlan('spring');
    const progress = workbench.notification(/Attach "VIP" for 200 customers of "Shop"/);
    await progress.filter({ hasText: /\d+ of 200, \d+ per second/ }).waitFor();
    // It moves with each step of the progress.
    await progress.getByRole('button', { name: 'Cancel' }).click({ force: true });
    const paused = workbench.notification(/Attach "VIP" of "Shop" is paused at \d+ of 200\./);
    await paused.waitFor();
    await workbench.screenshot('run-paused');
    await pressInMessage(paused, 'Show');
    await lens('Resume').waitFor();
    await workbench.screenshot('run-paused-result');
    service.switches.latencyMs = 0;
    await lens('Resume').click();
    await workbench.notification('Attach "VIP" of "Shop": 200 done.').waitFor();
    assert.deepEqual(counts('spring'), each(1));
  });

  it('is in the badge and on top of the tree after a reload of the window, and resumed from there', async () => {
    service.switches.latencyMs = 400;
    await runPlan('winter');
    const progress = workbench.notification(/Attach "VIP" for 200 customers of "Shop"/);
    await progress.filter({ hasText: /\d+ of 200, \d+ per second/ }).waitFor();
    await workbench.reload();
    const row = workbench.treeItem('1 run paused: Resume…');
    await row.waitFor();
    const tab = workbench.page.locator('.part.activitybar').getByRole('tab', { name: 'Bot Tags' });
    await tab.locator('..').getByText('1', { exact: true }).first().waitFor();
    await workbench.screenshot('run-interrupted');
    assert.equal(await workbench.page.locator('.notification-toast').count(), 0);
    service.switches.latencyMs = 0;
    await row.click();
    await workbench.quickInput.option('Attach "VIP"').waitFor();
    await workbench.quickInput.cancel();
    // The row is no tag and belongs to no bot: keys and the title of the view do not take it for one.
    await workbench.page.keyboard.press('Delete');
    await workbench.notification('This works on tags and folders: select one of them.').waitFor();
    await workbench.viewButton('Refresh');
    await workbench.statusBar('18 tags and folders checked').waitFor();
    await row.click();
    await workbench.quickInput.pick('Attach "VIP"');
    await workbench.notification('Attach "VIP" of "Shop": 200 done.').waitFor();
    await row.waitFor({ state: 'detached' });
    assert.deepEqual(counts('winter'), each(1));
  });
});

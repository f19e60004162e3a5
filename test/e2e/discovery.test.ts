import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { holdSecondPage } from '../support/holdSecondPage.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { sizeOf } from '../support/sizes.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const CUSTOMERS = sizeOf('scannedCustomers');
const PAGE = 3086;
const FAILING_AGAIN_FROM = CUSTOMERS * 0.7;

/** Customers on the pages that begin before this one. */
const scannedBefore = (customer: number): number => Math.ceil(customer / PAGE) * PAGE;
const inText = (count: number): string => count.toLocaleString('en');
const HALF = inText(scannedBefore(CUSTOMERS / 2));
const MOST = inText(scannedBefore(FAILING_AGAIN_FROM));
const ALL = inText(CUSTOMERS);
const STORAGE = 'User/globalStorage/bot-tags.bot-tag-explorer';

/** From a damaged list to one with every tag that stands on a customer. */
describe('the tags that stand on customers', () => {
  const folder = temporaryFolder('discovery');
  const storage = join(folder.path, STORAGE);
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    mkdirSync(storage, { recursive: true });
    writeFileSync(join(storage, 'catalogue.sqlite'), 'this was a database once '.repeat(1000));
    service = await startSandbox({ token: 'discovery', customers: CUSTOMERS });
    opened = await openProduct({
      userDataDir: folder.path,
      // One try only: other tests are about trying again.
      settings: { 'botTags.network.maxRetryTime': 0 },
    });
    ({ workbench } = opened);
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder.remove();
  });

  /** Opens the list that starts a scan. */
  async function openScan(): Promise<void> {
    const bot = workbench.treeItem(/^Tea House/);
    await workbench.contextMenu(bot, 'Scan Customers…');
    await workbench.quickInput.option('Most pages').waitFor();
  }

  it('come into a new list when the old one is damaged, which is said', async () => {
    await workbench.activityTab('Bot Tags');
    await workbench
      .notification(/was damaged.*catalogue\.damaged-.*new list was started/)
      .waitFor();
    await workbench.screenshot('discovery-damaged');
    const put = readdirSync(storage).find((name) => name.startsWith('catalogue.damaged-'));
    assert.match(readFileSync(join(storage, put ?? ''), 'utf8'), /^this was a database once/);
    await addBotByHand(workbench, service, 'Tea House');
    await workbench.treeItem(/^Tea House/).waitFor();
  });

  it('are looked for with the settings of one list, and not lost when the service fails', async () => {
    const { quickInput } = workbench;
    service.switches.failingFrom = CUSTOMERS / 2;
    await openScan();
    await quickInput.pick('Customers per page');
    await quickInput.expect('Customers per page, 1 to 3086');
    await quickInput.answer('4000');
    await quickInput.expect('whole number from 1 to 3086');
    await quickInput.answer('3086');
    await quickInput.option('At most 308,600 customers in 100 requests').waitFor();
    await workbench.screenshot('discovery-settings');
    await quickInput.pick('At most 308,600 customers');
    const failed = workbench.notification('not available');
    const stoppedAtHalf = failed.filter({ hasText: `Scan stopped after ${HALF} customers` });
    await stoppedAtHalf.waitFor();
    await workbench.expand(/^Folder not known/);
    await workbench.treeItem(new RegExp(`^VIP.* of ${HALF} scanned`)).waitFor();
    await workbench.screenshot('discovery-failed');
    // It goes on from the message, fails further on, and offers the same again.
    service.switches.failingFrom = FAILING_AGAIN_FROM;
    const asked = service.requests.listCustomers;
    await pressInMessage(stoppedAtHalf, 'Resume');
    const again = workbench.notification(`Scan stopped after ${MOST} customers`);
    await again.getByRole('button', { name: 'Resume' }).waitFor();
    await workbench.treeItem(new RegExp(`^VIP.* of ${MOST} scanned`)).waitFor();
    const between = scannedBefore(FAILING_AGAIN_FROM) - scannedBefore(CUSTOMERS / 2);
    assert.ok(service.requests.listCustomers - asked >= between / PAGE);
    await workbench.screenshot('discovery-failed-again');
    await workbench.clearNotifications();
  });

  it('are found in the rest after a cancel and a reload; a second window follows', async () => {
    const { quickInput } = workbench;
    service.switches.failingFrom = 0;
    await openScan();
    await quickInput.option(`${MOST} customers`).waitFor();
    await workbench.screenshot('discovery-resume');
    await holdSecondPage(service, () => quickInput.pick('Resume'));
    const progress = workbench.notification(/\d customers, 24 tags, 0 new/);
    const stopped = workbench.notification(/^.*Scan stopped after .* resumes it/);
    const cancel = async (): Promise<void> => {
      await progress.waitFor();
      await hoverAndClick(progress, progress.getByRole('button', { name: 'Cancel' }));
      await stopped.waitFor();
    };
    await progress.waitFor();
    await workbench.screenshot('discovery-progress');
    await cancel();
    await workbench.screenshot('discovery-cancelled');
    await holdSecondPage(service, () => pressInMessage(stopped, 'Resume'));
    await cancel();
    service.switches.latencyMs = 0;
    await workbench.reload();
    const other = await workbench.another(opened.product);
    try {
      await other.activityTab('Bot Tags');
      await other.expand(/^Folder not known/);
      await workbench.expand(/^Folder not known/);
      await openScan();
      await quickInput.pick('Resume');
      await workbench.treeItem(new RegExp(`^VIP.* of ${ALL} scanned`)).waitFor();
      await other.treeItem(new RegExp(`^VIP.* of ${ALL} scanned`)).waitFor();
      await workbench
        .notification(`Scan finished after ${ALL} customers: 24 tags found.`)
        .waitFor();
      await workbench.screenshot('discovery-done');
    } finally {
      await other.close();
    }
  });

  it('are put into a folder in this list only, and verified', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'New Folder…');
    await quickInput.answer('Tiers');
    await workbench.treeItem(/^Tiers/).waitFor();
    await workbench.treeItem(/^Folder not known, 24/).waitFor();
    await workbench.contextMenu(workbench.treeItem(/^VIP/), 'Move to Folder…');
    await quickInput.expect('Pick a folder.');
    await workbench.screenshot('discovery-folders');
    await quickInput.pick('Tiers');
    await quickInput.option('The service is not changed').waitFor();
    await workbench.screenshot('discovery-move');
    await quickInput.pick('Move in This List Only');
    await workbench.statusBar('Moved "VIP" to Tiers in your list only.').waitFor();
    const group = workbench.treeItem(/^Folder not known, 23/);
    await group.waitFor();
    const asked = service.requests.getItem;
    await workbench.contextMenu(group, 'Refresh');
    await workbench.statusBar('23 tags and folders checked, no changes.').waitFor();
    assert.equal(service.requests.getItem - asked, 23);
    await workbench.screenshot('discovery-verified');
  });
});

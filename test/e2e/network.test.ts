import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';

/** The packaged product at a service that is slow, busy or away. */
describe('a bad network', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'network-token' });
    opened = await openProduct({ settings: { 'botTags.network.timeout': 2 } });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Far');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  it('checks the connection, part by part', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Far/), 'Check Connection');
    await workbench.dialog().getByText('The connection to "Far" works.').waitFor();
    await workbench.screenshot('check-connection');
    const text = (await workbench.dialog().textContent()) ?? '';
    assert.match(text, /✓ HTTP, \d+ ms: HTTP 200.*✓ Authentication.*✓ Token storage/s);
    await workbench.dialogButton('Close');
  });

  it('tries a busy service again, says so, and goes on when it answers', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Far/), 'Show Customers');
    const page = await workbench.webviewFrame('Customers: Far');
    await page.getByText('100 loaded, more available').waitFor();
    Object.assign(service.switches, { outage: 'on', busySeconds: 5 });
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.getByText(/retrying in \d+ s/).waitFor();
    await workbench.screenshot('retrying');
    service.switches.outage = 'off';
    await page.getByText('200 loaded, more available').waitFor();
  });

  it('says when the outcome of a write is unknown, and finds it out', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Far/), 'Add Existing Tag by ID…');
    await quickInput.answer('tag--PTfLM4wQ');
    await workbench.treeItem(/^VIP/).waitFor();
    service.switches.latencyMs = 600_000;
    await workbench.contextMenu(workbench.treeItem(/^VIP/), 'Attach Tag…');
    await quickInput.expect('The channel on which');
    await quickInput.pick('Facebook');
    await quickInput.expect('ID of the fan page');
    await quickInput.answer('page-9');
    await quickInput.pick('As on the channel');
    await quickInput.expect('user ID (bot_raw_uid)');
    await quickInput.answer('someone');
    const toast = workbench.notification('It may still have been done');
    await toast.waitFor();
    await workbench.screenshot('unknown-outcome');
    service.switches.latencyMs = 0;
    await pressInMessage(toast, 'Check');
    await workbench.notification('The customer has the tag tag--PTfLM4wQ').waitFor();
    assert.equal(service.requests.attachTag, 1);
  });

  it('waits for a service that is not available, and can be told to stop', async () => {
    Object.assign(service.switches, { outage: 'on', busySeconds: 15 });
    await workbench.contextMenu(workbench.treeItem(/^Far/), 'Add Existing Tag by ID…');
    await workbench.quickInput.answer('too-early');
    const toast = workbench.notification(/Reading too-early.*(retrying in|trying again)/);
    await toast.waitFor();
    await workbench.screenshot('waiting');
    await pressInMessage(toast, 'Cancel');
    await toast.waitFor({ state: 'hidden' });
    await workbench.statusBar('Reading too-early').waitFor({ state: 'hidden' });
    assert.equal(await workbench.page.getByRole('treeitem', { name: /^too-early/ }).count(), 0);
  });

  it('says what to do about a step to a service that is away', async () => {
    await service.close();
    await workbench.contextMenu(workbench.treeItem(/^Far/), 'Check Connection');
    const dialog = workbench.dialog();
    await dialog.getByText('The connection to "Far" does not work.').waitFor();
    await workbench.screenshot('check-connection-failed');
    const text = (await dialog.textContent()) ?? '';
    assert.match(text, /✗ HTTP.*ECONNREFUSED.*→ Check the host and port in the base URL/s);
    await workbench.dialogButton('Close');
  });

  it('refreshes the other bots although one is away', async () => {
    const near = await startSandbox({ token: 'near-token' });
    try {
      await addBotByHand(workbench, near, 'Near');
      await workbench.contextMenu(workbench.treeItem(/^Near/), 'Add Existing Tag by ID…');
      await workbench.quickInput.answer('tag--PTfLM4wQ');
      await workbench.statusBar('tag--PTfLM4wQ added').waitFor();
      await workbench.treeItem(/^Near/).click();
      const asked = near.requests.getItem;
      await workbench.runCommand('Bot Tags: Refresh');
      await workbench.notification('Reading the tag failed').waitFor();
      await workbench.statusBar(/24 tags and folders checked.* Could not be asked: Far/).waitFor();
      assert.ok(near.requests.getItem > asked, 'the bot after the one that is away was asked');
      await workbench.screenshot('refreshed-without-one');
    } finally {
      await near.close();
    }
  });
});

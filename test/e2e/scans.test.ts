import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

const VIP = 'tag--PTfLM4wQ';

/** Two scans, with a change between them. */
describe('scans one after the other', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'scans', customers: 2000 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Tea House');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  async function scan(): Promise<void> {
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Scan Customers…');
    await workbench.quickInput.pick('At most 100,000 customers');
    await workbench.notification('Scan finished after 2,000 customers').waitFor();
    await workbench.clearNotifications();
  }

  /** Takes the tag from a hundred of those who have it. */
  async function takeVip(): Promise<void> {
    const headers = {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
    };
    const list = `${service.baseUrl}/v1/api/bot/customers?botId=${service.botId}&limit=2000`;
    const { res } = (await (await fetch(list, { headers })).json()) as {
      res: { records: { id: string; pageId: string; platform: string; tags: { id: string }[] }[] };
    };
    const holders = res.records.filter(
      ({ id, pageId, tags }) => id !== '' && pageId !== '' && tags.some((tag) => tag.id === VIP),
    );
    for (const { id, pageId, platform } of holders.slice(0, 100)) {
      const bot_channel = platform === 'LINE' ? 1 : 0;
      const body = JSON.stringify({
        bot_tag_id: VIP,
        bot_raw_uid: id,
        bot_pid: pageId,
        bot_channel,
      });
      const taken = await fetch(`${service.baseUrl}/v1/api/user/tag`, {
        method: 'DELETE',
        headers,
        body,
      });
      assert.equal(taken.status, 200);
    }
  }

  it('show in the tooltip of a tag, and in the overview, what has changed', async () => {
    await scan();
    await scan();
    await takeVip();
    await scan();
    await workbench.expand(/^Folder not known/);
    await workbench.treeItem(/^VIP/).hover();
    await workbench.page
      .getByText(/3 scans \(everybody\): \d+ of 2,000, \d+ the scan before/)
      .waitFor();
    await workbench.screenshot('scans-tooltip');
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Show Tag Overview');
    const page = await workbench.webviewFrame('Tag Overview: Tea House');
    const vip = page.locator('.tags tbody tr').filter({ hasText: 'VIP' });
    await vip.locator('.change').getByText('−100').waitFor();
    await page.getByRole('combobox', { name: 'Change' }).selectOption({ index: 1 });
    await vip.locator('.change').getByText('−100').waitFor();
    await workbench.screenshot('scans-change');
  });
});

import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';
import { addBot, closeEditors, failure, run, tooltip } from './product.ts';

const CUSTOMERS = 300;

interface WireCustomer {
  readonly id: string;
  readonly pageId: string;
  readonly platform: string;
  readonly tags: readonly { readonly id: string }[];
}

const hasTag = (tag: string) => (customer: WireCustomer) =>
  customer.tags.some(({ id }) => id === tag);

describe('Scan history', () => {
  let service: Sandbox;
  let bot: string;

  before(async () => {
    service = await startSandbox({ token: 'history', botId: 'bot-history', customers: CUSTOMERS });
    bot = await addBot(service, 'Archive');
  });

  after(async () => {
    await closeEditors();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  async function customers(): Promise<readonly WireCustomer[]> {
    const path = `/v1/api/bot/customers?botId=${service.botId}&limit=3086`;
    return ((await resOf(service, 'GET', path)) as { readonly records: WireCustomer[] }).records;
  }

  /** Attaches or detaches a tag with another client. */
  async function change(method: 'POST' | 'DELETE', tag: string, targets: readonly WireCustomer[]) {
    for (const { id, pageId, platform } of targets) {
      const user = { bot_raw_uid: id, bot_pid: pageId, bot_channel: platform === 'LINE' ? 1 : 0 };
      await resOf(service, method, '/v1/api/user/tag', { bot_tag_id: tag, ...user });
    }
  }

  const scan = () => run('botTags.discoverTags', { bot, limit: 100 });

  it('does not mention earlier scans if there are none', async () => {
    await scan();
    const lines = (await tooltip(bot, VIP)).split('\n');
    assert.match(lines.at(-1) ?? '', /^On \d+ of 300 scanned customers$/);
  });

  it('shows the trend of a tag in its tooltip', async () => {
    const countBefore = (await customers()).filter(hasTag(VIP)).length;
    const reachable = (await customers()).filter(({ id, pageId }) => id !== '' && pageId !== '');
    await change('POST', VIP, reachable.filter((customer) => !hasTag(VIP)(customer)).slice(0, 5));
    const detachedTag = reachable.flatMap(({ tags }) => tags)[0]?.id ?? assert.fail();
    assert.notEqual(detachedTag, VIP);
    await change('DELETE', detachedTag, reachable.filter(hasTag(detachedTag)));
    const remainingCount = (await customers()).filter(hasTag(detachedTag)).length;
    await scan();
    assert.match(
      await tooltip(bot, detachedTag),
      new RegExp(
        `Last scan: ${remainingCount} of 300 customers had the tag\\. Previous scan: \\d+\\.`,
      ),
    );
    const [trend = ''] = (await tooltip(bot, VIP)).split('\n').slice(-1);
    const expected = `2 scans (All customers). Last scan: ${countBefore + 5} of 300 customers had the tag. Previous scan: ${countBefore}.`;
    assert.match(trend, /^[▁▂▃▄▅▆▇]█ /);
    assert.equal(trend.slice(3), expected);
  });

  it('compares only scans of the same selection of customers', async () => {
    const days = 3650;
    const conflictingScan = run('botTags.discoverTags', { bot, days, from: 1_700_000_000_000 });
    assert.match(await failure(conflictingScan), /Use either "from" or "days"/);
    await run('botTags.discoverTags', { bot, days });
    await run('botTags.discoverTags', { bot, days });
    assert.match(await tooltip(bot, VIP), / 2 scans \(active in the last 3,650 days\)\. /);
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { KeptScanHead } from '../../src/core/overview/aggregate.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { laterScans } from '../../src/vscode/history/pickScans.ts';
import { addBot, closeEditors, failure, nodeOf, resOf, run, tooltip, until } from './product.ts';

const VIP = 'tag--PTfLM4wQ';
const CUSTOMERS = 300;

interface Wire {
  readonly id: string;
  readonly pageId: string;
  readonly platform: string;
  readonly tags: readonly { readonly id: string }[];
}

const has = (tag: string) => (customer: Wire) => customer.tags.some(({ id }) => id === tag);

describe('the scans to compare', () => {
  const head = (scan: string, time: number, days = 0): KeptScanHead => ({
    ...{ scan, time, customers: 1, tags: 1, baseUrl: 'https://one' },
    choice: days === 0 ? { kind: 'everybody' } : { kind: 'days', days },
  });
  const noon = new Date(2026, 10, 22, 12, 0, 0).getTime();

  it('are told apart by seconds in the same minute, and only then', () => {
    const heads = [head('c', noon + 40_000), head('b', noon + 5000), head('a', noon - 60_000)];
    const labels = laterScans(heads).map(({ label }) => label);
    assert.match(labels[0] ?? '', /12:00:40/);
    assert.match(labels[1] ?? '', /12:00:05/);
    assert.match(labels[2] ?? '', /11:59\b(?!:)/);
  });

  it('say why nothing can be compared with them', () => {
    const other = { ...head('d', noon - 1), baseUrl: 'https://other' };
    const heads = [head('c', noon + 2), head('b', noon + 1, 30), head('a', noon), other];
    assert.deepEqual(
      laterScans(heads).map(({ reason }) => reason?.slice(0, 20)),
      [undefined, 'No earlier scan is o', 'No earlier scan is o', 'It is the oldest sca'],
    );
  });
});

describe('scan history', () => {
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

  async function customers(): Promise<readonly Wire[]> {
    const path = `/v1/api/bot/customers?botId=${service.botId}&limit=3086`;
    return ((await resOf(service, 'GET', path)) as { readonly records: Wire[] }).records;
  }

  async function change(method: 'POST' | 'DELETE', tag: string, whose: readonly Wire[]) {
    for (const { id, pageId, platform } of whose) {
      const user = { bot_raw_uid: id, bot_pid: pageId, bot_channel: platform === 'LINE' ? 1 : 0 };
      await resOf(service, method, '/v1/api/user/tag', { bot_tag_id: tag, ...user });
    }
  }

  const scan = () => run('botTags.discoverTags', { bot, limit: 100 });

  it('says that there is nothing to compare as long as there is not', async () => {
    assert.match(await failure(run('botTags.compareScans', { bot })), /no two scans of "Archive"/);
    await scan();
    assert.match(await failure(run('botTags.compareScans', { bot })), /no two scans of "Archive"/);
    const lines = (await tooltip(bot, VIP)).split('\n');
    assert.match(lines.at(-1) ?? '', /^Of 300 customers scanned, \d+ have it\.$/);
  });

  it('compares two scans, and draws the way of a tag in its tooltip', async () => {
    const before = (await customers()).filter(has(VIP)).length;
    const reachable = (await customers()).filter(({ id, pageId }) => id !== '' && pageId !== '');
    await change('POST', VIP, reachable.filter((one) => !has(VIP)(one)).slice(0, 5));
    const dying = reachable.flatMap(({ tags }) => tags)[0]?.id ?? assert.fail();
    assert.notEqual(dying, VIP);
    const holders = (await customers()).filter(has(dying)).length;
    await change('DELETE', dying, reachable.filter(has(dying)));
    const left = (await customers()).filter(has(dying)).length;
    await scan();
    const { earlier, later, grew, died, shrank, appeared } = await run('botTags.compareScans', {
      bot,
    });
    assert.deepEqual([earlier.customers, later.customers], [CUSTOMERS, CUSTOMERS]);
    assert.ok(later.time > earlier.time);
    assert.deepEqual(
      grew.map(({ id, before: one, after }) => [id, one, after]),
      [[VIP, before, before + 5]],
    );
    assert.deepEqual(appeared, []);
    assert.deepEqual(
      [...died, ...shrank].map(({ id, before: one, after }) => [id, one, after]),
      [[dying, holders, left]],
    );
    assert.equal(grew[0]?.shareAfter, (before + 5) / CUSTOMERS);
    const [trend = ''] = (await tooltip(bot, VIP)).split('\n').slice(-1);
    const words = `2 scans (everybody): ${before + 5} of 300, ${before} the scan before.`;
    assert.match(trend, /^[▁▂▃▄▅▆▇]█ /);
    assert.equal(trend.slice(3), words);
    const same = later.scan;
    assert.match(
      await failure(run('botTags.compareScans', { bot, earlier: same, later: same })),
      /cannot be compared\. It is the same scan\./,
    );
    const swapped = { bot, earlier: later.scan, later: earlier.scan };
    assert.match(await failure(run('botTags.compareScans', swapped)), /It is not the earlier one/);
    assert.match(
      await failure(run('botTags.compareScans', { bot, earlier: 'none' })),
      /No scan "none" of "Archive" is kept/,
    );
  });

  it('compares none of other customers, and says so', async () => {
    const days = 3650;
    const both = run('botTags.discoverTags', { bot, days, from: 1_700_000_000_000 });
    assert.match(await failure(both), /Only one of "from" and "days"/);
    const newest = (await run('botTags.compareScans', { bot })).later.scan;
    await run('botTags.discoverTags', { bot, days });
    // The newest that can be compared are still the two of everybody.
    assert.equal((await run('botTags.compareScans', { bot })).later.scan, newest);
    await run('botTags.discoverTags', { bot, days });
    const { later } = await run('botTags.compareScans', { bot });
    assert.deepEqual(later.choice, { kind: 'days', days });
    const mixed = run('botTags.compareScans', { bot, earlier: newest, later: later.scan });
    assert.match(await failure(mixed), /It is of other customers: everybody\./);
    assert.match(await tooltip(bot, VIP), / 2 scans \(active in the last 3,650 days\): /);
  });

  it('shows a comparison to a person as a text that stands in columns', async () => {
    await closeEditors();
    const shown = vscode.commands.executeCommand('botTags.compareScans', await nodeOf(bot));
    const editor = (): vscode.TextEditor | undefined =>
      vscode.window.visibleTextEditors.find(({ document: { uri } }) => uri.path.endsWith('.txt'));
    await until('the comparison is shown', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return editor() !== undefined;
    });
    await shown;
    const text = editor()?.document.getText() ?? '';
    assert.match(
      text,
      /^Two scans of "Archive" \(http:\/\/127\.0\.0\.1:\d+\)\n\nCustomers: active in/,
    );
    assert.match(
      text,
      /\nEarlier: .*, 300 customers, 24 tags\nLater: .*, 300 customers, \d+ tags\n/,
    );
    assert.match(
      text,
      /\nGrew: 0 tags\n\nShrank: 0 tags\n\nDied, on no customer of the later scan: /,
    );
  });
});

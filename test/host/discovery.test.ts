import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { NO_FOLDER } from '../../src/base/ports.ts';
import { seedTagIds } from '../../src/sandbox/seedItems.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { TreeNode } from '../../src/catalogue/ui/treeNode.ts';
import { sizeOf } from '../support/sizes.ts';
import { resOf } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';
import { Keyboard } from './keyboard.ts';
import { Messages } from './messages.ts';
import {
  addBot,
  closeEditors,
  drawnBy,
  failure,
  idsBelow,
  nodeOf,
  product,
  run,
  set,
  shown,
  tooltip,
  until,
} from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const CUSTOMERS = sizeOf('scannedCustomers');
/** Largest page that the service allows. */
const PAGE_SIZE = 3086;
const PAGE_COUNT = Math.ceil(CUSTOMERS / PAGE_SIZE);
const PAGES_TO_HALF = Math.ceil(CUSTOMERS / 2 / PAGE_SIZE);
const formatCount = (count: number): string => count.toLocaleString('en');

/** Returns the number of customers with each tag, counted by another client. */
async function countsAtService(service: Sandbox): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let next: string | undefined;
  do {
    const pageParameter = next === undefined ? '' : `&next=${encodeURIComponent(next)}`;
    const path = `/v1/api/bot/customers?botId=${service.botId}&limit=${PAGE_SIZE}${pageParameter}`;
    const page = (await resOf(service, 'GET', path)) as {
      records: { tags: { id: string }[] }[];
      next?: string;
    };
    for (const { tags } of page.records) {
      for (const { id } of tags) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    next = page.next;
  } while (next !== undefined);
  return counts;
}

describe('Scan of customers', () => {
  let service: Sandbox;
  let bot: string;

  async function start(customers: number): Promise<void> {
    service = await startSandbox({ token: 'discover', botId: 'bot-discover', customers });
    bot = await addBot(service);
  }

  afterEach(async () => {
    await closeEditors();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  it('finds and counts the tags of all customers, with a failure in the middle', async () => {
    await start(CUSTOMERS);
    service.switches.failingFrom = CUSTOMERS / 2;
    assert.match(
      await failure(run('botTags.discoverTags', { bot, limit: PAGE_SIZE })),
      /^listCustomers: .*not available/,
    );
    const half = formatCount(PAGES_TO_HALF * PAGE_SIZE);
    assert.ok((await tooltip(bot, VIP)).endsWith(` of ${half} scanned customers`));
    const stopped = `Scan failed. So far: ${half} customers, 24 tags, 24 new.`;
    assert.ok(
      (await tooltip(bot)).includes(`\n${stopped}\nTo resume the scan, use "Scan Customers…".`),
    );
    service.switches.failingFrom = 0;
    const requestsBefore = service.requests.listCustomers;
    const summary = await run('botTags.discoverTags', { bot: 'bot-discover', resume: true });
    assert.deepEqual(summary, {
      customers: CUSTOMERS,
      tags: seedTagIds.length,
      newTags: seedTagIds.length,
      skipped: 0,
      pages: PAGE_COUNT,
      isDone: true,
    });
    assert.equal(
      service.requests.listCustomers - requestsBefore,
      PAGE_COUNT - PAGES_TO_HALF,
      'no page was requested again',
    );
    const total = formatCount(CUSTOMERS);
    const counts = await countsAtService(service);
    assert.equal(counts.size, seedTagIds.length);
    for (const [id, count] of counts) {
      const { description } = await shown(bot, id);
      assert.equal(description, formatCount(count));
    }
    assert.equal((await idsBelow(bot)).length, seedTagIds.length);
    const vipTooltip = await tooltip(bot, VIP);
    assert.match(vipTooltip, /\nFirst seen: .*\d{4}.*\n(?:.*\n)?Source: seen on customers\n/);
    assert.match(vipTooltip, new RegExp(`\\nOn [\\d,]+ of ${total} scanned customers$`));
    assert.ok((await tooltip(bot)).includes(`\nLast scan: ${total} customers, 24 tags, `));
  }).timeout(120_000);

  it('shows its settings in one list, and resumes from each message', async () => {
    await start(2000);
    const recorder = new WindowRecorder();
    await set('network.maxRetryTime', 0);
    recorder.start();
    const messages = new Messages(recorder);
    messages.presses = ['Resume', 'Resume'];
    messages.beforePress = () => {
      service.switches.failingFrom = messages.all.length === 1 ? 1500 : 0;
    };
    try {
      const keyboard = new Keyboard(recorder);
      service.switches.failingFrom = 1000;
      const done = vscode.commands.executeCommand('botTags.discoverTags', await nodeOf(bot));
      await keyboard.pick('Customers per page');
      assert.equal((await keyboard.box()).prompt, 'Customers per page (1 to 3086)');
      assert.match(await keyboard.typeInVain('4000'), /whole number from 1 to 3086/);
      await keyboard.type('100');
      await keyboard.pick('Last interaction');
      await keyboard.pick('Since a date…');
      const rejection = await keyboard.typeInVain('2026-02-31');
      assert.match(rejection, /^Enter a date such as/, 'there is no such day');
      await keyboard.type('2001-12-31');
      await keyboard.pick('Start');
      await done;
    } finally {
      recorder.stop();
      await set('network.maxRetryTime', undefined);
    }
    const [firstStop = '', secondStop = ''] = messages.texts;
    assert.match(firstStop, /Scan stopped\. So far: 1,000 customers/);
    assert.match(secondStop, /Scan stopped\. So far: 1,500 customers/);
    assert.deepEqual(messages.presses, []);
    assert.ok(String((await shown(bot, VIP)).description).match(/^[\d,]+$/));
    assert.equal(
      service.requests.listCustomers,
      22,
      '10 pages, an error, 5 pages, an error, 5 pages',
    );
  }).timeout(120_000);

  it('is canceled, and resumes from the message', async () => {
    await start(2000);
    const recorder = new WindowRecorder();
    const cancelling = new vscode.CancellationTokenSource();
    type Task = Parameters<typeof vscode.window.withProgress>[1];
    recorder.start();
    const messages = new Messages(recorder);
    messages.presses = ['Resume'];
    messages.beforePress = () => (service.switches.latencyMs = 0);
    try {
      recorder.replace({
        withProgress: (_: unknown, task: Task) => {
          const { token } =
            messages.all.length === 0 ? cancelling : new vscode.CancellationTokenSource();
          return task({ report: () => undefined }, token);
        },
      });
      const keyboard = new Keyboard(recorder);
      service.switches.latencyMs = 50;
      const done = vscode.commands.executeCommand('botTags.discoverTags', await nodeOf(bot));
      await keyboard.pick('Customers per page');
      await keyboard.type('100');
      await keyboard.pick('Start');
      await until('three pages are requested', () => service.requests.listCustomers >= 3);
      cancelling.cancel();
      await done;
      await until('the scan is finished', () => messages.all.length === 2);
    } finally {
      recorder.stop();
    }
    const [stopped = '', finished = ''] = messages.texts;
    assert.match(stopped, /Scan stopped\. So far: [2-4]00 customers.* To resume the scan, use/);
    assert.match(finished, /^Scan finished: 2,000 customers, 24 tags, \d+ new\./);
  }).timeout(120_000);

  it('pauses after the given number of pages, resumes, and has nothing to resume at the end', async () => {
    await start(500);
    const resume = () => run('botTags.discoverTags', { bot, resume: true });
    assert.match(await failure(resume()), /no scan of "Tea House"/);
    const paused = await run('botTags.discoverTags', { bot, limit: 100, pages: 2 });
    assert.deepEqual([paused.customers, paused.isDone], [200, false]);
    assert.deepEqual([(await resume()).customers, await failure(resume())].map(String), [
      '500',
      'There is no scan of "Tea House" to resume. Use "Scan Customers…" to start a scan.',
    ]);
  });

  it('is not needed for tags of shown customers: they are added to the tree without further requests', async () => {
    await start(30);
    await run('botTags.openCustomers', { bot, limit: 30 });
    await until('the tags of the page are in the tree', async () => {
      return (await idsBelow(bot)).length > 5;
    });
    assert.deepEqual([service.requests.listCustomers, service.requests.getItem], [1, 0]);
    const [first = ''] = await idsBelow(bot);
    assert.equal((await shown(bot, first)).description, '', 'without a scan, no count is shown');
    const unlistedTag = await run('botTags.createTag', { bot, name: 'only at the service' });
    await run('botTags.removeFromList', { bot, ids: [unlistedTag] });
    const user = { rawUid: 'U1', pageId: 'page', channel: 'line' } as const;
    assert.equal(service.requests.getItem, 0);
    await run('botTags.attachTag', { bot, tagId: unlistedTag, user });
    assert.equal(service.requests.getItem, 1, 'an unlisted tag is checked first');
    await run('botTags.listUserTags', { bot, user });
    await until('the tag of the user is in the tree', async () => {
      return (await idsBelow(bot)).includes(unlistedTag);
    });
    assert.equal(service.requests.getItem, 1);
  });

  it('finds tags, and a refresh then adds their type and time, and marks missing tags', async () => {
    await start(200);
    await run('botTags.discoverTags', { bot });
    const tagCount = (await idsBelow(bot)).length;
    assert.ok(!(await tooltip(bot, VIP)).includes('Created: '));
    await resOf(service, 'DELETE', `/v1/api/tag/${VIP}`);
    const summary = await run('botTags.refresh', { bot });
    const { checked, renamed, gone, wrongBot, failed } = summary;
    assert.deepEqual([checked, renamed, gone, wrongBot, failed], [tagCount, 0, 1, 0, 0]);
    assert.equal((await shown(bot, VIP)).contextValue, 'tag.gone');
    const other = (await idsBelow(bot)).find((id) => id !== VIP);
    assert.ok((await tooltip(bot, other)).includes('Created: '));
    const requestsBefore = service.requests.getItem;
    await vscode.commands.executeCommand('botTags.refresh', new TreeNode(bot, NO_FOLDER));
    assert.equal(service.requests.getItem - requestsBefore, tagCount);
  });

  it('lets the user move its tags into folders without a request to the service', async () => {
    await start(200);
    await run('botTags.discoverTags', { bot });
    const foundIds = await idsBelow(bot);
    const tagCount = foundIds.length;
    const ids = foundIds.slice(0, 3).map(String);
    const [a = '', b = '', c = ''] = ids;
    const folder = await run('botTags.createFolder', { bot, name: 'F' });
    const inside = await run('botTags.createFolder', { bot, name: 'G', parentId: folder });
    const moveTo = (tagIds: readonly string[], folderId?: string | null) =>
      run('botTags.moveToFolder', { bot, ids: tagIds, folderId });
    const drawn = await drawnBy(bot, () => moveTo([a, b], inside));
    assert.deepEqual(new Set(drawn), new Set([bot, `${bot}/${inside}`]));
    assert.deepEqual(new Set(await idsBelow(bot, inside)), new Set([a, b]));
    assert.ok(
      (await tooltip(bot, a)).includes('Folder: set only in this list, not in the service'),
    );
    const { tree } = await product();
    const below = async (node: TreeNode) => (await tree.getChildren(node)).map(({ id }) => id);
    const botNode = (await nodeOf(bot)) ?? assert.fail();
    const group = new TreeNode(bot, NO_FOLDER);
    // `null` is the top level. Without a folder, the place is unknown. "No Folder" shows both.
    await moveTo([c], null);
    await moveTo([a]);
    assert.deepEqual(await below(botNode), [`${bot}/${folder}`, group.id]);
    const names = async () => {
      const children = await tree.getChildren(group);
      const items = await Promise.all(children.map((child) => tree.getTreeItem(child)));
      return items.map(({ label }) => (typeof label === 'string' ? label : ''));
    };
    assert.equal((await names()).length, tagCount - 1);
    assert.deepEqual(await names(), (await names()).toSorted(new Intl.Collator().compare));
    const moved = (await nodeOf(bot, c)) ?? assert.fail();
    assert.equal((await tree.getParent(moved))?.id, group.id);
    assert.equal((await tree.getTreeItem(group)).label, 'No Folder');
    assert.match(await failure(moveTo([folder], inside)), /cannot be moved into itself/);
    assert.match(await failure(moveTo([folder], folder)), /cannot be moved into itself/);
    assert.match(await failure(moveTo([a], b)), /is not a folder in the list/);
    const { createItem, getItem } = service.requests;
    assert.deepEqual([createItem, getItem], [2, 0]);
    // If the bot has no folders, the group "No Folder" is not needed.
    await run('botTags.removeFromList', { bot, ids: [folder, inside] });
    assert.equal((await below(botNode)).length, tagCount);
    assert.equal((await tree.getParent(moved))?.id, bot);
  });
});

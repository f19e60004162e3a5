import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBot, bodyOf, closeEditors, failure, run } from './product.ts';

/** As it stands on a tab. */
const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;

interface Customer {
  readonly id: string;
  readonly platform: string;
  readonly pageId: string;
  readonly tags: readonly { readonly id: string }[];
}

const textAt = async (uri: string): Promise<string> =>
  (await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))).getText();

/** The two documents of the diff editor that is in front. */
function shownDiff(): { left: string; right: string } {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  assert.ok(input instanceof vscode.TabInputTextDiff, 'a diff editor is in front');
  return { left: input.original.toString(), right: input.modified.toString() };
}

describe('Compare', () => {
  let service: Sandbox;
  let bot: string;
  let folder: string;

  beforeEach(async () => {
    service = await startSandbox({ token: 'pages', botId: 'bot-compare', customers: 60 });
    bot = await addBot(service);
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-compare-'));
  });

  afterEach(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await closeEditors();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const uriOf = (name: string): string => vscode.Uri.file(join(folder, name)).toString();

  it('shows a page as it was and as it is, by ID, read-only, and counts', async () => {
    await run('botTags.openCustomers', { bot, limit: 20 });
    const document = await run('botTags.openPage', { bot, row: 0 });
    const before = JSON.parse(await textAt(document)) as {
      res: { records: { id: string; platform: string; pageId: string; tags: { id: string }[] }[] };
    };
    const customer = before.res.records[1] ?? assert.fail();
    const tagId = customer.tags[0]?.id ?? assert.fail('the customer has a tag');
    const channel = customer.platform === 'FB' ? 'facebook' : 'line';
    const user = { rawUid: customer.id, pageId: customer.pageId, channel } as const;
    await run('botTags.detachTag', { bot, tagId, user });
    await run('botTags.openCustomers', { bot, limit: 21 });
    const result = await run('botTags.comparePages', {
      earlier: { uri: document },
      later: { bot, page: 1 },
    });
    const { left, right, ...counts } = result;
    assert.deepEqual(counts, { added: 1, removed: 0, changed: 1 });
    assert.deepEqual(shownDiff(), { left, right });
    assert.ok(left.startsWith('bot-tags-json:') && right.startsWith('bot-tags-json:'));
    const ids = (JSON.parse(await textAt(left)) as { id: string }[]).map(({ id }) => id);
    const named = ids.filter((id) => id !== '');
    assert.deepEqual(named, named.toSorted());
    assert.equal(ids.length, 20);
    assert.ok((await textAt(left)).includes(tagId));
  });

  it('tells two snapshots of one page apart by time, in the tabs and in the picker', async () => {
    await run('botTags.openCustomers', { bot, limit: 20 });
    const earlier = await run('botTags.openPage', { bot, row: 0 });
    const later = await run('botTags.exportPage', { bot, limit: 20 });
    const { left, right } = await run('botTags.comparePages', {
      earlier: { uri: earlier },
      later: { uri: later },
    });
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    assert.match(tab, new RegExp(`^Customers of Tea House, page 1: ${TIME} ↔ ${TIME}$`));
    const nameOf = (uri: string): string => vscode.Uri.parse(uri).path.split('/').at(-1) ?? '';
    assert.deepEqual([nameOf(left), nameOf(right)], [nameOf(earlier), nameOf(later)]);
    const inName = TIME.replaceAll(':', '.');
    assert.match(nameOf(left), new RegExp(`^Customers of Tea House, page 1, ${inName}\\.json$`));
  });

  it('shows a loaded page beside what the service has now for the same request', async () => {
    await run('botTags.openCustomers', { bot, limit: 20, from: 1_000_000_000_001 });
    await run('botTags.loadMore', { bot });
    const same = await run('botTags.comparePageNow', { bot, row: 25 });
    assert.deepEqual([same.added, same.removed, same.changed], [0, 0, 0]);
    const path = `/v1/api/bot/customers?botId=bot-compare&limit=20&from=1000000000001`;
    const { next } = (JSON.parse(await bodyOf(service, 'GET', path)) as { res: { next: string } })
      .res;
    const body = await bodyOf(service, 'GET', `${path}&next=${encodeURIComponent(next)}`);
    const { records } = (JSON.parse(body) as { res: { records: Customer[] } }).res;
    const at = records.findIndex(({ id, tags }) => id !== '' && tags.length > 0);
    const customer = records[at] ?? assert.fail('a customer has a tag');
    const tagId = customer.tags[0]?.id ?? assert.fail();
    const channel = customer.platform === 'FB' ? 'facebook' : 'line';
    const user = { rawUid: customer.id, pageId: customer.pageId, channel } as const;
    await run('botTags.detachTag', { bot, tagId, user });
    const { left, right, ...counts } = await run('botTags.comparePageNow', { bot, row: 20 + at });
    assert.deepEqual(counts, { added: 0, removed: 0, changed: 1 });
    assert.deepEqual(shownDiff(), { left, right });
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    assert.match(tab, new RegExp(`^Customers of Tea House, page 2: ${TIME} ↔ ${TIME}$`));
    const none = run('botTags.comparePageNow', { bot, row: 100 });
    assert.match(await failure(none), /no such row/);
  });

  it('compares exports with pages and with one another', async () => {
    const file = join(folder, 'all.ndjson');
    await run('botTags.exportCustomers', { bot, file });
    const other = join(folder, 'all.json');
    await run('botTags.exportCustomers', { bot, file: other, format: 'json' });
    const same = await run('botTags.comparePages', {
      earlier: { uri: uriOf('all.ndjson') },
      later: { uri: uriOf('all.json') },
    });
    assert.deepEqual([same.added, same.removed, same.changed], [0, 0, 0]);
    assert.equal(await textAt(same.left), await textAt(same.right));
    await run('botTags.openCustomers', { bot, limit: 50 });
    const page = await run('botTags.comparePages', {
      earlier: { uri: uriOf('all.ndjson') },
      later: { bot, page: 1 },
    });
    assert.deepEqual([page.added, page.removed, page.changed], [0, 10, 0]);
  });

  it('says what it cannot compare', async () => {
    await run('botTags.exportCustomers', { bot, file: join(folder, 'a.csv'), format: 'csv' });
    const compare = (uri: string) =>
      failure(run('botTags.comparePages', { earlier: { uri }, later: { uri } }));
    assert.match(await compare(uriOf('a.csv')), /"a.csv" has no customers as JSON/);
    assert.match(await compare('bot-tags-json:/gone/x.json'), /"x" is no longer open/);
    const noPage = run('botTags.comparePages', {
      earlier: { bot, page: 1 },
      later: { bot, page: 1 },
    });
    assert.match(await failure(noPage), /Open the customers of this bot first/);
  });

  it("shows a user's tags at two moments, and writes nothing to disk", async () => {
    const user = { rawUid: 'someone', pageId: 'page', channel: 'line' } as const;
    const compare = (earlier?: { uri: string }) =>
      run('botTags.compareUserTags', { bot, user, ...(earlier === undefined ? {} : { earlier }) });
    assert.match(await failure(compare()), /has not listed the tags of this user/);
    const [first, second] = service.items().filter(({ type }) => type === 0);
    assert.ok(first && second);
    await run('botTags.attachTag', { bot, tagId: first.id, user });
    const lists = await run('botTags.listUserTags', { bot, user });
    await run('botTags.detachTag', { bot, tagId: first.id, user });
    await run('botTags.attachTag', { bot, tagId: second.id, user });
    const { left, right, ...changes } = await compare();
    assert.deepEqual(changes, { attached: [second.id], detached: [first.id] });
    assert.deepEqual(shownDiff(), { left, right });
    assert.match(await textAt(left), new RegExp(`"id": "${first.id}"`));
    assert.doesNotMatch(await textAt(right), new RegExp(`"id": "${first.id}"`));
    const again = await compare();
    assert.deepEqual([again.attached, again.detached], [[], []], 'that moment was kept too');

    writeFileSync(join(folder, 'before.json'), JSON.stringify(lists));
    const fromFile = await compare({ uri: uriOf('before.json') });
    assert.deepEqual(fromFile.detached, [first.id]);
    writeFileSync(join(folder, 'odd.json'), '{"no":"tags"}');
    assert.match(
      await failure(compare({ uri: uriOf('odd.json') })),
      /does not contain the tags of a user/,
    );
    assert.deepEqual(readdirSync(folder).toSorted(), ['before.json', 'odd.json']);
  });
});

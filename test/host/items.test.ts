import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { NEWSLETTER, VIP } from '../support/sandboxItems.ts';
import {
  addBot,
  addBotAgain,
  allNodes,
  assertSentences,
  drawnBy,
  failure,
  idsBelow,
  nodeOf,
  product,
  run,
  shown,
  tooltip,
} from './product.ts';

const path = (id: string): string => `/v1/api/tag/${encodeURIComponent(id)}`;

describe('Tags and folders', () => {
  const state = new MemoryState();
  let service: Sandbox;
  let bot: string;

  const create = (name: string, parentId?: string) =>
    run('botTags.createTag', { bot, name, parentId });
  const createFolder = (name: string, parentId?: string) =>
    run('botTags.createFolder', { bot, name, parentId });
  const remove = (id: string) => run('botTags.deleteItem', { bot, id, confirmed: true });
  const existsInService = (id: string): boolean => service.items().some((item) => item.id === id);

  beforeEach(async () => {
    service = await startSandbox({ token: 'items', botId: 'bot-items', customers: 10, state });
    bot = await addBot(service);
  });

  afterEach(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  it('creates items in the service and in the tree, below the given folder', async () => {
    const folder = await createFolder('Campaigns');
    const below = { bot: 'bot-items', name: 'Spring', parentId: folder };
    const sub = await run('botTags.createFolder', below);
    const inSub = await create('Tea', sub);
    const top = await create('Zebra');
    const { created: _created, ...remote } = state.item(inSub) ?? { created: 0 };
    assert.deepEqual(remote, { id: inSub, name: 'Tea', type: 0, parentId: sub });
    assert.equal(state.item(sub)?.type, 1);
    assert.deepEqual(await idsBelow(bot), [folder, top], 'folders come first');
    assert.deepEqual(await idsBelow(bot, folder), [sub]);
    assert.deepEqual(await idsBelow(bot, sub), [inSub]);
  });

  it('adds nothing to the tree when the service refuses to create an item', async () => {
    const tag = await create('no folder');
    assert.match(await failure(create('x', tag)), /^createItem: .* is not a folder \(errorCode/);
    assert.match(await failure(create('x', 'tag-nothing')), /^createItem: there is no tag or/);
    const requestsBefore = service.requests.createItem;
    assert.match(await failure(create('   ')), /^createItem: name: /);
    assert.equal(service.requests.createItem, requestsBefore, 'an empty name is not sent');
    service.switches.createRes = 'unreadable';
    assert.match(await failure(createFolder('?')), /may have been created, but its ID/);
    assert.deepEqual(await idsBelow(bot), [tag]);
  });

  for (const form of ['json-string', 'almost-json', 'bare-id'] as const) {
    it(`creates a tag when the response is ${form}`, async () => {
      service.switches.createRes = form;
      const tag = await create(form);
      assert.equal(state.item(tag)?.name, form);
      assert.deepEqual(await idsBelow(bot), [tag]);
    });
  }

  it('shows the ID, type, time and source of an item', async () => {
    const folder = await createFolder('**Bold** [link](command:x)');
    const tag = await create('Tea', folder);
    await run('botTags.addExisting', { bot, id: VIP });
    const [folderRow, tagRow, vipRow] = [
      await shown(bot, folder),
      await shown(bot, tag),
      await shown(bot, VIP),
    ];
    assert.equal(folderRow.contextValue, 'folder');
    assert.equal(folderRow.description, '1', 'the folder shows its number of items');
    assert.equal(folderRow.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    assert.equal(tagRow.contextValue, 'tag');
    assert.equal(tagRow.description, '');
    assert.equal(tagRow.collapsibleState, vscode.TreeItemCollapsibleState.None);
    assert.equal(vipRow.label, 'VIP');
    assert.ok((await tooltip(bot, folder)).includes(`Type: folder\nID: ${folder}\n`));
    await assertSentences(bot, tag, [
      /^Type: tag$/,
      /^ID: .+$/,
      /^Last seen: .*\d{4}/,
      /^Source: created with this extension$/,
    ]);
    await assertSentences(bot, VIP, [
      /^Type: tag$/,
      /^ID: .+$/,
      /^Created: .*\d{4}/,
      /^First seen: .*\d{4}/,
      /^Last seen: .*\d{4}/,
      /^Source: added by ID$/,
      /^Folder: Unknown$/,
    ]);
    // A tooltip is plain text. Markdown would make this text bold and show a link.
    assert.ok((await tooltip(bot, folder)).includes('**Bold**'));
  });

  it('uses unique node IDs in the whole tree, even for the same tags in two bots', async () => {
    const second = await addBotAgain(service, 'Second');
    for (const owner of [bot, second]) await run('botTags.addExisting', { bot: owner, id: VIP });
    const folder = await run('botTags.createFolder', { bot, name: 'F' });
    await create('in it', folder);
    const { tree } = await product();
    const nodes = await allNodes();
    const ids = await Promise.all(nodes.map(async (node) => (await tree.getTreeItem(node)).id));
    // Two bots with "VIP", and in the first bot, a folder with a tag, and the section "No Folder".
    assert.equal(ids.length, 7);
    assert.ok(ids.every((id) => id !== undefined && id !== ''));
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(await allNodes(), nodes, 'nodes keep their identity');
    for (const node of nodes) {
      const parent = await tree.getParent(node);
      const siblings = await tree.getChildren(parent);
      assert.ok(siblings.includes(node), 'each node is among the children of its parent');
    }
    await run('botTags.removeBot', { bot: second, confirmed: true });
  });

  it('redraws only the parent of a changed item', async () => {
    const folder = await createFolder('F');
    const other = await createFolder('G');
    await allNodes();
    assert.deepEqual(await drawnBy(bot, () => create('in F', folder)), [`${bot}/${folder}`]);
    assert.deepEqual(await drawnBy(bot, () => create('at the top')), [bot]);
    const drawn = await drawnBy(bot, () => remove(other));
    assert.deepEqual(drawn, [bot]);
    const addVip = () => run('botTags.addExisting', { bot, id: VIP });
    assert.deepEqual(await drawnBy(bot, addVip), [bot]);
    const addNewsletter = () => run('botTags.addExisting', { bot, id: NEWSLETTER });
    assert.deepEqual(await drawnBy(bot, addNewsletter), [bot]);
    const removeBoth = () => run('botTags.removeFromList', { bot, ids: [VIP, NEWSLETTER] });
    assert.deepEqual(await drawnBy(bot, removeBoth), [bot]);
  });

  it('adds an item by ID once, and refuses missing items and items of another bot', async () => {
    const add = (id: string) => run('botTags.addExisting', { bot, id });
    assert.equal(await add(VIP), 'VIP');
    assert.equal(await add(VIP), 'VIP');
    assert.deepEqual(await idsBelow(bot), [VIP]);
    assert.match(await failure(add('tag-nothing')), /^getItem: there is no tag or folder/);
    assert.match(await failure(add('..')), /^getItem: tagId: /);
    const { baseUrl, token } = service;
    const settings = { baseUrl, token, botId: 'bot-else', check: false };
    const otherBot = await run('botTags.addBot', settings);
    const wrong = run('botTags.addExisting', { bot: otherBot, id: VIP });
    assert.match(await failure(wrong), /belongs to the bot bot-items/);
    assert.deepEqual(await idsBelow(otherBot), []);
    await run('botTags.removeBot', { bot: otherBot, confirmed: true });
  });

  describe('Delete', () => {
    it('removes all items that the service lists as deleted', async () => {
      const folder = await createFolder('F');
      const sub = await createFolder('S', folder);
      const tag = await create('T', sub);
      const otherTag = await create('stays');
      assert.deepEqual((await remove(folder)).toSorted(), [folder, sub, tag].toSorted());
      assert.deepEqual([folder, sub, tag].filter(existsInService), []);
      assert.deepEqual(await idsBelow(bot), [otherTag]);
      assert.equal((await allNodes()).filter((node) => node.bot === bot).length, 2);
    });

    it('removes items whose deletion the service does not list, once the service reports them as missing', async () => {
      const folder = await createFolder('F');
      const tag = await create('T', folder);
      service.switches.deleteRes = 'root-only';
      const requestsBefore = service.requests.getItem;
      assert.deepEqual(await remove(folder), [folder]);
      assert.equal(
        service.requests.getItem,
        requestsBefore + 2,
        'one check of the folder before the deletion, one of the tag after',
      );
      assert.deepEqual(await idsBelow(bot), []);
      assert.ok(!existsInService(tag));
    });

    it('keeps the items in the tree that the service keeps', async () => {
      const folder = await createFolder('F');
      const sub = await createFolder('S', folder);
      const tag = await create('T', sub);
      service.switches.deleteRes = 'keeps-children';
      assert.deepEqual(await remove(folder), [folder]);
      assert.deepEqual(await idsBelow(bot), [sub]);
      assert.deepEqual(await idsBelow(bot, sub), [tag]);
      assert.equal((await shown(bot, tag)).contextValue, 'tag');
    });

    it('marks an item that was deleted elsewhere as gone, with the service’s message', async () => {
      const tag = await create('T');
      await resOf(service, 'DELETE', path(tag));
      const message = await failure(remove(tag));
      assert.equal(message, `deleteItem: there is no tag or folder ${tag} (errorCode 404)`);
      assert.equal((await shown(bot, tag)).contextValue, 'tag.gone');
    });

    it('keeps an item in the tree when the service refuses', async () => {
      const tag = await create('T');
      service.switches.missingItem = '500';
      state.removeItems([tag]);
      assert.match(await failure(remove(tag)), /errorCode 500/);
      assert.equal((await shown(bot, tag)).contextValue, 'tag');
    });
  });

  describe('Refresh', () => {
    it('renames items, marks missing ones as gone, and shows why a tag cannot be read', async () => {
      const folder = await createFolder('F');
      const renamed = await create('old name', folder);
      const gone = await create('gone', folder);
      const unchanged = await create('same');
      const before = (await allNodes()).map(({ id }) => id);
      state.addItem({ ...(state.item(renamed) ?? assert.fail()), name: 'new name' });
      await resOf(service, 'DELETE', path(gone));
      const counts = { checked: 4, renamed: 1, gone: 1, wrongBot: 0, failed: 0, problems: 0 };
      assert.deepEqual(await run('botTags.refresh', { bot: 'bot-items' }), { ...counts, left: [] });
      assert.equal((await shown(bot, renamed)).label, 'new name');
      const { contextValue, description } = await shown(bot, gone);
      assert.deepEqual([contextValue, description], ['tag.gone', 'gone']);
      assert.ok((await tooltip(bot, gone)).includes('\nDeleted in the service\n'));
      assert.equal((await shown(bot, unchanged)).contextValue, 'tag');
      const after = (await allNodes()).map(({ id }) => id);
      assert.deepEqual(after.toSorted(), before.toSorted(), 'no item was moved');

      service.switches.missingItem = '500';
      assert.equal((await run('botTags.refresh', { bot })).failed, 1);
      assert.equal((await shown(bot, gone)).contextValue, 'tag.error');
      const reason = `not checked: getItem: there is no tag or folder ${gone} (errorCode 500)`;
      assert.ok((await tooltip(bot, gone)).includes(reason), await tooltip(bot, gone));

      await run('botTags.removeFromList', { bot, ids: [gone] });
      assert.equal(await nodeOf(bot, gone), undefined);
      assert.equal((await shown(bot, folder)).description, '1');
    });

    it('unmarks a tag that the service has again', async () => {
      const tag = await create('back');
      const item = state.item(tag) ?? assert.fail();
      state.removeItems([tag]);
      await run('botTags.refresh', { bot });
      assert.equal((await shown(bot, tag)).contextValue, 'tag.gone');
      state.addItem(item);
      const drawn = await drawnBy(bot, () => run('botTags.refresh', {}));
      assert.deepEqual(drawn, [`${bot}/${tag}`]);
      assert.equal((await shown(bot, tag)).contextValue, 'tag');
    });

    it('marks nothing when the service refuses the token or cannot be reached', async () => {
      const tag = await create('unmarked');
      await run('botTags.replaceToken', { bot, token: 'wrong' });
      for (const unauthorized of ['http-401', 'ok-401', 'http-403', 'html'] as const) {
        service.switches.unauthorized = unauthorized;
        const message = await failure(run('botTags.refresh', { bot }));
        assert.match(message, /40[13]/);
        assert.equal((await shown(bot, tag)).contextValue, 'tag');
      }
      await service.close();
      assert.match(await failure(run('botTags.refresh', { bot })), /^getItem: no connection/);
      assert.equal((await shown(bot, tag)).contextValue, 'tag');
    });
  });

  it('removes a folder from the list without a request to the service, and keeps its content', async () => {
    const folder = await createFolder('F');
    const tag = await create('T', folder);
    await run('botTags.removeFromList', { bot, ids: [folder, 'tag-unknown'] });
    assert.deepEqual(await idsBelow(bot), [tag]);
    assert.ok(existsInService(folder));
    assert.equal(service.requests.deleteItem, 0);
  });

  it('copies IDs and names, one per line', async () => {
    const [one, two] = [await create('One'), await create('二')];
    assert.equal(await run('botTags.copyId', { bot, ids: [one, two] }), `${one}\n${two}`);
    assert.equal(await vscode.env.clipboard.readText(), `${one}\n${two}`);
    assert.equal(await run('botTags.copyName', { bot, ids: [two, one] }), '二\nOne');
    assert.equal(await vscode.env.clipboard.readText(), '二\nOne');
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { Keyboard } from './keyboard.ts';
import {
  addBot,
  allNodes,
  drawnBy,
  failure,
  idsBelow,
  nodeOf,
  product,
  run,
  shown,
  until,
} from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

function labelOf({ label = '' }: vscode.TreeItem): string {
  return typeof label === 'string' ? label : label.label;
}

describe('Finding tags', () => {
  let service: Sandbox;
  let bot: string;
  const ids: Record<string, string> = {};

  const findPaths = async (query: string, limit?: number): Promise<readonly string[]> => {
    const matches = await run('botTags.goToTag', { bot, query, limit });
    return matches.map(({ path, name }) => [...path, name].join('/'));
  };
  const namesShown = async (): Promise<readonly string[]> => {
    const { tree } = await product();
    const nodes = (await allNodes()).filter((node) => node.bot === bot && node.item !== undefined);
    return Promise.all(nodes.map(async (node) => labelOf(await tree.getTreeItem(node))));
  };

  before(async () => {
    service = await startSandbox({ token: 'find', botId: 'bot-find', customers: 10 });
    bot = await addBot(service);
    const folder = await run('botTags.createFolder', { bot, name: '飲品 Drinks' });
    ids['folder'] = folder;
    for (const [name, parentId] of [
      ['烏龍茶', folder],
      ['Ｔea', folder],
      ['金卡會員', undefined],
      ['Tag 10', undefined],
      ['Tag 2', undefined],
    ] as const) {
      ids[name] = await run('botTags.createTag', { bot, name, parentId });
    }
  });

  afterEach(async () => {
    await run('botTags.clearFilter', {});
    await run('botTags.sortTags', { by: 'name' });
  });

  after(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  describe('Go to Tag, called by a program', () => {
    it('finds by name, ID and folder, in Chinese and in letters of any width', async () => {
      assert.deepEqual(await findPaths('金卡'), ['金卡會員']);
      assert.deepEqual(await findPaths('金員'), ['金卡會員']);
      assert.deepEqual(await findPaths('茶'), ['飲品 Drinks/烏龍茶']);
      assert.deepEqual(await findPaths('drinks 茶'), ['飲品 Drinks/烏龍茶']);
      assert.deepEqual(await findPaths('tea'), ['飲品 Drinks/Ｔea']);
      assert.equal((await findPaths(ids['Tag 2'] ?? ''))[0], 'Tag 2');
      assert.equal((await findPaths('', 2)).length, 2);
      assert.deepEqual(await findPaths('沒有'), []);
    });

    it('returns bot, ID, type and path, and does not change the tree', async () => {
      const { tree } = await product();
      await tree.reveal(bot, ids['金卡會員']);
      const [match] = await run('botTags.goToTag', { query: '烏龍' });
      const [id, path] = [ids['烏龍茶'], ['飲品 Drinks']];
      assert.deepEqual(match, { bot, id, name: '烏龍茶', type: 0, path });
      assert.equal(tree.view.selection[0]?.item, ids['金卡會員']);
    });

    it('finds a tag after its creation, and no longer after its deletion', async () => {
      const id = await run('botTags.createTag', { bot, name: '新的標籤' });
      assert.deepEqual(await findPaths('新的'), ['新的標籤']);
      await run('botTags.deleteItem', { bot, id, confirmed: true });
      assert.deepEqual(await findPaths('新的'), []);
    });

    it('refuses an unknown bot and a limit out of range', async () => {
      const unknownBot = run('botTags.goToTag', { bot: 'nobody', query: '' });
      assert.match(await failure(unknownBot), /There is no bot/);
      assert.match(await failure(run('botTags.goToTag', { query: '', limit: 0 })), /limit: /);
    });
  });

  it('selects the pick of a user in the tree', async () => {
    const { tree } = await product();
    await tree.reveal(bot, ids['金卡會員']);
    const picking = vscode.commands.executeCommand('botTags.goToTag');
    // Without a query, the first entry is the first name. The test accepts it as soon as it is shown.
    const accept = async (): Promise<boolean> => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return tree.view.selection[0]?.item !== ids['金卡會員'];
    };
    await until('another item is selected', accept);
    await picking;
    const { item } = tree.view.selection[0] ?? {};
    const [first] = await run('botTags.goToTag', { query: '' });
    assert.equal(item, first?.id);
  });

  it('reveals an item below a collapsed folder', async () => {
    const { tree } = await product();
    assert.equal(
      await tree.reveal(bot, ids['烏龍茶'] ?? '', { focus: true }),
      false,
      'no filter had to be cleared',
    );
    await until('the item is selected', () => tree.view.selection[0]?.item === ids['烏龍茶']);
  });

  describe('Sort Tags', () => {
    it('sorts by name in both directions, folders first, and redraws the tree immediately', async () => {
      const [folder, t2, t10, gold] = [ids['folder'], ids['Tag 2'], ids['Tag 10'], ids['金卡會員']];
      assert.deepEqual(await idsBelow(bot), [folder, t2, t10, gold]);
      const drawn = await drawnBy(bot, () =>
        run('botTags.sortTags', { by: 'name', isDescending: true }),
      );
      assert.deepEqual(drawn, [undefined], 'the whole tree is redrawn');
      assert.deepEqual(await idsBelow(bot), [folder, gold, t10, t2]);
      await allNodes();
      assert.equal((await product()).tree.view.message, 'Sorted: Name, Z to A');
    });

    it('sorts by creation, as reported by the service, and by last sighting', async () => {
      await run('botTags.refresh', { bot });
      const sortedIds = async (by: 'created' | 'lastSeen', isDescending: boolean) => {
        await run('botTags.sortTags', { by, isDescending });
        return (await idsBelow(bot)).slice(1);
      };
      const created = (id: string | undefined): number =>
        service.items().find((item) => item.id === id)?.created ?? 0;
      const oldest = [ids['金卡會員'], ids['Tag 10'], ids['Tag 2']].toSorted(
        (a, b) => created(a) - created(b),
      );
      const ascending = await sortedIds('created', false);
      assert.deepEqual(ascending.map(created), oldest.map(created));
      assert.deepEqual(
        (await sortedIds('created', true)).map(created),
        oldest.toReversed().map(created),
      );
      const tag = ids['Tag 10'] ?? '';
      await until(
        'the clock has advanced, so that the sighting of this tag is the latest',
        async () => {
          await run('botTags.addExisting', { bot, id: tag });
          return (await sortedIds('lastSeen', true))[0] === tag;
        },
      );
      assert.equal((await sortedIds('lastSeen', false)).at(-1), tag);
    });

    it('is stored for this window', async () => {
      await run('botTags.sortTags', { by: 'lastSeen', isDescending: true });
      const { context } = await product();
      const stored = context.workspaceState.get('tree.sort');
      assert.deepEqual(stored, { by: 'lastSeen', isDescending: true });
    });
  });

  describe('Filter Tags', () => {
    it('shows matches with the folders above them, and states the filter in the view', async () => {
      const counts = await run('botTags.filterTags', { text: '茶' });
      assert.equal(counts.shown, 1);
      assert.deepEqual(await namesShown(), ['飲品 Drinks', '烏龍茶']);
      const { tree } = await product();
      assert.equal((await shown(bot, ids['folder'])).description, '1');
      await until('the view states the filter', () => tree.view.message !== undefined);
      assert.equal(tree.view.message, `Filtered: "茶"; 1 of ${counts.total}`);
      await run('botTags.clearFilter', {});
      assert.equal((await namesShown()).length, 6);
      await until('the view states no filter', () => (tree.view.message ?? '') === '');
    });

    it('filters by source and by "gone"', async () => {
      const goneTag = await run('botTags.createTag', { bot, name: 'to be gone' });
      await resOf(service, 'DELETE', `/v1/api/tag/${goneTag}`);
      await run('botTags.refresh', { bot });
      await run('botTags.filterTags', { gone: true });
      assert.deepEqual(await namesShown(), ['to be gone']);
      const { shown: countWithoutGone, total } = await run('botTags.filterTags', { gone: false });
      assert.equal(countWithoutGone, total - 1);
      assert.ok(!(await namesShown()).includes('to be gone'));
      await run('botTags.filterTags', { sources: ['seen', 'file'] });
      assert.deepEqual(await namesShown(), []);
      await run('botTags.filterTags', { sources: ['created'] });
      assert.equal((await namesShown()).length, 7);
      await run('botTags.removeFromList', { bot, ids: [goneTag] });
      assert.equal((await namesShown()).length, 6);
    });

    it('follows the creation and deletion of items', async () => {
      await run('botTags.filterTags', { text: '咖啡' });
      assert.deepEqual(await namesShown(), []);
      const id = await run('botTags.createTag', {
        bot,
        name: '手沖咖啡',
        parentId: ids['folder'],
      });
      assert.deepEqual(await namesShown(), ['飲品 Drinks', '手沖咖啡']);
      await run('botTags.deleteItem', { bot, id, confirmed: true });
      assert.deepEqual(await namesShown(), []);
    });

    it('ends if it hides the item to reveal', async () => {
      const { tree } = await product();
      await run('botTags.filterTags', { text: '烏龍' });
      assert.equal(
        await tree.reveal(bot, ids['烏龍茶'] ?? '', { focus: true }),
        false,
        'the filter shows this item, so the filter is kept',
      );
      assert.equal(await tree.reveal(bot, ids['金卡會員'] ?? '', { focus: true }), true);
      await until('the item is selected', () => tree.view.selection[0]?.item === ids['金卡會員']);
      assert.ok(await nodeOf(bot, ids['Tag 2']));
    });

    it('ends with a message if it hides the item that a user goes to', async () => {
      const { tree } = await product();
      const recorder = new WindowRecorder();
      await run('botTags.filterTags', { text: '烏龍' });
      recorder.start();
      try {
        const keyboard = new Keyboard(recorder);
        const done = vscode.commands.executeCommand('botTags.goToTag');
        await keyboard.pick('金卡會員');
        await done;
      } finally {
        recorder.stop();
      }
      assert.equal(tree.view.selection[0]?.item, ids['金卡會員']);
      assert.deepEqual(recorder.shown.at(-1), [
        'statusBar',
        '$(check) The filter was cleared to show 金卡會員.',
      ]);
      assert.equal((await namesShown()).length, 6);
    });

    it('is stored for this window, unless it filters nothing', async () => {
      const { context } = await product();
      await run('botTags.filterTags', { text: '茶', sources: ['created'], gone: false });
      const stored = { text: '茶', sources: ['created'], gone: false };
      assert.deepEqual(context.workspaceState.get('tree.filter'), stored);
      const { shown: shownCount, total } = await run('botTags.filterTags', { text: ' ' });
      assert.equal(shownCount, total);
      assert.equal(context.workspaceState.get('tree.filter'), undefined);
    });

    it('refuses unknown sources', async () => {
      const wrong = vscode.commands.executeCommand('botTags.filterTags', { sources: ['moon'] });
      assert.match(await failure(Promise.resolve(wrong)), /sources\.0: /);
    });
  });
});

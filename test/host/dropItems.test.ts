import assert from 'node:assert/strict';
import { lazy } from '../../src/base/promises.ts';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { MemoryCatalogue } from '../../src/catalogue/store/memoryStores.ts';
import { TreeNode } from '../../src/catalogue/ui/treeNode.ts';
import { dropItems } from '../../src/tags/ui/moveItems.ts';
import type { BotTree } from '../../src/catalogue/ui/treeView.ts';
import { BOT, FakeClock, folderOf, itemOf } from '../unit/base/fakes.ts';
import { putBot, putItem } from '../unit/base/put.ts';
import { failure } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const OTHER_BOT = { ...BOT, key: 'other', botId: 'bot-2' };

describe('dropItems', () => {
  const recorder = new WindowRecorder();
  let catalogue: Catalogue;
  let revealed: (readonly [bot: string, item: string | undefined])[];

  beforeEach(() => {
    catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
    revealed = [];
    for (const bot of [BOT, OTHER_BOT]) putBot(catalogue, bot);
    putItem(catalogue, folderOf('folder'));
    putItem(catalogue, folderOf('inside', { parentId: 'folder' }));
    for (const id of ['tea', 'coffee']) putItem(catalogue, itemOf(id));
    recorder.start();
  });

  afterEach(() => recorder.stop());

  const node = (id?: string): TreeNode => new TreeNode(BOT.key, id ?? null);

  /** Drops nodes on a target of a tree that records which items it reveals. */
  async function drop(target: TreeNode | undefined, ...nodes: readonly TreeNode[]): Promise<void> {
    const reveal = async (bot: string, item?: string): Promise<boolean> => {
      revealed.push([bot, item]);
      return false;
    };
    const tree = { reveal } as unknown as BotTree;
    await dropItems({ catalogue: lazy(() => Promise.resolve(catalogue)), tree }, nodes, target);
  }

  const idsIn = (folderId: string | null): readonly string[] =>
    catalogue.children(BOT.key, folderId).map(({ id }) => id);

  it('moves several items, and a folder with its content', async () => {
    await drop(node('inside'), node('tea'), node('coffee'));
    assert.deepEqual(idsIn('inside').toSorted(), ['coffee', 'tea']);
    await drop(node(), node('inside'), node('tea'));
    assert.deepEqual(idsIn(null).toSorted(), ['folder', 'inside']);
    assert.deepEqual(idsIn('inside').toSorted(), ['coffee', 'tea']);
    assert.deepEqual(revealed.at(-1), [BOT.key, 'inside']);
  });

  const refusals: readonly [
    title: string,
    target: TreeNode | undefined,
    dropped: TreeNode,
    reason: string,
  ][] = [
    [
      'a folder inside itself',
      node('inside'),
      node('folder'),
      'A folder cannot be moved into itself. Select another folder.',
    ],
    [
      'an item on a tag',
      node('coffee'),
      node('tea'),
      'The items cannot be moved there. Drop the items on a folder of the same bot. To move the items out of their folder, drop them on the bot.',
    ],
    [
      'an item below all rows',
      undefined,
      node('tea'),
      'The items cannot be moved there. Drop the items on a folder of the same bot. To move the items out of their folder, drop them on the bot.',
    ],
    [
      'an item on another bot',
      new TreeNode(OTHER_BOT.key, null),
      node('tea'),
      'The items cannot be moved there. Drop the items on a folder of the same bot. To move the items out of their folder, drop them on the bot.',
    ],
    [
      'a bot on a folder',
      node('folder'),
      new TreeNode(OTHER_BOT.key, null),
      'This action works only on tags and folders. Select a tag or folder.',
    ],
  ];

  for (const [title, target, dropped, reason] of refusals) {
    it(`refuses ${title} and reports the reason`, async () => {
      const idsBefore = [idsIn(null), idsIn('folder'), idsIn('inside')];
      assert.equal(await failure(drop(target, dropped)), reason);
      assert.deepEqual([idsIn(null), idsIn('folder'), idsIn('inside')], idsBefore);
      assert.deepEqual(revealed, []);
    });
  }
});

import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { FOLDER, TAG } from '../../../src/base/model.ts';
import { cleanUp } from '../cleanup.ts';
import { closedPortUrl } from '../service/rawServer.ts';
import { openClient, SIGNAL } from '../service/client.ts';
import { openTree, treeOver } from '../base/trees.ts';
import { BOT, fakeService, itemOf, findsEveryItem } from '../base/fakes.ts';
import { putBot, putItem } from '../base/put.ts';

/** ID of the tag VIP, which every sandbox has. */
const SANDBOX_TAG = 'tag--PTfLM4wQ';

describe('ItemActions before a delete request', () => {
  afterEach(cleanUp);

  /** Opens a catalogue with a tag that only a workspace file lists, in a bot with another ID than in the sandbox. */
  async function openWithListedTag(id: string, botId: string) {
    const tree = await openTree();
    const bot = { ...tree.bot, botId };
    putBot(tree.catalogue, bot);
    putItem(tree.catalogue, itemOf(id, { name: 'Claimed', source: 'file', lastSeen: null }));
    return { ...tree, bot };
  }

  /** Returns the error of a delete that was refused before its request was sent. */
  async function refusalOf(step: Promise<unknown>): Promise<ServiceError> {
    const error: unknown = await step.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ServiceError, String(error));
    assert.deepEqual([error.endpoint, error.outcome], ['deleteItem', 'not-sent']);
    return error;
  }

  it('sends no delete for a folder that is listed as a tag, and then shows it as a folder', async () => {
    const { actions, bot, catalogue, ids, sandbox } = await openTree();
    const { outer = '' } = ids;
    catalogue.removeItems([{ bot: bot.key, id: outer }]);
    putItem(catalogue, itemOf(outer, { source: 'file', lastSeen: null, namedAt: null }));
    const error = await refusalOf(actions.delete(bot, { id: outer, type: TAG }, SIGNAL));
    assert.deepEqual(error.problem, { kind: 'other-type', id: outer, type: FOLDER });
    assert.equal(sandbox.requests.deleteItem, 0);
    assert.equal(catalogue.item(bot.key, outer)?.type, FOLDER);
    await actions.delete(bot, { id: outer, type: FOLDER }, SIGNAL);
    assert.equal(sandbox.requests.deleteItem, 1);
  });

  it('sends no delete for an item of an unknown type', async () => {
    const unknownType = 9;
    const service = fakeService({ getItem: findsEveryItem(unknownType) });
    const { actions } = treeOver(service, BOT);
    const error = await refusalOf(actions.delete(BOT, { id: 't', type: TAG }, SIGNAL));
    assert.deepEqual(error.problem, { kind: 'other-type', id: 't', type: unknownType });
  });

  it('sends no delete for an item that belongs to another bot in the service, and marks the item', async () => {
    const { actions, bot, catalogue, sandbox } = await openWithListedTag(SANDBOX_TAG, 'bot-a');
    const error = await refusalOf(actions.delete(bot, { id: SANDBOX_TAG, type: TAG }, SIGNAL));
    assert.equal(error.problem.kind, 'other-bot');
    assert.equal(sandbox.requests.deleteItem, 0);
    assert.equal(catalogue.item(bot.key, SANDBOX_TAG)?.state, 'error');
  });

  for (const guard of ['read-only', 'production'] as const) {
    it(`sends no request at all for an item in the list of another bot that is ${guard}`, async () => {
      const { actions, bot, catalogue, ids, sandbox } = await openTree();
      const { tag = '' } = ids;
      const isReadOnly = guard === 'read-only';
      const other = { ...bot, key: 'other', botId: 'b', label: 'Other', isReadOnly };
      putBot(catalogue, { ...other, environment: isReadOnly ? '' : 'Prod' });
      putItem(catalogue, itemOf(tag, { bot: 'other' }));
      const error = await refusalOf(actions.delete(bot, { id: tag, type: TAG }, SIGNAL));
      const problem = { kind: 'guarded-elsewhere', id: tag, label: 'Other', guard };
      assert.deepEqual(error.problem, problem);
      assert.deepEqual([sandbox.requests.deleteItem, sandbox.requests.getItem], [0, 0]);
      // An item with this ID in another service is another item, so the lock of that bot does not matter.
      putBot(catalogue, { ...other, environment: '', baseUrl: 'https://elsewhere.example' });
      await actions.delete(bot, { id: tag, type: TAG }, SIGNAL);
    });
  }

  it('marks an item that the service does not have, and rejects with that error', async () => {
    const { actions, bot, catalogue, list } = await openTree();
    catalogue.recordCreated(bot.key, 'tag-x', { name: 'x', type: TAG });
    await assert.rejects(actions.delete(bot, { id: 'tag-x' }, SIGNAL), (error) =>
      ServiceError.isGone(error),
    );
    assert.ok(list().includes('x in bot: gone'));
    const existing = await openTree();
    const id = existing.ids['other'] ?? '';
    await existing.actions.delete(existing.bot, { id, type: TAG }, SIGNAL);
    assert.ok(!existing.list().includes('other in bot'), 'an existing item is deleted');
  });

  it('reports that nothing was sent if the check cannot reach the service', async () => {
    const { actions } = treeOver(openClient(await closedPortUrl()).service, BOT);
    const error = await refusalOf(actions.delete(BOT, { id: 't', type: TAG }, SIGNAL));
    assert.equal(error.problem.kind, 'connect');
  });

  it('checks items known only from a workspace file once, before a confirmation is shown', async () => {
    const { actions, bot, catalogue, ids, sandbox } = await openTree();
    const { outer = '', other = '' } = ids;
    putItem(catalogue, itemOf(outer, { source: 'file', lastSeen: null, namedAt: null }));
    const items = () => [outer, other].flatMap((id) => catalogue.item(bot.key, id) ?? []);
    await actions.confirm(bot, items(), SIGNAL);
    assert.deepEqual(
      items().map(({ type }) => type),
      [FOLDER, TAG],
    );
    await actions.confirm(bot, items(), SIGNAL);
    assert.equal(sandbox.requests.getItem, 1);
  });
});

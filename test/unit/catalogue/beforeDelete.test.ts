import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { FOLDER, TAG } from '../../../src/base/model.ts';
import { cleanUp } from '../cleanup.ts';
import { closedPortUrl } from '../service/rawServer.ts';
import { openClient, SIGNAL } from '../service/client.ts';
import { openTree, treeOver } from '../base/trees.ts';
import { BOT, fakeService, itemOf, findsEveryItem } from '../base/fakes.ts';
import { putBot, putItem } from '../base/put.ts';

describe('ItemActions before a delete request', () => {
  afterEach(cleanUp);

  async function openClaimed(
    id: string,
    change: { readonly botId?: string; readonly type?: number },
  ) {
    const tree = await openTree();
    const bot = { ...tree.bot, ...(change.botId === undefined ? {} : { botId: change.botId }) };
    putBot(tree.catalogue, bot);
    const type = change.type ?? TAG;
    putItem(tree.catalogue, itemOf(id, { name: 'Claimed', type, source: 'file', lastSeen: null }));
    return { ...tree, bot };
  }

  async function refusalOf(step: Promise<unknown>): Promise<ServiceError> {
    const error: unknown = await step.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(ServiceError.is(error), String(error));
    assert.deepEqual([error.endpoint, error.outcome], ['deleteItem', 'not-sent']);
    return error;
  }

  it('sends no delete for a folder that is listed as a tag, and then shows it as a folder', async () => {
    const { actions, bot, catalogue, ids, sandbox } = await openTree();
    const { outer = '' } = ids;
    catalogue.removeItems(bot.key, [outer]);
    putItem(catalogue, itemOf(outer, { source: 'file', lastSeen: null, namedAt: null }));
    const error = await refusalOf(actions.delete(bot, { id: outer, type: TAG }, SIGNAL));
    assert.deepEqual(error.problem, { kind: 'other-type', id: outer, type: FOLDER });
    assert.equal(sandbox.requests.deleteItem, 0);
    assert.equal(catalogue.item(bot.key, outer)?.type, FOLDER);
    await actions.delete(bot, { id: outer, type: FOLDER }, SIGNAL);
    assert.equal(sandbox.requests.deleteItem, 1);
  });

  it('sends no delete for an item of an unknown type', async () => {
    const service = fakeService({ getItem: findsEveryItem(9) });
    const { actions } = treeOver(service, BOT);
    const error = await refusalOf(actions.delete(BOT, { id: 't', type: TAG }, SIGNAL));
    assert.deepEqual(error.problem, { kind: 'other-type', id: 't', type: 9 });
  });

  it('sends no delete for an item that belongs to another bot in the service, and marks the item', async () => {
    const { actions, bot, catalogue, sandbox } = await openClaimed('tag--PTfLM4wQ', {
      botId: 'bot-a',
    });
    const error = await refusalOf(actions.delete(bot, { id: 'tag--PTfLM4wQ', type: TAG }, SIGNAL));
    assert.equal(error.problem.kind, 'other-bot');
    assert.equal(sandbox.requests.deleteItem, 0);
    assert.equal(catalogue.item(bot.key, 'tag--PTfLM4wQ')?.state, 'error');
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
      putBot(catalogue, { ...other, environment: '', baseUrl: 'https://elsewhere.example' });
      await actions.delete(bot, { id: tag, type: TAG }, SIGNAL);
    });
  }

  it('marks an item that the service does not have, and rejects with that error', async () => {
    const { actions, bot, list, ids } = await openTree();
    await actions.delete(bot, { id: ids['other'] ?? '', type: TAG }, SIGNAL);
    const { actions: again, catalogue, list: listAgain } = await openTree();
    catalogue.recordCreated(bot.key, 'tag-x', { name: 'x', type: TAG });
    await assert.rejects(again.delete(bot, { id: 'tag-x' }, SIGNAL), (error) =>
      ServiceError.isGone(error),
    );
    assert.ok(listAgain().includes('x in bot: gone'));
    assert.ok(!list().includes('other in bot'));
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

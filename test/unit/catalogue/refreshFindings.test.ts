import assert from 'node:assert/strict';

import { ServiceError } from '../../../src/base/errors.ts';
import { TAG } from '../../../src/base/model.ts';
import { idsUncheckedFirst } from '../../../src/catalogue/itemActions.ts';
import { SIGNAL } from '../service/client.ts';
import { BOT, fakeService, itemOf } from '../base/fakes.ts';
import { putItem } from '../base/put.ts';
import { treeOver } from '../base/trees.ts';

const { botId } = BOT;
/** Answers of the service by item ID: fields of the item, or the status of an error. The list has each ID as name. */
const ANSWERS = {
  same: { botId, name: 'same' },
  renamed: { botId, name: 'New' },
  moved: { botId: 'bot-2', name: 'moved' },
  gone: 404,
  failed: 503,
} as const;

describe('ItemActions.refresh: findings', () => {
  it('reports each difference between the list and the service, and nothing else', async () => {
    const service = fakeService({
      getItem: async (id) => {
        const answer = ANSWERS[id as keyof typeof ANSWERS];
        if (typeof answer === 'object') return { id, type: TAG, created: 1, ...answer };
        const problem = { kind: 'failure', httpStatus: answer, errorCode: answer } as const;
        throw new ServiceError('getItem', { ...problem, errorMessage: undefined }, 'refused');
      },
    });
    const { actions, catalogue, list } = treeOver(service, BOT);
    const ids = Object.keys(ANSWERS);
    for (const id of ids) catalogue.recordCreated(BOT.key, id, { name: id, type: TAG });
    const progress: string[] = [];
    const { checked, findings } = await actions.refresh(BOT, ids, SIGNAL, (done, of) => {
      progress.push(`${done}/${of}`);
    });
    assert.deepEqual([checked, progress], [5, ['1/5', '2/5', '3/5', '4/5', '5/5']]);
    assert.deepEqual(
      findings.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
      [
        { id: 'renamed', kind: 'renamed' },
        { id: 'moved', kind: 'wrong-bot', botId: 'bot-2' },
        { id: 'gone', kind: 'gone' },
        { id: 'failed', kind: 'failed' },
      ],
    );
    assert.deepEqual(list(), [
      'New in bot',
      'failed in bot: error',
      'gone in bot: gone',
      'moved in bot: error',
      'same in bot',
    ]);
  });

  it('checks items without details from the service, or with errors, first', async () => {
    const requestedIds: string[] = [];
    const service = fakeService({
      getItem: (id) => {
        requestedIds.push(id);
        return Promise.resolve({ id, name: id, botId: BOT.botId, type: TAG, created: 1 });
      },
    });
    const { actions, catalogue } = treeOver(service, BOT);
    for (const id of ['a', 'b', 'c', 'd'])
      putItem(catalogue, itemOf(id, { created: id === 'c' ? null : 1 }));
    catalogue.mark(BOT.key, 'd', 'error', 'busy');
    await actions.refresh(BOT, idsUncheckedFirst(catalogue.items(BOT.key)), SIGNAL);
    assert.deepEqual(
      [requestedIds.slice(0, 2).sort(), requestedIds.slice(2).sort()],
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    );
  });
});

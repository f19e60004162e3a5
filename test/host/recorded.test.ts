import assert from 'node:assert/strict';
import { NotRecordedError } from '../../src/catalogue/itemActions.ts';
import { BusyError } from '../../src/base/errors.ts';
import { describeError } from '../../src/errors/ui/describeError.ts';
import { failure, idsBelow, run, shown, startServer } from './product.ts';

describe('Item that the service has created', () => {
  it('is reported if its ID is already in the list, which is not changed', async () => {
    const server = await startServer((_request, response) => {
      response.end('{"res":{"id":"tag-1"},"status":200}');
    });
    const added = { baseUrl: server.baseUrl, botId: 'bot-r', token: 'any', check: false };
    const bot = await run('botTags.addBot', added);
    try {
      await run('botTags.createTag', { bot, name: 'First' });
      const message = await failure(run('botTags.createFolder', { bot, name: 'Second' }));
      assert.equal(
        message,
        'the service answered with the ID of an item that is in the list already: tag-1, First',
      );
      assert.equal((await shown(bot, 'tag-1')).label, 'First');
      assert.deepEqual(await idsBelow(bot), ['tag-1']);
    } finally {
      await run('botTags.removeBot', { bot, confirmed: true });
      await server.close();
    }
  });

  it('is reported with its ID if it could not be added to the list', () => {
    const created = describeError(new NotRecordedError('created', 'tag-9', new BusyError()));
    assert.match(created, /with the ID tag-9, .* locked .*"Add Existing Item by ID…"/);
    const deleted = describeError(new NotRecordedError('deleted', 'tag-9', new Error('why')));
    assert.match(deleted, /deleted tag-9, .* \(why\)\. Use "Refresh"/);
  });
});

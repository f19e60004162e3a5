import assert from 'node:assert/strict';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { ConfirmedTags } from '../../../src/catalogue/confirmedTags.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import { FOLDER, TAG, type CatalogueItem, type RemoteItem } from '../../../src/base/model.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { SIGNAL, USER } from '../service/client.ts';
import { BOT, FakeClock, fakeService, itemOf } from '../base/fakes.ts';
import { putBot, putItem } from '../base/put.ts';

/** Tag from a workspace file, which the service has not returned yet. */
const FROM_FILE = { source: 'file', lastSeen: null } as const satisfies Partial<CatalogueItem>;

/**
 * Opens a catalogue with one bot, and a service that returns each requested tag with the changes in `remote`.
 * @returns `sent`: requests in order. `guarded`: guards the service as a new window would.
 */
function open(remote: Partial<RemoteItem> = {}) {
  const catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
  putBot(catalogue, BOT);
  const sent: string[] = [];
  const plain = fakeService({
    getItem: async (id) => {
      sent.push(`get ${id}`);
      return { id, name: 'As the service says', botId: BOT.botId, type: TAG, ...remote };
    },
    attachTag: async (id) => void sent.push(`attach ${id}`),
    detachTag: async (id) => void sent.push(`detach ${id}`),
  });
  const guarded = () => new ConfirmedTags(catalogue, BOT).guard(plain);
  return { catalogue, sent, guarded };
}

describe('ConfirmedTags', () => {
  for (const source of ['created', 'added', 'sandbox', 'seen'] as const) {
    it(`reads nothing when the tag was ${source}`, async () => {
      const { catalogue, sent, guarded } = open();
      putItem(catalogue, itemOf('t', { source, lastSeen: null }));
      await guarded().attachTag('t', USER, SIGNAL);
      assert.deepEqual(sent, ['attach t']);
    });
  }

  it('reads nothing when the service has already returned a tag from a workspace file', async () => {
    const { catalogue, sent, guarded } = open();
    putItem(catalogue, itemOf('t', { source: 'file', lastSeen: 5 }));
    await guarded().detachTag('t', USER, SIGNAL);
    assert.deepEqual(sent, ['detach t']);
  });

  it('reads once for a tag that only a workspace file lists, also for the next window', async () => {
    const { catalogue, sent, guarded } = open();
    putItem(catalogue, itemOf('t', FROM_FILE));
    const service = guarded();
    for (const verb of ['attachTag', 'detachTag', 'attachTag'] as const) {
      await service[verb]('t', USER, SIGNAL);
    }
    await guarded().attachTag('t', USER, SIGNAL);
    assert.deepEqual(sent, ['get t', 'attach t', 'detach t', 'attach t', 'attach t']);
    assert.equal(catalogue.item(BOT.key, 't')?.name, 'As the service says');
  });

  it('sends the write even if the result of the read cannot be stored', async () => {
    const { catalogue, sent, guarded } = open();
    catalogue.recordChecked = () => {
      throw new Error('locked');
    };
    await guarded().attachTag('t', USER, SIGNAL);
    assert.deepEqual(sent, ['get t', 'attach t']);
  });

  it('reads once for an unlisted tag, and does not add it to the list', async () => {
    const { catalogue, sent, guarded } = open();
    const service = guarded();
    await service.attachTag('t', USER, SIGNAL);
    await service.detachTag('t', USER, SIGNAL);
    assert.deepEqual(sent, ['get t', 'attach t', 'detach t']);
    assert.equal(catalogue.item(BOT.key, 't'), undefined);
  });

  for (const [remote, kind] of [
    [{ botId: 'bot-2' }, 'other-bot'],
    [{ type: FOLDER }, 'other-type'],
    [{ type: 9 }, 'other-type'],
  ] as const) {
    it(`sends no write when the service returns ${JSON.stringify(remote)}`, async () => {
      const { catalogue, sent, guarded } = open(remote);
      putItem(catalogue, itemOf('t', FROM_FILE));
      const service = guarded();
      for (const verb of ['attachTag', 'detachTag', 'attachTag'] as const) {
        await assert.rejects(
          service[verb]('t', USER, SIGNAL),
          (error) =>
            error instanceof ServiceError &&
            error.problem.kind === kind &&
            error.endpoint === verb &&
            error.outcome === 'not-sent',
        );
      }
      assert.deepEqual(sent, ['get t', 'get t', 'get t']);
    });
  }

  it('does not read when the bot is read-only', async () => {
    const { catalogue, sent, guarded } = open();
    putBot(catalogue, { ...BOT, isReadOnly: true });
    await assert.rejects(guarded().attachTag('t', USER, SIGNAL), (error) =>
      ServiceError.isReadOnly(error),
    );
    assert.deepEqual(sent, []);
  });
});

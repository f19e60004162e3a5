import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { Bot } from '../../../../src/base/model.ts';
import { NO_VOCABULARY, type Vocabulary } from '../../../../src/search/segment.ts';
import type { PanelMessage } from '../../../../src/customers/gridMessages.ts';
import { GridFeed } from '../../../../src/customers/ui/gridFeed.ts';

const BOT: Bot = {
  key: 'shop',
  baseUrl: '',
  botId: 'shop',
  label: 'Shop',
  kind: 'sandbox',
  environment: '',
  isReadOnly: false,
  origin: 'sandbox',
  isConfirmed: true,
  created: 0,
};
const TAGS = [{ id: 't1', name: 'VIP' }];

describe('GridFeed', () => {
  function createFeed(vocabularyOf: () => Promise<Vocabulary>) {
    const posted: PanelMessage['type'][] = [];
    const steps: Promise<void>[] = [];
    const changed = new Emitter<void>();
    const changedNames = new Emitter<string>();
    const segments = {
      savedOf: () => [],
      vocabularyOf,
      reportZone: () => undefined,
      onDidChange: changed.event,
      onDidChangeNames: changedNames.event,
      save: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    };
    const page = { post: ({ type }: PanelMessage) => void posted.push(type) };
    const gridFeed = new GridFeed({ bot: BOT, generation: 1 }, page, segments, async (step) => {
      steps.push(step().catch(() => undefined));
      await Promise.all(steps);
    });
    const settled = () => Promise.all(steps);
    return { gridFeed, posted, settled, changed, changedNames };
  }

  it('posts the names of tags before the tags to show, which are displayed by their names', async () => {
    const { gridFeed, posted, settled } = createFeed(() => Promise.resolve(NO_VOCABULARY));
    gridFeed.show({ type: 'showTags', tags: TAGS });
    gridFeed.start();
    assert.deepEqual(posted, ['segments']);
    await settled();
    assert.deepEqual(posted, ['segments', 'vocabulary', 'showTags']);
    gridFeed.show({ type: 'showTags', tags: TAGS });
    assert.equal(posted.at(-1), 'showTags');
    assert.equal(posted.length, 4, 'later tags are posted immediately');
    gridFeed.dispose();
  });

  it('posts the tags to show even if the names cannot be read', async () => {
    const { gridFeed, posted, settled } = createFeed(() => Promise.reject(new Error('no list')));
    gridFeed.start();
    gridFeed.show({ type: 'showTags', tags: TAGS });
    await settled();
    assert.deepEqual(posted, ['segments', 'showTags']);
    gridFeed.dispose();
  });

  it('posts changed segments until it is stopped, and everything again to a new grid', async () => {
    const { gridFeed, posted, settled, changed } = createFeed(() => Promise.resolve(NO_VOCABULARY));
    changed.fire();
    assert.deepEqual(posted, [], 'not before the start');
    gridFeed.start();
    await settled();
    changed.fire();
    assert.deepEqual(posted.splice(0), ['segments', 'vocabulary', 'segments']);
    gridFeed.stop();
    changed.fire();
    gridFeed.show({ type: 'showTags', tags: TAGS });
    assert.deepEqual(posted, [], 'not while it is stopped');
    gridFeed.start();
    gridFeed.show({ type: 'showTags', tags: TAGS });
    assert.deepEqual(posted, ['segments'], 'the tags to show wait for the names');
    await settled();
    assert.deepEqual(posted.splice(0), ['segments', 'vocabulary', 'showTags']);
    changed.fire();
    gridFeed.start();
    await settled();
    assert.deepEqual(posted, ['segments', 'segments', 'vocabulary'], 'the tags are shown once');
    gridFeed.dispose();
  });

  it('reads changed names of its own bot, together and until it is stopped', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let reads = 0;
      const { gridFeed, settled, changedNames } = createFeed(() => {
        reads++;
        return Promise.resolve(NO_VOCABULARY);
      });
      gridFeed.start();
      await settled();
      for (const key of ['other', BOT.key, BOT.key]) changedNames.fire(key);
      assert.equal(reads, 1);
      mock.timers.tick(1000);
      assert.equal(reads, 2);
      changedNames.fire('other');
      mock.timers.tick(1000);
      assert.equal(reads, 2, 'names of another bot');
      changedNames.fire(BOT.key);
      gridFeed.stop();
      mock.timers.tick(1000);
      assert.equal(reads, 2, 'names while it is stopped');
      gridFeed.dispose();
      changedNames.fire(BOT.key);
      mock.timers.tick(1000);
      assert.equal(reads, 2, 'names after it was disposed of');
      await settled();
    } finally {
      mock.timers.reset();
    }
  });
});

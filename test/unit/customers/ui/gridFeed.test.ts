import assert from 'node:assert/strict';
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
    const segments = {
      savedOf: () => [],
      vocabularyOf,
      reportZone: () => undefined,
      onDidChange: new Emitter<void>().event,
      onDidChangeNames: new Emitter<string>().event,
      save: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    };
    const page = { post: ({ type }: PanelMessage) => void posted.push(type) };
    const gridFeed = new GridFeed({ bot: BOT, generation: 1 }, page, segments, async (step) => {
      steps.push(step().catch(() => undefined));
      await Promise.all(steps);
    });
    return { gridFeed, posted, settled: () => Promise.all(steps) };
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
});

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Bot, CatalogueItem } from '../../../../src/base/model.ts';
import { type CatalogueChange, Emitter } from '../../../../src/base/ports.ts';
import type { PanelMessage } from '../../../../src/customers/gridMessages.ts';
import { GridFeed } from '../../../../src/customers/ui/gridFeed.ts';
import { itemOf } from '../../base/fakes.ts';

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
  function createFeed(items: () => readonly CatalogueItem[] = () => []) {
    const posted: PanelMessage['type'][] = [];
    const errors: unknown[] = [];
    const changed = new Emitter<void>();
    const changedItems = new Emitter<readonly CatalogueChange[]>();
    const services = {
      segments: { segmentsOf: () => [], onDidChange: changed.event },
      catalogue: { namedItems: items, onDidChange: changedItems.event },
    };
    const page = {
      isReady: false,
      post: ({ type }: PanelMessage) => void (page.isReady && posted.push(type)),
    };
    const gridFeed = new GridFeed({ bot: BOT, generation: 1 }, page, services, async (step) => {
      try {
        step();
      } catch (error) {
        errors.push(error);
      }
    });
    const start = (): void => {
      page.isReady = true;
      gridFeed.start();
    };
    const stop = (): void => {
      page.isReady = false;
      gridFeed.stop();
    };
    return { gridFeed, start, stop, posted, errors, changed, changedItems };
  }

  it('posts the names of tags before the tags to show, which are displayed by their names', () => {
    const { gridFeed, start, posted } = createFeed();
    gridFeed.show({ type: 'showTags', tags: TAGS });
    assert.deepEqual(posted, []);
    start();
    assert.deepEqual(posted, ['segments', 'vocabulary', 'showTags']);
    gridFeed.show({ type: 'showTags', tags: TAGS });
    assert.equal(posted.at(-1), 'showTags');
    assert.equal(posted.length, 4, 'later tags are posted immediately');
    gridFeed.dispose();
  });

  it('posts the tags to show even if the names cannot be read', () => {
    const noList = new Error('no list');
    const { gridFeed, start, posted, errors } = createFeed(() => {
      throw noList;
    });
    gridFeed.show({ type: 'showTags', tags: TAGS });
    start();
    assert.deepEqual(posted, ['segments', 'showTags']);
    assert.deepEqual(errors, [noList]);
    gridFeed.dispose();
  });

  it('posts changed segments until it is stopped, and everything again to a new grid', () => {
    const { gridFeed, start, stop, posted, changed } = createFeed();
    changed.fire();
    assert.deepEqual(posted, [], 'not before the start');
    start();
    changed.fire();
    assert.deepEqual(posted.splice(0), ['segments', 'vocabulary', 'segments']);
    stop();
    changed.fire();
    gridFeed.show({ type: 'showTags', tags: TAGS });
    assert.deepEqual(posted, [], 'not while it is stopped');
    start();
    assert.deepEqual(posted.splice(0), ['segments', 'vocabulary', 'showTags']);
    changed.fire();
    start();
    assert.deepEqual(posted, ['segments', 'segments', 'vocabulary'], 'the tags are shown once');
    gridFeed.dispose();
    posted.length = 0;
    changed.fire();
    assert.deepEqual(posted, [], 'not after it was disposed of');
  });

  it('reads changed names of its own bot, together and until it is stopped', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let reads = 0;
      let name = 'Old';
      const { gridFeed, start, stop, posted, changedItems } = createFeed(() => {
        reads++;
        return [itemOf('t1', { name })];
      });
      const change = (bot: string): void => changedItems.fire([{ bot }]);
      start();
      for (const key of ['other', BOT.key, BOT.key]) change(key);
      assert.equal(reads, 1);
      mock.timers.tick(1000);
      assert.equal(reads, 2);
      assert.deepEqual(posted.splice(0), ['segments', 'vocabulary'], 'the same names once');
      change('other');
      mock.timers.tick(1000);
      assert.equal(reads, 2, 'names of another bot');
      name = 'New';
      change(BOT.key);
      mock.timers.tick(1000);
      assert.deepEqual([reads, ...posted.splice(0)], [3, 'vocabulary']);
      change(BOT.key);
      stop();
      change(BOT.key);
      mock.timers.tick(1000);
      assert.equal(reads, 3, 'names while it is stopped');
      gridFeed.dispose();
      change(BOT.key);
      mock.timers.tick(1000);
      assert.equal(reads, 3, 'names after it was disposed of');
    } finally {
      mock.timers.reset();
    }
  });
});

import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { sandboxSeedItems } from '../../src/sandbox/seedItems.ts';
import { MEMBERSHIP, VIP } from '../support/sandboxItems.ts';
import {
  allNodes,
  closeEditors,
  failure,
  idsBelow,
  nodeOf,
  product,
  run,
  shown,
  tooltip,
} from './product.ts';

/** Tag that the extension lists as deleted, and that the sandbox does not have. */
const GONE_TAG = 'tag-9aLunarNY';
const user = { rawUid: 'U1', pageId: 'page', channel: 'line' } as const;

describe('Sandbox that the extension starts', () => {
  let context: vscode.ExtensionContext;
  let bot: string;

  before(async () => {
    ({ context } = await product());
  });

  beforeEach(async () => {
    bot = await run('botTags.trySandbox', {});
  });

  afterEach(async () => {
    await closeEditors();
    for (const node of await allNodes()) {
      if (!node.isBot) continue;
      await run('botTags.removeBot', { bot: node.bot, confirmed: true });
    }
  });

  it('is a bot with its own token, and with folders and tags in the tree', async () => {
    const token = await context.secrets.get(`botTags.token.${bot}`);
    assert.match(token ?? '', /^[0-9a-f]{48}$/);
    const { label, contextValue, description } = await shown(bot);
    assert.deepEqual(
      [label, contextValue, description],
      ['Sandbox', 'bot.sandbox', 'on this machine'],
    );
    const nodes = (await allNodes()).filter((node) => node.bot === bot && node.item !== undefined);
    const seeded = [...sandboxSeedItems().map(({ id }) => id), GONE_TAG];
    assert.deepEqual(nodes.map(({ item = '' }) => item).sort(), seeded.sort());
    for (const { id, name, parentId, type } of sandboxSeedItems()) {
      assert.ok((await idsBelow(bot, parentId ?? undefined)).includes(id), name);
      assert.equal((await shown(bot, id)).contextValue, type === 1 ? 'folder' : 'tag');
    }
    assert.equal((await shown(bot, GONE_TAG)).contextValue, 'tag.gone');
    assert.ok((await tooltip(bot, VIP)).includes('Source: from the sandbox'));
  });

  it('answers like a service, and requires its token', async () => {
    const tag = await run('botTags.createTag', { bot, name: 'mine', parentId: MEMBERSHIP });
    await run('botTags.attachTag', { bot: 'bot-sandbox', tagId: tag, user });
    const lists = await run('botTags.listUserTags', { bot, user });
    assert.deepEqual(
      lists.flatMap(({ tags }) => tags.map(({ id }) => id)),
      [tag],
    );
    const oneGone = { renamed: 0, gone: 1, wrongBot: 0, failed: 0, problems: 0, left: [] };
    // Besides the items of the sandbox, the new tag and the missing one are checked.
    const expectedSummary = { checked: sandboxSeedItems().length + 2, ...oneGone };
    assert.deepEqual(await run('botTags.refresh', { bot }), expectedSummary);
    const deleted = await run('botTags.deleteItem', { bot, id: tag, confirmed: true });
    assert.deepEqual(deleted, [tag]);
    assert.equal(await nodeOf(bot, tag), undefined);

    const token = (await context.secrets.get(`botTags.token.${bot}`)) ?? assert.fail();
    await run('botTags.replaceToken', { bot, token: 'another' });
    assert.match(await failure(run('botTags.refresh', { bot })), /the token is not valid/);
    await run('botTags.replaceToken', { bot, token });
    assert.deepEqual(await run('botTags.refresh', { bot }), {
      ...expectedSummary,
      checked: expectedSummary.checked - 1,
    });
  });

  it('is added only once, however often it is started', async () => {
    await run('botTags.botSettings', { bot, label: 'Mine' });
    assert.equal(await run('botTags.trySandbox', {}), bot);
    assert.equal((await shown(bot)).label, 'Mine');
    const bots = (await allNodes()).filter(({ isBot }) => isBot);
    assert.deepEqual(
      bots.map((node) => node.bot),
      [bot],
    );
  });

  it('pages through the number of customers in the setting', async () => {
    await run('botTags.openCustomers', { bot, limit: 1250 });
    let page = await run('botTags.loadMore', { bot });
    while (page.hasMore) page = await run('botTags.loadMore', { bot });
    assert.deepEqual(page, { loaded: 2500, hasMore: false });
  });

  it('keeps its tags when its bot is removed and added again', async () => {
    const tag = await run('botTags.createTag', { bot, name: 'kept' });
    await run('botTags.removeBot', { bot, confirmed: true });
    const again = await run('botTags.trySandbox', {});
    assert.notEqual(again, bot);
    assert.equal((await shown(again, tag)).label, 'kept');
    await run('botTags.deleteItem', { bot: again, id: tag, confirmed: true });
  });
});

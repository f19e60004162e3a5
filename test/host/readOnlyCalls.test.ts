import assert from 'node:assert/strict';
import fc from 'fast-check';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBot, failure, run } from './product.ts';

const CALLS = 100_000;
const IN_A_ROW = 100;
const SEED = 20261122;

const REFUSED = /is read-only, so nothing was sent\. Use "Allow Changes…" on the bot\.$/;

type Call = (bot: string) => Promise<unknown>;

const confirmed = fc.constantFrom(true as const, undefined);
const tagId = fc.oneof(
  fc.constantFrom('tag--PTfLM4wQ', 'tag-Km9aj04Bx'),
  fc.string({ minLength: 1 }),
);
const user = fc.record({
  rawUid: fc.string({ minLength: 1 }),
  pageId: fc.string({ minLength: 1 }),
  channel: fc.constantFrom('line' as const, 'facebook' as const),
});

const creating = fc
  .record({
    name: fc.string({ minLength: 1 }),
    parentId: fc.option(tagId, { nil: undefined }),
    confirmed,
  })
  .chain((item) =>
    fc.constantFrom('botTags.createTag', 'botTags.createFolder', 'botTags.createSubfolder').map(
      (id): Call =>
        (bot) =>
          run(id, { bot, ...item }),
    ),
  );
const deleting = tagId.map(
  (id): Call =>
    (bot) =>
      run('botTags.deleteItem', { bot, id, confirmed: true }),
);
const tagging = fc.record({ tagId, user, confirmed }).chain((given) =>
  fc
    .constantFrom(
      'botTags.attachTag',
      'botTags.attachThisTag',
      'botTags.detachTag',
      'botTags.detachThisTag',
    )
    .map(
      (id): Call =>
        (bot) =>
          run(id, { bot, ...given }),
    ),
);
const write = fc.oneof(creating, deleting, tagging);

describe('bots that are read-only', () => {
  const services: Sandbox[] = [];
  const bots: string[] = [];

  before(async () => {
    for (const environment of ['', 'production']) {
      const botId = `bot-locked-${environment}`;
      const service = await startSandbox({ token: 'locked', botId, customers: 10 });
      services.push(service);
      const bot = await addBot(service, `Locked ${environment}`);
      await run('botTags.setEnvironment', { bot, environment });
      await run('botTags.makeReadOnly', { bot });
      bots.push(bot);
    }
  });

  after(async () => {
    for (const bot of bots) await run('botTags.removeBot', { bot, confirmed: true });
    for (const service of services) await service.close();
  });

  it(`send no write in ${CALLS} calls of programs (seed ${SEED})`, async function () {
    this.timeout(300_000);
    const sequence = fc.array(fc.tuple(fc.nat(bots.length - 1), write), {
      minLength: IN_A_ROW,
      maxLength: IN_A_ROW,
    });
    let refused = 0;
    const property = fc.asyncProperty(sequence, async (calls) => {
      for (const [index, send] of calls) {
        assert.match(await failure(send(bots[index] ?? '')), REFUSED);
        refused++;
      }
    });
    await fc.assert(property, { numRuns: CALLS / IN_A_ROW, seed: SEED, endOnFailure: true });
    assert.equal(refused, CALLS);
    assert.deepEqual(services.map(writes), [0, 0]);
    const user = { rawUid: 'U1', pageId: 'page-1', channel: 'line' } as const;
    for (const bot of bots) {
      await run('botTags.allowChanges', { bot, confirmed: true });
      await run('botTags.attachTag', { bot, tagId: 'tag--PTfLM4wQ', user, confirmed: true });
    }
    assert.deepEqual(services.map(writes), [1, 1], 'they are counted where they arrive');
  });
});

function writes({ requests }: Sandbox): number {
  const { createItem, deleteItem, attachTag, detachTag } = requests;
  return createItem + deleteItem + attachTag + detachTag;
}

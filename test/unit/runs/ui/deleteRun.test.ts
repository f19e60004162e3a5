import assert from 'node:assert/strict';
import { KnownTags } from '../../../../src/service/userMemory.ts';
import type { Plan } from '../../../../src/base/plan.ts';
import { operationsOf } from '../../../../src/runs/operations.ts';
import { Runner } from '../../../../src/runs/runner.ts';
import { BotItems } from '../../../../src/runs/botItems.ts';
import type { RunJournal } from '../../../../src/runs/ports.ts';
import { runPorts } from '../../../../src/runs/ui/runPorts.ts';
import { cleanUp } from '../../cleanup.ts';
import { FakeClock, fakeService } from '../../base/fakes.ts';
import { openTree } from '../../base/trees.ts';
import { SIGNAL } from '../../service/client.ts';

const SETTINGS: Readonly<Record<string, unknown>> = {
  'botTags.network.timeout': 30,
};

describe('Run of a delete plan', () => {
  afterEach(cleanUp);

  for (const deleteOrder of [
    ['outer', 'inner', 'deep', 'tag', 'other'],
    ['deep', 'tag', 'inner', 'other', 'outer'],
  ]) {
    it(`skips items that are gone or were deleted with their folder: ${deleteOrder.join(', ')}`, async () => {
      const { sandbox, actions, bot, ids, list, catalogue } = await openTree({ latencyMs: 5 });
      const missingId = 'tag-gone';
      const items = [...deleteOrder.map((name) => ids[name] ?? assert.fail(name)), missingId].map(
        (id, index) => ({ id, name: id, customers: undefined, line: 10 + index }),
      );
      const plan: Plan = {
        action: 'delete',
        botId: bot.botId,
        baseUrl: '',
        environment: '',
        tags: [],
        checkFirst: false,
        made: 0,
        source: { kind: 'items' },
        users: [],
        items,
      };
      const stateTexts = new Map<number, string>();
      const ports = runPorts({
        bot,
        items: new BotItems(catalogue, actions, bot),
        service: fakeService({}),
        known: new KnownTags(new FakeClock(), () => undefined),
        readSetting: ((key: string) => SETTINGS[key]) as Parameters<
          typeof runPorts
        >[0]['readSetting'],
      });
      const step: RunJournal['step'] = async (_begun, endedOperations) => {
        for (const { index, state } of endedOperations) stateTexts.set(index, state);
      };
      const start = { operations: operationsOf(plan), states: new Map(), checkFirst: false };
      const { kind, counts } = await new Runner({ ...ports, journal: { step } }, start).run(
        () => {},
      );
      assert.deepEqual([kind, counts.failed, counts.unknown, counts.waiting], ['done', 0, 0, 0]);
      assert.equal(counts.done + counts.skipped, items.length);
      assert.ok(counts.done >= 2 && counts.skipped >= 1, JSON.stringify(counts));
      assert.equal(stateTexts.get(items.length - 1), 'skipped');
      assert.deepEqual(list(), [], 'all items are removed from the list');
      const remainingItems = sandbox
        .items()
        .filter(({ id }) => items.some((item) => item.id === id));
      assert.deepEqual(remainingItems, []);
      await assert.rejects(actions.delete(bot, { id: missingId }, SIGNAL), /there is no tag/);
    });
  }
});

import assert from 'node:assert/strict';
import type { EndedOperation, OperationOutcome } from '../../../src/base/operation.ts';
import { TAG } from '../../../src/base/model.ts';
import { CopyRun, type CopyPorts } from '../../../src/runs/copyRun.ts';

const ITEM = { id: 'old', name: 'A', type: TAG, parent: null, targetId: null };

/** Returns a copy of one tag with this outcome in the Journal, the names it has sent, and the outcomes it has saved. */
function copyWith(outcome: OperationOutcome) {
  const sent: string[] = [];
  const saved: EndedOperation[] = [];
  const ports = {
    items: {
      create: async ({ name }: { readonly name: string }) => {
        sent.push(name);
        return `new-${name}`;
      },
      recordFolder: async () => undefined,
    },
    journal: {
      step: async (_begun: unknown, ended: readonly EndedOperation[]) => void saved.push(...ended),
    },
  } as unknown as CopyPorts;
  return { run: new CopyRun(ports, [ITEM], new Map([[0, outcome]])), sent, saved };
}

describe('decision about a copied item', () => {
  it('is carried out if the item is unknown', async () => {
    const { run, sent } = copyWith({ state: 'unknown', detail: null });
    await run.decideUnknown(0, null);
    assert.deepEqual([await run.run(), sent], [{ kind: 'done' }, ['A']]);
  });

  it('is ignored if another window has created the item while the user was being asked', async () => {
    for (const id of [null, 'of another item']) {
      const { run, sent, saved } = copyWith({ state: 'done', detail: 'new' });
      await run.decideUnknown(0, id);
      assert.deepEqual([await run.run(), sent, saved], [{ kind: 'done' }, [], []]);
    }
  });
});

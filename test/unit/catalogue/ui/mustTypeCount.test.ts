import assert from 'node:assert/strict';
import type { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import type { Bot, Scan } from '../../../../src/base/model.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const { mustTypeCount } = await withVscodeTexts(
  () => import('../../../../src/catalogue/ui/writeGuard.ts'),
);

/** Calls `mustTypeCount` for a bot with this latest scan, which is complete by default. */
function mustTypeFor(customers: number, scan?: Partial<Scan>, environment = ''): boolean {
  const catalogue = { scan: () => scan && { state: 'done', from: null, ...scan } };
  return mustTypeCount(
    catalogue as unknown as Catalogue,
    { key: 'b', environment } as unknown as Bot,
    customers,
  );
}

describe('mustTypeCount', () => {
  it('is true above 1,000 customers, and always in production', () => {
    assert.deepEqual([mustTypeFor(1000), mustTypeFor(1001)], [false, true]);
    assert.equal(mustTypeFor(0, undefined, 'production'), true);
    assert.equal(mustTypeFor(1001, { customers: 1_000_000 }), true);
  });

  it('is true above a tenth of the customers of the last complete scan', () => {
    assert.deepEqual(
      [mustTypeFor(250, { customers: 2500 }), mustTypeFor(251, { customers: 2500 })],
      [false, true],
    );
    assert.equal(mustTypeFor(900, { customers: 2500, state: 'paused' }), false);
    assert.equal(
      mustTypeFor(900, { customers: 2500, from: 1 }),
      false,
      'a scan of recent customers is not complete',
    );
  });

  it('is false for one customer and for none outside of production', () => {
    assert.deepEqual(
      [mustTypeFor(1, { customers: 5 }), mustTypeFor(2, { customers: 5 })],
      [false, true],
    );
    assert.equal(mustTypeFor(0, { customers: 0 }), false);
  });
});

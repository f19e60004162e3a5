import assert from 'node:assert/strict';
import type { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import type { Bot, Scan } from '../../../../src/base/model.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const { needsNumber } = await withVscodeTexts(
  () => import('../../../../src/catalogue/ui/writeGuard.ts'),
);

function asks(customers: number, scan?: Partial<Scan>, environment = ''): boolean {
  const catalogue = { scan: () => scan && { state: 'done', from: null, ...scan } };
  return needsNumber(
    catalogue as unknown as Catalogue,
    { key: 'b', environment } as unknown as Bot,
    customers,
  );
}

describe('the number of customers of a change', () => {
  it('is typed above 1,000, and in production always', () => {
    assert.deepEqual([asks(1000), asks(1001)], [false, true]);
    assert.equal(asks(0, undefined, 'production'), true);
    assert.equal(asks(1001, { customers: 1_000_000 }), true);
  });

  it('is typed above a tenth of the last complete scan', () => {
    assert.deepEqual(
      [asks(250, { customers: 2500 }), asks(251, { customers: 2500 })],
      [false, true],
    );
    assert.equal(asks(900, { customers: 2500, state: 'paused' }), false);
    assert.equal(asks(900, { customers: 2500, from: 1 }), false, 'only of recent customers');
  });

  it('is not typed for a single customer', () => {
    assert.deepEqual([asks(1, { customers: 5 }), asks(2, { customers: 5 })], [false, true]);
    assert.equal(asks(0, { customers: 0 }), false);
  });
});

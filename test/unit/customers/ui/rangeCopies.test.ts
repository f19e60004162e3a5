import assert from 'node:assert/strict';
import { withVscode } from '../../vscodeTexts.ts';

/** Fake of VS Code that passes copied texts to `globalThis.fakeCopy`. */
const VSCODE = `
export const l10n = { t: (text) => text };
export const env = { language: 'en', clipboard: { writeText: async (text) => globalThis.fakeCopy(text) } };
export const StatusBarAlignment = { Left: 1 };
export const window = { createStatusBarItem: () => ({ show: () => undefined, dispose: () => undefined }) };
`;

const { RangeCopies } = await withVscode(
  VSCODE,
  '?rangeCopies',
  () => import('../../../../src/customers/ui/rangeCopies.ts'),
);

describe('RangeCopies', () => {
  let copied: string[];

  beforeEach(() => {
    copied = [];
    Object.assign(globalThis, { fakeCopy: (text: string) => void copied.push(text) });
  });

  after(() => {
    Reflect.deleteProperty(globalThis, 'fakeCopy');
  });

  it('answers both of two copies at the same time, of which the grid answers only the latest', async () => {
    const copies = new RangeCopies(() => true);
    const both = Promise.all([copies.copy(), copies.copy()]);
    await copies.handleMessage({ type: 'copyCells', cells: 2, text: 'a,b' });
    assert.deepEqual(await both, ['a,b', 'a,b']);
    assert.deepEqual(copied, ['a,b']);
  });

  it('cancels a copy when the grid is gone, and then copies again', async () => {
    const copies = new RangeCopies(() => true);
    const cancelled = assert.rejects(copies.copy(), { name: 'Cancelled' });
    copies.release();
    await cancelled;
    const copy = copies.copy();
    await copies.handleMessage({ type: 'copyCells', cells: 1, text: 'a' });
    assert.equal(await copy, 'a');
  });

  it('refuses a copy if there is no grid', async () => {
    const copies = new RangeCopies(() => false);
    await assert.rejects(copies.copy(), { name: 'UserError' });
    await copies.handleMessage({ type: 'copyCells', cells: 1, text: 'a' });
    assert.deepEqual(copied, ['a'], 'a copy that the user starts in the grid');
  });
});

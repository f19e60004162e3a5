import assert from 'node:assert/strict';

import { ExportError, type ExportProblem } from '../../../src/base/exportErrors.ts';

/** Message for each problem: what is wrong, and what to do. */
const texts: readonly (readonly [ExportProblem, RegExp])[] = [
  [{ kind: 'exists' }, /is there already; say `overwrite: true`/],
  [{ kind: 'unfinished' }, /was interrupted; resume it, or say `overwrite: true`/],
  [{ kind: 'running' }, /another export to this file is running/],
  [{ kind: 'nothing' }, /no unfinished export/],
  [{ kind: 'damaged', detail: 'why so' }, /cannot be resumed: why so/],
  [
    { kind: 'in-the-way', path: '/x.partial' },
    /\/x\.partial was not written by an export; move it/,
  ],
  [{ kind: 'taken' }, /another window has taken it over/],
  [{ kind: 'no-space' }, /no space left/],
  [{ kind: 'not-writable', detail: 'EROFS' }, /cannot be written \(EROFS\)/],
  [{ kind: 'failed', detail: 'EIO' }, /EIO$/],
  [{ kind: 'too-many-columns', limit: 4000 }, /more than 4000 .* with `lists: 'json'`/],
];

describe('ExportError', () => {
  for (const [problem, expectedText] of texts) {
    it(`says what is wrong and what to do: ${problem.kind}`, () => {
      const error = new ExportError(problem, '/folder/file.csv');
      assert.match(error.message, /^export to \/folder\/file\.csv: /);
      assert.match(error.message, expectedText);
      assert.ok(error instanceof ExportError);
    });
  }
});

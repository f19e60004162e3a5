import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { planHash } from '../../../../src/core/plans/planHash.ts';

describe('the hash of a plan', () => {
  it('is that of its text as UTF-8', async () => {
    const text = '// 茶館\n{ "lines": [] }\n';
    assert.equal(await planHash(text), createHash('sha256').update(text).digest('hex'));
  });
});

import assert from 'node:assert/strict';
import { csvCell, protectedCell, unprotectedCell } from '../../../src/base/safeText.ts';

describe('csvCell', () => {
  it('quotes only cells that need it', () => {
    assert.equal(csvCell("plain 'text'"), "plain 'text'");
    assert.equal(csvCell('say "yes"'), '"say ""yes"""');
    for (const mark of [',', ';', '\t', '\r', '\n']) {
      assert.equal(csvCell(`a${mark}b`), `"a${mark}b"`);
    }
  });
});

describe('unprotectedCell', () => {
  it('reverses protectedCell, and leaves other cells unchanged', () => {
    for (const text of ['=1+1', "'=1", "''@a", '＋1', '\tx', "'a", 'plain', '']) {
      assert.equal(unprotectedCell(protectedCell(text)), text);
    }
    assert.equal(unprotectedCell("'=1+1"), '=1+1');
    assert.equal(unprotectedCell("'a"), "'a");
  });
});

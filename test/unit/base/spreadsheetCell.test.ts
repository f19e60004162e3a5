import assert from 'node:assert/strict';
import { csvCell } from '../../../src/base/spreadsheetCell.ts';

describe('csvCell', () => {
  it('quotes only cells that need it', () => {
    assert.equal(csvCell("plain 'text'"), "plain 'text'");
    assert.equal(csvCell('say "yes"'), '"say ""yes"""');
    for (const mark of [',', ';', '\t', '\r', '\n']) {
      assert.equal(csvCell(`a${mark}b`), `"a${mark}b"`);
    }
  });
});

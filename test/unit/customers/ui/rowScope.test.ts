import assert from 'node:assert/strict';
import { RowScope } from '../../../../src/customers/ui/rowScope.ts';

describe('RowScope', () => {
  it('keeps the selection for a new page, but not the matches from before a change', () => {
    // The rows are texts, as `bitsToText` encodes them: row 0 is `AQ==`, row 1 is `Ag==`, row 2 is `BA==`.
    const scope = new RowScope();
    assert.equal(scope.matching, null);
    scope.setReport({ type: 'scope', generation: 1, selected: 'AQ==', matching: 'Ag==' });
    assert.deepEqual([scope.selected, scope.matching], ['AQ==', 'Ag==']);
    scope.outdate();
    assert.deepEqual([scope.selected, scope.matching], ['AQ==', null]);
    assert.deepEqual(scope.rows('matching', 8), [1], 'a command uses the outdated matches');
    scope.setReport({ type: 'scope', generation: 1, selected: '', matching: 'BA==' });
    assert.equal(scope.matching, 'BA==');
    scope.clear();
    assert.deepEqual([scope.matching, scope.hasReport], [null, false]);
  });
});

import assert from 'node:assert/strict';
import { describePage } from './describePage.ts';
import { append, customer, row } from './sample.ts';

const BREAKS = { LF: '\n', 'CR LF': '\r\n', CR: '\r', NEL: '\u0085', LS: '\u2028', PS: '\u2029' };

describePage('chips of tags and parameters', (on) => {
  for (const [name, lineBreak] of Object.entries(BREAKS)) {
    it(`stay one line high if a name contains ${name}`, async () => {
      const text = `very${lineBreak}important${lineBreak}person`;
      const tags = [
        { id: 't1', name: 'plain', timestamp: 1, count: 1 },
        { id: 't2', name: text, timestamp: 1, count: 1 },
      ];
      const params = [{ name: text, value: text, timestamp: 1 }];
      await on.open.tell(append(0, [row(0, { record: { ...customer(0), tags, params } })]));
      const plainChip = await on.cell(0, 'tags').locator('.chip').nth(0).boundingBox();
      const brokenChip = await on.cell(0, 'tags').locator('.chip').nth(1).boundingBox();
      assert.ok(plainChip && brokenChip);
      assert.equal(brokenChip.height, plainChip.height);
      const param = await on.cell(0, 'params').locator('.chip').first().boundingBox();
      assert.equal(param?.height, plainChip.height);
    });
  }
});

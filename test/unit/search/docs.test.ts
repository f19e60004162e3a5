import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSegment } from '../../../src/search/parseSegment.ts';
import { segmentText } from '../../../src/search/segmentText.ts';
import { CONDITIONS, STATUS_NAMES } from '../../../src/search/words.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/finding-customers.md'), 'utf8');
const blocks = [...page.matchAll(/^```text\n([^]*?)^```$/gm)].flatMap(([, lines = '']) =>
  lines.trim().split('\n'),
);
const cells = page.split('\n').flatMap((line) => {
  const examples = /^\|([^|]*)\|[^|]*\|$/.exec(line)?.[1] ?? '';
  return [...examples.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
});
const examples = [...blocks, ...cells];

describe('examples in finding-customers.md', () => {
  for (const text of examples) {
    it(`include a valid search: ${text}`, () => {
      const { segment, problem } = parseSegment(text);
      assert.deepEqual([problem, segment === undefined], [undefined, false]);
    });
  }

  it('include every condition, and name every status', () => {
    assert.ok(blocks.length > 10 && cells.length > 20);
    for (const word of CONDITIONS)
      assert.ok(
        cells.some((text) => text.includes(word)),
        word,
      );
    for (const word of STATUS_NAMES) assert.ok(page.includes(word), word);
  });

  it('show correctly which parentheses change nothing', () => {
    const [first, second, third] = blocks
      .filter((text) => text.includes('Gold'))
      .map((text) => parseSegment(text).segment);
    assert.deepEqual(first, second);
    assert.notDeepEqual(first, third);
    assert.equal(first && segmentText(first), 'tag:VIP or tag:Gold and not blocked');
  });
});

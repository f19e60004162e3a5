import assert from 'node:assert/strict';
import { expanded, missingSegments } from '../../../src/segments/expanded.ts';
import { parseSegment } from '../../../src/segments/parseSegment.ts';
import { MOST_CHARACTERS } from '../../../src/segments/words.ts';

const NOBODY = 'tags < 0';
const SAVED = [
  { name: 'Regulars', text: 'tag:VIP or active < 7d' },
  { name: 'Spring buyers', text: 'segment:Regulars tag:"Spring sale"' },
  { name: 'Everybody', text: ' ' },
  { name: 'Odd', text: 'tag:' },
  { name: 'Itself', text: 'blocked or segment:Other' },
  { name: 'Other', text: 'not segment:Itself' },
  { name: 'Regulars', text: 'blocked' },
];
const meant = (text: string): string => expanded(text, SAVED);

describe('a search that uses saved segments', () => {
  it('has what they stand for in their place, and the first of one name', () => {
    assert.equal(meant('mei  blocked'), 'mei  blocked', 'to the letter without any');
    assert.equal(meant('mei segment:Regulars'), 'mei and (tag:VIP or active < 7d)');
    assert.equal(
      meant('not segment:"Spring buyers"'),
      'not ((tag:VIP or active < 7d) and tag:"Spring sale")',
    );
    assert.equal(meant('blocked segment:Everybody'), 'blocked and tags >= 0');
  });

  it('finds nobody by one that is not there, cannot be read, or uses itself', () => {
    assert.equal(meant('segment:Gone'), NOBODY);
    assert.equal(meant('blocked or segment:regulars'), `blocked or ${NOBODY}`, 'names have a case');
    assert.equal(meant('not segment:Odd'), `not ${NOBODY}`);
    assert.equal(meant('segment:Itself'), `blocked or not ${NOBODY}`);
    assert.equal(meant('segment:'), 'segment:', 'what cannot be read stays');
    const { segment } = parseSegment('segment:Gone or (segment:Odd segment:Gone)');
    assert.deepEqual(segment && missingSegments(segment, SAVED), ['Gone']);
  });

  it('ends, however often segments use each other', () => {
    const many = Array.from({ length: 40 }, (_, at) => {
      return { name: `s${at}`, text: `segment:s${at + 1} segment:s${at + 1}` };
    });
    const text = expanded('segment:s0', [...many, { name: 's40', text: 'blocked' }]);
    assert.ok(text.length < MOST_CHARACTERS, `${text.length}`);
    assert.equal(parseSegment(text).problem, undefined);
    assert.ok(text.includes(NOBODY));
  });
});

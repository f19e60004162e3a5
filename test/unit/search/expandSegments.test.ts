import assert from 'node:assert/strict';
import { expandSegments } from '../../../src/search/expandSegments.ts';
import { parseSegment } from '../../../src/search/parseSegment.ts';
import { MOST_CHARACTERS } from '../../../src/search/words.ts';

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
const meant = (text: string): string => expandSegments(text, SAVED).text;
const unusable = (text: string): readonly string[] => expandSegments(text, SAVED).unusable;

describe('expandSegments', () => {
  it('replaces each use by the saved search, of equal names by the first', () => {
    assert.equal(meant('mei  blocked'), 'mei  blocked', 'to the letter without any');
    assert.equal(meant('mei segment:Regulars'), 'mei and (tag:VIP or active < 7d)');
    assert.equal(
      meant('not segment:"Spring buyers"'),
      'not ((tag:VIP or active < 7d) and tag:"Spring sale")',
    );
    assert.equal(meant('blocked segment:Everybody'), 'blocked and tags >= 0');
  });

  it('matches nobody by a segment that is not saved, cannot be parsed or uses itself, and names it', () => {
    assert.equal(meant('segment:Gone'), NOBODY);
    assert.equal(meant('blocked or segment:regulars'), `blocked or ${NOBODY}`, 'names have a case');
    assert.equal(meant('not segment:Odd'), `not ${NOBODY}`);
    assert.equal(meant('segment:Itself'), `blocked or not ${NOBODY}`);
    assert.equal(meant('segment:'), 'segment:', 'what cannot be read stays');
    assert.deepEqual(unusable('segment:Gone or (segment:Odd segment:Gone) segment:Regulars'), [
      'Gone',
      'Odd',
    ]);
    assert.deepEqual(unusable('segment:Other'), ['Other'], 'found on the way');
    assert.deepEqual(unusable('segment:"Spring buyers" segment:Everybody tag:Gone'), []);
  });

  it('stops after 100 uses', () => {
    const many = Array.from({ length: 40 }, (_, at) => {
      return { name: `s${at}`, text: `segment:s${at + 1} segment:s${at + 1}` };
    });
    const saved = [...many, { name: 's40', text: 'blocked' }];
    const { text, unusable } = expandSegments('segment:s0', saved);
    assert.ok(unusable.length > 0);
    assert.ok(text.length < MOST_CHARACTERS, `${text.length}`);
    assert.equal(parseSegment(text).problem, undefined);
    assert.ok(text.includes(NOBODY));
  });
});

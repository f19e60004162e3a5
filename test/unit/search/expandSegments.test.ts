import assert from 'node:assert/strict';
import { expandSegments } from '../../../src/search/segmentNames.ts';
import { parseSegment } from '../../../src/search/parseSegment.ts';
import { MAX_SEARCH_LENGTH } from '../../../src/search/words.ts';

/** Condition that no customer meets. */
const MATCHES_NONE = 'tags < 0';
const SAVED = [
  { name: 'Regulars', text: 'tag:VIP or active < 7d' },
  { name: 'Spring buyers', text: 'segment:Regulars tag:"Spring sale"' },
  { name: 'Everybody', text: ' ' },
  { name: 'Odd', text: 'tag:' },
  { name: 'Itself', text: 'blocked or segment:Other' },
  { name: 'Other', text: 'not segment:Itself' },
  { name: 'Regulars', text: 'blocked' },
];
const expanded = (text: string): string => expandSegments(text, SAVED).text;
const unusable = (text: string): readonly string[] => expandSegments(text, SAVED).unusable;

describe('expandSegments', () => {
  it('replaces each use with the saved search, and with the first one for equal names', () => {
    assert.equal(expanded('mei  blocked'), 'mei  blocked', 'a text without segments is unchanged');
    assert.equal(expanded('mei segment:Regulars'), 'mei and (tag:VIP or active < 7d)');
    assert.equal(
      expanded('not segment:"Spring buyers"'),
      'not ((tag:VIP or active < 7d) and tag:"Spring sale")',
    );
    assert.equal(expanded('blocked segment:Everybody'), 'blocked and tags >= 0');
  });

  it('matches no customer for a missing, invalid or recursive segment, and returns its name', () => {
    assert.equal(expanded('segment:Gone'), MATCHES_NONE);
    assert.equal(
      expanded('blocked or segment:regulars'),
      `blocked or ${MATCHES_NONE}`,
      'names are case-sensitive',
    );
    assert.equal(expanded('not segment:Odd'), `not ${MATCHES_NONE}`);
    assert.equal(expanded('segment:Itself'), `blocked or not ${MATCHES_NONE}`);
    assert.equal(expanded('segment:'), 'segment:', 'an incomplete text is unchanged');
    assert.deepEqual(unusable('segment:Gone or (segment:Odd segment:Gone) segment:Regulars'), [
      'Gone',
      'Odd',
    ]);
    assert.deepEqual(unusable('segment:Other'), ['Other'], 'indirect cycle');
    assert.deepEqual(unusable('segment:"Spring buyers" segment:Everybody tag:Gone'), []);
  });

  it('stops after 100 uses', () => {
    // Each of these segments uses the next one twice, which makes 2 ** 40 uses of the last one.
    const many = Array.from({ length: 40 }, (_, index) => {
      return { name: `s${index}`, text: `segment:s${index + 1} segment:s${index + 1}` };
    });
    const saved = [...many, { name: 's40', text: 'blocked' }];
    const { text, unusable } = expandSegments('segment:s0', saved);
    assert.ok(unusable.length > 0);
    assert.ok(text.length < MAX_SEARCH_LENGTH, `${text.length}`);
    assert.equal(parseSegment(text).problem, undefined);
    assert.ok(text.includes(MATCHES_NONE));
  });
});

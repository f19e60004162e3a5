import assert from 'node:assert/strict';
import { namedVocabulary } from '../../../src/search/segmentNames.ts';
import { parseSegment } from '../../../src/search/parseSegment.ts';
import type { Vocabulary } from '../../../src/search/segment.ts';

describe('namedVocabulary', () => {
  it('returns the listed items that the segment names, and everything below them', () => {
    const tag = (id: string, folder: string | null) => ({ id, name: `${id}!`, folder });
    const list: Vocabulary = {
      tags: [tag('a', 'in'), tag('b', 'out'), tag('c', null), tag('d', 'far')],
      folders: [
        { id: 'in', name: 'In', parent: 'top' },
        { id: 'top', name: 'Top', parent: null },
        { id: 'out', name: 'Out', parent: null },
      ],
    };
    // `tagid:b` needs no listed tag, because records contain the IDs of their tags.
    const { segment } = parseSegment('folder:Top or not (tag:c! and folderid:far) or tagid:b');
    assert.ok(segment);
    const { tags, folders } = namedVocabulary(segment, list);
    assert.deepEqual(
      [tags, folders].map((items) => items.map(({ id }) => id).join()),
      ['a,c,d', 'in,top'],
    );
  });
});

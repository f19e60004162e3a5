import assert from 'node:assert/strict';
import fc from 'fast-check';
import { writeUserTags, type NamedTag } from '../../../src/core/customers/userTagsText.ts';
import { readUserTags } from '../../../src/workspaceFile/readUserTags.ts';
import { ACTIVE_CHARACTER, hostileTexts } from '../../support/hostileTexts.ts';

const HOSTILE = [
  ...Object.values(hostileTexts),
  '*/ "tag-evil": "x", /*',
  '"},\n"tag-evil": "x"\r',
  '\\',
  '\\"',
  '// not a comment',
  '\u2028"tag-evil": "",\u2029',
  '\u0085"tag-evil": "",',
  '\u202e\u2066',
  '{}[],:',
  '',
];

const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }));
const id = fc
  .oneof(
    fc.constantFrom(...HOSTILE.filter((one) => one.length < 100)),
    fc.string({ unit: 'binary' }),
  )
  .filter((one) => one.trim() !== '' && one.isWellFormed());
const tags = fc.uniqueArray(fc.record({ id, name: text }), { selector: (tag) => tag.id });

function written(parts: Partial<Parameters<typeof writeUserTags>[0]>): string {
  return writeUserTags({ head: [], tags: [], othersHead: 'Others', others: [], ...parts });
}

const idsIn = (document: string): readonly string[] => {
  const { spots, problems } = readUserTags(document);
  assert.deepEqual(problems, []);
  return spots.map((spot) => spot.id);
};
const idsOf = (all: readonly NamedTag[]): readonly string[] => all.map((tag) => tag.id);

describe('the text of a user’s tags', () => {
  it('is one line for each, the others commented out', () => {
    const document = written({
      head: ['Tags', 'Save to apply'],
      tags: [{ id: 'tag-1', name: 'VIP' }],
      others: [{ id: 'tag-2', name: 'a "quoted" name' }],
      foot: '3 more',
    });
    assert.equal(
      document,
      `// Tags
// Save to apply
{
  "tag-1": "VIP",

  // Others
  // "tag-2": "a \\"quoted\\" name",

  // 3 more
}
`,
    );
    assert.equal(written({}), '{\n}\n');
  });

  it('reads as the same tags, whatever names, IDs and comments hold', () => {
    fc.assert(
      fc.property(tags, tags, text, (own, others, line) => {
        const parts = { head: [line, line], othersHead: line, foot: line };
        const document = written({ ...parts, tags: own, others });
        assert.deepEqual(idsIn(document), idsOf(own));
        for (const one of document.split('\n')) assert.doesNotMatch(one, ACTIVE_CHARACTER);
        const all = document.replaceAll(/^ {2}\/\/ (?=")/gm, '  ');
        if (!line.startsWith('"')) assert.deepEqual(idsIn(all), idsOf([...own, ...others]));
      }),
    );
  });

  it('has each tag on a line that a // takes away', () => {
    const name = '*/\n"x": "y",';
    const document = written({ tags: ['a', 'b', 'c'].map((one) => ({ id: one, name })) });
    assert.deepEqual(idsIn(document.replace('  "b"', '  // "b"')), ['a', 'c']);
  });

  it('says where an ID stands', () => {
    const document = '{\n  "a": "A",\n  "b": "B"\n}';
    const { spots } = readUserTags(document);
    const texts = spots.map(({ offset, length }) => document.slice(offset, offset + length));
    assert.deepEqual(texts, ['"a": "A"', '"b": "B"']);
  });

  const wrong: readonly (readonly [what: string, document: string, code: string, at: string])[] = [
    ['no JSON', '{ "a": "A" "b": "B" }', 'syntax', '"b"'],
    ['an open string', '{ "a": "A }', 'syntax', '"A }'],
    ['nothing', '', 'syntax', ''],
    ['a list', '["a"]', 'object', '["a"]'],
    ['an empty ID', '{ " ": "A" }', 'id', '" "'],
    ['half a character', String.raw`{ "\ud800": "A" }`, 'id', String.raw`"\ud800"`],
    ['a name that is no text', '{ "a": 1 }', 'name', '1'],
    ['a name that is an object', '{ "a": {} }', 'name', '{}'],
    ['much within much', '['.repeat(100_000), 'too-large', ''],
    ['too much', ' '.repeat(5_000_000), 'too-large', ''],
  ];
  for (const [what, document, code, at] of wrong) {
    it(`takes nothing when there is ${what}, and says where`, () => {
      const { spots, problems } = readUserTags(document);
      assert.deepEqual(spots, []);
      const [problem = assert.fail()] = problems;
      assert.equal(problem.code, code);
      assert.equal(document.slice(problem.offset, problem.offset + problem.length), at);
    });
  }
});

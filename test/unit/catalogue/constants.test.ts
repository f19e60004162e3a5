import assert from 'node:assert/strict';
import { Script } from 'node:vm';
import fc from 'fast-check';
import { constantLines, type NamedTag } from '../../../src/catalogue/tagsInCode.ts';

const VIP = { id: 'tag--PTfLM4wQ', name: 'VIP', bot: 'Shop' };
const GOLD = { id: '12', name: 'gold member (2026)', bot: 'Shop' };

const anyTag: fc.Arbitrary<NamedTag> = fc.record({
  id: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('a"b\\c\n\u2028${x}')),
  name: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'VIP',
      'vip',
      'ＶＩＰ',
      'a b',
      'a_b',
      '鳳梨酥',
      '1',
      '',
      '\\u000a} evil();',
      '*/ x',
    ),
  ),
  bot: fc.string({ unit: 'grapheme' }),
});

describe('constantLines', () => {
  it('follows the style of each language', () => {
    const linesIn = (language?: string): readonly string[] => constantLines([VIP, GOLD], language);
    const typescript = [
      'export const TAG_VIP = "tag--PTfLM4wQ"; // VIP, bot "Shop"',
      'export const TAG_GOLD_MEMBER_2026 = "12"; // gold member (2026), bot "Shop"',
    ];
    assert.deepEqual(linesIn('typescript'), typescript);
    assert.deepEqual(linesIn('javascript'), typescript);
    assert.deepEqual(linesIn(), typescript);
    // Every object has a member `toString`, but no language has this name.
    assert.deepEqual(linesIn('toString'), typescript);
    assert.deepEqual(linesIn('python')[0], 'TAG_VIP = "tag--PTfLM4wQ" # VIP, bot "Shop"');
    assert.deepEqual(
      linesIn('go')[1],
      'const TagGoldMember2026 = "12" // gold member (2026), bot "Shop"',
    );
    assert.deepEqual(
      linesIn('csharp')[0],
      'public const string TagVIP = "tag--PTfLM4wQ"; // VIP, bot "Shop"',
    );
    assert.deepEqual(
      linesIn('java')[0],
      'public static final String TAG_VIP = "tag--PTfLM4wQ"; // VIP, bot "Shop"',
    );
  });

  it('creates valid, unique names, and keeps the IDs unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyTag, { maxLength: 8 }), (tags) => {
        const lines = constantLines(tags, 'typescript');
        const names = lines.map((line) => /^export const (\S+) = /.exec(line)?.[1] ?? '');
        const declared = lines.map((line) => line.replace(/^export /, '')).join('\n');
        const script = new Script(`'use strict';\n${declared}\nJSON.stringify([${names.join()}])`);
        const values: unknown = JSON.parse(script.runInNewContext() as string);
        assert.deepEqual(
          values,
          tags.map(({ id }) => id.toWellFormed()),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('writes one line for each tag, with a comment that cannot end early, in every language', () => {
    fc.assert(
      fc.property(
        fc.array(anyTag),
        fc.constantFrom('python', 'go', 'csharp', 'java'),
        (tags, language) => {
          const lines = constantLines(tags, language);
          assert.equal(lines.length, tags.length);
          const names = lines.map((line) => /(\S+) = "/.exec(line)?.[1] ?? '');
          assert.equal(new Set(names.map((name) => name.normalize('NFKC'))).size, tags.length);
          for (const [index, line] of lines.entries()) {
            assert.doesNotMatch(line, /[\r\n\u0085\u2028\u2029]/);
            assert.match(names[index] ?? '', /^T[Aa][Gg][\p{L}\p{Nd}_]*$/u);
            // Java reads `\u000a` in a comment as a line break. The value ends at the first quotation mark after its start.
            const comment = /^[^"]*"(?:[^"\\]|\\.)*"(.*)$/.exec(line)?.[1] ?? assert.fail(line);
            assert.ok(!comment.includes('\\'), comment);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

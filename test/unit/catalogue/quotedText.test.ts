import assert from 'node:assert/strict';
import fc from 'fast-check';
import { quotedText } from '../../../src/catalogue/tagsInCode.ts';

describe('quotedText', () => {
  it('finds the text in quotation marks at each of its positions', () => {
    for (const [line, text] of [
      [`const vip = 'tag--PTfLM4wQ';`, 'tag--PTfLM4wQ'],
      [`{"tag": "12345"}`, '12345'],
      ['tags = [`tag-u0JrwIza4`, `x`]', 'tag-u0JrwIza4'],
    ] as const) {
      const start = line.indexOf(text);
      for (let position = start; position <= start + text.length; position++) {
        assert.deepEqual(quotedText(line, position), { text, start }, `${line} at ${position}`);
      }
    }
  });

  it('finds no text outside of marks, with a space, between different marks, or of wrong length', () => {
    assert.equal(quotedText('tag-1', 2), undefined);
    assert.equal(quotedText(`a = 'x'; b = 'y'`, 9), undefined);
    assert.equal(quotedText(`'two words'`, 3), undefined);
    assert.equal(quotedText(`"tag-1'`, 3), undefined);
    assert.equal(quotedText(`''`, 1), undefined);
    // A text in quotation marks can have at most 200 characters.
    assert.equal(quotedText(`'${'x'.repeat(201)}'`, 100), undefined);
  });

  it('returns only text of the line at that position, for any line and position', () => {
    const mark = fc.constantFrom('"', "'", '`', ' ', 'a', 'tag-1', '\\', '😀');
    fc.assert(
      fc.property(fc.array(mark), fc.nat(60), (parts, position) => {
        const line = parts.join('');
        const quoted = quotedText(line, position);
        if (quoted === undefined) return;
        const { text, start } = quoted;
        assert.equal(line.slice(start, start + text.length), text);
        assert.ok(start <= position && position <= start + text.length);
        assert.equal(line[start - 1], line[start + text.length]);
        assert.doesNotMatch(text, /[\s"'`]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds an ID in the middle of a line of 50 MB', () => {
    const line = `${'x'.repeat(25_000_000)}'tag-1'${'y'.repeat(25_000_000)}`;
    assert.deepEqual(quotedText(line, 25_000_003), { text: 'tag-1', start: 25_000_001 });
    assert.equal(quotedText(line, 10), undefined);
  });
});

import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import { parseSegment } from '../../../src/search/parseSegment.ts';
import { problemText, unusableText } from '../../../src/search/problem.ts';

describe('problemText', () => {
  const textOf = (text: string): string =>
    problemText(l10n, text, parseSegment(text).problem ?? assert.fail(text));

  it('shows the word with the problem, and the words that are allowed instead', () => {
    assert.equal(textOf('tga:a'), 'Did you mean tag:?');
    assert.equal(textOf('status < 1'), '"<" cannot be used here. Allowed here: =, !=');
    assert.equal(textOf('first >= 2026-02-30'), '"2026-02-30" is not a valid date or time.');
    assert.equal(textOf('tags > {0}'), '"{0}" is not a number.');
  });

  it('shortens a long word', () => {
    assert.equal(textOf(`tags > ${'9x'.repeat(50)}`), `"${'9x'.repeat(30)}…" is not a number.`);
  });

  it('keeps both halves of a character, or none, when it shortens a word', () => {
    const word = `${'9'.repeat(59)}😀${'9'.repeat(10)}`;
    assert.equal(textOf(`tags > ${word}`), `"${'9'.repeat(59)}…" is not a number.`);
  });
});

describe('unusableText', () => {
  it('lists the names as they are', () => {
    assert.match(unusableText(l10n, ['{0}', '$&']), /: \{0\}, \$&\. /);
  });
});

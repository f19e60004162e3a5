import assert from 'node:assert/strict';
import { allSources } from './syntax.ts';

/** Matches punctuation that code puts between values. It differs between languages, so it must be translated. */
const MARKS = /\.join\(\s*'(?:, |: |; |\. )',?\s*\)|\}[:.] \$\{|\}, \$\{|[`\s]"\$\{[\w.[\]]+\}"/g;

/**
 * Punctuation that users do not read as text, by file: security policies, and contents of files and the clipboard that
 * programs parse. A mark that contains the given text is allowed in the file.
 */
const NOT_FOR_USERS: Readonly<Record<string, string>> = {
  'src/base/ui/webviewHtml.ts': '; ',
  'src/bots/ui/sandboxBot.ts': '"${cli}"',
  'src/runs/ui/failedRows.ts': ', ',
  'src/runs/ui/resultText.ts': '}: ${',
  'src/customers/page/copyRange.ts': ', ',
  'src/customers/page/cells.ts': ', ',
};

describe('texts composed of several parts', () => {
  it('are joined by translated texts, because colons, commas and quotation marks differ between languages', () => {
    const unused = new Set(Object.keys(NOT_FOR_USERS));
    const found = allSources()
      .filter(({ file }) => /^src\/(?:\w+\/(?:ui|page)|shell)\//.test(file))
      .flatMap(({ file, text }) => {
        const marks = [...text.matchAll(MARKS)].map(([mark]) => mark);
        const others = marks.filter((mark) => !mark.includes(NOT_FOR_USERS[file] ?? '\0'));
        if (others.length < marks.length) unused.delete(file);
        return others.map((mark) => `${file}: ${mark}`);
      });
    assert.deepEqual(found, []);
    assert.deepEqual([...unused], []);
  });

  it('are recognized in all their forms', () => {
    for (const code of [
      "names.join(', ')",
      "parts.join(\n    ', ',\n  )",
      '`${title}: ${label}`',
      '`${label}, ${description}`',
      '`${label}. ${text}`',
      '`"${name}"`',
    ])
      assert.match(code, new RegExp(MARKS.source), code);
    for (const code of ['names.join(comma())', '`${key}:${value}`', "lines.join('\\n')"])
      assert.doesNotMatch(code, new RegExp(MARKS.source), code);
  });
});

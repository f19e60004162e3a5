import assert from 'node:assert/strict';
import { allSources } from './syntax.ts';

/** Marks that other languages have others for, between values of the code. */
const MARKS = /\.join\(\s*'(?:, |: |; |\. )',?\s*\)|\}[:.] \$\{|\}, \$\{|[`\s]"\$\{[\w.[\]]+\}"/g;

/** What no person reads, or not as a text: policies, files and the clipboard, of which programs take apart what is in them. */
const NO_TEXTS: Readonly<Record<string, string>> = {
  'src/customers/ui/gridHtml.ts': '; ',
  'src/overview/ui/overviewPage.ts': '; ',
  'src/bots/ui/sandboxBot.ts': '"${parts.sandboxCli}"',
  'src/runs/ui/failedRows.ts': ', ',
  'src/runs/ui/resultText.ts': '}: ${',
  'src/customers/page/copyRange.ts': ', ',
  'src/customers/page/cells.ts': ', ',
};

describe('texts that are made of several', () => {
  it('are put together by texts, as colons, commas and quotation marks are not the same everywhere', () => {
    const unused = new Set(Object.keys(NO_TEXTS));
    const found = allSources()
      .filter(({ file }) => /^src\/(?:\w+\/(?:ui|page)|shell)\//.test(file))
      .flatMap(({ file, text }) => {
        const marks = [...text.matchAll(MARKS)].map(([mark]) => mark);
        const others = marks.filter((mark) => !mark.includes(NO_TEXTS[file] ?? '\0'));
        if (others.length < marks.length) unused.delete(file);
        return others.map((mark) => `${file}: ${mark}`);
      });
    assert.deepEqual(found, []);
    assert.deepEqual([...unused], []);
  });

  it('are found in all their shapes', () => {
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

import assert from 'node:assert/strict';
import { faultsOf } from './chinese.ts';
import { allExtracted, extractedFrom } from './extracted.ts';
import { terms, termsOf, ruledOutWordsIn } from './glossary.ts';
import { CHINESE_MARKS, ENGLISH_MARKS, mentioned } from './mentions.ts';
import { parse } from './syntax.ts';
import { allPairs, CODE_TEXTS, codeKeys, MANIFEST_TEXTS, textsIn } from './translations.ts';

/** Names of formats, protocols and fields, and words that Chinese uses unchanged. */
const SAME_IN_BOTH = ['Bot Tags', 'PowerShell', 'Proxy', '{0} (errorCode {1})'];

/** Words of the glossary column "Not (中文)" that are correct in these contexts. */
const ALLOWED_IN_CONTEXT: readonly (readonly [word: string, within: string])[] = [
  ['金鑰', '金鑰圈'],
  // The text is the only one that explains what a bot is.
  ['聊天機器人', '聊天機器人的標籤'],
];

/** Quoted texts that are not names: examples, and phrases that are a unit in their sentence. */
const QUOTED_PHRASES = [
  '…',
  'tag:',
  'Inactive regular customers',
  'Paused',
  '2026-11-22 05:48:32',
  'tag:VIP and active < 30d',
  '沉睡的常客',
];
/** Matches words of files, arguments and settings. */
const CODE_WORD = /^[a-z][\w.]*$/;

describe('translations', () => {
  it('have a literal key for each text, with as many values as placeholders', () => {
    const calls = allExtracted();
    assert.ok(calls.length > 1300);
    const wrong = calls.flatMap(({ at, key, valueCount }) => {
      if (key === undefined) return [`${at}: no literal`];
      const placeholders = new Set(key.match(/\{\d+\}/g)).size;
      const isNumbered = [...Array(placeholders).keys()].every((index) =>
        key.includes(`{${index}}`),
      );
      // Pages fill in the placeholders of their texts themselves.
      const isFilled = valueCount === undefined || valueCount === 0 || valueCount === placeholders;
      return isNumbered && isFilled ? [] : [`${at}: ${key}`];
    });
    assert.deepEqual(wrong, []);
  });

  for (const [file, keys] of [
    [CODE_TEXTS, () => codeKeys()],
    [MANIFEST_TEXTS, () => new Set(Object.keys(textsIn('package.nls.json')))],
  ] as const) {
    it(`have exactly the texts that exist: ${file}`, () => {
      const translated = Object.keys(textsIn(file));
      const wanted = keys();
      const missing = [...wanted].filter((key) => !translated.includes(key));
      const unused = translated.filter((key) => !wanted.has(key));
      assert.deepEqual({ missing, unused }, { missing: [], unused: [] });
    });
  }

  it(`are sorted by their English text: ${CODE_TEXTS}`, () => {
    const keys = Object.keys(textsIn(CODE_TEXTS));
    assert.deepEqual(keys, keys.toSorted());
  });

  it('differ from the English text', () => {
    const untranslated = allPairs().flatMap(({ english, chinese }) =>
      english === chinese && /[A-Za-z]{2}/.test(english.replaceAll(/\{\d\}/g, '')) ? [english] : [],
    );
    assert.deepEqual([...new Set(untranslated)].sort(), SAME_IN_BOTH);
  });

  it('are Traditional Chinese, and follow the glossary', () => {
    assert.ok(terms().flatMap(({ notChinese }) => notChinese).length >= 55);
    const faults = allPairs().flatMap(({ english, chinese }) => {
      const cleaned = ALLOWED_IN_CONTEXT.reduce(
        (text, [, within]) => text.replaceAll(within, ''),
        chinese,
      );
      const found = faultsOf(english, cleaned);
      return found.length === 0 ? [] : [`${found.join(', ')}: ${english} → ${chinese}`];
    });
    assert.deepEqual(faults, []);
  });

  it('have no English word that the glossary rules out', () => {
    assert.ok(terms().flatMap(({ neverEnglish }) => neverEnglish).length >= 25);
    const faults = allPairs().flatMap(({ key, english }) =>
      ruledOutWordsIn(english).map((word) => `"${word}" in ${key}: ${english}`),
    );
    assert.deepEqual(faults, []);
  });

  it('use the translated names of commands and buttons', () => {
    const pairs = allPairs();
    const pairsByEnglish = Map.groupBy(pairs, ({ english }) => english);
    const chineseTexts = new Set(pairs.map(({ chinese }) => chinese));
    const isName = (text: string): boolean =>
      !CODE_WORD.test(text) && !QUOTED_PHRASES.includes(text);
    const wrong = pairs.flatMap(({ english, chinese }) => {
      const names = mentioned(english, ENGLISH_MARKS).filter(isName);
      const chineseNames = mentioned(chinese, CHINESE_MARKS);
      const missing = names.filter((name) => {
        const translations = pairsByEnglish.get(name)?.map((pair) => pair.chinese);
        return (
          translations === undefined ||
          !(
            chineseNames.some((chineseName) => translations.includes(chineseName)) ||
            isExample(chinese, translations)
          )
        );
      });
      const unknown = chineseNames.filter((name) => isName(name) && !chineseTexts.has(name));
      return [...missing, ...unknown].map((name) => `"${name}" in: ${english} → ${chinese}`);
    });
    assert.deepEqual(wrong, []);
  });
});

describe('extractedFrom', () => {
  it('finds the keys of texts, and calls without a literal key', () => {
    const source = parse(
      'a.ts',
      "vscode.l10n.t(text); l10n.t('a {0}', b); l10n.t(`c`); other.t('d')",
    );
    const found = extractedFrom(source).map(({ key, valueCount }) => [key, valueCount]);
    assert.deepEqual(found, [
      [undefined, 0],
      ['a {0}', 1],
      ['c', 0],
    ]);
  });
});

describe('ruledOutWordsIn', () => {
  it('finds all forms of the words, but not parts of identifiers', () => {
    assert.deepEqual(ruledOutWordsIn('Jobs of 2 directories: Cancelled.'), [
      'directory',
      'job',
      'cancelled',
    ]);
    assert.deepEqual(ruledOutWordsIn('Personal data: botTags.discoverTags was canceled.'), []);
  });
});

describe('termsOf', () => {
  it('reads the four columns of the table', () => {
    const [term, ...others] = termsOf(
      [
        '| English | Not (English) | 中文 | Not (中文) |',
        '| --- | --- | --- | --- |',
        '| run (of a plan), walk | task, **job** | 執行 | 運行、行 |',
      ].join('\n'),
    );
    assert.deepEqual(others, []);
    assert.deepEqual([term?.notChinese, term?.neverEnglish], [['運行'], ['job']]);
    assert.ok(term?.english.test('Two runs') && term.english.test('walked'));
    assert.ok(!term?.english.test('runner'));
  });
});

describe('faultsOf', () => {
  it('finds faults of a translation', () => {
    const english = 'The folder {0} is new.';
    const assertFault = (chinese: string, expected: RegExp): void =>
      assert.match(faultsOf(english, chinese).join(', '), expected);
    assert.deepEqual(faultsOf(english, '資料夾 {0} 是新的。'), []);
    assertFault('資料夾是新的。', /placeholders/);
    assertFault('资料夹 {0} 是新的。', /not traditional: 资夹/);
    assertFault('資料夾 {0} 是新的.', /half-width/);
    assertFault('文件夾 {0} 是新的。', /"文件夾"/);
    assertFault('資料夾CSV {0} 是新的。', /no space/);
    assertFault(' ', /empty/);
  });
});

/** Checks whether the text has one of the names in straight quotation marks, as in JSON of a sample file. */
function isExample(chinese: string, names: readonly string[]): boolean {
  return names.some((name) => chinese.includes(`"${name}"`));
}

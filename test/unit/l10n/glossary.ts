import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/projectRoot.ts';

/** A row of the table in `docs/glossary.md`. */
export interface Term {
  /** Matches the term in an English text. */
  readonly english: RegExp;
  /** Chinese words that are wrong where `english` matches. */
  readonly notChinese: readonly string[];
  /** English words that no text may have. They are bold in the table. */
  readonly neverEnglish: readonly string[];
}

/** Endings of plurals and verbs. */
const ENDING = '(?:s|es|ed|d|ing)?';
const HAN_WORD = /^[\u3400-\u9fff]{2,}$/;

let glossary: readonly Term[] | undefined;

/**
 * Reads the rows of `docs/glossary.md`. A Chinese word is wrong only where the English text has the term of its row: 金鑰
 * is wrong for "token" and right for "key". Single characters are left out, because they are parts of many words.
 */
export function terms(): readonly Term[] {
  glossary ??= termsOf(readFileSync(join(projectRoot, 'docs/glossary.md'), 'utf8'));
  return glossary;
}

/** Returns the terms in the table of this Markdown page. */
export function termsOf(page: string): readonly Term[] {
  return page
    .split('\n')
    .filter((line) => /^\| (?!English |-)/.test(line))
    .map((line) => {
      const [, english = '', notEnglish = '', , notChinese = ''] = line.split('|');
      const words = english.replaceAll(/\(.*?\)/g, '').split(/[,/]/);
      return {
        english: wholeWords(words.map((word) => word.trim()).filter((word) => word !== '')),
        notChinese: notChinese
          .split('、')
          .map((word) => word.trim())
          .filter((word) => HAN_WORD.test(word)),
        neverEnglish: [...notEnglish.matchAll(/\*\*(.+?)\*\*/g)].map(([, word = '']) => word),
      };
    });
}

/** Returns the words of this text that the glossary rules out for all English texts. */
export function ruledOutWordsIn(english: string): readonly string[] {
  return terms()
    .flatMap(({ neverEnglish }) => neverEnglish)
    .filter((word) => wholeWords([word]).test(english));
}

function wholeWords(words: readonly string[]): RegExp {
  const forms = words.map((word) => `${word.replace(/y$/, '(?:y|ie)')}${ENDING}`);
  return new RegExp(String.raw`\b(?:${forms.join('|')})\b`, 'i');
}

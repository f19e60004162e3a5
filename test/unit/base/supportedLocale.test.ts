import assert from 'node:assert/strict';
import { supportedLocale } from '../../../src/base/text.ts';

describe('supportedLocale', () => {
  for (const [language, locale] of [
    ['en', 'en'],
    ['zh-tw', 'zh-TW'],
    ['pt-br', 'pt-BR'],
    ['qps-ploc', 'en'],
    ['not a language', 'en'],
    ['', 'en'],
  ] as const) {
    it(`returns "${locale}" for "${language}"`, () => {
      assert.equal(supportedLocale(language), locale);
      assert.doesNotThrow(() => new Intl.NumberFormat(supportedLocale(language)));
    });
  }
});

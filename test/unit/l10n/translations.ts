import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/projectRoot.ts';
import { allExtracted } from './extracted.ts';

type Texts = Readonly<Record<string, string>>;

/** Text in both languages. The key of a text in the code is the English text. */
export interface Pair {
  readonly key: string;
  readonly english: string;
  readonly chinese: string;
}

export const CODE_TEXTS = 'l10n/bundle.l10n.zh-tw.json';
export const MANIFEST_TEXTS = 'package.nls.zh-tw.json';

export function textsIn(file: string): Texts {
  return JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as Texts;
}

/** Returns the English texts of the code, which are also the keys. */
export function codeKeys(): ReadonlySet<string> {
  return new Set(allExtracted().flatMap(({ key }) => key ?? []));
}

/** Returns every translated text of the code and of the manifest. */
export function allPairs(): readonly Pair[] {
  const english = textsIn('package.nls.json');
  return [
    ...Object.entries(textsIn(CODE_TEXTS)).map(([key, chinese]) => ({
      key,
      english: key,
      chinese,
    })),
    ...Object.entries(textsIn(MANIFEST_TEXTS)).flatMap(([key, chinese]) => {
      const text = english[key];
      return text === undefined ? [] : [{ key, english: text, chinese }];
    }),
  ];
}

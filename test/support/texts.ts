import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pseudo } from './pseudo.ts';

/** Display languages in which the product is tested in addition to English. `qps-ploc` is the pseudo-locale. */
export type Locale = 'zh-tw' | 'qps-ploc';

const root = join(import.meta.dirname, '../..');

type Bundle = Readonly<Record<string, string>>;

/** The texts of the product in one language. */
export interface Texts {
  readonly locale: Locale;
  /** English text → translation, for the texts in code. */
  readonly bundle: Bundle;
  /** Key → translation, for the texts in the manifest. */
  readonly manifest: Bundle;
  /**
   * Returns the translation of an English text, with `values` in place of `{0}`, ….
   * @throws if the product does not have the text
   */
  readonly text: (english: string, ...values: readonly (string | number)[]) => string;
  /** Returns the title of a command as the palette shows it: "Bot Tags: Add Bot…". */
  readonly command: (english: string) => string;
}

export function textsIn(locale: Locale): Texts {
  const chinese = {
    bundle: read('l10n/bundle.l10n.zh-tw.json'),
    manifest: read('package.nls.zh-tw.json'),
  };
  const english = read('package.nls.json');
  const { bundle, manifest } =
    locale === 'zh-tw'
      ? chinese
      : {
          bundle: pseudoBundle(Object.keys(chinese.bundle).map((key) => [key, key])),
          manifest: pseudoBundle(Object.entries(english)),
        };
  const byEnglish = new Map(Object.entries(english).map(([key, text]) => [text, manifest[key]]));
  const text: Texts['text'] = (source, ...values) => {
    const translation = bundle[source] ?? byEnglish.get(source);
    if (translation === undefined) throw new Error(`The product has no text "${source}".`);
    return translation.replace(/\{(\d+)\}/g, (placeholder, index: string) =>
      String(values[Number(index)] ?? placeholder),
    );
  };
  return { locale, bundle, manifest, text, command: (source) => `Bot Tags: ${text(source)}` };
}

function pseudoBundle(entries: readonly (readonly [string, string])[]): Bundle {
  return Object.fromEntries(entries.map(([key, text]) => [key, pseudo(text)]));
}

function read(path: string): Bundle {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Bundle;
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packExtension } from '../../scripts/packExtension.ts';
import { pseudo } from './pseudo.ts';
import { type Locale, textsIn } from './texts.ts';
import type { VscodeFromNpm } from './vscodeFromNpm.ts';

/** Of each module of VS Code the keys of its messages, which stand in one list in this order. */
type NlsKeys = readonly (readonly [module: string, keys: readonly string[]])[];

const FILE = 'translations/main.i18n.json';

/** What VS Code says about its language to extensions, in the status bar. */
const TELLING = `
const { env, window } = require('vscode');
exports.activate = () => {
  const item = window.createStatusBarItem('language');
  item.text = 'display language: ' + env.language;
  item.show();
};
`;

/**
 * Packs a language pack such as the Marketplace has; without one VS Code speaks English. In Chinese it holds those texts of VS
 * Code that the product has too ("Cancel"), in the pseudo-locale all of them. Gives the path of the VSIX.
 */
export async function packLanguagePack(
  folder: string,
  locale: Locale,
  vscode: VscodeFromNpm,
): Promise<string> {
  const localization = {
    languageId: locale,
    languageName: locale,
    localizedLanguageName: locale,
    translations: [{ id: 'vscode', path: `./${FILE}` }],
  };
  const manifest = {
    name: `language-pack-${locale}`,
    description: `A little of VS Code in ${locale}.`,
    contributes: { localizations: [localization] },
    activationEvents: ['onStartupFinished'],
    main: './main.js',
  };
  const contents = translated(dirname(vscode.serverMain), locale);
  return packExtension(folder, manifest, {
    'main.js': TELLING,
    [FILE]: JSON.stringify({ version: '1.0.0', contents }),
  });
}

function translated(out: string, locale: Locale): Record<string, Record<string, string>> {
  const { bundle } = textsIn(locale);
  const translate = (text: string): string | undefined => {
    if (locale === 'qps-ploc') return pseudo(text);
    // Without words it is no text that both have: "{0}: {1}" stands in the palette.
    return /\p{L}{2}/u.test(text) ? bundle[text.replace('&&', '')] : undefined;
  };
  const keys = JSON.parse(readFileSync(join(out, 'nls.keys.json'), 'utf8')) as NlsKeys;
  const messages = JSON.parse(readFileSync(join(out, 'nls.messages.json'), 'utf8')) as string[];
  const contents: Record<string, Record<string, string>> = {};
  let at = 0;
  for (const [module, names] of keys) {
    const own = names.flatMap((name) => {
      const text = translate(messages[at++] ?? '');
      return text === undefined ? [] : [[name, text] as const];
    });
    if (own.length > 0) contents[module] = Object.fromEntries(own);
  }
  return contents;
}

/**
 * Makes the server know the language pack that is installed, which its command line leaves to the first window: that one would
 * be in English still.
 */
export function announceLanguagePack(userDataDir: string, locale: Locale): void {
  const id = `bot-tags.language-pack-${locale}`;
  const folder = join(userDataDir, 'installed', `${id}-0.0.0`);
  const pack = {
    hash: locale,
    extensions: [{ extensionIdentifier: { id }, version: '0.0.0' }],
    translations: { vscode: join(folder, FILE) },
    label: locale,
  };
  writeFileSync(join(userDataDir, 'languagepacks.json'), JSON.stringify({ [locale]: pack }));
}

/** Gives the installed product its texts of the pseudo-locale, which nothing but a test has. */
export function addPseudoTexts(extensionsDir: string): void {
  const { bundle, manifest } = textsIn('qps-ploc');
  const name = readdirSync(extensionsDir).find((folder) => /bot-tag-explorer/.test(folder));
  const installed = join(extensionsDir, name ?? '');
  if (!existsSync(join(installed, 'package.nls.json'))) throw new Error('It is not installed.');
  const write = (path: string, texts: unknown): void =>
    writeFileSync(join(installed, path), JSON.stringify(texts));
  write('l10n/bundle.l10n.qps-ploc.json', bundle);
  write('package.nls.qps-ploc.json', manifest);
}

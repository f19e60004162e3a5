import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packExtension } from '../../scripts/packExtension.ts';
import { pseudo } from './pseudo.ts';
import { type Locale, textsIn } from './texts.ts';
import type { VscodeFromNpm } from './vscodeFromNpm.ts';

/** Message keys of each module of VS Code. The messages of all modules are one list in this order. */
type NlsKeys = readonly (readonly [module: string, keys: readonly string[]])[];

const FILE = 'translations/main.i18n.json';

/** Source of an extension that shows VS Code's display language in the status bar, where tests see whether the pack works. */
const LANGUAGE_INDICATOR = `
const { env, window } = require('vscode');
exports.activate = () => {
  const item = window.createStatusBarItem('language');
  item.text = 'display language: ' + env.language;
  item.show();
};
`;

/**
 * Packs a language pack like those of the Marketplace, without which VS Code is in English. The Chinese pack contains the
 * texts of VS Code that the product also has ("Cancel"), the pack of the pseudo-locale all texts. Returns the path of the
 * VSIX.
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
    'main.js': LANGUAGE_INDICATOR,
    [FILE]: JSON.stringify({ version: '1.0.0', contents }),
  });
}

function translated(out: string, locale: Locale): Record<string, Record<string, string>> {
  const { bundle } = textsIn(locale);
  const translate = (text: string): string | undefined => {
    if (locale === 'qps-ploc') return pseudo(text);
    // A text without words, such as "{0}: {1}" in the palette, does not count as a text of the product.
    return /\p{L}{2}/u.test(text) ? bundle[text.replace('&&', '')] : undefined;
  };
  const keys = JSON.parse(readFileSync(join(out, 'nls.keys.json'), 'utf8')) as NlsKeys;
  const messages = JSON.parse(readFileSync(join(out, 'nls.messages.json'), 'utf8')) as string[];
  const contents: Record<string, Record<string, string>> = {};
  let messageIndex = 0;
  for (const [module, names] of keys) {
    const translations = names.flatMap((name) => {
      const text = translate(messages[messageIndex++] ?? '');
      return text === undefined ? [] : [[name, text] as const];
    });
    if (translations.length > 0) contents[module] = Object.fromEntries(translations);
  }
  return contents;
}

/**
 * Registers the installed language pack with the server. The server's command line leaves that to the first window, which
 * would still be in English.
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

/** Adds the texts of the pseudo-locale to the installed product. Only tests use this locale. */
export function addPseudoTexts(extensionsDir: string): void {
  const { bundle, manifest } = textsIn('qps-ploc');
  const name = readdirSync(extensionsDir).find((folder) => /bot-tag-explorer/.test(folder));
  const installed = join(extensionsDir, name ?? '');
  if (!existsSync(join(installed, 'package.nls.json')))
    throw new Error('The product is not installed.');
  const write = (path: string, texts: unknown): void =>
    writeFileSync(join(installed, path), JSON.stringify(texts));
  write('l10n/bundle.l10n.qps-ploc.json', bundle);
  write('package.nls.qps-ploc.json', manifest);
}

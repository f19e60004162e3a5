import { registerHooks } from 'node:module';

/** Replacement of the `vscode` module in English, with the members that texts need. */
const VSCODE = `
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (match, index) => String(values[index] ?? match));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const env = { language: 'en' };
export const Uri = { parse: (text) => ({ path: decodeURIComponent(new URL(text).pathname) }) };
`;

/** Loads modules that use `l10n`, `env` and `Uri` of `vscode`, outside of VS Code. */
export function withVscodeTexts<T>(load: () => Promise<T>): Promise<T> {
  return withVscode(VSCODE, '', load);
}

/**
 * Loads modules outside of VS Code.
 * @param source JavaScript of the module `vscode`
 * @param query ends the URLs of loaded modules, such as `?window`, so that they are not shared with tests that have another
 * `vscode`; `''` to share them
 */
export async function withVscode<T>(
  source: string,
  query: string,
  load: () => Promise<T>,
): Promise<T> {
  const hooks = registerHooks({
    resolve: (name, context, next) => {
      if (name === 'vscode') {
        return { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true };
      }
      const resolved = next(name, context);
      const usesVscode = /\/src\/(?:\w+\/ui|shell)\//.test(resolved.url);
      return usesVscode ? { ...resolved, url: `${resolved.url}${query}` } : resolved;
    },
  });
  try {
    return await load();
  } finally {
    hooks.deregister();
  }
}

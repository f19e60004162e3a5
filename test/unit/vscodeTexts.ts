import { registerHooks } from 'node:module';

/** Replacement of the `vscode` module in English, with the members that texts need. */
const VSCODE = `
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (match, index) => String(values[index] ?? match));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const env = { language: 'en' };
export const Uri = { parse: (text) => ({ path: decodeURIComponent(new URL(text).pathname) }) };
`;

/** Loads modules that use `l10n`, `env` and `Uri` of `vscode`, outside of VS Code. */
export async function withVscodeTexts<T>(load: () => Promise<T>): Promise<T> {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'vscode'
        ? { url: `data:text/javascript,${encodeURIComponent(VSCODE)}`, shortCircuit: true }
        : next(name, context),
  });
  try {
    return await load();
  } finally {
    hooks.deregister();
  }
}

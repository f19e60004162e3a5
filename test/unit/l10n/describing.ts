import { registerHooks } from 'node:module';

/** Stands in for VS Code, in English: as much of it as texts are made with. */
const VSCODE = `
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (all, at) => String(values[at] ?? all));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const env = { language: 'en' };
`;

/** What makes texts of errors, outside of VS Code. */
export async function loadDescribing() {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'vscode'
        ? { url: `data:text/javascript,${encodeURIComponent(VSCODE)}`, shortCircuit: true }
        : next(name, context),
  });
  try {
    const { describeError } = await import('../../../src/vscode/errors/describeError.ts');
    const { detailText } = await import('../../../src/vscode/errors/detailText.ts');
    return { describeError, detailText };
  } finally {
    hooks.deregister();
  }
}

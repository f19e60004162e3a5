import * as vscode from 'vscode';

interface LensSource {
  lenses(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[]>;
}

/** Only a plan that is open in an editor loads what stands above it. */
export function registerLateLenses(open: () => Promise<LensSource>): vscode.Disposable {
  const plans: vscode.DocumentSelector = { pattern: '**/*.bot-tags-plan.jsonc' };
  return vscode.languages.registerCodeLensProvider(plans, {
    provideCodeLenses: async (document, token) => (await open()).lenses(document, token),
  });
}

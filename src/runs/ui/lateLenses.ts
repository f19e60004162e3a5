import * as vscode from 'vscode';

interface LensSource {
  readonly onDidChangeLenses: vscode.Event<void>;
  lenses(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[]>;
}

/** Only a plan that is open in an editor loads what stands above it. */
export function registerLateLenses(open: () => Promise<LensSource>): vscode.Disposable {
  const plans: vscode.DocumentSelector = { pattern: '**/*.bot-tags-plan.jsonc' };
  const changed = new vscode.EventEmitter<void>();
  let following: vscode.Disposable | undefined;
  const provider = vscode.languages.registerCodeLensProvider(plans, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document, token) => {
      const source = await open();
      following ??= source.onDidChangeLenses(() => changed.fire());
      return source.lenses(document, token);
    },
  });
  return vscode.Disposable.from(provider, changed, { dispose: () => following?.dispose() });
}

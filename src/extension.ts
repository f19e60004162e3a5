import * as vscode from 'vscode';
import { systemClock } from './base/ports.ts';
import { lazy } from './base/promises.ts';
import { PlainLog } from './base/ui/sinks.ts';
import { start, type Started } from './shell/start.ts';

let started: Started | undefined;
let openLog: PlainLog | undefined;

/** Each heavy part is a separate bundle, which is loaded on first use. */
export function activate(context: vscode.ExtensionContext): unknown {
  const channel = vscode.window.createOutputChannel('Bot Tags', { log: true });
  const log = new PlainLog(channel);
  openLog = log;
  started = start(context, {
    log,
    clock: systemClock,
    treeBundle: lazy(() => import('./catalogue/ui/treeView.ts')),
    featuresBundle: lazy(() => import('./shell/createFeatures.ts')),
    clientBundle: lazy(() => import('./service/client.ts')),
    storeBundle: lazy(() => import('./runs/openCatalogue.ts')),
    sandboxBundle: lazy(() => import('./sandbox/startSandbox.ts')),
    validators: lazy(() => import('./shell/validators.ts')),
    fileText: lazy(async () => {
      const { createFileText } = await import('./workspaceFile/createFileText.ts');
      return createFileText();
    }),
    planTexts: lazy(() => import('./plans/planTexts.ts')),
    overview: lazy(() => import('./overview/customerSums.ts')),
    exporter: lazy(async () => {
      const { createExporter } = await import('./exports/createExporter.ts');
      return createExporter({ log });
    }),
  });
  const isTest = context.extensionMode === vscode.ExtensionMode.Test;
  return isTest ? { ...started, context, log: channel } : undefined;
}

/** Closes sockets, the sandbox and the database before the extension host ends. */
export async function deactivate(): Promise<void> {
  try {
    await started?.stop();
  } finally {
    // Not a subscription: VS Code disposes subscriptions while requests are under way, and a closed channel throws.
    openLog?.dispose();
  }
}

import * as vscode from 'vscode';
import { lazy } from './base/promises.ts';
import { DATABASE_FILE } from './base/manifest.ts';
import { PlainLog } from './base/ui/sinks.ts';
import { start, type Started } from './shell/start.ts';

let started: Started | undefined;
let openLog: PlainLog | undefined;

/** Each heavy part is passed as a function that loads it on first use, as a separate bundle. */
export function activate(context: vscode.ExtensionContext): unknown {
  const channel = vscode.window.createOutputChannel('Bot Tags', { log: true });
  const log = new PlainLog(channel);
  openLog = log;
  const clock = { now: () => Date.now() };
  started = start(context, {
    log,
    clock,
    openTree: async (needs) => {
      const { BotTree } = await import('./catalogue/ui/treeView.ts');
      return new BotTree(needs);
    },
    openFeatures: async (shell) => {
      const { createFeatures } = await import('./shell/createFeatures.ts');
      return createFeatures(shell);
    },
    openClient: async (options) => {
      const { createClient } = await import('./service/client.ts');
      return createClient(options);
    },
    validators: lazy(() => import('./shell/validators.ts')),
    openStore: async () => {
      const { openList } = await import('./runs/openCatalogue.ts');
      return openList(vscode.Uri.joinPath(context.globalStorageUri, DATABASE_FILE).fsPath, clock);
    },
    fileText: lazy(async () => {
      const { createFileText } = await import('./workspaceFile/createFileText.ts');
      return createFileText();
    }),
    planTexts: lazy(async () => {
      const { createPlans } = await import('./plans/createPlans.ts');
      return createPlans();
    }),
    overview: lazy(() => import('./overview/customerSums.ts')),
    startSandbox: async (options) => {
      const { startSandbox } = await import('./sandbox/startSandbox.ts');
      return startSandbox(options);
    },
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

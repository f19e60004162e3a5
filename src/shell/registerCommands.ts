import * as vscode from 'vscode';
import type { Lazy } from '../base/promises.ts';
import type { CommandId } from '../commands/commands.ts';
import { AT_FOCUS, AT_SANDBOX, CUSTOMERS_PANEL, FROM_WELCOME } from '../base/manifest.ts';
import type { CommandContext } from '../catalogue/ui/handler.ts';
import { isJournalNode, isTreeNode, type TreeNode } from '../catalogue/ui/treeNode.ts';
import { runOfUri } from '../runs/ui/runUri.ts';
import type { Features } from './createFeatures.ts';

/** Registers the commands of the manifest. Their code is loaded when the first command runs. */
export function registerCommands(
  ids: readonly CommandId[],
  features: Lazy<Features>,
): vscode.Disposable[] {
  return ids.map((id) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) =>
      (await features()).run(id, contextOf(args), args[0]),
    ),
  );
}

/** Returns the context from VS Code's arguments, or `undefined` if a program passes an argument object. */
function contextOf(args: readonly unknown[]): CommandContext | undefined {
  const [first, second] = args;
  if (isTreeNode(first)) {
    // The row that runs "Resume…" belongs to no bot, so its command runs as if no row was clicked.
    const nodes = nodesOf(first, second).filter(({ isResume }) => !isResume);
    return { nodes, isFromTree: true };
  }
  if (isJournalNode(first)) {
    return { nodes: [], journal: first, ...(first.kind === 'run' ? { run: first.id } : {}) };
  }
  if (first === AT_FOCUS) return { nodes: [], isAtFocus: true, isFromTree: true };
  if (first === FROM_WELCOME) return { nodes: [], isFromTree: true };
  if (first === AT_SANDBOX) return { nodes: [], isAtSandbox: true };
  if (typeof first !== 'object' || first === null) {
    // The title bar of a view passes the focused row, which may be undefined. The Command Palette passes nothing.
    return args.length > 0 ? { nodes: [], isFromTree: true } : { nodes: [] };
  }
  if ('webview' in first && 'webviewSection' in first) return { nodes: [], ...rowOf(first) };
  // Editor titles pass the URI of the document, and so do the code lenses above a run's result.
  return first instanceof vscode.Uri ? { nodes: [], file: first, ...runAt(first) } : undefined;
}

function runAt(uri: vscode.Uri): Pick<CommandContext, 'run'> {
  const run = runOfUri(uri);
  return run === undefined ? {} : { run };
}

/** Returns the selected nodes, or only the clicked node if it is outside the selection. */
function nodesOf(clicked: TreeNode, selected: unknown): readonly TreeNode[] {
  const nodes = Array.isArray(selected) ? selected.filter(isTreeNode) : [];
  const otherNodes = nodes.filter((node) => node !== clicked);
  return nodes.includes(clicked) ? [clicked, ...otherNodes] : [clicked];
}

/** Returns the row of the Customers panel on which a context menu was opened, if it was. */
function rowOf(context: object): Pick<CommandContext, 'row'> {
  if (!('row' in context) || !('generation' in context)) return {};
  const { row, generation } = context;
  const isFromPanel = 'webview' in context && context.webview === CUSTOMERS_PANEL;
  if (!isFromPanel || typeof row !== 'number' || typeof generation !== 'number') return {};
  return { row: { row, generation } };
}

import * as vscode from 'vscode';
import type * as validators from './validators.ts';
import { ServiceError } from '../base/errors.ts';
import { ExportInterrupted } from '../base/exportErrors.ts';
import type { Lazy } from '../base/promises.ts';
import { prepareSandbox, type PrepareSandboxNeeds } from '../bots/ui/sandboxBot.ts';
import type { CommandRunner, Handlers } from '../catalogue/ui/services.ts';
import type { CommandContext, Handler } from '../catalogue/ui/handler.ts';
import { isJournalNode, isTreeNode, type TreeNode } from '../catalogue/ui/treeNode.ts';
import type { CommandId } from '../commands/commands.ts';
import type { ErrorDisplay } from '../customers/ui/customerServices.ts';
import { AT_FOCUS, AT_SANDBOX, CUSTOMERS_PANEL, FROM_WELCOME } from '../base/manifest.ts';
import { runOfUri } from '../runs/ui/lazyViews.ts';

interface Needs extends PrepareSandboxNeeds {
  readonly validators: Lazy<typeof validators>;
  readonly errors: ErrorDisplay;
}

/** Runs commands for the user, for programs, and for the extension's own panels and tools. */
export class Commands implements CommandRunner {
  readonly #services: Needs;
  readonly #handlers = new Map<CommandId, Handler<CommandId>>();

  constructor(services: Needs) {
    this.#services = services;
  }

  register<K extends CommandId>(handlers: Handlers<K>): vscode.Disposable {
    const ids = Object.keys(handlers) as K[];
    for (const id of ids) this.#handlers.set(id, handlers[id]);
    return {
      dispose: () => {
        for (const id of ids) this.#handlers.delete(id);
      },
    };
  }

  handlerOf<K extends CommandId>(id: K): Handlers[K] {
    const handler = this.#handlers.get(id);
    if (handler === undefined) throw new Error(`${id} is not registered.`);
    return handler as Handlers[K];
  }

  /** Runs a command for the user. Shows its errors. */
  async run(id: CommandId, context: CommandContext): Promise<void> {
    let { nodes } = context;
    try {
      nodes = await this.#nodesOf(context);
      await this.handlerOf(id).interactive({ ...context, nodes });
    } catch (error) {
      await this.#services.errors.show(error, nodes[0]?.bot);
    }
  }

  /** Runs a command for a program. Throws its errors. */
  async runWithArguments(id: CommandId, argument: unknown): Promise<unknown> {
    const { parseArguments } = await this.#services.validators();
    const handler: Handler<CommandId> = this.handlerOf(id);
    try {
      return await handler.withArguments(parseArguments(id, argument));
    } catch (error) {
      throw withoutExcerpts(error);
    }
  }

  /** Returns the given nodes of the context, those in focus, or the sandbox bot, which is added if missing. */
  async #nodesOf(context: CommandContext): Promise<readonly TreeNode[]> {
    if (context.isAtFocus === true) return this.#services.tree.inFocus();
    return context.isAtSandbox === true ? [await prepareSandbox(this.#services)] : context.nodes;
  }
}

/** Returns the error without response excerpts, because VS Code writes errors of commands to a log file. */
function withoutExcerpts(error: unknown): unknown {
  if (error instanceof ServiceError) return ServiceError.withoutExcerpt(error);
  if (!(error instanceof ExportInterrupted)) return error;
  return new ExportInterrupted(error.file, error.records, withoutExcerpts(error.cause));
}

/** Registers the commands of the manifest. Their code is loaded when the first command runs. */
export function registerCommands(
  ids: readonly CommandId[],
  features: Lazy<{ readonly commands: Commands }>,
): vscode.Disposable[] {
  return ids.map((id) =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      const { commands } = await features();
      const context = contextOf(args);
      return context === undefined
        ? commands.runWithArguments(id, args[0])
        : commands.run(id, context);
    }),
  );
}

/** Returns the context from VS Code's arguments, or `undefined` if a program passes an argument object. */
function contextOf(args: readonly unknown[]): CommandContext | undefined {
  const [first, second] = args;
  if (isTreeNode(first)) {
    // The row that runs "Resume…" belongs to no bot, so its command runs as if no row was clicked.
    const nodes = clickedNodes(first, second).filter(({ isResume }) => !isResume);
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
function clickedNodes(clicked: TreeNode, selected: unknown): readonly TreeNode[] {
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

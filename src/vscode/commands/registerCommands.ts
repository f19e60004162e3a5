import * as vscode from 'vscode';
import type { CommandId } from '../../manifest.ts';
import { CUSTOMERS_PANEL } from '../../manifest.ts';
import type { LazyBackend } from '../backend.ts';
import { TreeNode } from '../tree/treeNode.ts';
import type { Hand, Handler } from './handler.ts';
import type { Handlers } from './handlers.ts';

interface Needs {
  readonly backend: LazyBackend;
  /** Shows what went wrong to the person who caused it. */
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** Errors end here: shown to a person, thrown to a program. */
export function registerCommands(handlers: Handlers, needs: Needs): vscode.Disposable[] {
  const ids = Object.keys(handlers) as CommandId[];
  return ids.map((id) =>
    vscode.commands.registerCommand(id, (...received: unknown[]) =>
      run(id, handlers[id], needs, received),
    ),
  );
}

async function run(
  id: CommandId,
  handler: Handler<CommandId>,
  needs: Needs,
  received: readonly unknown[],
): Promise<unknown> {
  const hand = handOf(received);
  if (hand === undefined) {
    const backend = await needs.backend();
    const argument = backend.parseArguments(id, received[0]);
    return handler.byProgram(argument);
  }
  try {
    await handler.byPerson(hand);
  } catch (error) {
    await needs.onError(error, hand.nodes[0]?.bot);
  }
  return undefined;
}

/** `undefined`: not a person's doing, but an argument object. */
function handOf([first, second]: readonly unknown[]): Hand | undefined {
  if (first instanceof TreeNode) return { nodes: nodesOf(first, second) };
  if (typeof first !== 'object' || first === null) return { nodes: [] };
  if ('webview' in first) return { nodes: [], ...rowOf(first) };
  // Editor titles hand over the document's address; what is in front is known anyway.
  return first instanceof vscode.Uri ? { nodes: [] } : undefined;
}

/** A click on a node outside the selection means that node alone. */
function nodesOf(clicked: TreeNode, selected: unknown): readonly TreeNode[] {
  const nodes = Array.isArray(selected) ? selected.filter((node) => node instanceof TreeNode) : [];
  const others = nodes.filter((node) => node !== clicked);
  return nodes.includes(clicked) ? [clicked, ...others] : [clicked];
}

function rowOf(context: object): Pick<Hand, 'row'> {
  if (!('row' in context) || !('generation' in context)) return {};
  const { row, generation } = context;
  const isFromPanel = 'webview' in context && context.webview === CUSTOMERS_PANEL;
  if (!isFromPanel || typeof row !== 'number' || typeof generation !== 'number') return {};
  return { row: { row, generation } };
}

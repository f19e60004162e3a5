import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../catalogue.ts';
import { UserError } from '../../base/errors.ts';
import type { Bot, CatalogueItem } from '../../base/model.ts';
import type { LiveItems } from '../liveItems.ts';
import type { TagIndex } from '../tagIndex.ts';
import type { ArgumentOf, CommandId, ResultOf } from '../../commands/commands.ts';
import { noItemsError } from './itemEntries.ts';
import { askItems, itemsOf } from './askItems.ts';
import type { JournalNode, TreeNode } from './treeNode.ts';
import { onlyOrPickedBot, type BotFilter } from './askBot.ts';
import type { TagChoice } from './askTag.ts';

/** Row of the active Customers panel, as its context menu passes it. */
export interface RowContext {
  /** Position of the customer among the rows of the panel. */
  readonly row: number;
  /** Number of the load to which the rows belong. A row of an earlier load is out of date. */
  readonly generation: number;
  /** Tag of the customer, if one was clicked. */
  readonly tag?: TagChoice | undefined;
}

/** Selection on which a command was started. Empty for the Command Palette. */
export interface CommandContext {
  /** Clicked node, followed by the rest of the selection if the node is part of it. */
  readonly nodes: readonly TreeNode[];
  readonly row?: RowContext;
  readonly journal?: JournalNode;
  /** ID of the run of the clicked row or document. */
  readonly run?: string;
  /** Document of the editor whose title button was clicked. */
  readonly file?: vscode.Uri;
  /** Set if a key was pressed in the tree. `nodes` is empty until the focused nodes are looked up. */
  readonly isAtFocus?: true;
  /**
   * Set if the command was started in the tree view, including its title and its welcome text. The tree row of the
   * result then gets the keyboard focus. Otherwise the focus does not move.
   */
  readonly isFromTree?: true;
  /** Set for a walkthrough button. The sandbox is started first, then `nodes` contains it. */
  readonly isAtSandbox?: true;
}

export interface Handler<K extends CommandId> {
  /** Runs the command for a user (Command Palette, menu or key), and asks for missing input. */
  interactive(context: CommandContext): Promise<unknown>;
  /** Runs the command for a program, such as another extension. Never asks the user, and throws errors. */
  withArguments(argument: ArgumentOf<K>): Promise<ResultOf<K>>;
}

/**
 * Returns the bot with a key or bot ID.
 * @throws {UserError} if there is none, or if several bots have the ID
 */
export function botByReference(catalogue: Catalogue, reference: string): Bot {
  const [bot, ...furtherBots] = catalogue.botsByReference(reference);
  if (bot === undefined) {
    throw new UserError(
      vscode.l10n.t(
        'There is no bot with the key or ID "{0}". Add the bot first, or check the ID.',
        reference,
      ),
    );
  }
  if (furtherBots.length > 0) {
    throw new UserError(
      vscode.l10n.t('Several bots have the ID "{0}". Use the key of the bot instead.', reference),
    );
  }
  return bot;
}

/** Returns the bot of the clicked node, otherwise the only bot or the bot that the user picks. */
export async function botOfContext(
  catalogue: Catalogue,
  context: CommandContext,
  title: string,
  filter?: BotFilter,
): Promise<Bot> {
  const node = context.nodes[0];
  if (node !== undefined) return botByReference(catalogue, node.bot);
  return onlyOrPickedBot(catalogue, title, filter);
}

/** @throws {UserError} if none of the nodes is a tag or folder */
export async function itemsOfContext(
  services: { readonly catalogue: Lazy<Catalogue>; readonly tagIndex: Lazy<LiveItems<TagIndex>> },
  { nodes }: CommandContext,
  title: string,
): Promise<readonly CatalogueItem[]> {
  const catalogue = await services.catalogue();
  if (nodes.length === 0) return askItems({ catalogue, index: await services.tagIndex() }, title);
  const items = itemsOf(catalogue, nodes);
  if (items.length > 0) return items;
  throw noItemsError();
}

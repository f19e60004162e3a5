import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../catalogue.ts';
import { UserError } from '../../base/errors.ts';
import type { Bot, CatalogueItem } from '../../base/model.ts';
import type { LiveItems } from '../liveItems.ts';
import type { TagIndex } from '../tagIndex.ts';
import type { ArgumentOf, CommandId, ResultOf } from '../../commands/commands.ts';
import { itemsOf } from './itemsOf.ts';
import type { JournalNode, TreeNode } from './treeNode.ts';
import { botFromPerson, type BotChoice } from './askBot.ts';
import { askItems } from './askItems.ts';
import type { TagChoice } from './askTag.ts';

/** A row of the Customers panel that is in front, as its context menu names it. */
export interface RowContext {
  readonly row: number;
  readonly generation: number;
  /** Of the customer's, where one was clicked. */
  readonly tag?: TagChoice | undefined;
}

/** What a person had in hand: nothing from the palette. */
export interface Hand {
  /** The clicked node, with the rest of the selection when it is part of it. */
  readonly nodes: readonly TreeNode[];
  readonly row?: RowContext;
  /** The clicked row of the Journal view. */
  readonly journal?: JournalNode;
  /** The ID of the run whose row or document it is. */
  readonly run?: string;
  /** The document of the editor title whose button was clicked. */
  readonly file?: vscode.Uri;
  /** From a key in the tree: `nodes` are those that have the focus, once they are looked up. */
  readonly isAtFocus?: true;
  /**
   * Started in the tree: by a row's menu or button, a key, the view's title or its welcome. The result gets the keyboard
   * focus. Absent for the palette, a page or a walkthrough, which keep it.
   */
  readonly isFromTree?: true;
  /** From a button of the walkthrough: `nodes` has the sandbox, once it runs. */
  readonly isAtSandbox?: true;
}

export interface Handler<K extends CommandId> {
  /** From the palette, a menu or a key: asks for what is missing. */
  byPerson(hand: Hand): Promise<unknown>;
  /** From other code: asks nothing and throws. */
  byProgram(argument: ArgumentOf<K>): Promise<ResultOf<K>>;
}

/** The bot that an argument names, by key or bot ID. */
export function botNamed(catalogue: Catalogue, reference: string): Bot {
  const [bot, ...others] = catalogue.botsNamed(reference);
  if (bot === undefined) {
    throw new UserError(
      vscode.l10n.t(
        'There is no bot with the key or ID "{0}". Add the bot first, or check the ID.',
        reference,
      ),
    );
  }
  if (others.length > 0) {
    throw new UserError(
      vscode.l10n.t('Several bots have the ID "{0}". Use the key of the bot instead.', reference),
    );
  }
  return bot;
}

/**
 * The bot of the clicked node; else the only one, or the one that the person picks.
 * @param choice which may be picked; absent: any
 */
export async function botInHand(
  catalogue: Catalogue,
  hand: Hand,
  title: string,
  choice?: BotChoice,
): Promise<Bot> {
  const node = hand.nodes[0];
  if (node !== undefined) return botNamed(catalogue, node.bot);
  return botFromPerson(catalogue, title, choice);
}

/** Like `botInHand`, with the clicked item. */
export async function placeInHand(
  catalogue: Catalogue,
  hand: Hand,
  title: string,
): Promise<{ readonly bot: Bot; readonly item: CatalogueItem | undefined }> {
  const bot = await botInHand(catalogue, hand, title);
  return { bot, item: itemsOf(catalogue, hand.nodes)[0] };
}

/**
 * The items of the clicked nodes, or of those that have the focus; without any node, those that the person picks.
 * Throws `UserError` when the nodes are no items.
 */
export async function itemsInHand(
  parts: { readonly catalogue: Lazy<Catalogue>; readonly tagIndex: Lazy<LiveItems<TagIndex>> },
  { nodes }: Hand,
  title: string,
): Promise<readonly CatalogueItem[]> {
  const catalogue = await parts.catalogue();
  if (nodes.length === 0) return askItems({ catalogue, index: await parts.tagIndex() }, title);
  const items = itemsOf(catalogue, nodes);
  if (items.length > 0) return items;
  throw new UserError(
    vscode.l10n.t('This action works only on tags and folders. Select a tag or folder.'),
  );
}

/** Commands about one row of a Customers panel. */
export type CommandForRow = 'botTags.openRecord' | 'botTags.copyUserId';

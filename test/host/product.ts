import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { CommandId, InputOf, ResultOf } from '../../src/commands/commands.ts';
import type { AgentTools } from '../../src/shell/registerTools.ts';
import type { JournalTree } from '../../src/runs/ui/journalTree.ts';
import type { TreeNode } from '../../src/catalogue/ui/treeNode.ts';
import type { BotTree } from '../../src/catalogue/ui/treeView.ts';

/** API that the extension exports for tests. */
export interface Product {
  readonly tree: BotTree;
  readonly openJournal: () => Promise<JournalTree>;
  readonly openAgentTools: () => Promise<AgentTools>;
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
}

interface Exported extends Omit<Product, 'tree'> {
  readonly openTree: () => Promise<BotTree>;
}

export function extension(): vscode.Extension<Exported> {
  const installed = vscode.extensions.getExtension<Exported>('bot-tags.bot-tag-explorer');
  assert.ok(installed, 'the extension is not installed');
  return installed;
}

/** Activates the extension if needed, and returns its API for tests. */
export async function product(): Promise<Product> {
  const { openTree, ...exported } = await extension().activate();
  return { ...exported, tree: await openTree() };
}

/** Calls a command as a program does. */
export async function run<K extends CommandId>(id: K, argument: InputOf<K>): Promise<ResultOf<K>> {
  return vscode.commands.executeCommand<ResultOf<K>>(id, argument);
}

/**
 * Returns the message of the error with which a step fails.
 * @throws {AssertionError} if the step succeeds
 */
export async function failure(step: Promise<unknown>): Promise<string> {
  try {
    await step;
  } catch (error) {
    assert.ok(error instanceof Error, 'the thrown value is an Error');
    return error.message;
  }
  throw new assert.AssertionError({ message: 'the step did not fail' });
}

/**
 * Waits for an effect that no event reports.
 * @param limit time after which the test fails, in ms
 */
export async function until(
  effect: string,
  isDone: () => boolean | Promise<boolean>,
  limit = 25_000,
): Promise<void> {
  const deadline = Date.now() + limit;
  while (!(await isDone())) {
    assert.ok(Date.now() < deadline, `waited in vain until ${effect}`);
    await delay(10);
  }
}

/**
 * Sets a setting of the user.
 * @param key key without the prefix `botTags.`
 * @param value new value. `undefined` restores the default.
 */
export async function set(key: string, value: unknown): Promise<void> {
  const target = vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration('botTags').update(key, value, target);
}

/** Adds a bot without a connection check. The response of a check would add tags to the list. */
export async function addBot(service: Sandbox, label = 'Tea House'): Promise<string> {
  const { baseUrl, botId, token } = service;
  return run('botTags.addBot', { baseUrl, botId, token, label, check: false });
}

/**
 * Adds the bot again under another host name of this machine, because a second bot with the same base URL is refused.
 */
export async function addBotAgain(service: Sandbox, label = 'Tea House'): Promise<string> {
  const baseUrl = service.baseUrl.replace('127.0.0.1', 'localhost');
  const { botId, token } = service;
  return run('botTags.addBot', { baseUrl, botId, token, label, check: false });
}

/**
 * Returns the node of a bot, or of one of its items at any depth.
 * @returns undefined if the node is not in the tree
 */
export async function nodeOf(bot: string, item?: string): Promise<TreeNode | undefined> {
  const nodes = await allNodes();
  return nodes.find(
    (node) =>
      node.bot === bot && node.item === item && !node.isNoFolderRow && !node.isInitialSampleRow,
  );
}

/** Returns the row of a bot or item in the tree, as VS Code shows it. */
export async function shown(bot: string, item?: string): Promise<vscode.TreeItem> {
  const node = await nodeOf(bot, item);
  assert.ok(node, `${item ?? bot} is not in the tree`);
  const { tree } = await product();
  // VS Code resolves an item when the mouse rests on its row.
  return tree.resolveTreeItem(await tree.getTreeItem(node), node);
}

/** Returns the tooltip of a bot or item in the tree. */
export async function tooltip(bot: string, item?: string): Promise<string> {
  const text = (await shown(bot, item)).tooltip;
  assert.ok(typeof text === 'string', 'the tooltip is plain text');
  return text;
}

/** Asserts that the lines of a tooltip below the name match these patterns, with no further lines. */
export async function assertSentences(
  bot: string,
  item: string,
  patterns: readonly RegExp[],
): Promise<void> {
  const [, ...sentences] = (await tooltip(bot, item)).split('\n');
  assert.equal(sentences.length, patterns.length, sentences.join('\n'));
  for (const [index, pattern] of patterns.entries()) assert.match(sentences[index] ?? '', pattern);
}

/** Returns the IDs of the items below a bot or folder, in order, including those in the group "No Folder". */
export async function idsBelow(bot: string, item?: string): Promise<(string | undefined)[]> {
  const node = await nodeOf(bot, item);
  assert.ok(node, `${item ?? bot} is not in the tree`);
  const { tree } = await product();
  const children = await tree.getChildren(node);
  const group = children.find(({ isNoFolderRow }) => isNoFolderRow);
  const inGroup = group === undefined ? [] : await tree.getChildren(group);
  return [...children, ...inGroup]
    .filter((child) => !child.isNoFolderRow && !child.isInitialSampleRow)
    .map((child) => child.item);
}

/** Returns every node of the tree, level by level: bots first, then their children. */
export async function allNodes(): Promise<TreeNode[]> {
  const { tree } = await product();
  const nodes = await tree.getChildren();
  // The array grows while it is iterated, until no node has children.
  for (const node of nodes) nodes.push(...(await tree.getChildren(node)));
  return nodes;
}

/** Returns the IDs of the nodes that the tree redraws because of a step. */
export async function drawnBy(
  bot: string,
  step: () => Promise<unknown>,
): Promise<(string | undefined)[]> {
  const { tree } = await product();
  await allNodes();
  // Also redraws pending nodes immediately, so that the event below belongs to the step.
  await tree.reveal(bot);
  const { promise, resolve } = Promise.withResolvers<TreeNode | TreeNode[] | undefined>();
  const listening = tree.onDidChangeTreeData(resolve);
  try {
    await step();
    const drawn = await promise;
    return drawn === undefined ? [undefined] : [drawn].flat().map((node) => node.id);
  } finally {
    listening.dispose();
  }
}

/** Closes all tabs without saving. */
export async function closeEditors(): Promise<void> {
  // Reverting an editor keeps VS Code from prompting to save it.
  const isOpen = (): boolean => vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0);
  while (isOpen()) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

/** Starts a service that answers as defined by the test, for responses that the sandbox never sends. */
export async function startServer(
  listener: RequestListener,
  port = 0,
): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns the tabs with this label in all tab groups. */
export function tabsNamed(label: string): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter((tab) => tab.label === label),
  );
}

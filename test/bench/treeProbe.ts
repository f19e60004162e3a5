import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/catalogue/ui/treeNode.ts';
import type { BotTree } from '../../src/catalogue/ui/treeView.ts';
import { BIG_BOT, BIG_CHILDREN, BIG_FOLDER } from './bigCatalogue.ts';
import { median } from './numbers.ts';

/** Costs of the tree in the extension host, with the packaged files. */
export interface TreeResult {
  readonly isOpenedByActivation: boolean;
  /** Time of the first call of `getChildren` on the tree, and of a later call, in ms. */
  readonly first: number;
  readonly later: number;
  /** Time to expand a folder and get its tree items, in ms: the first time, and the median. */
  readonly expandFirst: number;
  readonly expand: number;
  /** Rows added and nodes redrawn by creating one tag. */
  readonly rows: number;
  readonly drawn: number;
}

const ROUNDS = 15;

/** Runs in the extension host of a fresh window, with the catalogue file of `input.json`. */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('bot-tags.bot-tag-explorer');
  const exports: unknown = await extension?.activate();
  const { openTree, context } = exports as {
    openTree: () => Promise<BotTree>;
    context: vscode.ExtensionContext;
  };
  const file = vscode.Uri.joinPath(context.globalStorageUri, 'catalogue.sqlite').fsPath;
  const isOpenedByActivation = existsSync(file);
  mkdirSync(context.globalStorageUri.fsPath, { recursive: true });
  copyFileSync(JSON.parse(readFileSync(join(__dirname, 'input.json'), 'utf8')) as string, file);

  const first = await msOf(async () => (await openTree()).getChildren());
  const tree = await openTree();
  const later = await msOf(() => tree.getChildren());
  const folder = await nodeOf(tree, BIG_FOLDER);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await msOf(() => expand(tree, folder)));
  const [expandFirst = Number.NaN] = times;
  const created = await createOne(tree, file);
  const result: TreeResult = {
    isOpenedByActivation,
    first,
    later,
    expandFirst,
    expand: median(times),
    ...created,
  };
  writeFileSync(join(__dirname, 'report'), JSON.stringify(result));
}

async function nodeOf(tree: BotTree, item: string): Promise<TreeNode> {
  const [bot] = await tree.getChildren();
  const nodes = await tree.getChildren(bot);
  const node = nodes.find((node) => node.item === item);
  if (node === undefined) throw new Error(`${item} is not in the tree.`);
  return node;
}

/** Expands a node as VS Code does: gets the children, then the tree item of each child. */
async function expand(tree: BotTree, node: TreeNode): Promise<void> {
  const children = await tree.getChildren(node);
  if (children.length !== BIG_CHILDREN) throw new Error(`There are ${children.length} children.`);
  await Promise.all(children.map((child) => tree.getTreeItem(child)));
}

/** Creates a tag in the sandbox, while the same database holds all items of the other bot. */
async function createOne(tree: BotTree, file: string): Promise<Pick<TreeResult, 'rows' | 'drawn'>> {
  const bot = await vscode.commands.executeCommand<string>('botTags.trySandbox', {});
  // The items of the sandbox bot are loaded, because only loaded items are redrawn. `reveal` draws pending changes now, so
  // the event below is about the new tag.
  await tree.getChildren((await tree.getChildren()).find((node) => node.bot === bot));
  await tree.reveal(BIG_BOT.key);
  const rowsBefore = countRows(file);
  const { promise, resolve } = Promise.withResolvers<TreeNode | TreeNode[] | undefined>();
  const listening = tree.onDidChangeTreeData(resolve);
  await vscode.commands.executeCommand('botTags.createTag', { bot, name: 'one' });
  const drawn = await promise;
  listening.dispose();
  return {
    rows: countRows(file) - rowsBefore,
    drawn: drawn === undefined ? Number.POSITIVE_INFINITY : [drawn].flat().length,
  };
}

function countRows(file: string): number {
  const sqlite = new DatabaseSync(file, { readOnly: true });
  const row = sqlite.prepare('SELECT count(*) AS count FROM item').get();
  sqlite.close();
  return Number(row?.['count']);
}

async function msOf(step: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await step();
  return performance.now() - start;
}

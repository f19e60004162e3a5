import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { PlanRun } from '../../src/commands/results.ts';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { openStores } from '../../src/runs/openCatalogue.ts';
import { addBot, product, run, set } from './product.ts';
import { LINE } from '../../src/base/model.ts';
import { VIP } from '../support/sandboxItems.ts';

/** ID of the LINE account page of all users. */
const PAGE_ID = 'page-1';

/** Bot with its own service, and plans for users of the test who are not customers of the sandbox. */
export class PlanBot {
  readonly folder = mkdtempSync(join(tmpdir(), 'bot-tags-runs-'));
  readonly state = new MemoryState();
  service!: Sandbox;
  bot!: string;
  #planCount = 0;

  /** @param botId ID that no other test file uses, because plans contain it */
  async open(botId: string, customers = 0): Promise<void> {
    this.service = await startSandbox({ token: 'runs', botId, customers, state: this.state });
    this.bot = await addBot(this.service);
    await set('network.timeout', 1);
  }

  async close(): Promise<void> {
    await run('botTags.removeBot', { bot: this.bot, confirmed: true }).catch(() => undefined);
    await this.service.close();
    await set('network.timeout', undefined);
    rmSync(this.folder, { recursive: true });
  }

  /**
   * Writes a plan for this number of users.
   * @param change fields of the plan that differ from a plan that attaches "VIP"
   * @param userFields additional fields of each user
   * @returns the path of the plan
   */
  plan(count: number, change: Readonly<Record<string, unknown>> = {}, userFields = {}): string {
    const users = Array.from({ length: count }, (_, index) => ({
      do: change['do'] ?? 'attach',
      user: userId(index),
      page: PAGE_ID,
      channel: 'LINE',
      ...userFields,
    }));
    const start = Date.now();
    // A run that ended in the millisecond in which a plan is created would count as a later run.
    while (Date.now() === start);
    const plan = {
      plan: 1,
      do: 'attach',
      bot: this.service.botId,
      baseUrl: this.service.baseUrl,
      environment: '',
      tags: [{ id: VIP, name: 'VIP' }],
      checkFirst: false,
      made: new Date().toISOString(),
      source: { from: 'service' },
      ...change,
    };
    const lines = users.map((user) => `    ${JSON.stringify(user)}`).join(',\n');
    const head = JSON.stringify(plan, null, 2).replace(/\n\}$/, '');
    const file = join(this.folder, `plan ${++this.#planCount}.bot-tags-plan.jsonc`);
    writeFileSync(file, `// A plan.\n${head},\n  "users": [\n${lines}\n  ]\n}\n`);
    return file;
  }

  /** Returns how often the tag was attached to each of the first users. 0 means that the user does not have the tag. */
  counts(count: number, tag = VIP): readonly number[] {
    return Array.from({ length: count }, (_, index) => {
      const key = JSON.stringify([LINE, PAGE_ID, userId(index)]);
      return this.state.taggings(key).get(tag)?.count ?? 0;
    });
  }

  /** Attaches a tag to a user, as another client would. */
  tag(index: number, tag = VIP): void {
    const key = JSON.stringify([LINE, PAGE_ID, userId(index)]);
    this.state.setTagging(key, tag, { timestamp: Date.now(), count: 1 });
  }

  /** Number of write requests that the service has received. */
  get writeRequests(): number {
    const { createItem, deleteItem, attachTag, detachTag } = this.service.requests;
    return createItem + deleteItem + attachTag + detachTag;
  }
}

/** Returns the ID of a user of a plan. All IDs contain "canary", so that tests can search for them. */
export function userId(index: number): string {
  return `U-canary-${String(index).padStart(5, '0')}`;
}

/** Content of the document of a run. */
export interface Result {
  readonly run: string;
  readonly state: string;
  readonly reason?: string;
  readonly counts: PlanRun['counts'];
  readonly lines: readonly {
    readonly result: string;
    readonly user: string;
    readonly words?: string;
    readonly tags?: Readonly<Record<string, string>>;
  }[];
}

/** Opens the document of a run and returns its content. */
export async function resultOf(id: string): Promise<Result> {
  return resultIn(await resultTextOf(id));
}

/** Opens the document of a run and returns its text: comments, then JSON. */
export async function resultTextOf(id: string): Promise<string> {
  const uri = await run('botTags.openRun', { run: id });
  return (await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))).getText();
}

/** Parses the text of the document of a run. */
export function resultIn(text: string): Result {
  return JSON.parse(text.replaceAll(/^\/\/.*\n/gm, '')) as Result;
}

/** Returns the titles of the lenses in the document of a run. */
export async function lensesOf(id: string): Promise<readonly string[]> {
  const uri = vscode.Uri.parse(await run('botTags.openRun', { run: id }));
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
  );
  return lenses.map(({ command }) => command?.title ?? assert.fail());
}

/** Returns the ID of the newest run, as another window reads it in the Journal. */
export async function latestRun(): Promise<string> {
  const { journal, close } = await otherWindow();
  const id = journal.runs()[0]?.id ?? assert.fail();
  close();
  return id;
}

/** Opens the Journal as in another window. */
export async function otherWindow() {
  const { context } = await product();
  const path = vscode.Uri.joinPath(context.globalStorageUri, 'catalogue.sqlite').fsPath;
  const { journal, store: catalogue } = await openStores(path);
  const close = (): void => {
    journal.close();
    catalogue.close();
  };
  return { journal, close };
}

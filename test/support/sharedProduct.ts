import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workbench } from './e2e.ts';
import type { OpenedProduct } from './openedProduct.ts';
import { type Settings, writeSettings } from './quietSettings.ts';
import { untilDone } from './untilDone.ts';
import { urlWith } from './webVscode.ts';

/** What a test file may want of a window that others have had. */
export interface SharedOptions {
  /** The folder that the window opens. */
  readonly workspace?: string | undefined;
  /** User settings beside the quiet ones. */
  readonly settings?: Settings | undefined;
}

/**
 * One product for test files that come one after the other: opening it takes ten seconds of a processor. "Remove All
 * Data…" makes it new; one that does not become new is ended. Another folder and other
 * settings come with a load, which also puts back the settings that a test changed.
 */
export class SharedProduct {
  readonly #open: (options: SharedOptions) => Promise<OpenedProduct>;
  #left: OpenedProduct | undefined;
  /** Whether it has a folder or settings of the file that had it last. */
  #isSpecial = false;
  #hasFailed = false;

  constructor(open: (options: SharedOptions) => Promise<OpenedProduct>) {
    this.#open = open;
  }

  async take(options: SharedOptions = {}): Promise<OpenedProduct> {
    const opened = await this.#opened(options);
    this.#hasFailed = false;
    const settings = await settingsOf(opened);
    return { ...opened, close: () => this.#leave(opened, options, settings) };
  }

  /** Of a test that failed nobody knows what it left. */
  failed(): void {
    this.#hasFailed = true;
  }

  async close(): Promise<void> {
    await this.#left?.close();
    this.#left = undefined;
  }

  async #opened(options: SharedOptions): Promise<OpenedProduct> {
    const left = this.#left;
    if (left === undefined) return this.#open(options);
    this.#left = undefined;
    if (isPlain(options) && !this.#isSpecial) return left;
    try {
      await writeSettings(left.product.userDataDir, options.settings);
      // Of a document that was closed before a reload had brought all of it back.
      await rm(join(left.product.userDataDir, 'User/Backups'), { recursive: true, force: true });
      const url = urlWith(left.product.address, options.workspace);
      await left.workbench.load(url);
      // Other windows must not open the folder of the previous file.
      return { ...left, product: { ...left.product, url } };
    } catch (error) {
      await left.close();
      throw error;
    }
  }

  async #leave(opened: OpenedProduct, options: SharedOptions, settings: string): Promise<void> {
    try {
      if (this.#hasFailed) throw new Error('A test failed.');
      await makeNew(opened.workbench);
      // A test may have chosen a theme, say.
      this.#isSpecial = !isPlain(options) || (await settingsOf(opened)) !== settings;
      this.#left = opened;
    } catch (error) {
      console.log(`      (The next file gets another window. ${String(error)})`);
      await opened.close();
    }
  }
}

function isPlain({ workspace, settings }: SharedOptions): boolean {
  return workspace === undefined && settings === undefined;
}

function settingsOf({ product }: OpenedProduct): Promise<string> {
  return readFile(join(product.userDataDir, 'User/settings.json'), 'utf8');
}

async function makeNew(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  const tab = page.locator('.tabs-container .tab').first();
  const closed = () => tab.waitFor({ state: 'detached', timeout: 1_000 });
  // What a reload brings back stays open while it is still coming.
  await untilDone(async () => {
    await workbench.pressKeyOf('workbench.action.closeAllEditors');
    await closed().catch(() => workbench.dialogButton("Don't Save"));
    await closed();
  });
  await collapseJournal(workbench);
  await untilDone(async () => {
    await workbench.pressKeyOf('botTags.removeAllData');
    await workbench.dialog().waitFor({ timeout: 30_000 });
  });
  await workbench.dialogButton('Remove All Data');
  await workbench.activityTab('Bot Tags');
  await page.getByRole('button', { name: 'Try the Sandbox' }).waitFor();
  if (await page.locator('.part.panel').isVisible()) {
    await workbench.runCommand('View: Toggle Panel Visibility');
    await page.locator('.part.panel').waitFor({ state: 'hidden' });
  }
  await workbench.clearNotifications();
  await workbench.clearClipboard();
}

/** Left open, it takes half of the tree's room in the next file. */
async function collapseJournal({ page }: Workbench): Promise<void> {
  const header = page.locator('.pane-header.expanded').filter({ hasText: 'Journal' });
  if (!(await header.isVisible())) return;
  await header.click();
  await header.waitFor({ state: 'detached' });
}

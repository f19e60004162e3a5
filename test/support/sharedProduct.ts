import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workbench } from './e2e.ts';
import type { OpenedProduct } from './openedProduct.ts';
import { type Settings, writeSettings } from './quietSettings.ts';
import { untilDone } from './untilDone.ts';
import { urlWith } from './webVscode.ts';

/** Options of a test file that uses a shared window. */
export interface SharedOptions {
  /** The folder that the window opens. */
  readonly workspace?: string | undefined;
  /** User settings in addition to the quiet ones. */
  readonly settings?: Settings | undefined;
}

/**
 * Product shared by test files that run one after another. Opening a product takes ten seconds of processor time. "Remove
 * All Data…" resets it, and a product that cannot be reset is closed. Another folder and other settings are applied by a
 * page load, which also restores the settings that a test changed.
 */
export class SharedProduct {
  readonly #open: (options: SharedOptions) => Promise<OpenedProduct>;
  #idle: OpenedProduct | undefined;
  /** Whether the idle product has a folder or settings of the file that used it last. */
  #isSpecial = false;
  #hasFailed = false;

  constructor(open: (options: SharedOptions) => Promise<OpenedProduct>) {
    this.#open = open;
  }

  async take(options: SharedOptions = {}): Promise<OpenedProduct> {
    const opened = await this.#reuseOrOpen(options);
    this.#hasFailed = false;
    const settings = await settingsOf(opened);
    return { ...opened, close: () => this.#release(opened, options, settings) };
  }

  /** Records that a test failed, after which the state of the product is unknown. */
  recordFailure(): void {
    this.#hasFailed = true;
  }

  async close(): Promise<void> {
    await this.#idle?.close();
    this.#idle = undefined;
  }

  async #reuseOrOpen(options: SharedOptions): Promise<OpenedProduct> {
    const idle = this.#idle;
    if (idle === undefined) return this.#open(options);
    this.#idle = undefined;
    if (isPlain(options) && !this.#isSpecial) return idle;
    try {
      await writeSettings(idle.product.userDataDir, options.settings);
      // A document that was closed before a reload had restored all of it leaves a backup, which VS Code would restore.
      await rm(join(idle.product.userDataDir, 'User/Backups'), { recursive: true, force: true });
      const url = urlWith(idle.product.address, options.workspace);
      await idle.workbench.load(url);
      // A test may open more windows with `url`. They must not open the folder of the previous test file.
      return { ...idle, product: { ...idle.product, url } };
    } catch (error) {
      await idle.close();
      throw error;
    }
  }

  async #release(opened: OpenedProduct, options: SharedOptions, settings: string): Promise<void> {
    try {
      if (this.#hasFailed) throw new Error('A test failed.');
      await reset(opened.workbench);
      // A test may have selected a theme, for example.
      this.#isSpecial = !isPlain(options) || (await settingsOf(opened)) !== settings;
      this.#idle = opened;
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

/** Removes everything that a test file may leave behind: editors, data, panel, notifications, clipboard. */
async function reset(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  const tab = page.locator('.tabs-container .tab').first();
  const waitUntilClosed = () => tab.waitFor({ state: 'detached', timeout: 1_000 });
  // Editors that a reload restores stay open while they are still loading.
  await untilDone(async () => {
    await workbench.pressKeyOf('workbench.action.closeAllEditors');
    await waitUntilClosed().catch(() => workbench.dialogButton("Don't Save"));
    await waitUntilClosed();
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

/** Collapses the Journal, which would take half of the tree's height in the next file. */
async function collapseJournal({ page }: Workbench): Promise<void> {
  const header = page.locator('.pane-header.expanded').filter({ hasText: 'Journal' });
  if (!(await header.isVisible())) return;
  await header.click();
  await header.waitFor({ state: 'detached' });
}

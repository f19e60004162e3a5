import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workbench } from './e2e.ts';
import type { OpenedProduct } from './openedProduct.ts';
import { untilDone } from './untilDone.ts';

/**
 * One product for test files that come one after the other: opening it takes ten seconds of a processor. "Remove All
 * Data…" makes it new; one that does not become new is ended.
 */
export class SharedProduct {
  readonly #open: () => Promise<OpenedProduct>;
  #left: OpenedProduct | undefined;
  #hasFailed = false;

  constructor(open: () => Promise<OpenedProduct>) {
    this.#open = open;
  }

  async take(): Promise<OpenedProduct> {
    const opened = this.#left ?? (await this.#open());
    this.#left = undefined;
    this.#hasFailed = false;
    const settings = await settingsOf(opened);
    return { ...opened, close: () => this.#leave(opened, settings) };
  }

  /** Of a test that failed nobody knows what it left. */
  failed(): void {
    this.#hasFailed = true;
  }

  async close(): Promise<void> {
    await this.#left?.close();
    this.#left = undefined;
  }

  async #leave(opened: OpenedProduct, settings: string): Promise<void> {
    try {
      if (this.#hasFailed) throw new Error('A test failed.');
      // A theme, say.
      if ((await settingsOf(opened)) !== settings) throw new Error('Its settings were changed.');
      await makeNew(opened.workbench);
      this.#left = opened;
    } catch (error) {
      console.log(`      (The next file gets another window. ${String(error)})`);
      await opened.close();
    }
  }
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
    await workbench.runCommand('View: Close All Editors');
    await closed().catch(() => workbench.dialogButton("Don't Save"));
    await closed();
  });
  await workbench.runCommand('Bot Tags: Remove All Data');
  await workbench.dialogButton('Remove All Data');
  await workbench.activityTab('Bot Tags');
  await page.getByRole('button', { name: 'Try the Sandbox' }).waitFor();
  if (await page.locator('.part.panel').isVisible()) {
    await workbench.runCommand('View: Toggle Panel Visibility');
    await page.locator('.part.panel').waitFor({ state: 'hidden' });
  }
  await workbench.runCommand('Notifications: Clear All Notifications');
  await workbench.clearClipboard();
}

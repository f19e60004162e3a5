import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { savesScreenshots } from './pictures.ts';
import { choose, openMenu } from './menus.ts';
import { QuickInput } from './quickInput.ts';
import { KEYS } from './quietSettings.ts';
import { untilDone } from './untilDone.ts';
import { testedVscode } from './vscodeFromNpm.ts';
import type { WebVscode } from './webVscode.ts';

const screenshots = join(
  ...[import.meta.dirname, '../../out/screenshots'],
  testedVscode() === 'oldest' ? 'oldest' : '',
);
const viewport = { width: 1280, height: 800 };

/** Script that waits for a text on the clipboard. It polls on each frame, because no event reports a change. */
const COPIED_SCRIPT = `(async () => {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const text = await navigator.clipboard.readText();
    if (text !== '') return text;
    await new Promise(requestAnimationFrame);
  }
  throw new Error('Nothing was copied.');
})()`;

/** Script that returns the CSS value of the icon on the active tab: `url(…)`. */
const TAB_ICON_SCRIPT = `[...document.querySelectorAll('.tab.active .tab-label, .tab.active .tab-label *')]
  .flatMap((one) => [getComputedStyle(one), getComputedStyle(one, '::before')])
  .map(({ backgroundImage }) => backgroundImage)
  .find((image) => image.startsWith('url('))`;

/**
 * Script that disables the animation of the quick input, for whose end each click would wait 0.3 s. VS Code's setting for
 * reduced motion does not help: with it, a message that arrives while another one closes is not shown. Tooltips let
 * clicks through to the row below, because a tooltip stays while the mouse rests, and Playwright moves the mouse only to
 * elements that it can reach.
 */
const STYLE_SCRIPT = `if (window === top) addEventListener('DOMContentLoaded', () => {
  const style = document.createElement('style');
  style.textContent =
    '.quick-input-widget, .quick-input-widget * { animation: none !important; transition: none !important; }' +
    '.workbench-hover-container, .workbench-hover-container * { pointer-events: none !important; }';
  document.head.append(style);
})`;

/** Flags of the browser. In a window of a short test, V8 would need more time to optimize code than it would save. */
const FLAGS = ['--js-flags=--no-opt'];

/** A window of VS Code, operated as a user would. Every wait ends when an element appears. */
export class Workbench {
  static readonly openWindows = new Set<Workbench>();
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly #end: () => Promise<void>;

  private constructor(page: Page, end: () => Promise<void>) {
    this.#end = end;
    this.page = page;
    this.quickInput = new QuickInput(page);
  }

  static async open({ url }: Pick<WebVscode, 'url'>): Promise<Workbench> {
    // The sandbox has Chinese names in every language.
    const browser = await launchChromium(FLAGS, { hasChinese: true });
    try {
      const permissions = ['clipboard-read', 'clipboard-write'];
      const context = await browser.newContext({ viewport, permissions });
      await context.addInitScript(STYLE_SCRIPT);
      context.setDefaultTimeout(60_000);
      const workbench = new Workbench(await context.newPage(), () => browser.close());
      return await workbench.#openUrl(url);
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Opens another window of the same browser, in which VS Code stores the tokens. So both windows share them. */
  async another({ url }: Pick<WebVscode, 'url'>): Promise<Workbench> {
    const page = await this.page.context().newPage();
    return new Workbench(page, () => page.close()).#openUrl(url);
  }

  async close(): Promise<void> {
    Workbench.openWindows.delete(this);
    await this.#end();
  }

  /** Reloads the window with VS Code's own command, which, unlike the browser's reload, first saves the layout. */
  async reload(): Promise<void> {
    await this.page.evaluate('window.isBeforeReload = true');
    // While something is unsaved, VS Code prompts instead, and Playwright dismisses the prompt.
    await untilDone(async (attempt) => {
      await this.pressKeyOf('workbench.action.reloadWindow');
      const options = { timeout: attempt * 5_000 };
      await this.page.waitForFunction('window.isBeforeReload === undefined', undefined, options);
    });
    await this.#waitUntilReady();
  }

  /** Opens another folder of the same server in this window. */
  async load(url: string): Promise<void> {
    await this.page.goto(url);
    await this.#waitUntilReady();
  }

  /** Runs a command by the text that the palette shows for it: "Bot Tags: Add Bot…". */
  async runCommand(text: string): Promise<void> {
    await this.quickInput.command(text);
  }

  /** Runs a command that is not the subject of the test by its keybinding. The caller waits for the effect. */
  async pressKeyOf(command: keyof typeof KEYS): Promise<void> {
    await this.page.keyboard.press(KEYS[command]);
  }

  /** Closes all notifications, including hidden ones. */
  async clearNotifications(): Promise<void> {
    const toast = this.page.locator('.notification-toast');
    await untilDone(async () => {
      await this.pressKeyOf('notifications.clearAll');
      await toast.first().waitFor({ state: 'detached', timeout: 2_000 });
    });
  }

  /** Opens a view container and waits for its side bar. */
  async activityTab(name: string): Promise<void> {
    const heading = this.page
      .locator('.part.sidebar .composite.title h2')
      .filter({ hasText: name });
    const tab = this.page.locator('.part.activitybar').getByRole('tab', { name }).first();
    // If VS Code restores the container after the check, the click hides it. Then the next attempt shows it again.
    await untilDone(async () => {
      if (!(await heading.isVisible())) await tab.click();
      await heading.waitFor({ timeout: 2_000 });
    });
  }

  treeItem(name: string | RegExp): Locator {
    return this.page.getByRole('treeitem', { name }).first();
  }

  async expand(name: string | RegExp): Promise<void> {
    const item = this.treeItem(name);
    await item.waitFor();
    if ((await item.getAttribute('aria-expanded')) === 'true') return;
    await item.locator('.monaco-tl-twistie').click();
    await this.page.getByRole('treeitem', { name, expanded: true }).first().waitFor();
  }

  /** Right-clicks an element and chooses an entry of the menu. */
  async contextMenu(target: Locator, label: string | RegExp): Promise<void> {
    const entry = this.#menuEntry(label);
    await choose(entry, () => openMenu(target, entry));
  }

  /** Right-clicks an element and leaves the menu with this entry open. */
  async openContextMenu(target: Locator, label: string | RegExp): Promise<void> {
    await untilDone(() => openMenu(target, this.#menuEntry(label)));
  }

  /** Right-clicks an element and chooses an entry of a submenu. */
  async contextSubmenu(target: Locator, submenu: string, label: string | RegExp): Promise<void> {
    const open = (): Promise<void> => this.openContextSubmenu(target, submenu, label);
    await choose(this.#menuEntry(label), open);
  }

  /** Right-clicks an element and leaves the submenu with this entry open. */
  async openContextSubmenu(
    target: Locator,
    submenu: string,
    label: string | RegExp,
  ): Promise<void> {
    const entry = this.page.getByRole('menuitem', { name: submenu, exact: true }).first();
    const inner = this.#menuEntry(label);
    // A menu that has just opened ignores the mouse, so the first hover may not open the submenu.
    await untilDone(async () => {
      if (!(await entry.isVisible())) await openMenu(target, entry);
      await entry.hover({ timeout: 1_000 });
      await inner.waitFor({ timeout: 1_000 });
    });
  }

  /** Chooses an entry of the open menu. */
  async menuItem(label: string | RegExp): Promise<void> {
    const entry = this.#menuEntry(label);
    await choose(entry, () => entry.waitFor({ timeout: 6_000 }));
  }

  #menuEntry(label: string | RegExp): Locator {
    return this.page.getByRole('menuitem', { name: label }).first();
  }

  /** Returns the modal dialog, to read its text. */
  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async dialogButton(name: string | RegExp): Promise<void> {
    await this.dialog().getByRole('button', { name }).first().click();
    await this.dialog().waitFor({ state: 'hidden' });
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast').filter({ hasText: text }).first();
  }

  /**
   * Waits for a text in the notification center, where VS Code also puts notifications that directly follow three others.
   */
  async waitForNotification(text: string | RegExp): Promise<void> {
    await this.runCommand('Notifications: Show Notifications');
    await this.page.locator('.notifications-center').getByText(text).first().waitFor();
  }

  statusBar(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text }).first();
  }

  /**
   * Returns the selector of the Output view if it shows this channel. Older versions use a `<select>` without a name.
   */
  outputChannel(name: string): Locator {
    const panel = this.page.locator('.part.panel');
    const chosen = this.page.locator('option:checked').filter({ hasText: name });
    return panel
      .getByRole('combobox', { name: 'Output' })
      .filter({ hasText: name })
      .or(panel.locator('select').filter({ has: chosen }))
      .first();
  }

  editorTab(title: string | RegExp): Locator {
    return this.page.locator('.tabs-container').getByRole('tab', { name: title }).first();
  }

  /** Brings an editor to the front and waits until its tab is selected. */
  async showEditor(title: string | RegExp): Promise<void> {
    const tab = this.editorTab(title);
    await tab.click();
    await this.page
      .locator('.tabs-container')
      .getByRole('tab', { name: title, selected: true })
      .first()
      .waitFor();
  }

  /** Opens the quick fixes of a line in the active editor. Retries, because its problems may not be marked yet. */
  async quickFix(line: string, fix: string): Promise<void> {
    const fixEntry = this.page.locator('.action-widget').getByText(fix);
    const text = this.page.locator('.editor-group-container.active .view-line');
    await untilDone(async () => {
      await text.filter({ hasText: line }).click();
      await this.page.keyboard.press('ControlOrMeta+.');
      await fixEntry.waitFor({ timeout: 6_000 });
    });
  }

  /** Chooses an entry of the "…" menu of a view. */
  async viewMenu(entry: string, view?: string): Promise<void> {
    const item = this.#menuEntry(entry);
    // A view that is redrawn and an editor that opens close the menu.
    await choose(item, async () => {
      // In older versions the element does not have the role of a button.
      await this.viewButton(/More Actions/, view, 5_000);
      await item.waitFor({ timeout: 3_000 });
    });
  }

  /** Presses a button in the title of a view. If the side bar has only one view, its title is that of the side bar. */
  async viewButton(label: string | RegExp, view = 'Bots & Tags', timeout = 60_000): Promise<void> {
    const title = this.page
      .locator('.part.sidebar')
      .locator('.composite.title, .pane-header')
      .filter({ hasText: view, visible: true })
      .first();
    // A collapsed section has no buttons.
    if ((await title.getAttribute('aria-expanded')) === 'false') await title.click();
    await title.hover({ timeout });
    await title.getByLabel(label).first().click({ timeout });
  }

  /**
   * Returns the image of the icon on the active tab. The element that has this style depends on the version of VS Code.
   */
  async tabIcon(): Promise<string> {
    return String(await this.page.evaluate(TAB_ICON_SCRIPT));
  }

  /** Brings a webview panel to the front and returns its page. */
  async webviewFrame(title: string | RegExp): Promise<FrameLocator> {
    const frame = this.page
      .frameLocator('iframe.webview.ready >> visible=true')
      .frameLocator('iframe#active-frame');
    await this.editorTab(title).waitFor();
    // A walkthrough comes to the front again when one of its steps completes.
    await untilDone(async () => {
      await this.showEditor(title);
      await frame.locator('body').waitFor({ timeout: 5_000 });
    });
    return frame;
  }

  /** Returns the whole text of the active text editor, copied through the clipboard. */
  async editorText(): Promise<string> {
    const editor = this.page.locator('.editor-group-container.active .monaco-editor').first();
    await editor.locator('.view-lines').click();
    await this.clearClipboard();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.press('ControlOrMeta+c');
    return this.clipboard();
  }

  /** Clears the clipboard before an action that copies, so that `clipboard` cannot return an earlier text. */
  async clearClipboard(): Promise<void> {
    await this.page.evaluate("navigator.clipboard.writeText('')");
  }

  /** Returns the text on the clipboard as soon as there is one. */
  async clipboard(): Promise<string> {
    return String(await this.page.evaluate(COPIED_SCRIPT));
  }

  /** Saves a screenshot in out/screenshots if `savesScreenshots` is set. */
  async screenshot(name: string): Promise<void> {
    if (savesScreenshots) await this.keepScreenshot(name);
  }

  /** Saves a screenshot in out/screenshots, even if `savesScreenshots` is not set. */
  async keepScreenshot(name: string): Promise<void> {
    await mkdir(screenshots, { recursive: true });
    const path = join(screenshots, `${name}.png`);
    await this.page.screenshot({ path, animations: 'disabled' });
  }

  async #openUrl(url: string): Promise<this> {
    await this.load(url);
    Workbench.openWindows.add(this);
    return this;
  }

  async #waitUntilReady(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    // The connection to the extension host is the last part to load.
    await this.page.locator('.activitybar .action-item a').first().waitFor();
  }
}

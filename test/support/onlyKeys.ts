import assert from 'node:assert/strict';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import type { Workbench } from './e2e.ts';
import { FOCUS_SCRIPT, POINTER_SCRIPT, type Focus } from './focusOf.ts';
import { openOwnProduct, type OpenedProduct } from './openedProduct.ts';
import { untilDone } from './untilDone.ts';
import type { VscodeOptions } from './webVscode.ts';

/** Maximum number of key presses to reach an element. No part of the window has more focus stops. */
const MAX_STEPS = 60;
/** Time for a step to take effect, in ms. */
const STEP_TIMEOUT_MS = 20_000;

/** Locator that a test can wait for, but not click. */
export type WaitableLocator = Pick<Locator, 'waitFor'>;

/** The packaged product, used without a mouse: tests press keys and read texts, but click nothing. */
export class OnlyKeys {
  /** Events of a pointer, or of a script that simulates one. */
  readonly pointerEvents: string[] = [];
  readonly #opened: OpenedProduct;

  private constructor(opened: OpenedProduct) {
    this.#opened = opened;
  }

  static async open(options: Omit<VscodeOptions, 'vsix'> = {}): Promise<OnlyKeys> {
    // A script that every document gets cannot be removed again, so the product is not shared.
    const opened = await openOwnProduct(options);
    const keys = new OnlyKeys(opened);
    const { page } = opened.workbench;
    await page.exposeBinding('pointed', (_, text: string) => void keys.pointerEvents.push(text));
    await page.addInitScript(POINTER_SCRIPT);
    await page.evaluate(POINTER_SCRIPT);
    return keys;
  }

  close(): Promise<void> {
    return this.#opened.close();
  }

  /** Presses keys one after another. Then the focus must be visible. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
    await this.#waitForFocus(() => true);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Runs a command from the palette. */
  async command(text: string): Promise<void> {
    // A page that is just loading misses a key.
    await untilDone(async () => {
      await this.#page.keyboard.press('F1');
      await this.#workbench.quickInput.shows('>', 3_000);
    });
    await this.type(text);
    await this.#focusOption(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Waits until the quick input shows this prompt, types a text and confirms it. */
  async answer(question: string | RegExp, text: string): Promise<void> {
    await this.waitForPrompt(question);
    await this.type(text);
    await this.#workbench.quickInput.shows(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Filters the list of the quick input down to an entry and confirms it. */
  async pick(question: string | RegExp, text: string, label = text): Promise<void> {
    await this.waitForPrompt(question);
    await this.#waitForBox();
    await this.type(text);
    await this.#focusOption(label);
    await this.#page.keyboard.press('Enter');
  }

  /** Waits until the quick input has the focus. Over a webview, VS Code may return the focus to the page. */
  async #waitForBox(): Promise<void> {
    const input = this.#workbench.quickInput.box.locator('input').first();
    await untilDone(async () => {
      if (!(await input.evaluate('(element) => element === document.activeElement')))
        await input.focus();
      await this.#workbench.quickInput.box
        .locator('input:focus')
        .first()
        .waitFor({ timeout: 3_000 });
    });
  }

  /** Chooses an entry in the menu of the focused element and types into the quick input that shows this prompt. */
  async answerFromMenu(entry: string, question: string | RegExp, text: string): Promise<void> {
    const { box } = this.#workbench.quickInput;
    await untilDone(async () => {
      // Over a webview, VS Code may return the focus to the page. Opening the quick input again fixes that.
      if (await box.isVisible()) await this.#leaveBox();
      await this.openMenu();
      await this.walkTo(entry, 'ArrowDown');
      await this.press('Enter');
      await this.waitForPrompt(question);
      await box.locator('input:focus').first().waitFor({ timeout: 3_000 });
      await this.type(text);
      await this.#workbench.quickInput.shows(text, 3_000);
    });
  }

  /** Closes the quick input by way of the palette. Escape alone may reach the page below, which drops its selection. */
  async #leaveBox(): Promise<void> {
    await this.#page.keyboard.press('F1');
    await this.#workbench.quickInput.shows('>', 3_000);
    await this.#page.keyboard.press('Escape');
  }

  /** Ticks the only entry left in a multi-select list and confirms. */
  async tick(label: string): Promise<void> {
    const { box } = this.#workbench.quickInput;
    const only = box.locator('.monaco-list-row[aria-setsize="1"]').filter({ hasText: label });
    const timeout = 2_000;
    // The results of the search replace the entries that VS Code had filtered by itself, and take the focus off the
    // row.
    await untilDone(async () => {
      await only.waitFor();
      await this.press('ArrowDown', 'Space');
      await box.getByText('1 Selected').waitFor({ timeout });
    });
    await this.#page.keyboard.press('Enter');
  }

  /** Waits until the quick input, or the dialog in it, shows this prompt. */
  async waitForPrompt(question: string | RegExp): Promise<void> {
    await this.#workbench.quickInput.expect(question);
  }

  /** Enters a path in VS Code's file dialog, which looks up folders and then overwrites the text. */
  async saveAs(path: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.matches(/^\/.*[^/]$/);
    await untilDone(async () => {
      if (await quickInput.isFileDialogOpen()) {
        await this.#page.keyboard.press('ControlOrMeta+a');
        await this.type(path);
        await this.#page.keyboard.press('Enter');
      }
      await quickInput.waitForFileDialogToClose(2_000);
    });
  }

  /** Waits for a modal dialog with this text and presses one of its buttons. */
  async confirm(text: string | RegExp, button: string): Promise<void> {
    await this.#workbench.dialog().filter({ hasText: text }).waitFor();
    await this.walkTo(button, 'Tab');
    await this.press('Enter');
    await this.#workbench.dialog().waitFor({ state: 'hidden' });
  }

  /**
   * Opens the menu of the focused element. The menu opens a moment after the key. Until then, arrow keys go to the
   * element.
   */
  async openMenu(): Promise<void> {
    const { name } = await this.#waitForFocus(() => true);
    await this.#page.keyboard.press('Shift+F10');
    await this.#waitForFocus((focus) => focus.name !== name, ' and not in its menu');
  }

  /** Presses a key until this element has the focus. The focus must be visible on the way and never be lost. */
  async walkTo(name: string | RegExp, key: string): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step < MAX_STEPS; step++) {
      const focus = await this.#waitForFocus(() => true);
      if (isNamed(focus, name)) return;
      passed.push(focus.name);
      await this.#page.keyboard.press(key);
    }
    assert.fail(`${key} does not lead to ${String(name)}, but to: ${passed.join(' / ')}`);
  }

  /** Waits until this element has the focus and the focus is visible. */
  async waitForFocusOn(name: string | RegExp): Promise<void> {
    await this.#waitForFocus((focus) => isNamed(focus, name), ` and not at ${String(name)}`);
  }

  /** Returns a text in the page of the active webview. */
  inPage(text: string | RegExp): WaitableLocator {
    return this.#webview.getByText(text).first();
  }

  treeItem(name: RegExp): WaitableLocator {
    return this.#workbench.treeItem(name);
  }

  tab(title: string | RegExp): WaitableLocator {
    return this.#workbench.editorTab(title);
  }

  /** Returns an entry of the activity bar. The entry of an extension appears late. */
  view(name: string): WaitableLocator {
    return this.#page.locator('.part.activitybar').getByRole('tab', { name }).first();
  }

  welcomeButton(name: string): WaitableLocator {
    return this.#page.locator('.welcome-view').getByRole('button', { name });
  }

  /** Returns an entry of the list in the quick input. */
  option(label: string | RegExp): WaitableLocator {
    return this.#workbench.quickInput.option(label);
  }

  checkbox(label: string | RegExp): WaitableLocator {
    return this.#workbench.quickInput.checkbox(label);
  }

  notification(text: string | RegExp): WaitableLocator {
    return this.#workbench.notification(text);
  }

  /**
   * Waits for a text in the notification center, where VS Code also puts notifications that directly follow three others.
   * Then clears the center.
   */
  async waitForNotification(text: string | RegExp, picture: string): Promise<void> {
    await this.command('Notifications: Show Notifications');
    await this.#page.locator('.notifications-center').getByText(text).first().waitFor();
    await this.screenshot(picture);
    await this.command('Notifications: Clear All Notifications');
  }

  /** Returns a text in the status bar or a notification that a screen reader announces. */
  announced(text: string | RegExp): WaitableLocator {
    return this.#page
      .locator('.statusbar-item [role=alert], .monaco-alert')
      .filter({ hasText: text })
      .first();
  }

  async screenshot(name: string): Promise<void> {
    await this.#workbench.screenshot(name);
  }

  get #workbench(): Workbench {
    return this.#opened.workbench;
  }

  get #page(): Page {
    return this.#workbench.page;
  }

  get #webview(): FrameLocator {
    return this.#page
      .frameLocator('iframe.webview.ready >> visible=true')
      .frameLocator('iframe#active-frame');
  }

  /** Moves down to the entry with this label, which need not be the first. */
  async #focusOption(label: string): Promise<void> {
    const { box } = this.#workbench.quickInput;
    await this.#workbench.quickInput.option(label).waitFor();
    const focusedLabel = box.locator('.monaco-list-row.focused .label-name').first();
    for (let step = 0; step < MAX_STEPS; step++) {
      if ((await focusedLabel.innerText()).trim() === label) return;
      await this.#page.keyboard.press('ArrowDown');
    }
    assert.fail(`"${label}" is not offered`);
  }

  /**
   * Waits until the focus is visible and on the expected element.
   * @param complaint end of the error message if it never is
   */
  async #waitForFocus(isExpected: (focus: Focus) => boolean, complaint = ''): Promise<Focus> {
    const end = Date.now() + STEP_TIMEOUT_MS;
    for (;;) {
      const focus = await this.#focus();
      if (focus.isSeen && isExpected(focus)) return focus;
      if (Date.now() < end) continue;
      const state = focus.isLost ? 'lost' : focus.isSeen ? 'visible' : 'not visible';
      assert.fail(`the focus is ${state}, at "${focus.name}"${complaint}`);
    }
  }

  /** Returns the focus of the window, or of the nested page that has it. */
  async #focus(): Promise<Focus> {
    try {
      const frame = await this.#focusedFrame(this.#page.mainFrame());
      return await frame.evaluate(FOCUS_SCRIPT);
    } catch {
      // The page was unloaded while it was read.
      return { name: '', isLost: true, isSeen: false };
    }
  }

  async #focusedFrame(frame: Frame): Promise<Frame> {
    const active = await frame.evaluateHandle('document.activeElement');
    const inner = await active.asElement()?.contentFrame();
    await active.dispose();
    return inner ? this.#focusedFrame(inner) : frame;
  }
}

function isNamed({ name }: Focus, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? name === wanted : wanted.test(name);
}

import assert from 'node:assert/strict';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import type { Workbench } from './e2e.ts';
import { FOCUS, POINTER, type Focus } from './focusOf.ts';
import { openOwnProduct, type OpenedProduct } from './openedProduct.ts';
import { untilDone } from './untilDone.ts';
import type { ProductOptions } from './webVscode.ts';

/** More stops than any part of the window has. */
const MOST_STEPS = 60;
/** ms in which a step has its effect. */
const PATIENCE = 20_000;

/** To be waited for, and nothing else. */
export type Seen = Pick<Locator, 'waitFor'>;

/** The packaged product for somebody without a mouse: keys are pressed and things are read, nothing is clicked. */
export class OnlyKeys {
  /** What a pointer did, or a script in its place. */
  readonly pointed: string[] = [];
  readonly #opened: OpenedProduct;

  private constructor(opened: OpenedProduct) {
    this.#opened = opened;
  }

  static async open(options: Omit<ProductOptions, 'vsix'> = {}): Promise<OnlyKeys> {
    // A script that every document gets cannot be taken away again.
    const opened = await openOwnProduct(options);
    const keys = new OnlyKeys(opened);
    const { page } = opened.workbench;
    await page.exposeBinding('pointed', (_, text: string) => void keys.pointed.push(text));
    await page.addInitScript(POINTER);
    await page.evaluate(POINTER);
    return keys;
  }

  close(): Promise<void> {
    return this.#opened.close();
  }

  /** The last of them is to leave the focus where somebody sees it. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
    await this.#settled(() => true);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** By the palette. */
  async command(text: string): Promise<void> {
    // A page that is just coming misses a key.
    await untilDone(async () => {
      await this.#page.keyboard.press('F1');
      await this.#workbench.quickInput.shows('>', 3_000);
    });
    await this.type(text);
    await this.#offered(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Types into the box at the top once it asks for this, and confirms. */
  async answer(question: string | RegExp, text: string): Promise<void> {
    await this.asks(question);
    await this.type(text);
    await this.#workbench.quickInput.shows(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Narrows the list at the top down to an entry, and confirms. */
  async pick(question: string | RegExp, text: string, label = text): Promise<void> {
    await this.asks(question);
    await this.type(text);
    await this.#offered(label);
    await this.#page.keyboard.press('Enter');
  }

  /** Chooses in the menu of what has the focus, and types into the box at the top, which then asks this. */
  async menuAsks(entry: string, question: string | RegExp, text: string): Promise<void> {
    const { box } = this.#workbench.quickInput;
    await untilDone(async () => {
      // Over a page VS Code may give the focus back to it when the box is there already; asking anew leads out.
      if (await box.isVisible()) await this.#leaveBox();
      await this.openMenu();
      await this.walkTo(entry, 'ArrowDown');
      await this.press('Enter');
      await this.asks(question);
      await box.locator('input:focus').first().waitFor({ timeout: 3_000 });
      await this.type(text);
      await this.#workbench.quickInput.shows(text, 3_000);
    });
  }

  /** Escape alone may reach the page below, which drops its selection: the palette takes the place of the box first. */
  async #leaveBox(): Promise<void> {
    await this.#page.keyboard.press('F1');
    await this.#workbench.quickInput.shows('>', 3_000);
    await this.#page.keyboard.press('Escape');
  }

  /** Ticks the one entry that is left of a list of several, and confirms. */
  async tick(label: string): Promise<void> {
    const { box } = this.#workbench.quickInput;
    const only = box.locator('.monaco-list-row[aria-setsize="1"]').filter({ hasText: label });
    const timeout = 2_000;
    // What the search finds replaces what VS Code had let through by itself, and takes the focus off the row.
    await untilDone(async () => {
      await only.waitFor();
      await this.press('ArrowDown', 'Space');
      await box.getByText('1 Selected').waitFor({ timeout });
    });
    await this.#page.keyboard.press('Enter');
  }

  /** The box at the top, or the dialog in it, asks this. */
  async asks(question: string | RegExp): Promise<void> {
    await this.#workbench.quickInput.expect(question);
  }

  /** Names a file in VS Code's own dialog, which looks folders up and then has its own idea of the text. */
  async saveAs(path: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.matches(/^\/.*[^/]$/);
    await untilDone(async () => {
      if (await quickInput.asksPath()) {
        await this.#page.keyboard.press('ControlOrMeta+a');
        await this.type(path);
        await this.#page.keyboard.press('Enter');
      }
      await quickInput.pathTaken(2_000);
    });
  }

  /** A modal dialog that says this is answered by one of its buttons. */
  async confirm(text: string | RegExp, button: string): Promise<void> {
    await this.#workbench.dialog().filter({ hasText: text }).waitFor();
    await this.walkTo(button, 'Tab');
    await this.press('Enter');
    await this.#workbench.dialog().waitFor({ state: 'hidden' });
  }

  /** Of what has the focus. It comes a moment later, until when the arrow keys are for what has it. */
  async openMenu(): Promise<void> {
    const { name } = await this.#settled(() => true);
    await this.#page.keyboard.press('Shift+F10');
    await this.#settled((focus) => focus.name !== name, ' and not in its menu');
  }

  /** Presses a key until this has the focus, which is to be seen on the way and never lost. */
  async walkTo(name: string | RegExp, key: string): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step < MOST_STEPS; step++) {
      const focus = await this.#settled(() => true);
      if (isNamed(focus, name)) return;
      passed.push(focus.name);
      await this.#page.keyboard.press(key);
    }
    assert.fail(`${key} does not lead to ${String(name)}, but to: ${passed.join(' / ')}`);
  }

  /** This has the focus by now, and one sees it. */
  async isAt(name: string | RegExp): Promise<void> {
    await this.#settled((focus) => isNamed(focus, name), ` and not at ${String(name)}`);
  }

  /** In the page of the webview in front. */
  inPage(text: string | RegExp): Seen {
    return this.#webview.getByText(text).first();
  }

  treeItem(name: RegExp): Seen {
    return this.#workbench.treeItem(name);
  }

  tab(title: string | RegExp): Seen {
    return this.#workbench.editorTab(title);
  }

  /** An entry of the activity bar: of an extension it comes late. */
  view(name: string): Seen {
    return this.#page.locator('.part.activitybar').getByRole('tab', { name }).first();
  }

  welcomeButton(name: string): Seen {
    return this.#page.locator('.welcome-view').getByRole('button', { name });
  }

  /** In the list at the top. */
  option(label: string | RegExp): Seen {
    return this.#workbench.quickInput.option(label);
  }

  checkbox(label: string | RegExp): Seen {
    return this.#workbench.quickInput.checkbox(label);
  }

  notification(text: string | RegExp): Seen {
    return this.#workbench.notification(text);
  }

  /** In the list of notifications, where VS Code puts those, too, that come right after three others; it is emptied. */
  async told(text: string | RegExp, picture: string): Promise<void> {
    await this.command('Notifications: Show Notifications');
    await this.#page.locator('.notifications-center').getByText(text).first().waitFor();
    await this.screenshot(picture);
    await this.command('Notifications: Clear All Notifications');
  }

  /** Said in the status bar or a notification, as a screen reader says it. */
  heard(text: string | RegExp): Seen {
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

  /** Goes down to the entry of this name, which need not be the first. */
  async #offered(label: string): Promise<void> {
    const { box } = this.#workbench.quickInput;
    await this.#workbench.quickInput.option(label).waitFor();
    const lit = box.locator('.monaco-list-row.focused .label-name').first();
    for (let step = 0; step < MOST_STEPS; step++) {
      if ((await lit.innerText()).trim() === label) return;
      await this.#page.keyboard.press('ArrowDown');
    }
    assert.fail(`"${label}" is not offered`);
  }

  /** Waits until the focus is somewhere, seen, and as it is to be. */
  async #settled(isSo: (focus: Focus) => boolean, expected = ''): Promise<Focus> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const focus = await this.#focus();
      if (focus.isSeen && isSo(focus)) return focus;
      if (Date.now() < end) continue;
      const how = focus.isLost ? 'lost' : focus.isSeen ? 'to be seen' : 'not to be seen';
      assert.fail(`the focus is ${how}, at "${focus.name}"${expected}`);
    }
  }

  /** What has the focus in the window, or in the page that has it. */
  async #focus(): Promise<Focus> {
    try {
      const frame = await this.#focused(this.#page.mainFrame());
      return await frame.evaluate(FOCUS);
    } catch {
      // The page went while it was looked at.
      return { name: '', isLost: true, isSeen: false };
    }
  }

  async #focused(frame: Frame): Promise<Frame> {
    const active = await frame.evaluateHandle('document.activeElement');
    const inner = await active.asElement()?.contentFrame();
    await active.dispose();
    return inner ? this.#focused(inner) : frame;
  }
}

function isNamed({ name }: Focus, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? name === wanted : wanted.test(name);
}

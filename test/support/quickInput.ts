import type { Locator, Page } from 'playwright-core';
import { untilDone } from './untilDone.ts';

/** Selector of the open quick input. A quick input that is closing stays in the page for a moment. */
const OPEN_SELECTOR = '.quick-input-widget:not([inert])';

/** Script that suppresses a key unless the quick input has the focus. */
const WATCH_KEY_SCRIPT = `(() => {
  globalThis.wasTaken = false;
  globalThis.watchKey = (event) => {
    globalThis.wasTaken = event.target.closest('${OPEN_SELECTOR}')?.checkVisibility() === true;
    if (globalThis.wasTaken) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  addEventListener('keydown', globalThis.watchKey, true);
})()`;

const WAS_TAKEN_SCRIPT = `removeEventListener('keydown', globalThis.watchKey, true), globalThis.wasTaken`;

/** Script that returns whether a quick input contains a path, as VS Code's file dialog does. */
const IS_FILE_DIALOG_SCRIPT = `[...document.querySelectorAll('${OPEN_SELECTOR}')].some((box) =>
  box.checkVisibility() && /^[/\\\\]/.test(box.querySelector('.quick-input-box input')?.value ?? ''))`;

/** Quick input at the top of the window: palette, quick picks and input boxes. */
export class QuickInput {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Locator of the whole quick input. Its text includes the title, the prompt and the message below the input. */
  get box(): Locator {
    return this.#page.locator(OPEN_SELECTOR);
  }

  get input(): Locator {
    return this.box.locator('.quick-input-box input');
  }

  /** Returns whether VS Code's file dialog is open. */
  isFileDialogOpen(): Promise<boolean> {
    return this.#page.evaluate(IS_FILE_DIALOG_SCRIPT);
  }

  /**
   * Waits until the file dialog is closed, whatever opens next.
   * @param timeout in ms
   */
  async waitForFileDialogToClose(timeout: number): Promise<void> {
    await this.#page.waitForFunction(`!(${IS_FILE_DIALOG_SCRIPT})`, undefined, { timeout });
  }

  option(label: string | RegExp): Locator {
    return this.box.getByRole('option').filter({ hasText: label }).first();
  }

  /** Returns an entry of a multi-select list. */
  checkbox(label: string | RegExp): Locator {
    return this.box.locator('.monaco-list-row').filter({ hasText: label }).first();
  }

  /** Ticks an entry in a list that may still be filtering. */
  async check(label: string | RegExp): Promise<void> {
    const ticked = this.checkbox(label).locator('.monaco-checkbox.checked');
    await untilDone(async () => {
      if (!(await ticked.isVisible())) await this.checkbox(label).click();
      await ticked.waitFor({ timeout: 2_000 });
    });
  }

  /** Runs a command by the text that the palette shows for it. */
  async command(text: string): Promise<void> {
    // A window that is still starting may miss the key, and a focus that returns to an editor closes the palette.
    await untilDone(async (attempt) => {
      const timeout = Math.min(attempt * 1_500, 6_000);
      // A palette that is already open does not know commands registered later, and keeps the typed text.
      if (await this.box.isVisible()) await this.#page.keyboard.press('Escape');
      await this.#page.keyboard.press('F1');
      await this.shows('>', timeout);
      await this.input.fill(`>${text}`, { timeout });
      await this.#acceptCommand(text, timeout);
    });
  }

  /**
   * Confirms the command. Avoids the mouse if the command is the first entry, because the list is redrawn repeatedly
   * while VS Code looks for similar commands.
   */
  async #acceptCommand(text: string, timeout: number): Promise<void> {
    const option = this.option(text);
    await option.waitFor({ timeout });
    const focusedOption = this.box.locator('.monaco-list-row.focused').filter({ hasText: text });
    if (!(await focusedOption.isVisible())) return option.click({ timeout });
    await this.#enter();
  }

  /**
   * Presses Enter in the quick input.
   * @throws {Error} if another element has the focus; that element does not receive the key
   */
  async #enter(): Promise<void> {
    await this.#page.evaluate(WATCH_KEY_SCRIPT);
    await this.#page.keyboard.press('Enter');
    // A window that reloads immediately cannot return the result.
    const wasTaken = await this.#page.evaluate(WAS_TAKEN_SCRIPT).catch(() => undefined);
    if (wasTaken === false) throw new Error('The focus went elsewhere.');
  }

  /** Waits until the box shows this text: its title, step, prompt, placeholder or message. */
  async expect(text: string | RegExp, timeout?: number): Promise<void> {
    const inPlaceholder = this.box.getByPlaceholder(text);
    const options = timeout === undefined ? {} : { timeout };
    await this.box.filter({ hasText: text }).or(inPlaceholder).first().waitFor(options);
  }

  /** Waits until the input contains exactly this text. */
  async shows(value: string, timeout?: number): Promise<void> {
    await this.#waitForValue(`=== ${JSON.stringify(value)}`, timeout);
  }

  /** Waits until the text in the input matches. */
  async matches(pattern: RegExp): Promise<void> {
    await this.#waitForValue(`?.match(${String(pattern)})`);
  }

  async #waitForValue(condition: string, timeout?: number): Promise<void> {
    const value = `document.querySelector('${OPEN_SELECTOR} .quick-input-box input')?.value`;
    const options = timeout === undefined ? {} : { timeout };
    await this.#page.waitForFunction(`${value} ${condition}`, undefined, options);
  }

  /** Replaces the text in the input. */
  async fill(text: string): Promise<void> {
    await this.input.fill(text);
  }

  /** Types an answer and confirms it. */
  async answer(text: string): Promise<void> {
    await this.fill(text);
    await this.accept();
  }

  async accept(): Promise<void> {
    // A walkthrough takes the focus whenever it redraws its steps.
    await untilDone(async () => {
      await this.input.focus();
      await this.#enter();
    });
  }

  async pick(label: string | RegExp): Promise<void> {
    await this.option(label).click();
  }

  /** Types a search text and clicks an entry. Clicks again if the list was redrawn under the mouse. */
  async pickFound(text: string): Promise<void> {
    await this.fill(text);
    const option = this.option(text);
    await untilDone(async () => {
      await option.click({ timeout: 5_000 });
      await option.waitFor({ state: 'hidden', timeout: 2_000 });
    });
  }

  /** Waits until this entry is the focused one and confirms it. */
  async pickActive(label: string | RegExp): Promise<void> {
    await this.box.locator('.monaco-list-row.focused').filter({ hasText: label }).waitFor();
    await this.accept();
  }

  async back(): Promise<void> {
    await this.box.getByRole('button', { name: 'Back' }).click();
  }

  async cancel(): Promise<void> {
    await this.input.press('Escape');
    await this.box.waitFor({ state: 'hidden' });
  }
}

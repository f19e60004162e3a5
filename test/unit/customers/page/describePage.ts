import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type OpenPage, openPage, servePage } from './openPage.ts';
import { reset } from './sample.ts';
import { sharedChromium } from './sharedChromium.ts';

/** The page of a test, with its common actions. */
class PageUnderTest {
  #open: OpenPage | undefined;

  get open(): OpenPage {
    assert.ok(this.#open, 'no page is open');
    return this.#open;
  }

  /** Starts with a page that has only received this message. */
  async start(first = reset()): Promise<void> {
    if (this.#open === undefined) {
      const [browser, url] = await Promise.all([sharedChromium(), servePage()]);
      this.#open = await openPage(browser, url);
    } else await this.#open.renew();
    assert.deepEqual(await this.#open.posted(), [{ type: 'ready' }, { type: 'zone', zone: 'UTC' }]);
    await this.#open.tell(first);
  }

  get search(): Locator {
    return this.open.page.getByLabel('Search loaded customers', { exact: true });
  }

  /** Waits until the count at the end of the search has this text. It is empty without a search. */
  waitForCount(text: string): Promise<void> {
    const count = this.open.page.locator('.search-count');
    return until(async () => (await count.textContent()) === text, text);
  }

  button(name: string): Locator {
    return this.open.page.getByRole('button', { name, exact: true });
  }

  /** Chooses an entry of "More Actions…". */
  async choose(name: string): Promise<void> {
    await this.button('More Actions…').click();
    await this.open.page.getByRole('menuitem', { name, exact: true }).click();
  }

  cell(row: number, column: string): Locator {
    return this.open.page.locator(`[role=row][data-row="${row}"] .${column}`);
  }

  /** Returns the row and the column of the focused cell. */
  focused(): Promise<string> {
    return this.open.page.evaluate(`(() => {
      const cell = document.activeElement.closest('[role=gridcell], [role=columnheader]');
      return cell ? (cell.parentElement.dataset.row ?? 'header') + ' ' + cell.classList[1] : 'none';
    })()`);
  }

  waitForFocus(cell: string): Promise<void> {
    return until(async () => (await this.focused()) === cell, cell);
  }

  async scrollTo(top: number): Promise<void> {
    await this.open.page.evaluate(`document.querySelector('.scroller').scrollTop = ${top}`);
  }
}

/**
 * Describes a suite in a real browser. Each test gets a fresh page after a `reset`, and fails on
 * any error that the browser reports.
 * @param define defines the tests. `on` is the page on which they act.
 */
export function describePage(title: string, define: (on: PageUnderTest) => void): void {
  describe(title, function () {
    this.timeout(60_000);
    const on = new PageUnderTest();

    beforeEach(() => on.start());

    afterEach(async () => {
      assert.deepEqual(on.open.pageErrors, []);
      assert.deepEqual(await iconsWithoutGlyph(on.open), []);
    });

    after(() => on.open.page.context().close());

    define(on);
  });
}

/** Returns icons without a glyph. The font contains only the icons of `ICONS`. */
function iconsWithoutGlyph({ page }: OpenPage): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.codicon')]
    .filter((icon) => getComputedStyle(icon, '::before').content === 'none')
    .map((icon) => icon.className)`);
}

/**
 * Waits until the condition is true.
 * @param what is named in the error if the condition is still false after 20 s
 */
export async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await condition())) {
    assert.ok(Date.now() < end, `waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

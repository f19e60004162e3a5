import type { FrameLocator, Locator } from 'playwright-core';
import { closeNotifications } from './closeNotifications.ts';
import type { Workbench } from './e2e.ts';

/** Label of the search box. */
export const SEARCH = 'Search loaded customers';

/** The Customers page of a bot in a tab. */
export class CustomersPage {
  readonly #workbench: Workbench;
  /** Label of the bot in the title of the tab. */
  label: string;

  constructor(workbench: Workbench, label: string) {
    this.#workbench = workbench;
    this.label = label;
  }

  /** Brings the page to the front. */
  show(): Promise<FrameLocator> {
    return this.#workbench.webviewFrame(`Customers: ${this.label}`);
  }

  /** Closes the notifications, which would cover the buttons of the page, and brings the page to the front. */
  async uncover(): Promise<FrameLocator> {
    await closeNotifications(this.#workbench);
    return this.show();
  }

  async renameBot(label: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await this.#workbench.contextMenu(
      this.#workbench.treeItem(new RegExp(`^${this.label}`)),
      'Bot Settings…',
    );
    await quickInput.pick('Label');
    await quickInput.expect('Label of the bot in the tree');
    await quickInput.answer(label);
    await quickInput.option(label).waitFor();
    await quickInput.cancel();
    this.label = label;
  }

  /** Replaces the rows with the first customers, loaded with `limit` customers per page. */
  async load(page: FrameLocator, limit: number): Promise<void> {
    await buttonOf(page, 'Change…').click();
    await page.getByLabel('Customers per page').fill(String(limit));
    await buttonOf(page, 'Load').click();
  }
}

/** Returns the row at a position, from 0, in the order on the screen. */
export function rowOf(page: FrameLocator, position: number): Locator {
  return page.locator(`.body .row[data-position="${position}"]`);
}

export function buttonOf(page: FrameLocator, name: string): Locator {
  return page.getByRole('button', { name, exact: true }).first();
}

/** Returns the search box above the rows. */
export function searchOf(page: FrameLocator): Locator {
  return page.getByLabel(SEARCH, { exact: true });
}

/**
 * Opens each menu and list of the page in turn, yields its name and closes it. The last step is a search without matches.
 */
export async function* eachMenu(
  { page: window }: Workbench,
  page: FrameLocator,
): AsyncGenerator<string> {
  const openings: Record<string, () => Promise<void>> = {
    menu: () => buttonOf(page, 'More Actions…').click(),
    columns: async () => {
      await buttonOf(page, 'More Actions…').click();
      await page.getByRole('menuitem', { name: 'Columns' }).click();
    },
    header: async () => {
      await page.getByRole('columnheader', { name: 'Tags' }).click({ button: 'right' });
      await page.getByRole('menuitemradio', { name: 'Sort Descending' }).waitFor();
    },
    query: () => buttonOf(page, 'Change…').click(),
    facet: async () => {
      await page
        .getByRole('button', { name: /^Status/ })
        .first()
        .click();
      await page.getByRole('checkbox', { name: 'Running' }).check();
    },
  };
  for (const [name, open] of Object.entries(openings)) {
    await open();
    yield name;
    await window.keyboard.press('Escape');
  }
  await searchOf(page).fill('no such name');
  await page.getByText(/^0 of \d+ loaded$/).waitFor();
  yield 'no-match';
  await page.locator('.empty').getByRole('button', { name: 'Clear Search' }).click();
  await page.getByText(/^First \d+ customers loaded/).waitFor();
}

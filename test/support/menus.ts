import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { untilDone } from './untilDone.ts';

/** Right click on an element, until the menu has this entry. */
export async function openMenu(target: Locator, entry: Locator): Promise<void> {
  // One of an earlier try lies over all there is.
  if (await target.page().locator('.monaco-menu').first().isVisible()) {
    await target.page().keyboard.press('Escape');
  }
  await target.click({ button: 'right', timeout: 10_000 });
  await entry.waitFor({ timeout: 5_000 });
  // A list that is drawn again reuses the element of a row for another row, which then gets the click.
  const row = target.locator('xpath=ancestor-or-self::*[@role="treeitem"]');
  if (await row.isVisible()) {
    assert.match((await row.getAttribute('class')) ?? '', /\bfocused\b/, 'the menu of another row');
  }
}

/** Clicks an entry of a menu until that has closed. @param open again, where the focus went elsewhere and closed it */
export async function choose(entry: Locator, open: () => Promise<void>): Promise<void> {
  let [isTried, isChosen] = [false, false];
  const question = entry.page().locator('.monaco-dialog-modal-block').first();
  // A menu that has just opened ignores the mouse, so that the opening click cannot choose.
  await untilDone(async () => {
    if (!(await entry.isVisible())) {
      // Where the command asks something already, the click was one, whatever was heard of it.
      if (isChosen || (isTried && (await question.isVisible()))) return;
      await open();
      // Time in which the menu begins to take clicks.
      await entry.hover({ timeout: 5_000 });
    }
    isTried = true;
    await entry.click({ timeout: isChosen ? 250 : 5_000 });
    isChosen = true;
    // It closes at once, or not at all.
    await entry.waitFor({ state: 'hidden', timeout: 150 });
  });
}

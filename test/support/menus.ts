import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { untilDone } from './untilDone.ts';

/** Right-clicks an element and waits until its menu has this entry. */
export async function openMenu(target: Locator, entry: Locator): Promise<void> {
  // A menu of an earlier attempt would cover everything.
  if (await target.page().locator('.monaco-menu').first().isVisible()) {
    await target.page().keyboard.press('Escape');
  }
  await target.click({ button: 'right', timeout: 10_000 });
  await entry.waitFor({ timeout: 5_000 });
  // A list that is redrawn reuses the element of a row for another row, which then gets the click.
  const row = target.locator('xpath=ancestor-or-self::*[@role="treeitem"]');
  if (await row.isVisible()) {
    assert.match(
      (await row.getAttribute('class')) ?? '',
      /\bfocused\b/,
      'the menu of another row opened',
    );
  }
}

/**
 * Clicks an entry of a menu until the menu has closed.
 * @param open opens the menu again if it closed because the focus went elsewhere
 */
export async function choose(entry: Locator, open: () => Promise<void>): Promise<void> {
  let [isTried, isChosen] = [false, false];
  const question = entry.page().locator('.monaco-dialog-modal-block').first();
  // A menu that has just opened ignores the mouse, because the click that opened the menu must not choose an entry.
  await untilDone(async () => {
    if (!(await entry.isVisible())) {
      // If the command already shows a dialog, the click was effective, even if it was reported as failed.
      if (isChosen || (isTried && (await question.isVisible()))) return;
      await open();
      // The hover takes time in which the menu starts to accept clicks.
      await entry.hover({ timeout: 5_000 });
    }
    isTried = true;
    await entry.click({ timeout: isChosen ? 250 : 5_000 });
    isChosen = true;
    // The menu closes immediately or not at all.
    await entry.waitFor({ state: 'hidden', timeout: 150 });
  });
}

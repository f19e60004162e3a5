import type { Locator } from 'playwright-core';
import { untilDone } from './untilDone.ts';

/** Clicks a button that shows while the mouse is on its row or message: one that moves meanwhile hides it again. */
export async function hoverAndClick(target: Locator, button: Locator): Promise<void> {
  await target.waitFor();
  await untilDone(async () => {
    await target.hover({ timeout: 5_000 });
    await button.click({ timeout: 5_000 });
  });
}

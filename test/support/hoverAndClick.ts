import type { Locator } from 'playwright-core';
import { untilDone } from './untilDone.ts';

/**
 * Clicks a button that is visible only under the mouse. Retries, because a row or message that moves hides the button.
 */
export async function hoverAndClick(target: Locator, button: Locator): Promise<void> {
  await target.waitFor();
  await untilDone(async () => {
    await target.hover({ timeout: 5_000 });
    await button.click({ timeout: 5_000 });
  });
}

import type { Locator } from 'playwright-core';
import { untilDone } from './untilDone.ts';

/**
 * Presses a button of a message until the message closes. A message that is redrawn between the press and the release of
 * the mouse button loses the click.
 */
export async function pressInMessage(message: Locator, name: string | RegExp): Promise<void> {
  const button = message.getByRole('button', { name, exact: true }).first();
  await button.waitFor();
  await untilDone(async () => {
    if (await button.isVisible()) await button.click({ timeout: 5_000 });
    await button.waitFor({ state: 'hidden', timeout: 2_000 });
  });
}

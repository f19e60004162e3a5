import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../support/chromium.ts';

let launched: Promise<Browser> | undefined;

/** Returns the browser that all files of this process share: close the contexts in it, not the browser. */
export async function sharedChromium(): Promise<Browser> {
  launched ??= launchChromium();
  const browser = await launched;
  if (browser.isConnected()) return browser;
  // The browser crashed in an earlier file, which has failed; the next files can still run.
  launched = launchChromium();
  return launched;
}

// In no suite, so after the last file.
after(async () => {
  await (await launched)?.close();
});

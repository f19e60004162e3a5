import type { Browser } from 'playwright-core';
import { launchChromium } from '../../../support/chromium.ts';

let launched: Promise<Browser> | undefined;

/** Returns the browser that all files of this process share. Close its contexts only. */
export async function sharedChromium(): Promise<Browser> {
  launched ??= launchChromium();
  const browser = await launched;
  if (browser.isConnected()) return browser;
  // The browser crashed in an earlier file, which has failed. The next files can still run.
  launched = launchChromium();
  return launched;
}

// The hook is outside of all suites, so it runs after the last file.
after(async () => {
  await (await launched)?.close();
});

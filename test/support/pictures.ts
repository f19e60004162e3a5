import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../out/screenshots');

/** Whether tests save screenshots. Those of failures are always saved. */
export const savesScreenshots = process.env['BOT_TAGS_PICTURES'] === '1';

/** Saves a screenshot of the whole page in out/screenshots if `savesScreenshots` is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (!savesScreenshots) return;
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
}

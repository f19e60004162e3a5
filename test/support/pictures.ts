import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../out/screenshots');

/** Whether tests save screenshots. Those of failures are always saved. */
export const keepsPictures = process.env['BOT_TAGS_PICTURES'] === '1';

/** Saves a screenshot of the whole page in out/screenshots if `keepsPictures` is set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!keepsPictures) return;
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
}

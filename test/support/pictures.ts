import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../out/screenshots');

/** Whether tests keep pictures of what they see; those of failures are always kept. */
export const keepsPictures = process.env['BOT_TAGS_PICTURES'] === '1';

/** Keeps a picture of the whole page in out/screenshots, if pictures are kept. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!keepsPictures) return;
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
}

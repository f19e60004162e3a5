import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files below a folder that hold a text, as UTF-8 or UTF-16. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const needles = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    if (needles.some((needle) => content.includes(needle))) found.push(path);
  }
  return found;
}

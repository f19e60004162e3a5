import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the files below a folder that contain one of the texts, as UTF-8 or UTF-16, or have one in their path. */
export async function filesWith(folder: string, ...texts: readonly string[]): Promise<string[]> {
  const needles = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.filter((item) => item.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    const isNamed = texts.some((text) => path.slice(folder.length).includes(text));
    if (isNamed || needles.some((needle) => content.includes(needle))) paths.push(path);
  }
  return paths;
}

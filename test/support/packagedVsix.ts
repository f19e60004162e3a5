import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the packaged extension under test, as the last `npm run test:e2e` left it. */
export function packagedVsix(): string {
  const path = join(import.meta.dirname, '../../bot-tag-explorer.vsix');
  if (!existsSync(path)) throw new Error('Run `npm run package` first.');
  return path;
}

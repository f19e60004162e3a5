import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageVsix } from '../../../scripts/package.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

let packed: Promise<Buffer> | undefined;

/** Returns the VSIX of this working tree, packed once for all files of this process. */
export function packVsixOnce(): Promise<Buffer> {
  return (packed ??= pack());
}

async function pack(): Promise<Buffer> {
  const folder = temporaryFolder('packed');
  try {
    return await readFile(await packageVsix(join(folder.path, 'packed.vsix')));
  } finally {
    folder.remove();
  }
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { build } from './build.ts';
import { projectRoot } from './projectRoot.ts';

/** Builds the extension and packs it; gives the path of the VSIX. */
export async function packageVsix(): Promise<string> {
  await build();
  const packagePath = join(projectRoot, 'bot-tag-explorer.vsix');
  await createVSIX({
    cwd: projectRoot,
    packagePath,
    // Everything is bundled, so no node_modules go in.
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
  const { size } = await stat(packagePath);
  console.log(`bot-tag-explorer.vsix: ${(size / 1024).toFixed(1)} KB`);
  return packagePath;
}

if (import.meta.main) await packageVsix();

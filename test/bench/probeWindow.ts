import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { runInHostWindow } from '../support/hostWindow.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/**
 * Runs a probe, a script of this folder such as `treeProbe.ts`, in a fresh window with the extension. The probe reads
 * `input.json` and writes `report`.
 */
export async function probeWindow(
  extension: string,
  probeName: string,
  input: unknown,
): Promise<string> {
  const temporary = temporaryFolder('bench');
  const folder = (name: string): string => {
    const path = join(temporary.path, name);
    mkdirSync(path);
    return path;
  };
  try {
    const probe = folder('probe');
    const tests = join(probe, 'index.js');
    await esbuild.build({
      entryPoints: [join(import.meta.dirname, `${probeName}.ts`)],
      outfile: tests,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['vscode'],
    });
    writeFileSync(join(probe, 'input.json'), JSON.stringify(input));
    const code = await runInHostWindow({
      extension,
      tests,
      userData: folder('user'),
      extensions: folder('extensions'),
      folder: folder('workspace'),
    });
    if (code !== 0) throw new Error('The window with the extensions failed.');
    return readFileSync(join(probe, 'report'), 'utf8');
  } finally {
    temporary.remove();
  }
}

import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface ChromiumBinary {
  path: string;
  /** Environment variables that the process of the browser needs. */
  env: Record<string, string>;
}

/**
 * Returns the Chromium of the package @sparticuz/chromium, for Linux. The first call unpacks it. This Chromium has only
 * the fonts of the package, so texts have the same width on every machine.
 * @throws on other systems
 */
export async function chromiumFromNpm(): Promise<ChromiumBinary> {
  if (process.platform !== 'linux') {
    throw new Error('Install Chrome, Edge or Chromium, or set BOT_TAGS_BROWSER to its path.');
  }
  const root = join(import.meta.dirname, '../../.vscode-test');
  const target = join(root, 'chromium-153');
  if (!existsSync(target)) await unpack(target);
  return {
    path: join(target, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(target, 'al2023/lib'),
      FONTCONFIG_FILE: ownFontsFile(target),
    },
  };
}

async function unpack(target: string): Promise<void> {
  await withUnpackFolder(`${target}.partial-${process.pid}`, async (partial) => {
    const { default: npmChromium } = await import('@sparticuz/chromium');
    await npmChromium.executablePath();
    // The rename marks the unpacking as complete. Another process may have finished first.
    await rename(partial, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  });
}

/**
 * Writes a fontconfig file and returns its path. The package's own file refers to fixed folders that do not exist here,
 * and a Chromium without any font crashes.
 */
function ownFontsFile(target: string): string {
  const file = join(target, 'ownFonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(target, 'fonts')}</dir>
  <cachedir>${join(target, 'ownFonts-cache')}</cachedir>
</fontconfig>
`,
  );
  return file;
}

/**
 * Runs `work` with an environment that is restored afterwards. The package unpacks into the temporary folder of the
 * environment, reads the environment when it is imported, and changes it for every process started later.
 */
async function withUnpackFolder(
  folder: string,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const names = ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH'];
  const before = names.map((name) => [name, process.env[name]] as const);
  await mkdir(folder, { recursive: true });
  process.env.TMPDIR = folder;
  // Makes the package unpack its own nss libraries.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  try {
    await work(folder);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await rm(folder, { recursive: true, force: true });
  }
}

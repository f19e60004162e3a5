import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runNpm } from './vscodeFromNpm.ts';

const PACKAGE = '@expo-google-fonts/noto-sans-tc';
const VERSION = '0.4.3';
/** Files of the two weights, out of nine, that VS Code and the extension's pages use. */
const FILES = ['400Regular/NotoSansTC_400Regular.ttf', '700Bold/NotoSansTC_700Bold.ttf'];
const root = join(import.meta.dirname, '../../.vscode-test');

/**
 * Returns an environment in which a browser on Linux can render Chinese, for pictures from a machine without Chinese
 * fonts. The first call installs the font from npm. Other systems have such fonts, so there the environment is unchanged.
 * @param environment environment of the browser, to which the font is added
 */
export async function withChineseFont(
  environment: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  if (process.platform !== 'linux') return { ...environment };
  const target = join(root, `noto-sans-tc-${VERSION}`);
  if (!existsSync(target)) await install(target);
  const { FONTCONFIG_FILE: existingFonts = '/etc/fonts/fonts.conf' } = environment;
  // Separate configuration for each set of existing fonts, because browsers with different sets may run at the same
  // time.
  const file = join(target, `${basename(join(existingFonts, '..'))}.conf`);
  await writeFile(file, configuration(existingFonts, target));
  return { ...environment, FONTCONFIG_FILE: file };
}

/** Returns a fontconfig file that adds the Chinese font only for characters that no existing font has. */
function configuration(existingFonts: string, target: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">${existingFonts}</include>
  <dir>${target}</dir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>Noto Sans TC</string></edit>
  </match>
</fontconfig>
`;
}

async function install(target: string): Promise<void> {
  console.log(`Installing a Chinese font from npm (${PACKAGE}), once.`);
  const partial = `${target}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    await writeFile(join(partial, 'package.json'), '{"private":true}');
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--no-save'];
    await runNpm(partial, ['install', ...quiet, `${PACKAGE}@${VERSION}`]);
    const modules = join(partial, 'node_modules');
    for (const file of FILES) {
      await copyFile(join(modules, PACKAGE, file), join(partial, basename(file)));
    }
    await rm(modules, { recursive: true });
    // The rename marks the installation as complete. Another process may have finished first.
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

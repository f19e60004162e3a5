import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { withChineseFont } from './chineseFont.ts';
import { type ChromiumBinary, chromiumFromNpm } from './chromiumFromNpm.ts';

const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface LaunchOptions {
  /** Whether Chinese characters are rendered even if the machine has no Chinese font. */
  readonly hasChinese?: boolean;
}

/**
 * Starts a headless Chromium: the one in `BOT_TAGS_BROWSER`, else the one of the system, else the one from npm. If the
 * variable is empty, the one from npm is started.
 */
export async function launchChromium(
  flags: readonly string[] = [],
  { hasChinese = false }: LaunchOptions = {},
): Promise<Browser> {
  const binary = systemChromium() ?? (await chromiumFromNpm());
  const baseEnvironment = { ...environment(), ...binary.env };
  const env = hasChinese ? await withChineseFont(baseEnvironment) : baseEnvironment;
  const launch = (chromiumSandbox: boolean): Promise<Browser> =>
    chromium.launch({
      executablePath: binary.path,
      args: [...quietFlags, ...flags],
      env,
      chromiumSandbox,
    });
  if (process.getuid?.() === 0) return launch(false);
  try {
    return await launch(true);
  } catch (error) {
    // Containers and some distributions forbid the sandbox. The pages are our own, from this machine.
    if (!/no usable sandbox/i.test(String(error))) throw error;
    return launch(false);
  }
}

/**
 * Starts the Chromium from npm with its own fonts and in UTC, so that it renders the same on every machine. Linux only.
 */
export async function launchSameChromium(): Promise<Browser> {
  const binary = await chromiumFromNpm();
  return chromium.launch({
    executablePath: binary.path,
    args: [...quietFlags, '--font-render-hinting=none', '--disable-lcd-text'],
    env: { ...environment(), ...binary.env, TZ: 'UTC', LANG: 'en_US.UTF-8' },
    chromiumSandbox: false,
  });
}

function environment(): Record<string, string> {
  const setVariables = Object.entries(process.env).filter((entry) => entry[1] !== undefined);
  return Object.fromEntries(setVariables as [string, string][]);
}

function systemChromium(): ChromiumBinary | undefined {
  const path = process.env.BOT_TAGS_BROWSER ?? candidates().find((file) => existsSync(file));
  return path === undefined || path === '' ? undefined : { path, env: {} };
}

function candidates(): string[] {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Microsoft Edge', 'Chromium'];
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      apps.map((app) => join(folder, `${app}.app/Contents/MacOS/${app}`)),
    );
  }
  if (process.platform === 'win32') {
    const folders = [
      process.env.ProgramFiles,
      process.env['ProgramFiles(x86)'],
      process.env.LOCALAPPDATA,
    ];
    const apps = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return folders.flatMap((folder) => (folder ? apps.map((app) => join(folder, app)) : []));
  }
  return [
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
    'chromium',
    'chromium-browser',
  ].flatMap((name) => [`/usr/bin/${name}`, `/snap/bin/${name}`]);
}

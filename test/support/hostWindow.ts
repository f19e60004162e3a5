import { format } from 'node:util';
import { launchChromium } from './chromium.ts';
import { cleanEnvironment } from './cleanEnvironment.ts';
import { OwnedProcess } from './ownedProcess.ts';
import { writeSettings } from './quietSettings.ts';
import { vscodeFromNpm, type VscodeAge } from './vscodeFromNpm.ts';

export interface HostRun {
  extension: string;
  /** Path of the tests. If absent, the window opens and runs none. */
  tests?: string;
  userData: string;
  extensions: string;
  folder?: string;
  /** Additional flags of the server. */
  flags?: readonly string[];
}

/**
 * Output of VS Code itself that would bury the output of the tests at start and end: about native modules that the npm
 * package does not build, the gallery, its connections.
 */
const NOISE = new RegExp(
  [
    'Could not locate the bindings file|native-watchdog|open-vsx\\.org',
    '^(Resolv|Creating a socket|Updating additional|Canceled: Canceled)',
    // Built-in extensions of VS Code that the tests run without.
    'waiting for authentication provider',
    '^\\[(reconnection-grace-time|Service Worker|AgentHost|AccountPolicyGate)',
  ].join('|'),
);
const runLimitMs = 30 * 60_000;

/**
 * Script that makes the window transparent: invisible content is not painted. No user looks at the window. A small window
 * has fewer rows to draw.
 */
const HIDE_SCRIPT = `addEventListener('DOMContentLoaded', () => {
  document.documentElement.style.opacity = 0;
})`;
const viewport = { width: 640, height: 480 };

/** Runs the tests in the extension host of a VS Code from npm. Prints their output and returns their exit code. */
export async function runInHostWindow(run: HostRun): Promise<number> {
  const server = await startServer(run);
  try {
    const [, port = ''] = await server.waitForOutput(/Extension host agent listening on (\d+)/);
    return await openWindow(windowAddress(`127.0.0.1:${port}`, run));
  } finally {
    await server.stop();
  }
}

/**
 * Starts the server of VS Code.
 * @param age age of the VS Code from npm
 */
export async function startServer(
  run: Pick<HostRun, 'userData' | 'extensions' | 'flags'>,
  age?: VscodeAge,
): Promise<OwnedProcess> {
  const vscode = await vscodeFromNpm(age);
  // VS Code keeps a history of automatically saved files in this folder. Tests search the folder for data that must not
  // be stored.
  await writeSettings(`${run.userData}/data`, { 'files.autoSave': 'off' });
  const flags = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token'];
  flags.push('--accept-server-license-terms', '--disable-telemetry', '--disable-workspace-trust');
  // The server accepts the window's payload only with the test driver.
  flags.push('--enable-smoke-test-driver', '--server-data-dir', run.userData);
  flags.push('--extensions-dir', run.extensions, ...(run.flags ?? []));
  return new OwnedProcess(vscode.node, [vscode.serverMain, ...flags], {
    env: { ...cleanEnvironment(), XDG_RUNTIME_DIR: run.userData },
  });
}

export function windowAddress(
  host: string,
  run: Pick<HostRun, 'extension' | 'tests' | 'folder'>,
): string {
  const remote = (path: string) => `vscode-remote://${host}${slashed(path)}`;
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', remote(run.extension)],
    ...(run.tests === undefined ? [] : [['extensionTestsPath', remote(run.tests)]]),
    ['skipWelcome', 'true'],
  ]);
  const folder = run.folder === undefined ? {} : { folder: slashed(run.folder) };
  return `http://${host}/?${new URLSearchParams({ ...folder, payload }).toString()}`;
}

/** Returns a path as it is written in a URL: `/c:/folder` on Windows. */
function slashed(path: string): string {
  const forward = path.replaceAll('\\', '/');
  return forward.startsWith('/') ? forward : `/${forward}`;
}

async function openWindow(address: string): Promise<number> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport });
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
      const text = format(...args);
      if (!NOISE.test(text)) console.log(text);
    });
    await page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
    page.on('crash', () => reject(new Error('The window crashed.')));
    const timer = setTimeout(() => reject(new Error('The tests did not end.')), runLimitMs);
    try {
      await page.addInitScript(HIDE_SCRIPT);
      await page.goto(address);
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  } finally {
    await browser.close();
  }
}

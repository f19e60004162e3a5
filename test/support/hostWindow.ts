import { format } from 'node:util';
import { launchChromium } from './chromium.ts';
import { cleanEnvironment } from './cleanEnvironment.ts';
import { OwnedProcess } from './ownedProcess.ts';
import { writeSettings } from './quietSettings.ts';
import { vscodeFromNpm, type VscodeAge } from './vscodeFromNpm.ts';

export interface HostRun {
  extension: string;
  /** Absent: the window stays as it opens. */
  tests?: string;
  userData: string;
  extensions: string;
  folder?: string;
  /** More flags of the server. */
  flags?: readonly string[];
}

/**
 * What VS Code itself says while it starts and stops would bury the tests' own output: the native
 * modules that the npm package leaves unbuilt, the gallery, its connections.
 */
const noise = new RegExp(
  [
    'Could not locate the bindings file|native-watchdog|open-vsx\\.org',
    '^(Resolv|Creating a socket|Updating additional|Canceled: Canceled)',
    // The extensions of VS Code that the tests do without.
    'waiting for authentication provider',
    '^\\[(reconnection-grace-time|Service Worker|AgentHost|AccountPolicyGate)',
  ].join('|'),
);
const runLimitMs = 30 * 60_000;

/** Nobody looks at the window: what cannot be seen is not painted, and a small one has fewer rows to draw. */
const UNSEEN = `addEventListener('DOMContentLoaded', () => {
  document.documentElement.style.opacity = 0;
})`;
const viewport = { width: 640, height: 480 };

/**
 * Opens one window of the VS Code from npm, which runs the tests in its extension host; prints what
 * they print and gives their exit code.
 */
export async function runInHostWindow(run: HostRun): Promise<number> {
  const server = await startServer(run);
  try {
    const [, port = ''] = await server.waitForOutput(/Extension host agent listening on (\d+)/);
    return await openWindow(windowAddress(`127.0.0.1:${port}`, run));
  } finally {
    await server.stop();
  }
}

/** @param age of the VS Code from npm */
export async function startServer(
  run: Pick<HostRun, 'userData' | 'extensions' | 'flags'>,
  age?: VscodeAge,
): Promise<OwnedProcess> {
  const vscode = await vscodeFromNpm(age);
  // VS Code keeps a history of what it saves by itself, in the folder in which tests look for what must not be there.
  await writeSettings(`${run.userData}/data`, { 'files.autoSave': 'off' });
  const flags = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token'];
  flags.push('--accept-server-license-terms', '--disable-telemetry', '--disable-workspace-trust');
  // Only with the test driver does the server honour the window's payload.
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

/** A path as it stands in an address: `/c:/folder` on Windows. */
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
      if (!noise.test(text)) console.log(text);
    });
    await page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
    page.on('crash', () => reject(new Error('The window crashed.')));
    const timer = setTimeout(() => reject(new Error('The tests did not end.')), runLimitMs);
    try {
      await page.addInitScript(UNSEEN);
      await page.goto(address);
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  } finally {
    await browser.close();
  }
}

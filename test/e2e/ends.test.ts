import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { projectRoot } from '../../scripts/projectRoot.ts';
import { Workbench } from '../support/e2e.ts';
import { npmCommand } from '../support/npmCommand.ts';
import { signalTree } from '../support/signalTree.ts';
import { killProcessesWith, processesWith } from '../support/startedProcesses.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporaryFolder.ts';
import { testedVscode, vscodeFromNpm } from '../support/vscodeFromNpm.ts';

const TERMINAL = join(import.meta.dirname, '../support/terminalProcess.ts');

/** "npm start" with a window of it, whose extension host has a sandbox: nothing of it is left, however it ends. */
function npmStart(): void {
  let temporary: TemporaryFolder;
  let started: ChildProcess | undefined;
  let workbench: Workbench | undefined;

  beforeEach(() => {
    temporary = temporaryFolder('ends');
  });

  afterEach(async () => {
    await workbench?.close();
    if (started?.pid !== undefined) signalTree(started.pid, 'SIGKILL');
    killProcessesWith(temporary.path);
    temporary.remove();
  });

  /** As a terminal does, in a group of its own; whatever it starts has the folder in its environment. */
  function start([command, ...args]: readonly [string, ...string[]]): ChildProcess {
    const { path } = temporary;
    started = spawn(command, args, {
      cwd: projectRoot,
      env: { ...process.env, TMPDIR: path, TMP: path, TEMP: path },
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return started;
  }

  function npmStart(): readonly [string, ...string[]] {
    return [...npmCommand(), 'start', '--', '--packaged'];
  }

  async function inTerminal(): Promise<readonly [string, ...string[]]> {
    // VS Code brings it for its own terminals, built for each system.
    const { serverMain } = await vscodeFromNpm('newest');
    const pty = join(dirname(serverMain), '../node_modules/node-pty');
    return [process.execPath, TERMINAL, pty, ...npmStart()];
  }

  /** Opens the address that it prints, and waits for the sandbox bot. */
  async function opened({ stdout }: ChildProcess): Promise<void> {
    assert.ok(stdout);
    for await (const line of createInterface(stdout)) {
      const [url] = /http:\S+/.exec(line) ?? [];
      if (url === undefined) continue;
      workbench = await Workbench.open({ url });
      await workbench.treeItem(/^Sandbox/).waitFor();
      return;
    }
    assert.fail('it ended without an address');
  }

  /** npm keeps compiled scripts there, which are nobody's data. */
  const files = (): string[] =>
    readdirSync(temporary.path).filter((name) => name !== 'node-compile-cache');

  async function nothingIsLeft(): Promise<void> {
    while (processesWith(temporary.path).length + files().length > 0) await setTimeout(50);
  }

  for (const [title, command, end] of [
    ['its npm is killed', npmStart, ({ pid = 0 }) => process.kill(pid, 'SIGKILL')],
    ['its npm is told to end', npmStart, ({ pid = 0 }) => process.kill(pid, 'SIGTERM')],
    ['its terminal closes', inTerminal, ({ pid = 0 }) => process.kill(pid, 'SIGKILL')],
    ['all of its group is killed', npmStart, ({ pid = 0 }) => signalTree(pid, 'SIGKILL')],
  ] as const satisfies [string, unknown, (child: ChildProcess) => void][]) {
    it(`leaves no process and no file when ${title}`, async function () {
      // It has neither those signals nor such terminals.
      if (process.platform === 'win32') this.skip();
      const child = start(await command());
      await opened(child);
      const all = processesWith(temporary.path);
      assert.ok(
        all.some((line) => /--type=extensionHost/.test(line)),
        all.join('\n'),
      );
      const exited = once(child, 'exit');
      end(child);
      await exited;
      await nothingIsLeft();
    });
  }
}

// The newest VS Code is what it starts.
if (testedVscode() === 'newest') describe('npm start', npmStart);

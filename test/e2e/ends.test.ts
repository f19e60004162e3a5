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
import { sizeOf } from '../support/sizes.ts';
import { killProcessesWith, processesWith } from '../support/startedProcesses.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporaryFolder.ts';
import { testedVscode, vscodeFromNpm } from '../support/vscodeFromNpm.ts';

const TERMINAL = join(import.meta.dirname, '../support/terminalProcess.ts');

type Command = readonly [string, ...string[]];

function npmStart(): Command {
  return [...npmCommand(), 'start', '--', '--packaged'];
}

async function inTerminal(): Promise<Command> {
  // VS Code contains node-pty for its own terminals, built for each system.
  const { serverMain } = await vscodeFromNpm('newest');
  const pty = join(dirname(serverMain), '../node_modules/node-pty');
  return [process.execPath, TERMINAL, pty, ...npmStart()];
}

/** A running "npm start", and a window that shows it. */
class RunningStart {
  readonly #temporary: TemporaryFolder = temporaryFolder('ends');
  readonly child: ChildProcess;
  #workbench: Workbench | undefined;

  /** Starts the command in its own process group, as a terminal does. All child processes inherit the folder. */
  constructor([command, ...args]: Command) {
    const { path } = this.#temporary;
    this.child = spawn(command, args, {
      cwd: projectRoot,
      env: { ...process.env, TMPDIR: path, TMP: path, TEMP: path },
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** Opens the URL that the process prints, and waits for the sandbox bot. */
  async openWindow(): Promise<void> {
    const { stdout } = this.child;
    assert.ok(stdout);
    for await (const line of createInterface(stdout)) {
      const [url] = /http:\S+/.exec(line) ?? [];
      if (url === undefined) continue;
      this.#workbench = await Workbench.open({ url });
      await this.#workbench.treeItem(/^Sandbox/).waitFor();
      return;
    }
    assert.fail('npm start ended without printing a URL');
  }

  processes(): readonly string[] {
    return processesWith(this.#temporary.path);
  }

  async waitUntilGone(): Promise<void> {
    while (this.processes().length + this.#files().length > 0) await setTimeout(50);
  }

  async clear(): Promise<void> {
    await this.#workbench?.close();
    if (this.child.pid !== undefined) signalTree(this.child.pid, 'SIGKILL');
    killProcessesWith(this.#temporary.path);
    this.#temporary.remove();
  }

  /** Returns the remaining files, except for the compiled scripts that npm keeps and that contain no data. */
  #files(): readonly string[] {
    return readdirSync(this.#temporary.path).filter((name) => name !== 'node-compile-cache');
  }
}

/** Ways in which a start ends: title, command, and the step that ends it. */
const ENDINGS = [
  ['its npm is killed', npmStart, ({ pid = 0 }) => process.kill(pid, 'SIGKILL')],
  ['its terminal closes', inTerminal, ({ pid = 0 }) => process.kill(pid, 'SIGKILL')],
  ['its npm is terminated', npmStart, ({ pid = 0 }) => process.kill(pid, 'SIGTERM')],
  ['its process group is killed', npmStart, ({ pid = 0 }) => signalTree(pid, 'SIGKILL')],
] as const satisfies [string, unknown, (child: ChildProcess) => void][];

/** Tests that "npm start", with a window whose extension host has a sandbox, leaves nothing behind, however it ends. */
function defineTests(): void {
  const endings = ENDINGS.slice(0, sizeOf('endsOfStart'));
  const started = new Map<number, RunningStart>();

  /** Starts the process of this ending, unless it was already started. */
  async function start(index: number): Promise<RunningStart | undefined> {
    const command = endings[index]?.[1];
    if (command === undefined || started.has(index)) return started.get(index);
    const run = new RunningStart(await command());
    started.set(index, run);
    return run;
  }

  before(function () {
    // Windows has neither these signals nor such terminals.
    if (process.platform === 'win32') this.skip();
  });

  after(async () => {
    for (const run of started.values()) await run.clear();
  });

  for (const [index, [title, , end]] of endings.entries()) {
    it(`leaves no process and no file when ${title}`, async () => {
      const run = await start(index);
      assert.ok(run);
      // The next process starts while this one opens its window.
      await start(index + 1);
      await run.openWindow();
      const processes = run.processes();
      assert.ok(
        processes.some((line) => /--type=extensionHost/.test(line)),
        processes.join('\n'),
      );
      const exited = once(run.child, 'exit');
      end(run.child);
      await exited;
      await run.waitUntilGone();
      await run.clear();
      started.delete(index);
    });
  }
}

// `npm start` uses the newest VS Code.
if (testedVscode() === 'newest') describe('npm start', defineTests);

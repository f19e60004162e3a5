import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onExit } from './exitCleanup.ts';
import { signalTree } from './signalTree.ts';
import { registerWithWarden } from './warden.ts';

interface OwnedProcessOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Called with each piece of output. The output is also kept in `output`. */
  onOutput?(text: string): void;
  /**
   * Whether the process, when terminated, ends its child processes. If so, our exit terminates it instead of killing
   * it.
   */
  cleansUp?: boolean;
}

/** Length of the output that is kept, in characters. */
const OUTPUT_LENGTH = 200_000;

/** A process with all of its descendants. None of them outlives `stop` or the end of this process, however it ends. */
export class OwnedProcess {
  readonly #child: ChildProcess;
  readonly #listeners = new Set<() => void>();
  readonly #cancelCleanup: () => void;
  readonly exited: Promise<number>;
  #isRunning = true;
  #output = '';

  constructor(command: string, args: string[], options: OwnedProcessOptions = {}) {
    this.#child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that one signal also reaches the descendants.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#cancelCleanup = this.#endWithUs(options.cleansUp ?? false);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-OUTPUT_LENGTH);
        options.onOutput?.(text);
        this.#notify();
      });
    }
    this.exited = this.#watchExit();
  }

  get output(): string {
    return this.#output;
  }

  /**
   * Returns the first match of `pattern` in the output.
   * @throws {Error} if the process ends or `limitMs` passes first
   */
  async waitForOutput(pattern: RegExp, limitMs = 60_000): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
    const fail = (event: string) =>
      reject(new Error(`${event} before ${pattern}:\n${this.#output}`));
    const check = () => {
      const match = pattern.exec(this.#output);
      if (match) resolve(match);
      else if (!this.#isRunning) fail('The process ended');
    };
    const timer = setTimeout(() => fail(`${limitMs} ms passed`), limitMs);
    this.#listeners.add(check);
    check();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#listeners.delete(check);
    }
  }

  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    const timer = setTimeout(() => this.#signal('SIGKILL'), 5_000);
    await this.exited;
    clearTimeout(timer);
    // Kills descendants that did not end with the leader of their group.
    this.#signal('SIGKILL');
    this.#cancelCleanup();
  }

  /** Ends the process when this process ends. Returns a function that cancels this. */
  #endWithUs(cleansUp: boolean): () => void {
    const { pid } = this.#child;
    if (pid === undefined) return () => {};
    const cancels = [
      onExit(() => signalTree(pid, cleansUp ? 'SIGTERM' : 'SIGKILL')),
      registerWithWarden({ kind: 'process', pid, cleansUp }),
    ];
    return () => {
      for (const cancel of cancels) cancel();
    };
  }

  async #watchExit(): Promise<number> {
    try {
      const [code] = (await once(this.#child, 'exit')) as [number | null];
      return code ?? 1;
    } catch (error) {
      this.#output += String(error);
      return 1;
    } finally {
      this.#isRunning = false;
      this.#notify();
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid !== undefined) signalTree(pid, signal);
  }
}

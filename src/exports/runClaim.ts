import { randomBytes } from 'node:crypto';
import { ExportError } from '../base/exportErrors.ts';
import {
  livenessOf,
  type AliveSocket,
  openAliveSocket,
  isProcess,
} from '../catalogue/livingOwner.ts';
import {
  type Checkpoint,
  checkpointPathOf,
  createCheckpoint,
  loadCheckpoint,
  saveCheckpoint,
} from './checkpoint.ts';
import type { Files } from './files.ts';

const HEARTBEAT_MS = 60_000;

/** A run on another machine is dead if it has not touched its checkpoint for this time. */
const LEASE_MS = 10 * HEARTBEAT_MS;

/** Run ID that means "no checkpoint exists". */
export const NO_RUN = '';

/**
 * Exclusive lease on the files of an export. Only the run whose ID is in the checkpoint may write. On the same machine,
 * a socket shows whether that run is alive. A run can lose the lease only to another machine, after its own machine was
 * asleep or cut off from the folder for ten minutes.
 */
export class RunClaim {
  readonly #files: Files;
  readonly #target: string;
  readonly #run: string;
  readonly #aliveSocket: AliveSocket | undefined;
  /** Run ID that the checkpoint must have: of the previous run until this run saves its first checkpoint. */
  #expectedRun: string | undefined;
  readonly #heartbeat: NodeJS.Timeout;

  private constructor(
    files: Files,
    target: string,
    { run, aliveSocket }: { readonly run: string; readonly aliveSocket: AliveSocket | undefined },
    expectedRun: string | undefined,
  ) {
    this.#files = files;
    this.#target = target;
    this.#run = run;
    this.#aliveSocket = aliveSocket;
    this.#expectedRun = expectedRun;
    this.#heartbeat = setInterval(() => void this.#touch(), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** @param previousRun ID in the checkpoint, or `NO_RUN`; `undefined` if an earlier version wrote the checkpoint */
  static async acquire(
    files: Files,
    target: string,
    previousRun: string | undefined,
  ): Promise<RunClaim> {
    const run = randomBytes(8).toString('hex');
    return new RunClaim(
      files,
      target,
      { run, aliveSocket: await openAliveSocket('export', run) },
      previousRun,
    );
  }

  /** @throws {ExportError} if another run has created a checkpoint */
  async begin(state: Checkpoint): Promise<void> {
    await createCheckpoint(this.#files, this.#target, this.#withOwner(state));
    this.#expectedRun = this.#run;
  }

  /** @throws {ExportError} if this run no longer holds the lease */
  async save(state: Checkpoint): Promise<void> {
    await this.requireLease();
    await saveCheckpoint(this.#files, this.#target, this.#withOwner(state));
    this.#expectedRun = this.#run;
  }

  /** Saves the checkpoint without an owner, so that any run can resume the export. `release` must still be called. */
  async saveAndRelease(state: Checkpoint): Promise<void> {
    await this.requireLease();
    const releasedState = { ...this.#withOwner(state), process: 0, sign: undefined };
    await saveCheckpoint(this.#files, this.#target, releasedState);
  }

  /** @throws {ExportError} if another run holds the lease, or the checkpoint is missing */
  async requireLease(): Promise<void> {
    if (!(await this.hasLease())) throw new ExportError({ kind: 'taken' }, this.#target);
  }

  async hasLease(): Promise<boolean> {
    const checkpoint = await loadCheckpoint(this.#files, this.#target).catch(() => undefined);
    return checkpoint !== undefined && checkpoint.run === this.#expectedRun;
  }

  /** Stops the heartbeat, and closes the socket. */
  release(): void {
    clearInterval(this.#heartbeat);
    this.#aliveSocket?.close();
  }

  /** Returns the checkpoint with this run as its owner. `sign` is where other runs find the socket that shows it is alive. */
  #withOwner(state: Checkpoint): Checkpoint {
    return { ...state, process: process.pid, run: this.#run, sign: this.#aliveSocket?.location };
  }

  /** Renews the lease, so that other machines see that the run is alive while it waits for the service. */
  async #touch(): Promise<void> {
    if (await this.hasLease()) {
      await this.#files.touch(checkpointPathOf(this.#target)).catch(() => undefined);
    }
  }
}

/** @throws {ExportError} if the run that wrote the checkpoint last is alive */
export async function requireNoLivingRun(
  files: Files,
  target: string,
  state: Checkpoint,
): Promise<void> {
  if (await hasLivingRun(files, target, state)) throw new ExportError({ kind: 'running' }, target);
}

/** Returns whether the run that wrote the checkpoint last is alive, in this window or in another one. */
export async function hasLivingRun(
  files: Files,
  target: string,
  state: Checkpoint,
): Promise<boolean> {
  const { run, sign } = state;
  if (state.process === 0) return false;
  if (run !== undefined && sign !== undefined) {
    const liveness = await livenessOf('export', run, sign);
    if (liveness !== 'unknown') return liveness === 'alive';
  } else if (state.process === process.pid || !isProcess(state.process)) {
    // Without a socket, only the process ID is known. `FileExporter` allows only one run on a file in this process.
    return false;
  }
  // The run may be on another machine, so the lease decides.
  const lastHeartbeat = (await files.stat(checkpointPathOf(target)))?.modified ?? 0;
  return Date.now() - lastHeartbeat < LEASE_MS;
}
